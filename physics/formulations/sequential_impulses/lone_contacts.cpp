#include "physics/formulations/sequential_impulses/lone_contacts.h"

#include <algorithm>
#include <cmath>

#include "physics/formulations/sequential_impulses/contact_law.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Sweeps visit so many points, some 2 ms: a wall is brought to rest, a large heap kept within its time.
constexpr std::size_t kVisits = 40000;
constexpr std::size_t kLeastSweeps = 20;
constexpr std::size_t kMostSweeps = 400;

using Triple = std::array<double, 3>;

Triple triple(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
double dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Triple cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
void add_scaled(Triple& a, double s, const Triple& b) {
  for (std::size_t k = 0; k < 3; ++k) a[k] += s * b[k];
}
// m: xx xy xz yy yz zz.
Triple times(const std::array<double, 6>& m, const Triple& x) {
  return {m[0] * x[0] + m[1] * x[1] + m[2] * x[2], m[1] * x[0] + m[3] * x[1] + m[4] * x[2],
          m[2] * x[0] + m[4] * x[1] + m[5] * x[2]};
}
std::array<double, 6> inverse(const std::array<double, 6>& m) {
  const double c00 = m[3] * m[5] - m[4] * m[4];
  const double c01 = m[2] * m[4] - m[1] * m[5];
  const double c02 = m[1] * m[4] - m[2] * m[3];
  const double scale = 1 / (m[0] * c00 + m[1] * c01 + m[2] * c02);
  return {scale * c00,
          scale * c01,
          scale * c02,
          scale * (m[0] * m[5] - m[2] * m[2]),
          scale * (m[1] * m[2] - m[0] * m[4]),
          scale * (m[0] * m[3] - m[1] * m[1])};
}

}  // namespace

LoneContacts::LoneContacts(const StepContext& context, const Topology& topology)
    : context_(context), topology_(topology), place_of_node_(topology.nodes.size()) {
  for (std::size_t b = 0; b < context.config.bodies.size(); ++b) {
    const bool plain = context.model.wheel_of_body[b] == kNoWheel;
    for (const ShapeConfig& shape : context.config.bodies[b].shapes) {
      plain_.push_back(plain && !shape.belt ? 1 : 0);
    }
  }
  bodies_.reserve(topology.nodes.size() + 1);
  start_.reserve(topology.nodes.size());
  points_.reserve(context.collisions.record_capacity());
  laws_.reserve(context.collisions.record_capacity());
}

bool LoneContacts::fits(const Island& island) const {
  const auto articulated = [&](std::size_t node) {
    return topology_.is_articulated(topology_.nodes[node].body);
  };
  if (std::any_of(island.nodes.begin(), island.nodes.end(), articulated)) return false;
  const std::span<Manifold> manifolds = context_.collisions.manifolds();
  return std::all_of(island.manifolds.begin(), island.manifolds.end(), [&](std::uint32_t m) {
    const auto contacts = manifolds[m].contacts();
    return plain_[manifolds[m].shape_a] && plain_[manifolds[m].shape_b] &&
           std::none_of(contacts.begin(), contacts.end(),
                        [](const ContactPoint& contact) { return resists_turning(*contact.surface); });
  });
}

std::uint32_t LoneContacts::place_of(BodyIndex body) const {
  const std::size_t node = topology_.node_of_body[body];
  return node == kNone ? static_cast<std::uint32_t>(nodes_.size()) : place_of_node_[node];
}

void LoneContacts::start_from(std::span<const Spatial> velocity) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    start_[i] = velocity.empty() ? Spatial{} : velocity[nodes_[i]];
    bodies_[i].velocity = triple(start_[i].linear());
    bodies_[i].angular_velocity = triple(start_[i].angular());
  }
}

