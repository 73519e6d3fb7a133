#include "physics/formulations/sequential_impulses/contact/contact_law.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "physics/constraint/impact.h"
#include "physics/constraint/stopping.h"

namespace drawbar::physics {
namespace {

/// An impact hands its momentum on through what did not approach before it, such as a ball beneath another.
/// Stopped there, what bounces would lose it: it may get so deep (m, times the restitution) until the
/// next substep turns it round.
constexpr double kPassedOn = 0.05;
/// Penetration that is left alone (m).
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
constexpr double kMachineCompliance = 0.01;
/// The same between bodies without joints. A stack is a column of such springs in series, and where they give
/// as much as a vehicle's it sways: what pushes penetrations apart acts on the sway late, and keeps it going.
constexpr double kFreeBodyCompliance = 1e-4;
/// Slower than this (m/s) a point at its bound has not been torn loose: it may be that others hold the body.
/// What lands faster than this slides from the start.
constexpr double kSlidingSpeed = 1e-3;

// The impact of a body under gravity alone. Returns nothing where the body would fall again before the drift
// ends: that is no bounce.
std::optional<Impact> bounce_within(const ContactPoint& contact, double approach, double falling,
                                    const KickTimes& times) {
  const double restitution = contact.surface->restitution;
  const double acceleration = falling / times.kick;
  const std::optional<Impact> impact =
      impact_within(contact.gap, approach + falling, acceleration, restitution, times.drift);
  if (!impact) return std::nullopt;
  const double at_end = acceleration * (times.drift - impact->delay) - restitution * impact->before;
  return at_end >= 0 ? impact : std::nullopt;
}

// Speed in the drift after an impact. The velocity before the kick is that of the drift before: the impact
// has the part of the kick that belongs to it, the rebound the rest.
double rebound(const ContactPoint& contact, double approach, double falling, const KickTimes& times) {
  const double before = times.before() / (2 * times.kick);
  return -contact.surface->restitution * (approach + before * falling) + (1 - before) * falling;
}

// The target before a drift: as near as the gap allows, or back from an impact.
void aim_rigid(double approach, double falling, ContactPairKind kind, const KickTimes& times,
               ContactPoint& contact, ConstraintRow& normal) {
  if (contact.had_impact) {
    const std::optional<Impact> impact = kind == ContactPairKind::free_bodies
                                             ? bounce_within(contact, approach, falling, times)
                                             : std::nullopt;
    contact.delay = impact ? impact->delay : 0.0;
    normal.target =
        impact ? impact->speed : std::max(normal.target, rebound(contact, approach, falling, times));
    return;
  }
  const bool rests = contact.memory.normal_impulse > 0 || !(contact.gap > 0);
  if (approach > kRestitutionThreshold || !rests) {
    const double room = contact.gap + contact.surface->restitution * kPassedOn;
    normal.target = std::min(normal.target, -room / times.drift);
  }
}

}  // namespace

Vec3 point_of_action(const Topology& topology, const Manifold& manifold, const ContactPoint& contact) {
  if (manifold.meeting) return contact.position;
  const auto moves = [&](BodyIndex body) { return topology.node_of_body[body] != kNone ? 1.0 : 0.0; };
  return contact.position +
         (0.5 * (moves(manifold.body_b) - moves(manifold.body_a)) * std::max(contact.gap, 0.0)) *
             contact.normal;
}

std::array<Vec3, 2> centers_in_action(const Manifold& manifold, std::span<const BodyFrame> frames) {
  const Meeting meeting = manifold.meeting.value_or(Meeting{});
  return {frames[manifold.body_a].center + meeting.way_a, frames[manifold.body_b].center + meeting.way_b};
}

Vec3 falling(const Topology& topology, BodyIndex a, BodyIndex b, const Vec3& gravity) {
  const auto falls = [&](BodyIndex body) {
    return topology.node_of_body[body] != kNone && !topology.is_articulated(body) ? 1 : 0;
  };
  return (falls(b) - falls(a)) * gravity;
}

// Rigid: no approach beyond the gap, an impact turned round. Otherwise the force k depth + c rate, implicit
// in the rate: u' + L / (kick (h k + c)) = -k gap / (h k + c), and nothing before the gap is closed. At a
// frame's end nothing approaches where something carried.
ConstraintRow normal_row(ContactPoint& contact, double approach, double falling, ContactPairKind kind,
                         const KickTimes& times) {
  const SurfacePair& surface = *contact.surface;
  ConstraintRow normal;
  normal.impulse = times.from_memory() * contact.memory.normal_impulse;
  normal.target = -std::max(contact.gap, 0.0) / times.drift;
  if (is_rigid(contact)) {
    const bool strikes = times.closing ? contact.had_impact
                                       : approach < -kRestitutionThreshold &&
                                             contact.gap + times.drift * (approach + falling) < 0;
    contact.had_impact = strikes;
    contact.delay = 0;
    if (!strikes) {
      normal.relative_compliance =
          kind == ContactPairKind::free_bodies ? kFreeBodyCompliance : kMachineCompliance;
      normal.reference_impulse = normal.impulse;
    } else if (kind == ContactPairKind::within_machine) {
      // Where joints hold two bodies but for a lever of almost nothing, no finite impulse would do.
      normal.relative_compliance = kMachineCompliance;
    }
    if (!times.closing) aim_rigid(approach, falling, kind, times, contact, normal);
  } else {
    const double resistance = times.drift * surface.stiffness + surface.damping;
    normal.softness = 1 / (times.kick * resistance);
    if (contact.gap < 0) normal.target = -surface.stiffness * contact.gap / resistance;
  }
  if (times.closing) {
    normal.reference_impulse = normal.impulse;
    normal.target = contact.memory.normal_impulse > 0 ? 0.0 : -std::numeric_limits<double>::infinity();
  }
  return normal;
}

// A closing kick's soft contact gives the force of its depth, whatever the speed.
NormalRange normal_range(const ContactPoint& contact, const ConstraintRow& normal, const KickTimes& times) {
  if (!times.closing || is_rigid(contact)) return {};
  return {normal.impulse, normal.impulse};
}

ConstraintRow tangent_row(const ContactPoint& contact, const Vec3& tangent, double surface_speed,
                          double falling, const KickTimes& times) {
  const ContactMemory& memory = contact.memory;
  ConstraintRow along;
  along.impulse = times.from_memory() * tangent.dot(memory.friction_impulse);
  // The compliance belongs to the force, not to the impulse: a frame's first kick is half of one and must
  // leave the anchor where it was. An impact has no anchor that could take slip back.
  along.relative_compliance = contact.delay > 0 ? 0.0 : kStickGive * times.drift / times.kick;
  if (times.closing) {
    along.reference_impulse = along.impulse;
    along.target = -surface_speed;
    return along;
  }
  along.target = -kSlipReduction * tangent.dot(memory.slip) / times.drift - surface_speed;
  // The impact stops the body at its instant, not in the middle of the drift: gravity acts over the time
  // between the two.
  if (contact.delay > 0) along.target += falling * (0.5 * times.drift - contact.delay);
  return along;
}

double friction_coefficient(const ContactPoint& contact, double squared_slip) {
  const SurfacePair& surface = *contact.surface;
  const bool pressed = contact.memory.normal_impulse > 0;
  const bool slides = pressed ? contact.memory.slides : squared_slip > kSlidingSpeed * kSlidingSpeed;
  return slides ? surface.friction : std::max(surface.friction, surface.static_friction);
}

bool penetrates(const ContactPoint& contact) {
  return is_rigid(contact) && contact.gap < -kSlop;
}

double push_speed(const ContactPoint& contact, double drift) {
  if (!penetrates(contact)) return -std::max(contact.gap, 0.0) / drift;
  // No faster than this: joints follow a displacement to first order, and what is left open comes back as
  // velocity.
  return std::min(-kErrorReduction * (contact.gap + kSlop) / drift, kFastestPush);
}

void remember(const ContactAnswer& answer, const KickTimes& times, ContactPoint& contact) {
  const double scale = times.to_memory();
  ContactMemory& memory = contact.memory;
  memory.normal_impulse = scale * answer.normal_impulse;
  memory.friction_impulse = Vec3::Zero();
  Vec3 slip = Vec3::Zero();
  Vec3 elastic = Vec3::Zero();
  for (std::size_t k = 0; k < 2; ++k) {
    const Vec3& tangent = answer.tangents[k];
    memory.friction_impulse += (scale * answer.impulse[k]) * tangent;
    slip += (times.drift * answer.speed[k]) * tangent;
    elastic -= (times.drift / kSlipReduction * answer.softness[k] * answer.impulse[k]) * tangent;
  }
  const double least = kSlidingSpeed * times.drift;
  memory.slides = answer.slides && memory.normal_impulse > 0 && slip.squaredNorm() > least * least;
  if (!(memory.normal_impulse > 0)) {
    memory.slip = Vec3::Zero();
    return;
  }
  memory.slip += slip - memory.slip.dot(contact.normal) * contact.normal;
  // A sliding contact takes its anchor along, to where it would rest under this friction: then it does not
  // creep back.
  if (answer.slides && memory.slip.squaredNorm() > elastic.squaredNorm()) memory.slip = elastic;
}

}  // namespace drawbar::physics
