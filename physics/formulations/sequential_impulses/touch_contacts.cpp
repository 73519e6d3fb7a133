#include "physics/formulations/sequential_impulses/touch_contacts.h"

#include <algorithm>
#include <limits>

#include "physics/math/rotation.h"
#include "physics/vehicle/contact_patch.h"

namespace drawbar::physics {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
/// Impacts slower than this are plastic (m/s).
constexpr double kRestitutionThreshold = 0.05;
/// Part of a penetration removed in one substep (paper 003 eq. 19), and what is left alone (m).
constexpr double kErrorReduction = 0.2;
constexpr double kSlop = 1e-6;
constexpr double kFastestPush = 0.2;  // m/s
/// Part of the integrated slip taken back in one substep.
constexpr double kSlipReduction = 0.2;
/// Give of the rows that stick. Contacts that share a body stick redundantly, each to its own anchor, and
/// rigid rows would fight; the anchor takes back what the give lets slip, so that nothing creeps.
constexpr double kStickGive = 1e-3;
/// Give of the normals to changes of load. A rigid vehicle on uneven ground stands on three points, and its
/// loads would jump from wheel to wheel; so they pass over within some substeps, and a steady load is carried
/// without any give.
constexpr double kLoadGive = 0.01;
/// Normal and two tangents; then rolling about both tangents and spinning.
constexpr std::size_t kRowsPerPoint = 3;
constexpr std::size_t kRowsPerTurningPoint = 6;

bool turns(const SurfacePair& surface) {
  return surface.rolling_friction > 0 || surface.spinning_friction > 0;
}

}  // namespace

TouchContacts::TouchContacts(const StepContext& context) : context_(context) {
  points_.reserve(context.collisions.record_capacity());
  pushes_.reserve(context.collisions.record_capacity());
}

std::size_t TouchContacts::most_rows(const StepContext& context) {
  const std::vector<SurfacePair>& pairs = context.config.surface_pairs;
  const bool any = std::any_of(pairs.begin(), pairs.end(), turns);
  return context.collisions.record_capacity() * (any ? kRowsPerTurningPoint : kRowsPerPoint);
}

std::array<Vec3, 3> TouchContacts::turning_axes(const Point& point) const {
  return {point.tangents[0], point.tangents[1], point.normal};
}

void TouchContacts::add(const Manifold& manifold, ContactPoint& contact, std::span<const BodyFrame> frames,
                        TouchSolver& solver) {
  const SurfacePair& surface = manifold.surface;
  Point point;
  point.count = turns(surface) ? kRowsPerTurningPoint : kRowsPerPoint;
  if (!solver.has_room(point.count, manifold.body_a, manifold.body_b)) {
    ++context_.statistics.dropped_contacts;
    return;
  }
  const State& state = context_.state;
  const double warm = state.last_substep > 0 ? times_.kick / state.last_substep : 0.0;
  point.memory = &contact.memory;
  point.normal = contact.normal;
  tangents_of(contact.normal, point.tangents[0], point.tangents[1]);
  point.gap = contact.gap;
  const Vec3 arm_a = contact.position - frames[manifold.body_a].center;
  const Vec3 arm_b = contact.position - frames[manifold.body_b].center;
  const auto add_row = [&](const Vec3& linear, const Vec3& angular) {
    return solver.add_row({manifold.body_a, manifold.body_b, arm_a, arm_b, linear, angular});
  };

  point.first = add_row(contact.normal, Vec3::Zero());
  TouchRow& normal = solver.row(point.first);
  normal.impulse = warm * contact.memory.normal_impulse;
  normal.target = -std::max(contact.gap, 0.0) / times_.drift;
  const double approach = solver.speed_before(point.first);
  if (approach < -kRestitutionThreshold && contact.gap + times_.drift * approach < 0) {
    normal.target = std::max(normal.target, -surface.restitution * approach);
  } else {
    normal.give = kLoadGive;
    normal.eased = normal.impulse;
  }
  solver.add_bound({.row = point.first, .upper = kUnbounded});

  for (const Vec3& tangent : point.tangents) {
    TouchRow& along = solver.row(add_row(tangent, Vec3::Zero()));
    along.impulse = warm * tangent.dot(contact.memory.friction_impulse);
    along.target = -kSlipReduction * tangent.dot(contact.memory.slip) / times_.drift;
    along.give = kStickGive;
  }
  point.friction = solver.add_bound(
      {.row = point.first + 1, .disc = true, .coefficient = surface.friction, .leader = point.first});

  if (point.count == kRowsPerTurningPoint) {
    for (const Vec3& about : turning_axes(point)) {
      solver.row(add_row(Vec3::Zero(), about)).impulse = warm * about.dot(contact.memory.resistance_impulse);
    }
    solver.add_bound({.row = point.first + 3,
                      .disc = true,
                      .coefficient = surface.rolling_friction,
                      .leader = point.first});
    solver.add_bound(
        {.row = point.first + 5, .coefficient = surface.spinning_friction, .leader = point.first});
  }
  points_.push_back(point);
}

