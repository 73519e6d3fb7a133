#include "physics/formulations/sequential_impulses/contact/tyre_constraints.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/joint/compliant_law.h"
#include "physics/math/elementary.h"
#include "physics/vehicle/magic_formula.h"
#include "physics/vehicle/sinkage.h"

namespace drawbar::physics {
namespace {

/// Spring, three of the tread, rolling resistance, rut.
constexpr std::size_t kRowsPerPatch = 6;
/// Nearer to a bound than by this part of it, a row may be at it.
constexpr double kInside = 1 - 1e-6;
/// The lateral force falls back behind the middle of the patch as the tyre begins to roll (m/s).
constexpr double kTrailSpeed = 0.5;
/// Below this rolling speed (m/s) the tread's deflection is damped, the more the slower.
constexpr double kDampedSpeed = 2;

}  // namespace

TyreConstraints::TyreConstraints(const StepView& view, CollisionWorld& collisions, StepStatistics& statistics)
    : view_(view), collisions_(collisions), statistics_(statistics) {
  if (!view.model.wheels.empty()) patches_.reserve(collisions.record_capacity());
}

std::size_t TyreConstraints::most_rows(const Model& model, const CollisionWorld& collisions) {
  return model.wheels.empty() ? 0 : kRowsPerPatch * collisions.record_capacity();
}

double TyreConstraints::load(const Patch& patch) const {
  return std::max(0.0, patch.contact.deflection) * patch.contact.part * patch.tyre->vertical_stiffness;
}

double TyreConstraints::roll_rate(const Patch& patch) const {
  const State& state = view_.state;
  return patch.axis.dot(state.bodies[patch.body].angular_velocity -
                        state.bodies[patch.ground].angular_velocity);
}

double TyreConstraints::rolling_speed(const Patch& patch) const {
  return std::fabs(roll_rate(patch)) * patch.rolling_radius;
}

// By how much a tyre of the effective rolling radius slips faster forwards than a point of the wheel that is
// at `radius` from its axle, m/s.
double TyreConstraints::rolled_less(const Patch& patch, double radius) const {
  return roll_rate(patch) * (radius - patch.rolling_radius);
}

// How fast the tread is being deflected, m/s, but for what rolling takes of it.
TreadDeflection TyreConstraints::slipping(const Patch& patch) const {
  const BodyState& wheel = view_.state.bodies[patch.body];
  const BodyState& ground = view_.state.bodies[patch.ground];
  const Vec3 turning = wheel.angular_velocity - ground.angular_velocity;
  const Vec3 over = wheel.velocity + wheel.angular_velocity.cross(patch.arm) - ground.velocity -
                    ground.angular_velocity.cross(patch.ground_arm);
  const PatchAxes& axes = patch.contact.axes;
  return {axes.forward.dot(over) + rolled_less(patch, patch.radius), axes.left.dot(over) + patch.camber_speed,
          patch.tyre->bore_radius * axes.normal.dot(turning)};
}

// Sliding speed of the whole patch over the ground, m/s.
double TyreConstraints::sliding_speed(const Patch& patch) const {
  const TreadDeflection rate = slipping(patch);
  return std::sqrt(rate.along * rate.along + rate.across * rate.across + rate.about * rate.about);
}

void TyreConstraints::aim_spring(const Patch& patch, RowSet& rows) const {
  const TyreConfig& tyre = *patch.tyre;
  const double h = times_.drift;
  const double stiffness = patch.contact.part * tyre.vertical_stiffness;
  const double deflection = patch.contact.deflection;
  ConstraintRow& row = rows.row(patch.spring);
  if (!(deflection > 0)) {
    // Apart: what it will be pressed by at the end of the drift.
    row.softness = 1.0 / (times_.kick * stiffness * h);
    row.target = times_.closing ? -kUnbounded : deflection / h;
    return;
  }
  // The wheel alone: what it carries makes the true frequency lower, so that this errs to the stable side.
  const double mass = view_.model.bodies[patch.body].mass;
  SoftLoad load;
  load.elastic.add_stop(0, kUnbounded, stiffness);
  load.start(-deflection, rows.speed_before(patch.spring));
  load.smoothed_rate = load.rate;
  load.damping = patch.contact.part * tyre.vertical_damping;
  const SoftTarget soft = soft_target(soft_step(load, mass, times_), load.rate, mass);
  row.softness = soft.softness;
  row.target = soft.target;
}

void TyreConstraints::aim_tread(Patch& patch) const {
  const TyreConfig& tyre = *patch.tyre;
  const double h = times_.drift;
  const double lean = patch.axis.dot(patch.contact.axes.normal);  // sine; positive to the right
  patch.arm_speed = rolled_less(patch, patch.arm_radius);
  if (tyre.magic_formula) {
    patch.camber_speed = 0;
    const TreadDeflection rate = slipping(patch);
    const TreadMotion motion{rate.along, rate.across, rate.about,
                             rate.along + roll_rate(patch) * patch.rolling_radius, arc_sine(lean)};
    const MagicTread tread = magic_tread(tyre, load(patch), patch.friction, patch.tread, motion, h);
    patch.loaded = tread.loaded;
    patch.tread = held_to_adhesion(patch.loaded, patch.tread);
    patch.force = tread.force;
    patch.arm_speed += tread.drift_along;
    patch.camber_speed = tread.drift_across;
    return;
  }
  patch.loaded = loaded_tyre(tyre, load(patch), patch.friction);
  patch.tread = held_to_adhesion(patch.loaded, patch.tread);
  const double rolling = rolling_speed(patch);
  patch.camber_speed = rolling * lean * tyre.camber_stiffness / tyre.lateral_stiffness;
  const TreadDeflection rate = slipping(patch);
  const TreadDeflection reached{patch.tread.along + h * rate.along, patch.tread.across + h * rate.across,
                                patch.tread.about + h * rate.about};
  patch.force = tread_force(tyre, patch.loaded, reached, h * rolling / tyre.relaxation_length);
}

void TyreConstraints::aim_tread_rows(const Patch& patch, RowSet& rows) const {
  const double h = times_.drift;
  const TreadForce& force = patch.force;
  // A tyre that rolls carries the deflection away; the damping is for one that stands.
  const double rolling = std::min(1.0, rolling_speed(patch) / kDampedSpeed);
  const double damping =
      (1 - rolling) * (1 - rolling) * patch.tyre->tread_damping * load(patch) / patch.tyre->nominal_load;
  // The deflection's rate is the row's speed x arm + drifting.
  const auto aim = [&](std::size_t index, double stiffness, double decay, double deflection, double arm,
                       double drifting) {
    ConstraintRow& row = rows.row(index);
    const double slope = (stiffness * h + damping) / (1 + decay);
    const double now = (stiffness - damping * decay / h) * deflection / (1 + decay);
    // Without a load the disc is empty.
    row.softness = slope > 0 ? 1.0 / (times_.kick * slope * arm * arm) : 0.0;
    row.target = slope > 0 ? (-now / slope - drifting) / arm : 0.0;
  };
  aim(patch.treads, force.longitudinal_stiffness, force.decay_along, patch.tread.along, 1, patch.arm_speed);
  aim(patch.treads + 1, force.lateral_stiffness, force.decay_across, patch.tread.across, 1,
      patch.camber_speed);
  if (patch.bore == kNone) return;
  aim(patch.bore, force.bore_stiffness, force.decay_about, patch.tread.about, patch.tyre->bore_radius, 0);
}

void TyreConstraints::warm_start(const Patch& patch, double scale, RowSet& rows) const {
  double pressed = 0;
  Vec3 tread = Vec3::Zero();
  Vec3 resistance = Vec3::Zero();
  for (std::size_t i = 0; i < patch.contact.count; ++i) {
    const ContactMemory& memory = patch.contact.points[i]->memory;
    pressed += memory.normal_impulse;
    tread += memory.friction_impulse;
    resistance += memory.resistance_impulse;
  }
  const double signed_scale = scale * patch.sign;
  rows.row(patch.spring).impulse = scale * pressed;
  if (patch.treads != kNone) {
    rows.row(patch.treads).impulse = signed_scale * patch.contact.axes.forward.dot(tread);
    rows.row(patch.treads + 1).impulse = signed_scale * patch.contact.axes.left.dot(tread);
  }
  if (patch.bore != kNone) {
    rows.row(patch.bore).impulse = signed_scale * patch.contact.axes.normal.dot(resistance);
  }
  if (patch.rut != kNone) rows.row(patch.rut).impulse = 0;  // nobody remembers it
  if (patch.resistance != kNone) {
    rows.row(patch.resistance).impulse = signed_scale * patch.axis.dot(resistance);
  }
}

void TyreConstraints::add(const WheelContact& wheel, const ContactPatch& contact, const SurfacePair& surface,
                          std::span<const BodyFrame> frames, RowSet& rows) {
  if (!rows.has_room(kRowsPerPatch, std::array<BodyIndex, 2>{wheel.body, wheel.ground})) {
    ++statistics_.dropped_contacts;
    return;
  }
  const WheelModel& model = view_.model.wheels[wheel.wheel];
  const BodyFrame& frame = frames[wheel.body];
  Patch patch;
  patch.tyre = &view_.config.wheels[wheel.wheel].tyre;
  patch.contact = contact;
  patch.body = wheel.body;
  patch.ground = wheel.ground;
  patch.sign = wheel.sign;
  patch.axis = wheel.axis;
  const Vec3 axle = frame.center + frame.rotation * model.center;
  patch.radius = contact.axes.normal.dot(axle - contact.position);
  // The position is in the middle of the deflection.
  const double deflection = std::max(0.0, contact.deflection);
  patch.rolling_radius = patch.radius + (0.5 - patch.tyre->rolling_deflection) * deflection;
  patch.arm_radius = patch.radius + (0.5 - patch.tyre->arm_deflection) * deflection;

  // The deflection of the point that carried most.
  const ContactMemory* carrier = &contact.points[0]->memory;
  for (std::size_t i = 1; i < contact.count; ++i) {
    const ContactMemory& memory = contact.points[i]->memory;
    if (memory.normal_impulse > carrier->normal_impulse) carrier = &memory;
  }
  patch.tread = {wheel.sign * contact.axes.forward.dot(carrier->slip),
                 wheel.sign * contact.axes.left.dot(carrier->slip),
                 wheel.sign * contact.axes.normal.dot(carrier->slip)};

  const auto add_row = [&](const Vec3& point, const Vec3& linear, const Vec3& angular) {
    return rows.add_row(PointRow{wheel.ground, wheel.body, point - frames[wheel.ground].center,
                                 point - frame.center, linear, angular});
  };
  patch.spring = add_row(contact.position, contact.axes.normal, Vec3::Zero());
  aim_spring(patch, rows);
  rows.add_bound({.row = patch.spring, .upper = kUnbounded});
  patch.arm = contact.position - frame.center;
  patch.ground_arm = contact.position - frames[wheel.ground].center;
  patch.friction = surface.friction;
  if (patch.tyre->sliding_friction < 1) {
    patch.friction *= friction_at(*patch.tyre, sliding_speed(patch));
  }
  aim_tread(patch);
  if (contact.deflection > 0) {
    const double rolls = std::clamp(roll_rate(patch) * patch.rolling_radius / kTrailSpeed, -1.0, 1.0);
    const Vec3 behind = contact.position - (rolls * patch.force.trail) * contact.axes.forward;
    const Vec3 arm_end = contact.position + (patch.radius - patch.arm_radius) * contact.axes.normal;
    patch.treads = add_row(arm_end, contact.axes.forward, Vec3::Zero());
    add_row(behind, contact.axes.left, Vec3::Zero());
    if (patch.tyre->bore_radius > 0) {
      patch.bore = add_row(contact.position, Vec3::Zero(), contact.axes.normal);
    }
    aim_tread_rows(patch, rows);
    rows.add_bound({.row = patch.treads,
                    .is_friction_disc = true,
                    .coefficient = patch.loaded.friction,
                    .normal_row = patch.spring});
    if (patch.bore != kNone) {
      rows.add_bound({.row = patch.bore,
                      .coefficient = patch.loaded.friction * patch.tyre->bore_radius,
                      .normal_row = patch.spring});
    }
    patch.lever = patch.tyre->rolling_resistance * patch.arm_radius + surface.rolling_friction;
    if (patch.lever > 0) {
      patch.resistance = add_row(contact.position, Vec3::Zero(), patch.axis);
      rows.add_bound({.row = patch.resistance, .coefficient = patch.lever, .normal_row = patch.spring});
    }
    const double pressing = load(patch);
    const Rut rut = rut_of(surface.soil, 2 * model.half_width, 2 * patch.radius, pressing);
    if (rut.resistance > 0) {
      patch.rut = add_row(axle, contact.axes.forward, Vec3::Zero());
      rows.add_bound(
          {.row = patch.rut, .coefficient = rut.resistance / pressing, .normal_row = patch.spring});
    }
  }
  warm_start(patch, times_.from_memory(), rows);
  condense(patch, rows);
  patches_.push_back(patch);
}

void TyreConstraints::prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times,
                              RowSet& rows) {
  times_ = times;
  patches_.clear();
  if (!(times.drift > 0) || view_.model.wheels.empty()) return;
  for (std::uint32_t m : island.manifolds) {
    Manifold& manifold = collisions_.manifolds()[m];
    const auto wheel = wheel_contact(view_.model, manifold, frames);
    if (!wheel) continue;
    const ContactPatches found =
        contact_patches(view_.model.wheels[wheel->wheel], *wheel, frames[wheel->body], manifold);
    for (std::size_t p = 0; p < found.count; ++p) {
      const ContactPatch& patch = found.patches[p];
      add(*wheel, patch, *patch.points[0]->surface, frames, rows);
    }
  }
  if (times.closing) aim_held_treads(rows);
}

