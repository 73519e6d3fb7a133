#include "physics/formulations/sequential_impulses/contact/contact_constraints.h"

#include <algorithm>

#include "physics/contact/collision_world.h"
#include "physics/math/rotation.h"
#include "physics/vehicle/contact_patch.h"

namespace drawbar::physics {
namespace {

/// Normal and two tangents; then rolling about both tangents and spinning.
constexpr std::size_t kRowsPerPoint = 3;
constexpr std::size_t kRowsPerTurningPoint = 6;

}  // namespace

ContactConstraints::ContactConstraints(const StepView& view, const Topology& topology,
                                       const TrialJoints& joints, CollisionWorld& collisions,
                                       ContactScratch& scratch, StepStatistics& statistics)
    : view_(view),
      topology_(topology),
      collisions_(collisions),
      scratch_(scratch),
      statistics_(statistics),
      belts_(view, topology, joints) {
  points_.reserve(collisions.record_capacity());
  pushes_.reserve(collisions.record_capacity());
}

std::size_t ContactConstraints::most_rows(const WorldConfig& config, const CollisionWorld& collisions) {
  const std::vector<SurfacePair>& pairs = config.surface_pairs;
  const bool any = std::any_of(pairs.begin(), pairs.end(), resists_turning);
  return collisions.record_capacity() * (any ? kRowsPerTurningPoint : kRowsPerPoint);
}

bool ContactConstraints::has_room(const RowSet& rows, std::size_t count, const Manifold& manifold,
                                  const SurfaceMotion& motion) const {
  std::array<BodyIndex, kMostRowEnds> bodies{manifold.body_a, manifold.body_b};
  std::size_t size = 2;
  for (std::size_t k = 0; k < motion.part_count; ++k) {
    const JointModel& joint = view_.model.joints[motion.parts[k].joint];
    bodies[size++] = joint.parent;
    bodies[size++] = joint.child;
  }
  return rows.has_room(count, {bodies.data(), size});
}

ContactPairKind ContactConstraints::pair_kind(BodyIndex a, BodyIndex b) const {
  if (!topology_.is_articulated(a) && !topology_.is_articulated(b)) return ContactPairKind::free_bodies;
  const std::size_t group = topology_.group_of(a);
  return group != kNone && group == topology_.group_of(b) ? ContactPairKind::within_machine
                                                          : ContactPairKind::machines;
}

// The next row.
void ContactConstraints::add_tangent(const Vec3& tangent, const PointRow& row, const SurfaceMotion& motion,
                                     RowSet& rows) {
  std::array<RowEnd, kMostRowEnds> ends;
  const PointRow across{row.a, row.b, row.arm_a, row.arm_b, tangent, Vec3::Zero()};
  std::size_t count = row_ends(topology_, across, ends);
  for (std::size_t k = 0; k < motion.part_count; ++k) {
    const SurfaceMotion::Part& part = motion.parts[k];
    count += belts_.rate_ends(part, tangent.dot(part.per_rate), std::span(ends).subspan(count));
  }
  const std::size_t along = rows.add_row(std::span<const RowEnd>(ends.data(), count));
  rows.add_moved(along, across);
}

// Rows about `turning`, only where there is friction. A belt rolls in its sprocket's joint, not with its
// body.
void ContactConstraints::add_turning(Point& point, const SurfacePair& surface, const PointRow& row,
                                     const SurfaceMotion& motion, RowSet& rows) {
  const auto add_about = [&](const Vec3& axis) {
    point.turning[point.count++ - kRowsPerPoint] = axis;
    return rows.add_row({row.a, row.b, row.arm_a, row.arm_b, Vec3::Zero(), axis});
  };
  if (surface.rolling_friction > 0) {
    const bool belt = motion.part_count > 0;
    std::size_t first = 0;
    if (belt) {
      const Vec3 across = point.normal.cross(motion.parts[0].per_rate);
      const double size = std::sqrt(across.squaredNorm());
      point.turning[point.count++ - kRowsPerPoint] = size > 0 ? Vec3(across / size) : point.tangents[0];
      std::array<RowEnd, kMostRowEnds> ends;
      first = rows.add_row(std::span<const RowEnd>(ends.data(), belts_.rate_ends(motion.parts[0], 1, ends)));
    } else {
      first = add_about(point.tangents[0]);
      add_about(point.tangents[1]);
    }
    rows.add_bound({.row = first,
                    .is_friction_disc = !belt,
                    .coefficient = surface.rolling_friction,
                    .normal_row = point.first});
  }
  if (surface.spinning_friction > 0) {
    const std::size_t spin = add_about(point.normal);
    rows.add_bound({.row = spin, .coefficient = surface.spinning_friction, .normal_row = point.first});
  }
  for (std::size_t k = kRowsPerPoint; k < point.count; ++k) {
    const Vec3& about = point.turning[k - kRowsPerPoint];
    rows.row(point.first + k).impulse =
        times_.from_memory() * about.dot(point.contact->memory.resistance_impulse);
  }
}

void ContactConstraints::add(const Manifold& manifold, ManifoldNotes& notes, ContactPoint& contact,
                             std::span<const BodyFrame> frames, RowSet& rows) {
  const SurfacePair& surface = *contact.surface;
  Point point;
  point.contact = &contact;
  point.count = kRowsPerPoint;
  point.normal = notes.normal(contact);
  point.gap = notes.gap(contact);
  const SurfaceMotion surfaces = belts_.motion(manifold, point.normal, frames);
  if (!has_room(rows, resists_turning(surface) ? kRowsPerTurningPoint : kRowsPerPoint, manifold, surfaces)) {
    ++statistics_.dropped_contacts;
    return;
  }
  tangents_of(point.normal, point.tangents[0], point.tangents[1]);
  const ContactPlace place = place_of(topology_, manifold, notes, contact, frames);
  const PointRow row{
      manifold.body_a, manifold.body_b, place.point - place.centers[0], place.point - place.centers[1],
      point.normal,    Vec3::Zero()};
  point.first = rows.add_row(row);
  for (const Vec3& tangent : point.tangents) add_tangent(tangent, row, surfaces, rows);

  ContactMotion motion;
  motion.approach = rows.speed_before(point.first);
  motion.falling = falling(topology_, manifold.body_a, manifold.body_b, view_.config.gravity);
  for (std::size_t k = 0; k < 2; ++k) {
    point.surface_speed[k] = point.tangents[k].dot(surfaces.velocity);
    const double slip = rows.speed_before(point.first + 1 + k) + point.surface_speed[k];
    motion.squared_slip += slip * slip;
  }
  motion.surface_speed = point.surface_speed;
  const auto index = static_cast<std::size_t>(&contact - manifold.points.data());
  const ContactLawRows asked =
      contact_rows(contact, point.normal, point.gap, point.tangents, motion,
                   pair_kind(manifold.body_a, manifold.body_b), times_, notes.points[index]);
  rows.row(point.first) = asked.normal;
  for (std::size_t k = 0; k < 2; ++k) rows.row(point.first + 1 + k) = asked.tangents[k];
  rows.add_bound({.row = point.first, .lower = asked.range.lower, .upper = asked.range.upper});
  point.friction = rows.add_bound({.row = point.first + 1,
                                   .is_friction_disc = true,
                                   .coefficient = asked.friction,
                                   .normal_row = point.first});
  if (resists_turning(surface)) add_turning(point, surface, row, surfaces, rows);
  points_.push_back(point);
}

void ContactConstraints::prepare(const Island& island, std::span<const BodyFrame> frames,
                                 const KickTimes& times, RowSet& rows) {
  times_ = times;
  points_.clear();
  if (!(times.drift > 0)) return;
  for (std::uint32_t m : island.manifolds) {
    Manifold& manifold = collisions_.manifolds()[m];
    if (wheel_contact(view_.model, manifold, frames)) continue;  // a tyre
    for (ContactPoint& contact : manifold.contacts()) add(manifold, scratch_.of(m), contact, frames, rows);
  }
}

bool ContactConstraints::penetrates() const {
  return std::any_of(points_.begin(), points_.end(),
                     [](const Point& p) { return physics::penetrates(*p.contact, p.gap); });
}

std::span<SplitImpulseTarget> ContactConstraints::pushes() {
  pushes_.clear();
  for (const Point& point : points_) {
    if (!is_rigid(*point.contact)) continue;
    pushes_.push_back({point.first, push_speed(*point.contact, point.gap, times_.drift)});
  }
  return pushes_;
}

void ContactConstraints::commit(std::span<const Spatial> velocity, const RowSet& rows,
                                const RowResponses& responses) {
  const double scale = times_.to_memory();
  for (const Point& point : points_) {
    ContactAnswer answer;
    answer.normal_impulse = rows.row(point.first).impulse;
    answer.normal = point.normal;
    answer.tangents = point.tangents;
    for (std::size_t k = 0; k < 2; ++k) {
      const std::size_t row = point.first + 1 + k;
      answer.impulse[k] = rows.row(row).impulse;
      answer.speed[k] = rows.speed(row, velocity) + point.surface_speed[k];
      answer.softness[k] = responses.of(row).softness;
    }
    answer.slides = rows.bounds()[point.friction].saturated;
    remember(answer, times_, *point.contact);
    Vec3& resistance = point.contact->memory.resistance_impulse;
    resistance = Vec3::Zero();
    for (std::size_t k = kRowsPerPoint; k < point.count; ++k) {
      resistance += (scale * rows.row(point.first + k).impulse) * point.turning[k - kRowsPerPoint];
    }
  }
}

}  // namespace drawbar::physics
