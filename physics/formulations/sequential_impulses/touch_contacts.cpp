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
/// Slower than this (m/s) a point at its bound has not been torn loose: it may be that others hold the body.
constexpr double kSlidingSpeed = 1e-3;
/// Normal and two tangents; then rolling about both tangents and spinning.
constexpr std::size_t kRowsPerPoint = 3;
constexpr std::size_t kRowsPerTurningPoint = 6;

bool turns(const SurfacePair& surface) {
  return surface.rolling_friction > 0 || surface.spinning_friction > 0;
}

}  // namespace

TouchContacts::TouchContacts(const StepContext& context, const Topology& topology)
    : context_(context), topology_(topology), belts_(context, topology) {
  points_.reserve(context.collisions.record_capacity());
  pushes_.reserve(context.collisions.record_capacity());
}

std::size_t TouchContacts::most_rows(const StepContext& context) {
  const std::vector<SurfacePair>& pairs = context.config.surface_pairs;
  const bool any = std::any_of(pairs.begin(), pairs.end(), turns);
  return context.collisions.record_capacity() * (any ? kRowsPerTurningPoint : kRowsPerPoint);
}

bool TouchContacts::has_room(const TouchSolver& solver, std::size_t count, const Manifold& manifold,
                             const SurfaceMotion& motion) const {
  std::array<BodyIndex, kMostRowEnds> bodies{manifold.body_a, manifold.body_b};
  std::size_t size = 2;
  for (std::size_t k = 0; k < motion.part_count; ++k) {
    const JointModel& joint = context_.model.joints[motion.parts[k].joint];
    bodies[size++] = joint.parent;
    bodies[size++] = joint.child;
  }
  return solver.has_room(count, {bodies.data(), size});
}

// Rigid: no approach beyond the gap, an impact turned round. Otherwise the force k depth + c rate, implicit
// in the rate: u' + L / (kick (h k + c)) = -k gap / (h k + c), and nothing before the gap is closed.
void TouchContacts::add_normal(Point& point, const SurfacePair& surface, const PointRow& row,
                               TouchSolver& solver) {
  point.first = solver.add_row(row);
  TouchRow& normal = solver.row(point.first);
  normal.impulse = times_.from_memory() * point.contact->memory.normal_impulse;
  normal.target = -std::max(point.gap, 0.0) / times_.drift;
  if (point.rigid) {
    const double approach = solver.speed_before(point.first);
    const bool strikes = times_.closing
                             ? point.contact->struck
                             : approach < -kRestitutionThreshold && point.gap + times_.drift * approach < 0;
    point.contact->struck = strikes;
    if (strikes) {
      normal.target = std::max(normal.target, -surface.restitution * approach);
    } else {
      normal.give = kLoadGive;
      normal.eased = normal.impulse;
    }
  } else {
    const double resistance = times_.drift * surface.stiffness + surface.damping;
    normal.softness = 1 / (times_.kick * resistance);
    if (point.gap < 0) normal.target = -surface.stiffness * point.gap / resistance;
  }
  point.carrying = solver.add_bound({.row = point.first, .upper = kUnbounded});
}

void TouchContacts::add_friction(Point& point, const SurfacePair& surface, const PointRow& row,
                                 const SurfaceMotion& motion, TouchSolver& solver) {
  const ContactMemory& memory = point.contact->memory;
  for (const Vec3& tangent : point.tangents) {
    std::array<RowEnd, kMostRowEnds> ends;
    std::size_t count =
        row_ends(topology_, {row.a, row.b, row.arm_a, row.arm_b, tangent, Vec3::Zero()}, ends);
    for (std::size_t k = 0; k < motion.part_count; ++k) {
      const SurfaceMotion::Part& part = motion.parts[k];
      count += belts_.rate_ends(part, tangent.dot(part.per_rate), std::span(ends).subspan(count));
    }
    TouchRow& along = solver.row(solver.add_row(std::span<const RowEnd>(ends.data(), count)));
    along.impulse = times_.from_memory() * tangent.dot(memory.friction_impulse);
    along.target =
        -kSlipReduction * tangent.dot(memory.slip) / times_.drift - tangent.dot(point.surface_velocity);
    // Of the force, so to speak: a frame's first kick is half of one and must leave the anchor where it was.
    along.give = kStickGive * times_.drift / times_.kick;
  }
  // What did not slide in the substep before has to be torn loose.
  const double coefficient =
      memory.slides ? surface.friction : std::max(surface.friction, surface.static_friction);
  point.friction = solver.add_bound(
      {.row = point.first + 1, .disc = true, .coefficient = coefficient, .leader = point.first});
}