// A closing kick's treads are those that adhesion holds to begin with: a formula has another force there.
void TyreConstraints::aim_held_treads(RowSet& rows) {
  for (Patch& patch : patches_) {
    aim_tread(patch);
    if (patch.treads == kNone) continue;
    aim_tread_rows(patch, rows);
    restore(patch, rows);
    condense(patch, rows);
  }
}

// The soft rows of a pressed patch; the last may be kNone.
std::array<std::size_t, 4> TyreConstraints::soft_rows(const Patch& patch) {
  return {patch.spring, patch.treads, patch.treads + 1, patch.bore};
}

bool TyreConstraints::is_within_bounds(const Patch& patch, const RowSet& rows) {
  const double pressed = rows.row(patch.spring).impulse;
  const double along = rows.row(patch.treads).impulse;
  const double across = rows.row(patch.treads + 1).impulse;
  const double most = kInside * patch.loaded.friction * pressed;
  if (!(pressed >= 0 && along * along + across * across <= most * most)) return false;
  return patch.bore == kNone || std::fabs(rows.row(patch.bore).impulse) <= most * patch.tyre->bore_radius;
}

// By the impulses of the substep before.
void TyreConstraints::condense(Patch& patch, RowSet& rows) const {
  if (patch.treads == kNone || patch.rut != kNone || !rows.acts_on_one_node(patch.spring) ||
      !is_within_bounds(patch, rows)) {
    return;
  }
  const auto is_soft = [&](std::size_t row) { return row == kNone || rows.row(row).softness > 0; };
  const auto soft = soft_rows(patch);
  if (!std::all_of(soft.begin(), soft.end(), is_soft)) return;
  for (const std::size_t row : soft) {
    if (row != kNone) rows.condense(row);
  }
  patch.condensed = true;
  if (patch.resistance == kNone) return;
  const double drag = rows.row(patch.resistance).impulse;
  const double most = patch.lever * rows.row(patch.spring).impulse;
  patch.drags = std::fabs(drag) >= kInside * most && drag * roll_rate(patch) < 0;
  if (patch.drags) rows.condense(patch.resistance);
}

