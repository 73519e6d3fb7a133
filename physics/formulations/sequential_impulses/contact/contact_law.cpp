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

// Of a contact in a kick; `falling` is what the kick adds to `approach`, m/s.
struct Approach {
  const ContactPoint& contact;
  double gap = 0;
  double approach = 0;
  double falling = 0;
  const KickTimes& times;
};

// The impact of a body under gravity alone. Returns nothing where the body would fall again before the drift
// ends: that is no bounce.
std::optional<Impact> bounce_within(const Approach& a) {
  const double restitution = a.contact.surface->restitution;
  const double acceleration = a.falling / a.times.kick;
  const std::optional<Impact> impact =
      impact_within(a.gap, a.approach + a.falling, acceleration, restitution, a.times.drift);
  if (!impact) return std::nullopt;
  const double at_end = acceleration * (a.times.drift - impact->delay) - restitution * impact->before;
  return at_end >= 0 ? impact : std::nullopt;
}

// Speed in the drift after an impact. The velocity before the kick is that of the drift before: the impact
// has the part of the kick that belongs to it, the rebound the rest.
double rebound(const Approach& a) {
  const double before = a.times.before() / (2 * a.times.kick);
  return -a.contact.surface->restitution * (a.approach + before * a.falling) + (1 - before) * a.falling;
}

// The target before a drift: as near as the gap allows, or back from an impact.
void aim_rigid(const Approach& a, ContactPairKind kind, ContactNote& note, ConstraintRow& normal) {
  if (note.had_impact) {
    const std::optional<Impact> impact =
        kind == ContactPairKind::free_bodies ? bounce_within(a) : std::nullopt;
    note.delay = impact ? impact->delay : 0.0;
    normal.target = impact ? impact->speed : std::max(normal.target, rebound(a));
    return;
  }
  const bool rests = a.contact.memory.normal_impulse > 0 || !(a.gap > 0);
  if (a.approach > kRestitutionThreshold || !rests) {
    const double room = a.gap + a.contact.surface->restitution * kPassedOn;
    normal.target = std::min(normal.target, -room / a.times.drift);
  }
}

// Rigid: no approach beyond the gap, an impact turned round. Otherwise the force k depth + c rate, implicit
// in the rate: u' + L / (kick (h k + c)) = -k gap / (h k + c), and nothing before the gap is closed. At a
// frame's end nothing approaches where something carried.
ConstraintRow normal_row(const Approach& a, ContactPairKind kind, ContactNote& note) {
  const KickTimes& times = a.times;
  const SurfacePair& surface = *a.contact.surface;
  ConstraintRow normal;
  normal.impulse = times.from_memory() * a.contact.memory.normal_impulse;
  normal.target = -std::max(a.gap, 0.0) / times.drift;
  if (is_rigid(a.contact)) {
    const bool strikes = times.closing ? note.had_impact
                                       : a.approach < -kRestitutionThreshold &&
                                             a.gap + times.drift * (a.approach + a.falling) < 0;
    note.had_impact = strikes;
    note.delay = 0;
    if (!strikes) {
      normal.relative_compliance =
          kind == ContactPairKind::free_bodies ? kFreeBodyCompliance : kMachineCompliance;
      normal.reference_impulse = normal.impulse;
    } else if (kind == ContactPairKind::within_machine) {
      // Where joints hold two bodies but for a lever of almost nothing, no finite impulse would do.
      normal.relative_compliance = kMachineCompliance;
    }
    if (!times.closing) aim_rigid(a, kind, note, normal);
  } else {
    const double resistance = times.drift * surface.stiffness + surface.damping;
    normal.softness = 1 / (times.kick * resistance);
    if (a.gap < 0) normal.target = -surface.stiffness * a.gap / resistance;
  }
  if (times.closing) {
    normal.reference_impulse = normal.impulse;
    normal.target = a.contact.memory.normal_impulse > 0 ? 0.0 : -std::numeric_limits<double>::infinity();
  }
  return normal;
}

