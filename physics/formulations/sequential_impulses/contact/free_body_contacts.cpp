#include "physics/formulations/sequential_impulses/contact/free_body_contacts.h"

#include <algorithm>

#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/contact/contact_law.h"
#include "physics/math/rotation.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

/// Sweeps visit so many points, some 2 ms: a wall is brought to rest, a large heap kept within its time.
constexpr std::size_t kVisits = 150000;
constexpr std::size_t kLeastSweeps = 10;
constexpr std::size_t kMostSweeps = 400;
/// With fewer sweeps than this not even a wall finds out how its contacts share friction that is redundant.
/// There friction gives so many times as much as otherwise, or the anchors' pull against each other never
/// ends.
constexpr int kEnoughSweeps = 200;
constexpr double kLooser = 300;
/// Islands with more points on the average of all lone shapes are left to PgsSolver.
constexpr std::size_t kPointsOfShape = 32;

Triple<double> triple(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
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

std::size_t free_bodies(const Topology& topology) {
  std::size_t count = 0;
  for (const TreeNode& node : topology.nodes) count += topology.is_articulated(node.body) ? 0 : 1;
  return count;
}

// As many for each of their shapes as there is room for on average.
std::size_t most_points(const WorldConfig& config, const Topology& topology, std::size_t most) {
  std::size_t shapes = 0;
  for (const TreeNode& node : topology.nodes) {
    if (!topology.is_articulated(node.body)) shapes += config.bodies[node.body].shapes.size();
  }
  return std::min(most, kPointsOfShape * shapes);
}

}  // namespace

FreeBodyContacts::FreeBodyContacts(const StepView& view, const Topology& topology, CollisionWorld& collisions,
                                   ContactScratch& scratch, StepStatistics& statistics)
    : view_(view),
      topology_(topology),
      collisions_(collisions),
      scratch_(scratch),
      statistics_(statistics),
      place_of_node_(topology.nodes.size()),
      sweeps_(free_bodies(topology), most_points(view.config, topology, collisions.record_capacity())) {
  for (std::size_t b = 0; b < view.config.bodies.size(); ++b) {
    const bool plain = view.model.wheel_of_body[b] == kNoWheel;
    for (const ShapeConfig& shape : view.config.bodies[b].shapes) {
      plain_.push_back(plain && !shape.belt ? 1 : 0);
    }
  }
  start_.reserve(free_bodies(topology));
  runs_.reserve(sweeps_.most_points());
  if (view.prescribed.any()) moved_.reserve(sweeps_.most_points());
}

bool FreeBodyContacts::fits(const Island& island) const {
  const auto articulated = [&](std::size_t node) {
    return topology_.is_articulated(topology_.nodes[node].body);
  };
  if (std::any_of(island.nodes.begin(), island.nodes.end(), articulated)) return false;
  const std::span<Manifold> manifolds = collisions_.manifolds();
  std::size_t points = 0;
  const bool plain = std::all_of(island.manifolds.begin(), island.manifolds.end(), [&](std::uint32_t m) {
    const auto contacts = manifolds[m].contacts();
    points += contacts.size();
    return plain_[manifolds[m].shape_a] && plain_[manifolds[m].shape_b] &&
           std::none_of(contacts.begin(), contacts.end(),
                        [](const ContactPoint& contact) { return resists_turning(*contact.surface); });
  });
  return plain && points <= sweeps_.most_points();
}

std::uint32_t FreeBodyContacts::place_of(BodyIndex body) const {
  const std::size_t node = topology_.node_of_body[body];
  return node == kNone ? static_cast<std::uint32_t>(nodes_.size()) : place_of_node_[node];
}

void FreeBodyContacts::start_from(std::span<const Spatial> velocity) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    start_[i] = velocity.empty() ? Spatial{} : velocity[nodes_[i]];
    sweeps_.body(i).velocity = triple(start_[i].linear());
    sweeps_.body(i).angular_velocity = triple(start_[i].angular());
  }
}

