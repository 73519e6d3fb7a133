#include "physics/formulations/tree/held_forces.h"

#include <algorithm>
#include <cmath>

#include "physics/constraint/coulomb_disc.h"
#include "physics/constraint/stopping.h"
#include "physics/contact/collision_world.h"
#include "physics/drive/commands.h"
#include "physics/formulations/shared/touching_pair.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

constexpr int kMostHeldSweeps = 1000;
/// Sweeps end when no row changes its speed by more than this, m/s or rad/s.
constexpr double kStillSpeed = 1e-12;
/// Contact points treated at once; each costs up to six solves of the tree.
constexpr std::size_t kMostPoints = 64;
constexpr std::size_t kRowsPerPoint = 6;
/// Directions in which the joints let a contact give by less than this part of what free bodies would.
constexpr double kLeastMobility = 1e-9;

/// The rate that keeps a gap of `room` (m or rad) open, or removes part of an overrun; an impact rebounds.
double rate_asked(double room, double rate, double restitution, double h) {
  double asked = room > 0 ? -room / h : -kErrorReduction * room / h;
  if (rate < -kRestitutionThreshold && room + h * rate < 0) asked = std::max(asked, -restitution * rate);
  return asked;
}

}  // namespace

HeldForces::HeldForces(const StepContext& context, const TreeModel& tree, TreeForces& forces)
    : context_(context),
      search_(context),
      touches_(touching_pair(context.config).has_value()),
      unit_(tree),
      rates_(tree.degrees),
      motion_(tree.nodes.size()),
      slope_(tree.coordinates + tree.degrees),
      ahead_(slope_.size()) {
  for (std::size_t j = 0; j < context.model.joints.size(); ++j) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(context.model.joints[j].free_axes); ++k) {
      const AxisConfig& axis = context.config.joints[j].axes[k];
      if (axis.friction.coulomb > 0) axes_.push_back({Kind::friction, j, k, 0});
      if (axis.limit && !axis.limit->stiffness) axes_.push_back({Kind::stop, j, k, 0});
    }
  }
  for (std::size_t d = 0; d < context.config.drives.size(); ++d) {
    const DriveConfig& drive = context.config.drives[d];
    axes_.push_back({Kind::drive, index_of(drive.joint), static_cast<std::size_t>(drive.axis), d});
  }
  const std::size_t most = axes_.size() + (touches_ ? kMostPoints * kRowsPerPoint : 0);
  rows_.reserve(most);
  forces.reserve_held(most);
  response_.resize(most * most);
}

void HeldForces::open_axis(const Axis& axis, const TreeForces& forces, double h) {
  const AxisConfig& config = context_.config.joints[axis.joint].axes[axis.axis];
  Row row;
  row.kind = axis.kind;
  row.on = axis;
  row.direction = forces.direction(axis.joint, axis.axis);
  row.before = forces.rate(axis.joint, axis.axis);
  if (axis.kind == Kind::friction) {
    row.bound = config.friction.coulomb;
  } else if (axis.kind == Kind::stop) {
    const double position = forces.position(axis.joint, axis.axis);
    const double below = position - config.limit->lower, above = config.limit->upper - position;
    row.sign = below < above ? 1.0 : -1.0;
    row.bound = rate_asked(std::min(below, above), row.sign * row.before, config.limit->restitution, h);
  } else {
    row.demand =
        drive_demand_now(context_, context_.config.drives[axis.drive], context_.state.drives[axis.drive],
                         context_.state.joints[axis.joint].axes[axis.axis].position, row.before, h);
  }
  rows_.push_back(row);
}

void HeldForces::open_contact(const Manifold& manifold, ContactPoint& point, const TreeKinematics& kinematics,
                              const TreeForces& forces, double h) {
  const double last = context_.state.last_substep;
  const double to_force = last > 0 ? 1.0 / last : 0.0;
  const std::size_t first = rows_.size();
  Vec3 tangent[2];
  tangents_of(point.normal, tangent[0], tangent[1]);
  const auto add = [&](Kind kind, double part, const Vec3& linear, const Vec3& angular, double impulse) {
    Row row;
    row.kind = kind;
    row.direction = {manifold.body_a,
                     manifold.body_b,
                     point.position - context_.state.bodies[manifold.body_a].center,
                     point.position - context_.state.bodies[manifold.body_b].center,
                     linear,
                     angular};
    row.before = forces.rate_of(row.direction, kinematics.velocity);
    row.part = part;
    row.normal = first;
    row.memory = &point.memory;
    row.force = to_force * impulse;
    rows_.push_back(row);
  };
  const SurfacePair& surface = *point.surface;
  const ContactMemory& memory = point.memory;
  add(Kind::contact, 0, point.normal, Vec3::Zero(), memory.normal_impulse);
  rows_.back().bound = rate_asked(point.gap, rows_.back().before, surface.restitution, h);
  if (surface.friction > 0) {
    for (const Vec3& t : tangent) {
      add(Kind::grip, surface.friction, t, Vec3::Zero(), t.dot(memory.friction_impulse));
    }
  }
  const auto resist = [&](double arm, const Vec3& about) {
    if (arm > 0) add(Kind::resistance, arm, Vec3::Zero(), about, about.dot(memory.resistance_impulse));
  };
  resist(surface.rolling_friction, tangent[0]);
  resist(surface.rolling_friction, tangent[1]);
  resist(surface.spinning_friction, point.normal);
}

