// The contact law: the rows of a contact point (normal and two tangents), and what the point remembers of the
// impulses.
#pragma once

#include <array>
#include <limits>
#include <span>

#include "physics/articulation/topology.h"
#include "physics/contact/manifold.h"
#include "physics/formulations/sequential_impulses/contact/constraint_row.h"
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
/// Where the impulse acts (m, world): between the surfaces, of two that meet in flight when they do; of one
/// that is yet to land on what does not move, where it will touch, or friction would turn it by a lever that
/// is too long.
Vec3 point_of_action(const Topology& topology, const Manifold& manifold, const ContactPoint& contact);
/// Where the two centres of mass then are, m, world: levers are measured from there.
std::array<Vec3, 2> centers_in_action(const Manifold& manifold, std::span<const BodyFrame> frames);
/// Acceleration of b relative to a under gravity, m/s^2. A body that a joint holds counts as at rest.
Vec3 falling(const Topology& topology, BodyIndex a, BodyIndex b, const Vec3& gravity);
/// Row of the normal (eq. 7). `approach`: its speed before the kick, and `falling` what the kick adds to it,
/// m/s. Notes in the contact whether it strikes, and between lone bodies when. In a closing kick, before
/// which memory was written, only what carried an impulse pushes.
ConstraintRow normal_row(ContactPoint& contact, double approach, double falling, ContactPairKind kind,
                         const KickTimes& times);
/// Row along a tangent of a surface that runs at `surface_speed` (m/s) along it; `falling` is an acceleration
/// along it, m/s^2. After normal_row.
ConstraintRow tangent_row(const ContactPoint& contact, const Vec3& tangent, double surface_speed,
                          double falling, const KickTimes& times);
/// Coefficient of the friction disc: the static one for a contact that did not slide in the substep before. A
/// contact that did not press yet slides if its surfaces slide before the kick. `squared_slip`: square of
/// their speed then, (m/s)^2.
double friction_coefficient(const ContactPoint& contact, double squared_slip);

/// Bounds of the normal impulse, N s.
struct NormalRange {
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();
};
NormalRange normal_range(const ContactPoint& contact, const ConstraintRow& normal, const KickTimes& times);

/// Deep enough to be pushed apart.
bool penetrates(const ContactPoint& contact);
/// Pseudo-velocity along the normal, at least, that pushes a penetrating contact apart and brings no other
/// nearer than it touches (paper 003 eqs. 18, 19), m/s.
double push_speed(const ContactPoint& contact, double drift);

/// The rows after a kick.
struct ContactAnswer {
  double normal_impulse = 0;  ///< N s
  std::array<Vec3, 2> tangents;
  std::array<double, 2> impulse{};   ///< along the tangents, N s
  std::array<double, 2> speed{};     ///< along the tangents, the surface's own included, m/s
  std::array<double, 2> softness{};  ///< of the rows along the tangents, m/s per N s
  bool slides = false;               ///< friction is at its bound
};
void remember(const ContactAnswer& answer, const KickTimes& times, ContactPoint& contact);

}  // namespace drawbar::physics