void TyreConstraints::restore(Patch& patch, RowSet& rows) {
  if (!patch.condensed) return;
  for (const std::size_t row : soft_rows(patch)) {
    if (row != kNone) rows.restore(row);
  }
  if (patch.drags) rows.restore(patch.resistance);
  patch.condensed = patch.drags = false;
}

void TyreConstraints::update_condensed_impulses(std::span<const Spatial> velocity, RowSet& rows) const {
  for (const Patch& patch : patches_) {
    if (!patch.condensed) continue;
    for (const std::size_t row : soft_rows(patch)) {
      if (row != kNone) rows.update_condensed_impulses(row, velocity);
    }
  }
}

CondensedChange TyreConstraints::check_condensed_bounds(std::span<const Spatial> velocity, RowSet& rows) {
  CondensedChange change;
  for (Patch& patch : patches_) {
    if (!patch.condensed) continue;
    const bool turns_back =
        patch.drags && rows.row(patch.resistance).impulse * rows.speed(patch.resistance, velocity) > 0;
    if (turns_back || !is_within_bounds(patch, rows)) {
      restore(patch, rows);
      change.released = true;
    } else if (patch.drags) {
      double& drag = rows.row(patch.resistance).impulse;
      const double most = patch.lever * rows.row(patch.spring).impulse;
      const double before = std::exchange(drag, std::copysign(most, drag));
      change.moved = std::max(change.moved, std::fabs(drag - before) * rows.free_mobility(patch.resistance));
    }
  }
  return change;
}