// Rows about `turning`, only where there is friction. A belt rolls in its sprocket's joint, not with its
// body.
void TouchContacts::add_turning(Point& point, const SurfacePair& surface, const PointRow& row,
                                const SurfaceMotion& motion, TouchSolver& solver) {
  const auto add_about = [&](const Vec3& axis) {
    point.turning[point.count++ - kRowsPerPoint] = axis;
    return solver.add_row({row.a, row.b, row.arm_a, row.arm_b, Vec3::Zero(), axis});
  };
  if (surface.rolling_friction > 0) {
    const bool belt = motion.part_count > 0;
    std::size_t first = 0;
    if (belt) {
      const Vec3 across = point.normal.cross(motion.parts[0].per_rate);
      const double size = std::sqrt(across.squaredNorm());
      point.turning[point.count++ - kRowsPerPoint] = size > 0 ? Vec3(across / size) : point.tangents[0];
      std::array<RowEnd, kMostRowEnds> ends;
      first =
          solver.add_row(std::span<const RowEnd>(ends.data(), belts_.rate_ends(motion.parts[0], 1, ends)));
    } else {
      first = add_about(point.tangents[0]);
      add_about(point.tangents[1]);
    }
    solver.add_bound(
        {.row = first, .disc = !belt, .coefficient = surface.rolling_friction, .leader = point.first});
  }
  if (surface.spinning_friction > 0) {
    const std::size_t spin = add_about(point.normal);
    solver.add_bound({.row = spin, .coefficient = surface.spinning_friction, .leader = point.first});
  }
  for (std::size_t k = kRowsPerPoint; k < point.count; ++k) {
    const Vec3& about = point.turning[k - kRowsPerPoint];
    solver.row(point.first + k).impulse =
        times_.from_memory() * about.dot(point.contact->memory.resistance_impulse);
  }
}

void TouchContacts::add(const Manifold& manifold, ContactPoint& contact, std::span<const BodyFrame> frames,
                        TouchSolver& solver) {
  const SurfacePair& surface = *contact.surface;
  const SurfaceMotion motion = belts_.motion(manifold, contact.normal, frames);
  Point point;
  if (!has_room(solver, turns(surface) ? kRowsPerTurningPoint : kRowsPerPoint, manifold, motion)) {
    ++context_.statistics.dropped_contacts;
    return;
  }
  point.contact = &contact;
  point.count = kRowsPerPoint;
  point.normal = contact.normal;
  tangents_of(contact.normal, point.tangents[0], point.tangents[1]);
  point.surface_velocity = motion.velocity;
  point.gap = contact.gap;
  point.rigid = !(surface.stiffness > 0);
  const PointRow row{manifold.body_a,
                     manifold.body_b,
                     contact.position - frames[manifold.body_a].center,
                     contact.position - frames[manifold.body_b].center,
                     contact.normal,
                     Vec3::Zero()};
  add_normal(point, surface, row, solver);
  add_friction(point, surface, row, motion, solver);
  if (turns(surface)) add_turning(point, surface, row, motion, solver);
  points_.push_back(point);
}

void TouchContacts::prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times,
                            TouchSolver& solver) {
  times_ = times;
  points_.clear();
  if (!(times.drift > 0)) return;
  for (std::uint32_t m : island.manifolds) {
    Manifold& manifold = context_.collisions.manifolds()[m];
    if (wheel_contact(context_.model, manifold, frames)) continue;  // a tyre
    for (ContactPoint& contact : manifold.contacts()) add(manifold, contact, frames, solver);
  }
}