// Along a tangent of a surface that runs at `surface_speed` (m/s) along it; `falling` is an acceleration
// along it, m/s^2. After normal_row.
ConstraintRow tangent_row(const ContactPoint& contact, const ContactNote& note, const Vec3& tangent,
                          double surface_speed, double falling, const KickTimes& times) {
  const ContactMemory& memory = contact.memory;
  ConstraintRow along;
  along.impulse = times.from_memory() * tangent.dot(memory.friction_impulse);
  // The compliance belongs to the force, not to the impulse: a frame's first kick is half of one and must
  // leave the anchor where it was. An impact has no anchor that could take slip back.
  along.relative_compliance = note.delay > 0 ? 0.0 : kStickGive * times.drift / times.kick;
  if (times.closing) {
    along.reference_impulse = along.impulse;
    along.target = -surface_speed;
    return along;
  }
  along.target = -kSlipReduction * tangent.dot(memory.slip) / times.drift - surface_speed;
  // The impact stops the body at its instant, not in the middle of the drift: gravity acts over the time
  // between the two.
  if (note.delay > 0) along.target += falling * (0.5 * times.drift - note.delay);
  return along;
}

// A closing kick's soft contact gives the force of its depth, whatever the speed.
NormalRange normal_range(const ContactPoint& contact, const ConstraintRow& normal, const KickTimes& times) {
  if (!times.closing || is_rigid(contact)) return {};
  return {normal.impulse, normal.impulse};
}

// The static coefficient for a contact that did not slide in the substep before. One that did not press yet
// slides if its surfaces slide before the kick.
double friction_coefficient(const ContactPoint& contact, double squared_slip) {
  const SurfacePair& surface = *contact.surface;
  const bool pressed = contact.memory.normal_impulse > 0;
  const bool slides = pressed ? contact.memory.slides : squared_slip > kSlidingSpeed * kSlidingSpeed;
  return slides ? surface.friction : std::max(surface.friction, surface.static_friction);
}

}  // namespace

ContactPlace place_of(const Topology& topology, const Manifold& manifold, const ManifoldNotes& notes,
                      const ContactPoint& contact, std::span<const BodyFrame> frames) {
  const Vec3& center_a = frames[manifold.body_a].center;
  const Vec3& center_b = frames[manifold.body_b].center;
  if (notes.meeting) {
    const Meeting& meeting = *notes.meeting;
    return {meeting.position, {center_a + meeting.way_a, center_b + meeting.way_b}};
  }
  const auto moves = [&](BodyIndex body) { return topology.node_of_body[body] != kNone ? 1.0 : 0.0; };
  return {contact.position +
              (0.5 * (moves(manifold.body_b) - moves(manifold.body_a)) * std::max(contact.gap, 0.0)) *
                  contact.normal,
          {center_a, center_b}};
}

Vec3 falling(const Topology& topology, BodyIndex a, BodyIndex b, const Vec3& gravity) {
  const auto falls = [&](BodyIndex body) {
    return topology.node_of_body[body] != kNone && !topology.is_articulated(body) ? 1 : 0;
  };
  return (falls(b) - falls(a)) * gravity;
}

ContactLawRows contact_rows(const ContactPoint& contact, const Vec3& normal, double gap,
                            const std::array<Vec3, 2>& tangents, const ContactMotion& motion,
                            ContactPairKind kind, const KickTimes& times, ContactNote& note) {
  ContactLawRows rows;
  const double falls = times.kick * normal.dot(motion.falling);
  rows.normal = normal_row({contact, gap, motion.approach, falls, times}, kind, note);
  rows.range = normal_range(contact, rows.normal, times);
  for (std::size_t k = 0; k < 2; ++k) {
    rows.tangents[k] = tangent_row(contact, note, tangents[k], motion.surface_speed[k],
                                   tangents[k].dot(motion.falling), times);
  }
  rows.friction = friction_coefficient(contact, motion.squared_slip);
  return rows;
}

bool penetrates(const ContactPoint& contact, double gap) {
  return is_rigid(contact) && gap < -kSlop;
}

double push_speed(const ContactPoint& contact, double gap, double drift) {
  if (!penetrates(contact, gap)) return -std::max(gap, 0.0) / drift;
  // No faster than this: joints follow a displacement to first order, and what is left open comes back as
  // velocity.
  return std::min(-kErrorReduction * (gap + kSlop) / drift, kFastestPush);
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
  memory.slip += slip - memory.slip.dot(answer.normal) * answer.normal;
  // A sliding contact takes its anchor along, to where it would rest under this friction: then it does not
  // creep back.
  if (answer.slides && memory.slip.squaredNorm() > elastic.squaredNorm()) memory.slip = elastic;
}

}  // namespace drawbar::physics