TreadDeflection TyreConstraints::deflected(const Patch& patch, std::span<const Spatial> velocity,
                                           const RowSet& rows) const {
  const TyreConfig& tyre = *patch.tyre;
  const bool bores = patch.bore != kNone;
  const auto followed = [&](double deflection, double rate, double decay) {
    return (deflection + times_.drift * rate) / (1 + decay);
  };
  const TreadForce& force = patch.force;
  const double about = bores ? tyre.bore_radius * rows.speed(patch.bore, velocity) : 0.0;
  const TreadDeflection stuck{
      followed(patch.tread.along, rows.speed(patch.treads, velocity) + patch.arm_speed, force.decay_along),
      followed(patch.tread.across, rows.speed(patch.treads + 1, velocity) + patch.camber_speed,
               force.decay_across),
      followed(patch.tread.about, about, force.decay_about)};
  if (adheres(patch.loaded, stuck)) return stuck;
  // Dry friction acts against the sliding, whatever the stiffnesses: the force is as deflected as it was
  // found.
  const auto strained = [&](std::size_t row, double stiffness) {
    return stiffness > 0 ? -rows.row(row).impulse / (times_.kick * stiffness) : 0.0;
  };
  const TreadDeflection slid{strained(patch.treads, force.longitudinal_stiffness),
                             strained(patch.treads + 1, force.lateral_stiffness),
                             bores ? strained(patch.bore, force.bore_stiffness) / tyre.bore_radius : 0.0};
  return held_to_adhesion(patch.loaded, slid);
}