void FreeBodyContacts::add_runs(std::uint32_t m) {
  Manifold& manifold = collisions_.manifolds()[m];
  const std::array<std::uint32_t, 2> bodies{place_of(manifold.body_a), place_of(manifold.body_b)};
  const std::span<const ContactPoint> contacts = manifold.contacts();
  for (std::size_t first = 0, count = 0; first < contacts.size(); first += count) {
    count = 1;
    while (first + count < contacts.size() && contacts[first + count].normal == contacts[first].normal) {
      ++count;
    }
    runs_.push_back({&manifold, &scratch_.of(m), first, count, sweeps_.add_pair(bodies, count)});
  }
}

// Velocity of b relative to a that prescribed motions (prescribed_motions.h) cause in this kick.
Vec3 FreeBodyContacts::moved_velocity(const Manifold& manifold, const Vec3& arm_a, const Vec3& arm_b) const {
  Vec3 velocity = Vec3::Zero();
  const auto add = [&](BodyIndex body, BodyIndex other, const Vec3& arm, double sign) {
    const MovedBody* moved = view_.prescribed.find(body);
    if (moved != nullptr) velocity += sign * view_.prescribed.velocity_at(*moved, view_.state, other, arm);
  };
  add(manifold.body_b, manifold.body_a, arm_a, 1);
  add(manifold.body_a, manifold.body_b, arm_b, -1);
  return velocity;
}

void FreeBodyContacts::write_rows(const Run& run, std::span<const BodyFrame> frames) {
  const Manifold& manifold = *run.manifold;
  std::array<Vec3, 2> tangents;
  const Vec3& normal = run.normal();
  tangents_of(normal, tangents[0], tangents[1]);
  const BodyState& moves_a = view_.state.bodies[manifold.body_a];
  const BodyState& moves_b = view_.state.bodies[manifold.body_b];
  const double looser = most_sweeps() < kEnoughSweeps ? kLooser : 1.0;
  ContactMotion motion;
  motion.falling = falling(topology_, manifold.body_a, manifold.body_b, view_.config.gravity);
  for (std::size_t i = 0; i < run.count; ++i) {
    const ContactPoint& contact = run.contact(i);
    const ContactPlace place = physics::place_of(topology_, manifold, *run.notes, contact, frames);
    const Vec3 arm = place.point - place.centers[0];
    const Vec3 offset = place.centers[0] - place.centers[1];
    if (i == 0) {
      sweeps_.set_pair(run.pair, {triple(normal), triple(tangents[0]), triple(tangents[1])}, triple(offset));
    }
    const Vec3 velocity = (moves_b.velocity + moves_b.angular_velocity.cross(arm + offset)) -
                          (moves_a.velocity + moves_a.angular_velocity.cross(arm));
    motion.approach = normal.dot(velocity);
    motion.squared_slip = velocity.squaredNorm() - motion.approach * motion.approach;
    const ContactLawRows asked =
        contact_rows(contact, normal, run.gap(i), tangents, motion, ContactPairKind::free_bodies, times_,
                     run.notes->points[run.first + i]);
    std::array<ConstraintRow, 3> rows{asked.normal, asked.tangents[0], asked.tangents[1]};
    for (std::size_t k = 0; k < 2; ++k) rows[k + 1].relative_compliance *= looser;
    if (view_.prescribed.any()) {
      moved_.push_back(moved_velocity(manifold, arm, arm + offset));
      rows[0].target -= normal.dot(moved_.back());
      for (std::size_t k = 0; k < 2; ++k) rows[k + 1].target -= tangents[k].dot(moved_.back());
    }
    WideContactSolver::Point point;
    point.arm = triple(arm);
    for (std::size_t r = 0; r < 3; ++r) {
      point.target[r] = rows[r].target;
      point.impulse[r] = rows[r].impulse;
      point.relative_compliance[r] = rows[r].relative_compliance;
      point.reference_impulse[r] = rows[r].reference_impulse;
    }
    point.normal_softness = rows[0].softness;
    point.coefficient = asked.friction;
    point.prescribed = asked.range.lower == asked.range.upper;
    point.rigid = is_rigid(contact);
    sweeps_.set_point(run.pair, i, point);
  }
}