void TouchContacts::prepare_closing(const KickTimes& times, TouchSolver& solver) {
  times_ = times;
  const double warm = times.from_memory();
  for (const Point& point : points_) {
    const ContactMemory& memory = point.contact->memory;
    solver.row(point.first).impulse = warm * memory.normal_impulse;
    solver.row(point.first).eased = warm * memory.normal_impulse;
    solver.row(point.first).target = memory.normal_impulse > 0 ? 0.0 : -kUnbounded;
    if (!point.rigid) {
      // Its force is that of the depth, whatever the speed.
      TouchBound& carrying = solver.bound(point.carrying);
      carrying.lower = carrying.upper = solver.row(point.first).impulse;
    }
    for (std::size_t k = 0; k < 2; ++k) {
      TouchRow& along = solver.row(point.first + 1 + k);
      along.impulse = warm * point.tangents[k].dot(memory.friction_impulse);
      along.eased = along.impulse;
      along.target = -point.tangents[k].dot(point.surface_velocity);
    }
    for (std::size_t k = kRowsPerPoint; k < point.count; ++k) {
      solver.row(point.first + k).impulse =
          warm * point.turning[k - kRowsPerPoint].dot(memory.resistance_impulse);
    }
  }
}

bool TouchContacts::penetrates() const {
  return std::any_of(points_.begin(), points_.end(),
                     [](const Point& p) { return p.rigid && p.gap < -kSlop; });
}

std::span<TouchPush> TouchContacts::pushes() {
  pushes_.clear();
  for (const Point& point : points_) {
    if (!point.rigid) continue;
    // No faster than this: joints follow a displacement to first order, and what is left open comes back as
    // velocity.
    const double back = std::max(kErrorReduction * (point.gap + kSlop), -kFastestPush * times_.drift);
    const double room = point.gap < -kSlop ? back : std::max(point.gap, 0.0);
    pushes_.push_back({point.first, -room / times_.drift});
  }
  return pushes_;
}

void TouchContacts::commit(std::span<const Spatial> velocity, const TouchSolver& solver) {
  const double scale = times_.to_memory();
  for (const Point& point : points_) {
    ContactMemory& memory = point.contact->memory;
    memory.normal_impulse = scale * solver.row(point.first).impulse;
    memory.friction_impulse = Vec3::Zero();
    Vec3 slip = Vec3::Zero();
    Vec3 elastic = Vec3::Zero();
    for (std::size_t k = 0; k < 2; ++k) {
      const std::size_t row = point.first + 1 + k;
      const double impulse = solver.row(row).impulse;
      memory.friction_impulse += (scale * impulse) * point.tangents[k];
      const double speed = solver.speed(row, velocity) + point.tangents[k].dot(point.surface_velocity);
      slip += (times_.drift * speed) * point.tangents[k];
      elastic -= (times_.drift / kSlipReduction * solver.softness(row) * impulse) * point.tangents[k];
    }
    const bool at_bound = solver.bounds()[point.friction].at_bound;
    const double least = kSlidingSpeed * times_.drift;
    memory.slides = at_bound && memory.normal_impulse > 0 && slip.squaredNorm() > least * least;
    if (!(memory.normal_impulse > 0)) {
      memory.slip = Vec3::Zero();
    } else {
      memory.slip += slip - memory.slip.dot(point.normal) * point.normal;
      // What slides takes its anchor along, to where it would rest under this friction: then it does not
      // creep back.
      if (at_bound && memory.slip.squaredNorm() > elastic.squaredNorm()) memory.slip = elastic;
    }
    memory.resistance_impulse = Vec3::Zero();
    for (std::size_t k = kRowsPerPoint; k < point.count; ++k) {
      memory.resistance_impulse +=
          (scale * solver.row(point.first + k).impulse) * point.turning[k - kRowsPerPoint];
    }
  }
}

}  // namespace drawbar::physics
