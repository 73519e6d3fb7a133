// The contact law: the rows of a contact point (normal and two tangents), and what the point remembers of the
// impulses.
#pragma once

#include <array>
#include <limits>
#include <span>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/contact/constraint_row.h"
#include "physics/formulations/sequential_impulses/control/contact_scratch.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/joint/joint_geometry.h"

namespace drawbar::physics {

/// No stiffness in the pair of surfaces: nothing gets through.
inline bool is_rigid(const ContactPoint& contact) {
  return !(contact.surface->stiffness > 0);
}

/// Whether a contact needs rows about its normal or its tangents.
inline bool resists_turning(const SurfacePair& surface) {
  return surface.rolling_friction > 0 || surface.spinning_friction > 0;
}

enum class ContactPairKind {
  free_bodies,     ///< without joints, or one of them and what does not move
  machines,        ///< something with joints and another thing
  within_machine,  ///< two bodies that joints connect
};
/// Where a contact acts, m, world.
struct ContactPlace {
  Vec3 point = Vec3::Zero();      ///< of the impulse
  std::array<Vec3, 2> centers{};  ///< of mass, of a and b, at that instant: levers are measured from there
};
/// Between the surfaces, of two that meet in flight where and when they do; of one that is yet to land on
/// what does not move, where it will touch, or friction would turn it by a lever that is too long.
ContactPlace place_of(const Topology& topology, const Manifold& manifold, const ManifoldNotes& notes,
                      const ContactPoint& contact, std::span<const BodyFrame> frames);
/// Acceleration of b relative to a under gravity, m/s^2. A body that a joint holds counts as at rest.
Vec3 falling(const Topology& topology, BodyIndex a, BodyIndex b, const Vec3& gravity);

/// How the surfaces of a contact move against each other at the velocities before the kick.
struct ContactMotion {
  double approach = 0;                    ///< m/s along the normal: towards each other is negative
  double squared_slip = 0;                ///< (m/s)^2, surfaces that run included
  std::array<double, 2> surface_speed{};  ///< m/s along the tangents, of surfaces that run
  Vec3 falling = Vec3::Zero();            ///< falling(), m/s^2
};
/// Bounds of the normal impulse, N s.
struct NormalRange {
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();
};
struct ContactLawRows {
  ConstraintRow normal;  ///< eq. 7; of a contact that gives way a soft row (eq. 6)
  std::array<ConstraintRow, 2> tangents;
  NormalRange range;
  double friction = 0;  ///< coefficient of the disc
};
/// What a contact asks of a kick. Notes whether it strikes, and between free bodies when. In a closing kick,
/// before which memory was written, only what carried an impulse pushes.
ContactLawRows contact_rows(const ContactPoint& contact, const Vec3& normal, double gap,
                            const std::array<Vec3, 2>& tangents, const ContactMotion& motion,
                            ContactPairKind kind, const KickTimes& times, ContactNote& note);

/// Deep enough to be pushed apart.
bool penetrates(const ContactPoint& contact, double gap);
/// Pseudo-velocity along the normal, at least, that pushes a penetrating contact apart and brings no other
/// nearer than it touches (paper 003 eqs. 18, 19), m/s.
double push_speed(const ContactPoint& contact, double gap, double drift);

/// The rows after a kick.
struct ContactAnswer {
  double normal_impulse = 0;  ///< N s
  Vec3 normal = Vec3::UnitZ();
  std::array<Vec3, 2> tangents;
  std::array<double, 2> impulse{};   ///< along the tangents, N s
  std::array<double, 2> speed{};     ///< along the tangents, the surface's own included, m/s
  std::array<double, 2> softness{};  ///< of the rows along the tangents, m/s per N s
  bool slides = false;               ///< friction is at its bound
};
void remember(const ContactAnswer& answer, const KickTimes& times, ContactPoint& contact);

}  // namespace drawbar::physics