// Of b against a at the point.
Triple LoneContacts::velocity_between(const Point& p) const {
  const Body& a = bodies_[p.body[0]];
  const Body& b = bodies_[p.body[1]];
  const Triple turned_a = cross(a.angular_velocity, p.arm_a);
  const Triple turned_b = cross(b.angular_velocity, p.arm_b);
  return {(b.velocity[0] + turned_b[0]) - (a.velocity[0] + turned_a[0]),
          (b.velocity[1] + turned_b[1]) - (a.velocity[1] + turned_a[1]),
          (b.velocity[2] + turned_b[2]) - (a.velocity[2] + turned_a[2])};
}

// An impulse on b, and against it on a.
void LoneContacts::apply(const Point& p, const Triple& impulse) {
  Body& a = bodies_[p.body[0]];
  Body& b = bodies_[p.body[1]];
  add_scaled(a.velocity, -a.inverse_mass, impulse);
  add_scaled(a.angular_velocity, -1, times(a.inverse_inertia, cross(p.arm_a, impulse)));
  add_scaled(b.velocity, b.inverse_mass, impulse);
  add_scaled(b.angular_velocity, 1, times(b.inverse_inertia, cross(p.arm_b, impulse)));
}

void LoneContacts::add(const Manifold& manifold, ContactPoint& contact, std::span<const BodyFrame> frames) {
  Point& point = points_.emplace_back();
  Law& law = laws_.emplace_back();
  law.contact = &contact;
  point.body = {place_of(manifold.body_a), place_of(manifold.body_b)};
  point.arm_a = triple(contact.position - frames[manifold.body_a].center);
  point.arm_b = triple(contact.position - frames[manifold.body_b].center);
  std::array<Vec3, 2> tangents;
  tangents_of(contact.normal, tangents[0], tangents[1]);
  point.direction = {triple(contact.normal), triple(tangents[0]), triple(tangents[1])};

  std::array<TouchRow, 3> rows;
  rows[0] =
      normal_row(contact, dot(point.direction[0], velocity_between(point)), Touching::lone_bodies, times_);
  NormalRange range;
  if (times_.closing) range = close_normal(contact, times_, rows[0]);
  for (std::size_t k = 0; k < 2; ++k) {
    rows[k + 1] = tangent_row(contact.memory, tangents[k], 0, times_);
    if (times_.closing) close_tangent(contact.memory, tangents[k], 0, times_, rows[k + 1]);
  }
  for (std::size_t r = 0; r < 3; ++r) {
    point.target[r] = rows[r].target;
    point.impulse[r] = rows[r].impulse;
    point.softness[r] = rows[r].softness;
    law.give[r] = rows[r].give;
    law.eased[r] = rows[r].eased;
  }
  point.lower = range.lower;
  point.upper = range.upper;
  point.coefficient = friction_coefficient(contact);
}

void LoneContacts::prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times) {
  times_ = times;
  nodes_ = island.nodes;
  points_.clear();
  laws_.clear();
  bodies_.assign(nodes_.size() + 1, Body{});
  start_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    place_of_node_[nodes_[i]] = static_cast<std::uint32_t>(i);
    const BodyState& body = context_.state.bodies[topology_.nodes[nodes_[i]].body];
    bodies_[i].velocity = triple(body.velocity);
    bodies_[i].angular_velocity = triple(body.angular_velocity);
  }
  if (!(times.drift > 0)) return;
  const std::span<Manifold> manifolds = context_.collisions.manifolds();
  for (const std::uint32_t m : island.manifolds) {
    for (ContactPoint& contact : manifolds[m].contacts()) add(manifolds[m], contact, frames);
  }
}

int LoneContacts::most_sweeps() const {
  const std::size_t sweeps = kVisits / std::max<std::size_t>(1, points_.size());
  return static_cast<int>(std::clamp(sweeps, kLeastSweeps, kMostSweeps));
}

bool LoneContacts::penetrates() const {
  return std::any_of(laws_.begin(), laws_.end(),
                     [](const Law& law) { return physics::penetrates(*law.contact); });
}