void TouchContacts::prepare(std::span<const BodyFrame> frames, const KickTimes& times, TouchSolver& solver) {
  times_ = times;
  points_.clear();
  if (!(times.drift > 0)) return;
  for (Manifold& manifold : context_.collisions.manifolds()) {
    if (wheel_contact(context_.model, manifold, frames)) continue;  // a tyre
    for (ContactPoint& contact : manifold.contacts()) add(manifold, contact, frames, solver);
  }
}

void TouchContacts::prepare_closing(const KickTimes& times, TouchSolver& solver) {
  times_ = times;
  const double warm = times.drift > 0 ? times.kick / times.drift : 0.0;
  for (const Point& point : points_) {
    const ContactMemory& memory = *point.memory;
    solver.row(point.first).impulse = warm * memory.normal_impulse;
    solver.row(point.first).eased = warm * memory.normal_impulse;
    solver.row(point.first).target = memory.normal_impulse > 0 ? 0.0 : -kUnbounded;
    for (std::size_t k = 0; k < 2; ++k) {
      TouchRow& along = solver.row(point.first + 1 + k);
      along.impulse = warm * point.tangents[k].dot(memory.friction_impulse);
      along.eased = along.impulse;
      along.target = 0;
    }
    const std::array<Vec3, 3> about = turning_axes(point);
    for (std::size_t k = kRowsPerPoint; k < point.count; ++k) {
      solver.row(point.first + k).impulse = warm * about[k - kRowsPerPoint].dot(memory.resistance_impulse);
    }
  }
}

bool TouchContacts::penetrates() const {
  return std::any_of(points_.begin(), points_.end(), [](const Point& p) { return p.gap < -kSlop; });
}

std::span<TouchPush> TouchContacts::pushes() {
  pushes_.clear();
  for (const Point& point : points_) {
    // No faster than this: joints follow a displacement to first order, and what is left open comes back as
    // velocity.
    const double back = std::max(kErrorReduction * (point.gap + kSlop), -kFastestPush * times_.drift);
    const double room = point.gap < -kSlop ? back : std::max(point.gap, 0.0);
    pushes_.push_back({point.first, -room / times_.drift});
  }
  return pushes_;
}

void TouchContacts::commit(std::span<const Spatial> velocity, const TouchSolver& solver) {
  const double scale = times_.drift / times_.kick;
  for (const Point& point : points_) {
    ContactMemory& memory = *point.memory;
    memory.normal_impulse = scale * solver.row(point.first).impulse;
    memory.friction_impulse = Vec3::Zero();
    Vec3 slip = Vec3::Zero();
    Vec3 elastic = Vec3::Zero();
    for (std::size_t k = 0; k < 2; ++k) {
      const std::size_t row = point.first + 1 + k;
      const double impulse = solver.row(row).impulse;
      memory.friction_impulse += (scale * impulse) * point.tangents[k];
      slip += (times_.drift * solver.speed(row, velocity)) * point.tangents[k];
      elastic -= (times_.drift / kSlipReduction * solver.softness(row) * impulse) * point.tangents[k];
    }
    if (!(memory.normal_impulse > 0)) {
      memory.slip = Vec3::Zero();
    } else if (solver.bounds()[point.friction].at_bound) {
      // Where it would rest under this friction, so that what slid sticks without creeping to its anchor.
      memory.slip = elastic;
    } else {
      memory.slip += slip - memory.slip.dot(point.normal) * point.normal;
    }
    memory.resistance_impulse = Vec3::Zero();
    const std::array<Vec3, 3> about = turning_axes(point);
    for (std::size_t k = kRowsPerPoint; k < point.count; ++k) {
      memory.resistance_impulse += (scale * solver.row(point.first + k).impulse) * about[k - kRowsPerPoint];
    }
  }
}

}  // namespace drawbar::physics