double TyreConstraints::pressing(const Patch& patch, double scale, const RowSet& rows) {
  return std::max(0.0, scale * rows.row(patch.spring).impulse);
}

Vec3 TyreConstraints::gripping(const Patch& patch, double scale, const RowSet& rows) {
  if (patch.treads == kNone) return Vec3::Zero();
  const PatchAxes& axes = patch.contact.axes;
  return patch.sign * ((scale * rows.row(patch.treads).impulse) * axes.forward +
                       (scale * rows.row(patch.treads + 1).impulse) * axes.left);
}

void TyreConstraints::commit(std::span<const Spatial> velocity, const RowSet& rows) {
  const double h = times_.drift;
  const double scale = times_.to_memory();
  for (Patch& patch : patches_) {
    const PatchAxes& axes = patch.contact.axes;
    const auto impulse = [&](std::size_t row) { return row != kNone ? scale * rows.row(row).impulse : 0.0; };
    if (patch.treads != kNone) patch.tread = deflected(patch, velocity, rows);
    const double pressed = pressing(patch, scale, rows);
    const double parting = h * rows.speed(patch.spring, velocity);
    const Vec3 friction = gripping(patch, scale, rows);
    const Vec3 resistance =
        patch.sign * (impulse(patch.resistance) * patch.axis + impulse(patch.bore) * axes.normal);
    const Vec3 slip = patch.sign * (patch.tread.along * axes.forward + patch.tread.across * axes.left +
                                    patch.tread.about * axes.normal);
    for (std::size_t i = 0; i < patch.contact.count; ++i) {
      ContactMemory& memory = patch.contact.points[i]->memory;
      const double share = patch.contact.share[i];
      memory.normal_impulse = share * pressed;
      memory.friction_impulse = share * friction;
      memory.resistance_impulse = share * resistance;
      memory.slip = slip;
      patch.contact.points[i]->gap += parting;  // for the closing kick
    }
  }
}

}  // namespace drawbar::physics