void LoneContacts::add_forces(std::span<Spatial> forces) const {
  const auto push = [&](std::uint32_t place, double sign, const Triple& arm, const Triple& impulse) {
    if (place == nodes_.size()) return;
    Spatial& force = forces[nodes_[place]];
    const Triple turning = cross(arm, impulse);
    for (std::size_t k = 0; k < 3; ++k) {
      force[k] += sign * impulse[k];
      force[k + 3] += sign * turning[k];
    }
  };
  for (const Point& point : points_) {
    Triple impulse{};
    for (std::size_t r = 0; r < 3; ++r) add_scaled(impulse, point.impulse[r], point.direction[r]);
    push(point.body[0], -1, point.arm_a, impulse);
    push(point.body[1], 1, point.arm_b, impulse);
  }
}

void LoneContacts::factor(const TreeFactor& factor) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const SymmetricSpatial& inertia = factor.inertia(nodes_[i]);
    bodies_[i].inverse_mass = 1 / inertia.a[0];
    bodies_[i].inverse_inertia = inverse(inertia.c);
  }
  for (std::size_t i = 0; i < points_.size(); ++i) {
    Point& p = points_[i];
    const Body& a = bodies_[p.body[0]];
    const Body& b = bodies_[p.body[1]];
    std::array<Triple, 3> lever_a, lever_b, turned_a, turned_b;
    for (std::size_t r = 0; r < 3; ++r) {
      lever_a[r] = cross(p.arm_a, p.direction[r]);
      lever_b[r] = cross(p.arm_b, p.direction[r]);
      turned_a[r] = times(a.inverse_inertia, lever_a[r]);
      turned_b[r] = times(b.inverse_inertia, lever_b[r]);
    }
    const auto between = [&](std::size_t r, std::size_t s) {
      return dot(lever_a[r], turned_a[s]) + dot(lever_b[r], turned_b[s]);
    };
    Triple response;
    for (std::size_t r = 0; r < 3; ++r) {
      response[r] = a.inverse_mass + b.inverse_mass + between(r, r);
      const double give = laws_[i].give[r] * response[r];
      p.softness[r] += give;
      p.target[r] += give * laws_[i].eased[r];
    }
    p.response = response[0];
    p.inverse_normal = 1 / (response[0] + p.softness[0]);
    p.coupling = {between(1, 0), between(2, 0)};
    const double k00 = response[1] + p.softness[1];
    const double k11 = response[2] + p.softness[2];
    const double k01 = between(1, 2);
    const double determinant = k00 * k11 - k01 * k01;
    const double both = k00 + k11;
    if (determinant > kOneLine * both * both) {
      p.inverse_tangents = {k11 / determinant, k00 / determinant, -k01 / determinant};
    } else {
      p.inverse_tangents = {1 / both, 1 / both, 0};
    }
    p.largest_tangent = std::max(k00, k11);
  }
}

// The normal, then friction within its disc: sticking if the impulse that stops both tangents lies in it.
// Otherwise a step along the slip itself, back onto the disc: where that rests, friction opposes the slip.
double LoneContacts::visit(Point& p) {
  const Triple velocity = velocity_between(p);
  const double missing = p.target[0] - dot(p.direction[0], velocity) - p.softness[0] * p.impulse[0];
  const double normal = std::clamp(p.impulse[0] + p.inverse_normal * missing, p.lower, p.upper);
  const double change = normal - p.impulse[0];
  std::array<double, 2> excess;
  for (std::size_t k = 0; k < 2; ++k) {
    excess[k] = dot(p.direction[k + 1], velocity) + p.coupling[k] * change +
                p.softness[k + 1] * p.impulse[k + 1] - p.target[k + 1];
  }
  const double most = p.coefficient * std::max(normal, 0.0);
  const Triple& inverse = p.inverse_tangents;
  double first = p.impulse[1] - (inverse[0] * excess[0] + inverse[2] * excess[1]);
  double second = p.impulse[2] - (inverse[1] * excess[1] + inverse[2] * excess[0]);
  p.slides = first * first + second * second > most * most;
  if (p.slides) {
    first = p.impulse[1] - excess[0] / p.largest_tangent;
    second = p.impulse[2] - excess[1] / p.largest_tangent;
    const double squared = first * first + second * second;
    if (squared > most * most) {
      const double scale = most / std::sqrt(squared);
      first *= scale;
      second *= scale;
    }
  }
  const std::array<double, 2> changes{first - p.impulse[1], second - p.impulse[2]};
  p.impulse = {normal, first, second};
  Triple impulse{};
  add_scaled(impulse, change, p.direction[0]);
  add_scaled(impulse, changes[0], p.direction[1]);
  add_scaled(impulse, changes[1], p.direction[2]);
  apply(p, impulse);
  return std::max(std::fabs(change) * p.response,
                  std::max(std::fabs(changes[0]), std::fabs(changes[1])) * p.largest_tangent);
}

