#include "physics/formulations/tree/held_forces.h"

#include <algorithm>
#include <cmath>

#include "physics/world/commands.h"

namespace drawbar::physics {
namespace {

constexpr int kMostSweeps = 1000;
/// Sweeps end when no row changes its speed by more than this, m/s or rad/s.
constexpr double kSpeedTolerance = 1e-12;
/// Impacts on a stop slower than this are plastic (m/s or rad/s).
constexpr double kRestitutionThreshold = 0.05;
/// Part of an overrun of a stop removed in one substep.
constexpr double kErrorReduction = 0.2;

}  // namespace

HeldForces::HeldForces(const StepContext& context, const TreeModel& tree)
    : context_(context), unit_(tree), rates_(tree.degrees), motion_(tree.nodes.size()) {
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
  rows_.reserve(axes_.size());
  response_.resize(axes_.size() * axes_.size());
}

void HeldForces::open(const TreeForces& forces, double h) {
  rows_.clear();
  for (const Axis& axis : axes_) {
    const AxisConfig& config = context_.config.joints[axis.joint].axes[axis.axis];
    const double position = forces.position(axis.joint, axis.axis);
    const double rate = forces.rate(axis.joint, axis.axis);
    Row row;
    row.kind = axis.kind;
    row.joint = axis.joint;
    row.axis = axis.axis;
    row.drive = axis.drive;
    row.before = rate;
    if (axis.kind == Kind::friction) {
      row.bound = config.friction.coulomb;
    } else if (axis.kind == Kind::stop) {
      const double below = position - config.limit->lower, above = config.limit->upper - position;
      row.sign = below < above ? 1.0 : -1.0;
      const double room = std::min(below, above);
      row.bound = room > 0 ? -room / h : -kErrorReduction * room / h;
      const double approach = row.sign * rate;
      if (approach < -kRestitutionThreshold && room + h * approach < 0) {
        row.bound = std::max(row.bound, -config.limit->restitution * approach);
      }
    } else {
      row.demand = drive_demand_now(context_.config, context_.config.drives[axis.drive], context_.state,
                                    context_.state.drives[axis.drive], rate, h);
    }
    rows_.push_back(row);
  }
}

void HeldForces::set_free_rates(const TreeForces& forces) {
  for (Row& row : rows_) row.rate = forces.rate(row.joint, row.axis);
}

double HeldForces::wanted(Row& row, double response, double h) const {
  switch (row.kind) {
    case Kind::friction:
      return std::clamp(row.force - row.rate / response, -row.bound, row.bound);
    case Kind::stop:
      return row.sign * std::max(0.0, row.sign * row.force + (row.bound - row.sign * row.rate) / response);
    case Kind::drive: {
      const DriveLaw law(context_.config.drives[row.drive], context_.state.drives[row.drive], row.demand,
                         row.before, h);
      row.solution = law.solve(row.rate - response * row.force, response);
      return row.solution.torque;
    }
  }
  return 0;
}

void HeldForces::solve(TreeMethod& method, const TreeKinematics& kinematics, TreeForces& forces, double h) {
  const std::size_t n = rows_.size();
  for (std::size_t c = 0; c < n; ++c) {
    unit_.clear();
    forces.add_axis_force(rows_[c].joint, rows_[c].axis, 1.0, unit_);
    method.solve(unit_, rates_);
    kinematics.spread(rates_, {}, motion_);
    for (std::size_t r = 0; r < n; ++r) {
      response_[r * n + c] = h * forces.rate_of(rows_[r].joint, rows_[r].axis, motion_);
    }
  }
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double largest = 0;
    for (std::size_t c = 0; c < n; ++c) {
      const double response = response_[c * n + c];
      if (!(response > 0)) continue;
      const double change = wanted(rows_[c], response, h) - rows_[c].force;
      rows_[c].force += change;
      for (std::size_t r = 0; r < n; ++r) rows_[r].rate += change * response_[r * n + c];
      largest = std::max(largest, std::fabs(change * response));
    }
    ++context_.statistics.sweeps;
    if (largest < kSpeedTolerance) break;
  }
  for (const Row& row : rows_) {
    forces.add_to_held(row.joint, row.axis, row.force);
    if (row.kind != Kind::drive) continue;
    DriveState& state = context_.state.drives[row.drive];
    state.impulse = h * row.force;
    state.current = row.solution.current;
    heat_winding(context_.config.drives[row.drive], state, state.current, h);
  }
}

}  // namespace drawbar::physics