void HeldForces::open(const TreeKinematics& kinematics, const TreeForces& forces, double h) {
  rows_.clear();
  for (const Axis& axis : axes_) open_axis(axis, forces, h);
  if (!touches_) return;
  search_.find(h);
  std::size_t points = 0;
  for (Manifold& manifold : context_.collisions.manifolds()) {
    for (ContactPoint& point : manifold.contacts()) {
      if (points < kMostPoints) open_contact(manifold, point, kinematics, forces, h);
      ++points;
    }
  }
  if (points > kMostPoints) ++context_.statistics.unconverged_substeps;
}

void HeldForces::set_free_rates(const TreeKinematics& kinematics, const TreeForces& forces) {
  for (Row& row : rows_) {
    row.rate = row.memory != nullptr ? forces.rate_of(row.direction, kinematics.velocity)
                                     : forces.rate(row.on.joint, row.on.axis);
  }
}

double HeldForces::wanted(Row& row, double response, double h) const {
  switch (row.kind) {
    case Kind::friction:
      return std::clamp(row.force - row.rate / response, -row.bound, row.bound);
    case Kind::resistance: {
      const double most = row.part * rows_[row.normal].force;
      return std::clamp(row.force - row.rate / response, -most, most);
    }
    case Kind::stop:
    case Kind::contact:
      return row.sign * std::max(0.0, row.sign * row.force + (row.bound - row.sign * row.rate) / response);
    case Kind::drive: {
      const DriveConfig& drive = context_.config.drives[row.on.drive];
      const DriveLaw law(drive, context_.state.drives[row.on.drive], row.demand, row.before,
                         winding_decay(drive, h));
      row.solution = law.solve(row.rate - response * row.force, response);
      return row.solution.torque;
    }
    case Kind::grip:
      break;  // both rows at once: grip()
  }
  return row.force;
}

double HeldForces::change(std::size_t c, double force) {
  rows_[c].force += force;
  for (std::size_t r = 0; r < rows_.size(); ++r) rows_[r].rate += force * response(r, c);
  return std::fabs(force * response(c, c));
}

double HeldForces::grip(std::size_t c) {
  const Row &one = rows_[c], &two = rows_[c + 1];
  const std::array<double, 2> wanted =
      coulomb_disc({response(c, c), response(c + 1, c + 1), response(c, c + 1)}, {one.rate, two.rate},
                   {one.force, two.force}, one.part * rows_[one.normal].force);
  const double first = change(c, wanted[0] - one.force);
  return std::max(first, change(c + 1, wanted[1] - two.force));
}

double HeldForces::visit(std::size_t c, double h) {
  Row& row = rows_[c];
  if (row.kind == Kind::grip) {
    const bool first = c == row.normal + 1;
    return first ? grip(c) : 0.0;
  }
  const double own = response(c, c);
  return own > 0 ? change(c, wanted(row, own, h) - row.force) : 0.0;
}

void HeldForces::find_responses(TreeMethod& method, const TreeKinematics& kinematics,
                                const TreeForces& forces, double h) {
  const std::size_t n = rows_.size();
  for (std::size_t c = 0; c < n; ++c) {
    unit_.clear();
    forces.add_along(rows_[c].direction, 1.0, unit_);
    method.solve(unit_, rates_);
    kinematics.spread(rates_, {}, motion_);
    for (std::size_t r = 0; r < n; ++r) {
      response_[r * n + c] = h * forces.rate_of(rows_[r].direction, motion_);
    }
  }
  // What the joints do not let give is not a row: neither force nor speed.
  for (std::size_t c = 0; c < n; ++c) {
    if (rows_[c].memory == nullptr) continue;
    if (response(c, c) > kLeastMobility * h * forces.free_mobility(rows_[c].direction)) continue;
    rows_[c].force = 0;
    for (std::size_t r = 0; r < n; ++r) response_[r * n + c] = response_[c * n + r] = 0;
  }
}

void HeldForces::solve(TreeMethod& method, const TreeKinematics& kinematics, TreeForces& forces, double h) {
  find_responses(method, kinematics, forces, h);
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const double warm = rows_[c].force;
    rows_[c].force = 0;
    change(c, warm);
  }
  double largest = 1;
  for (int sweep = 0; sweep < kMostHeldSweeps && largest >= kStillSpeed; ++sweep) {
    largest = 0;
    for (std::size_t c = 0; c < rows_.size(); ++c) largest = std::max(largest, visit(c, h));
    ++context_.statistics.sweeps;
  }
  hold(forces, h);
}

void HeldForces::hold(TreeForces& forces, double h) {
  for (const Row& row : rows_) {
    if (row.memory == nullptr) {
      forces.add_to_held(row.on.joint, row.on.axis, row.force);
      if (row.kind != Kind::drive) continue;
      DriveState& state = context_.state.drives[row.on.drive];
      state.impulse = h * row.force;
      state.current = row.solution.current;
      heat_winding(context_.config.drives[row.on.drive], state, state.current, h);
      continue;
    }
    forces.hold_along(row.direction, row.force);
    ContactMemory& memory = *row.memory;
    const double impulse = h * row.force;
    if (row.kind == Kind::contact) {
      memory = ContactMemory{};
      memory.normal_impulse = impulse;
      memory.force.mean = row.force * row.direction.linear;
    } else if (row.kind == Kind::grip) {
      memory.friction_impulse += impulse * row.direction.linear;
      memory.force.mean += row.force * row.direction.linear;
    } else {
      memory.resistance_impulse += impulse * row.direction.angular;
    }
  }
}

}  // namespace drawbar::physics