void FreeBodyContacts::prepare(const Island& island, std::span<const BodyFrame> frames,
                               const KickTimes& times) {
  times_ = times;
  nodes_ = island.nodes;
  runs_.clear();
  moved_.clear();
  sweeps_.begin(nodes_.size());
  start_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) place_of_node_[nodes_[i]] = static_cast<std::uint32_t>(i);
  if (!(times.drift > 0)) return;
  for (const std::uint32_t m : island.manifolds) add_runs(m);
  sweeps_.lay_out();
  for (const Run& run : runs_) write_rows(run, frames);
}

int FreeBodyContacts::most_sweeps() const {
  const std::size_t sweeps = kVisits / std::max<std::size_t>(1, sweeps_.point_count());
  return static_cast<int>(std::clamp(sweeps, kLeastSweeps, kMostSweeps));
}

bool FreeBodyContacts::penetrates() const {
  return std::any_of(runs_.begin(), runs_.end(), [](const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
      if (physics::penetrates(run.contact(i), run.gap(i))) return true;
    }
    return false;
  });
}

void FreeBodyContacts::add_forces(std::span<Spatial> forces) const {
  sweeps_.add_impulses(nodes_, forces);
}

void FreeBodyContacts::factor(const TreeFactor& factor) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const SymmetricSpatial& inertia = factor.inertia(nodes_[i]);
    sweeps_.body(i).inverse_mass = 1 / inertia.a[0];
    sweeps_.body(i).inverse_inertia = inverse(inertia.c);
  }
  sweeps_.factor();
}

WideContactSolver::Solved FreeBodyContacts::solve(std::span<const Spatial> velocity, int most_sweeps,
                                                  double tolerance) {
  start_from(velocity);
  const WideContactSolver::Solved solved = sweeps_.solve(most_sweeps, tolerance);
  statistics_.sweeps += static_cast<std::uint64_t>(solved.sweeps);
  return solved;
}

void FreeBodyContacts::finish(const TreeFactor& factor, std::span<NodeCoordinates> y) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const WideContactSolver::Body& body = sweeps_.body(i);
    Spatial change;
    for (std::size_t k = 0; k < 3; ++k) {
      change[k] = body.velocity[k] - start_[i][k];
      change[k + 3] = body.angular_velocity[k] - start_[i][k + 3];
    }
    Spatial impulse = factor.inertia(nodes_[i]) * change;
    NodeCoordinates z{};
    factor.step_up(nodes_[i], impulse, z);
    for (std::size_t k = 0; k < 6; ++k) y[nodes_[i]][k] += z[k];
  }
}

void FreeBodyContacts::solve_pushes(const TreeFactor& factor, std::span<NodeCoordinates> y) {
  start_from({});
  for (const Run& run : runs_) {
    for (std::size_t i = 0; i < run.count; ++i) {
      sweeps_.set_push(run.pair, i, push_speed(run.contact(i), run.gap(i), times_.drift));
    }
  }
  // Half of the time: what is left of a depth, the next substep pushes.
  sweeps_.solve_pushes(most_sweeps() / 2);
  finish(factor, y);
}

void FreeBodyContacts::commit(std::span<const Spatial> velocity) {
  start_from(velocity);
  std::size_t place = 0;
  for (const Run& run : runs_) {
    std::array<Vec3, 2> tangents;
    tangents_of(run.normal(), tangents[0], tangents[1]);
    for (std::size_t i = 0; i < run.count; ++i) {
      const WideContactSolver::Answer given = sweeps_.answer(run.pair, i);
      const Triple<double> between = sweeps_.velocity_between(run.pair, i);
      Vec3 slip(between[0], between[1], between[2]);
      if (!moved_.empty()) slip += moved_[place++];
      ContactAnswer answer;
      answer.normal_impulse = given.impulse[0];
      answer.normal = run.normal();
      answer.tangents = tangents;
      for (std::size_t k = 0; k < 2; ++k) {
        answer.impulse[k] = given.impulse[k + 1];
        answer.speed[k] = tangents[k].dot(slip);
        answer.softness[k] = given.tangent_softness;
      }
      answer.slides = given.slides;
      remember(answer, times_, run.contact(i));
      run.contact(i).memory.resistance_impulse = Vec3::Zero();
    }
  }
}

}  // namespace drawbar::physics