// To and fro, so that loads travel through a stack both ways.
double LoneContacts::sweep(bool backwards) {
  ++context_.statistics.sweeps;
  double largest = 0;
  if (backwards) {
    for (std::size_t i = points_.size(); i-- > 0;) largest = std::max(largest, visit(points_[i]));
  } else {
    for (Point& point : points_) largest = std::max(largest, visit(point));
  }
  return largest;
}

LoneContacts::Sweeps LoneContacts::solve(std::span<const Spatial> velocity, int most_sweeps) {
  start_from(velocity);
  Sweeps sweeps;
  for (int i = 1; i <= most_sweeps && !sweeps.settled; ++i) {
    const double largest = sweep(i % 2 == 0);
    if (i == 1) sweeps.first_change = largest;
    sweeps.settled = largest < kSpeedTolerance;
  }
  return sweeps;
}

void LoneContacts::finish(const TreeFactor& factor, std::span<NodeCoordinates> y) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Spatial change;
    for (std::size_t k = 0; k < 3; ++k) {
      change[k] = bodies_[i].velocity[k] - start_[i][k];
      change[k + 3] = bodies_[i].angular_velocity[k] - start_[i][k + 3];
    }
    Spatial impulse = factor.inertia(nodes_[i]) * change;
    NodeCoordinates z{};
    factor.step_up(nodes_[i], impulse, z);
    for (std::size_t k = 0; k < 6; ++k) y[nodes_[i]][k] += z[k];
  }
}

void LoneContacts::solve_pushes(const TreeFactor& factor, std::span<NodeCoordinates> y) {
  start_from({});
  for (std::size_t i = 0; i < points_.size(); ++i) {
    points_[i].target[0] = push_speed(*laws_[i].contact, times_.drift);
    points_[i].impulse[0] = 0;
  }
  for (int i = 0; i < most_sweeps(); ++i) {
    double largest = 0;
    for (std::size_t j = 0; j < points_.size(); ++j) {
      Point& p = points_[j];
      if (!is_rigid(*laws_[j].contact)) continue;
      const double missing = p.target[0] - dot(p.direction[0], velocity_between(p));
      const double impulse = std::max(0.0, p.impulse[0] + missing / p.response);
      const double change = impulse - p.impulse[0];
      if (change == 0) continue;
      p.impulse[0] = impulse;
      Triple along{};
      add_scaled(along, change, p.direction[0]);
      apply(p, along);
      largest = std::max(largest, std::fabs(change) * p.response);
    }
    if (largest < kSpeedTolerance) break;
  }
  finish(factor, y);
}

void LoneContacts::commit(std::span<const Spatial> velocity) {
  start_from(velocity);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& p = points_[i];
    const Triple between = velocity_between(p);
    ContactAnswer answer;
    answer.normal_impulse = p.impulse[0];
    for (std::size_t k = 0; k < 2; ++k) {
      const Triple& tangent = p.direction[k + 1];
      answer.tangents[k] = {tangent[0], tangent[1], tangent[2]};
      answer.impulse[k] = p.impulse[k + 1];
      answer.speed[k] = dot(tangent, between);
      answer.softness[k] = p.softness[k + 1];
    }
    answer.slides = p.slides;
    remember(answer, times_, *laws_[i].contact);
    laws_[i].contact->memory.resistance_impulse = Vec3::Zero();
  }
}

}  // namespace drawbar::physics
