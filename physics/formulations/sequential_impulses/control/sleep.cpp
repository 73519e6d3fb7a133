#include "physics/formulations/sequential_impulses/control/sleep.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "physics/contact/collision_world.h"
#include "physics/drive/commands.h"
#include "physics/drive/dc_motor.h"

namespace drawbar::physics {
namespace {

/// s.
constexpr double kTimeToSleep = 0.5;
/// m/s and rad/s on the mean: a machine that creeps down a slope is faster.
constexpr double kStill = 1e-5;
/// m/s and rad/s: what iterations leave of a pile is slower.
constexpr double kTremble = 1e-4;
/// What moves farther than this (m and rad) in the time to sleep, and farther each time, is on its way out of
/// a balance.
constexpr double kRestless = 5e-8;
constexpr double kGrowth = 1.01;
/// V over a motor's winding.
constexpr double kNoVoltage = 1e-4;
/// rad between a steering and where its controls want it.
constexpr double kArrived = 1e-9;

}  // namespace

Sleep::Sleep(const StepContext& context, const Topology& topology)
    : context_(context),
      topology_(topology),
      frames_(static_cast<std::uint64_t>(std::ceil(kTimeToSleep / context.config.period))),
      parts_(topology.groups.size()),
      groups_of_control_(context.config.controls.size()) {
  const WorldConfig& config = context.config;
  const auto group_of = [&](JointId joint) {
    return topology.group_of(context.model.joints[index_of(joint)]);
  };
  const auto listen = [&](std::size_t group, ControlId control) {
    if (group != kNone) groups_of_control_[index_of(control)].push_back(group);
  };
  const auto listen_to_all = [&](std::size_t group, std::span<const DriveConfig::Input> inputs) {
    for (const DriveConfig::Input& input : inputs) listen(group, input.control);
  };
  for (std::size_t d = 0; d < config.drives.size(); ++d) {
    const std::size_t group = group_of(config.drives[d].joint);
    if (group != kNone) parts_[group].drives.push_back(d);
    listen_to_all(group, config.drives[d].inputs);
  }
  for (const BrakeConfig& brake : config.brakes) listen_to_all(group_of(brake.joint), brake.inputs);
  for (const CouplingConfig& coupling : config.couplings) {
    if (coupling.lock) listen_to_all(group_of(coupling.terms.front().joint), coupling.lock->inputs);
  }
  for (std::size_t s = 0; s < config.steerings.size(); ++s) {
    for (const SteeringConfig::Knuckle& knuckle : config.steerings[s].knuckles) {
      const std::size_t group = group_of(knuckle.joint);
      if (group != kNone) parts_[group].steerings.push_back(s);
      listen_to_all(group, config.steerings[s].inputs);
    }
  }
  for (const HitchConfig& hitch : config.hitches) listen(group_of(hitch.joint), hitch.control);
}

bool Sleep::asleep(std::size_t group) const {
  return context_.state.groups[group].still_frames >= frames_;
}

void Sleep::begin_frame() {
  State& state = context_.state;
  for (std::size_t c = 0; c < state.controls.size(); ++c) {
    if (state.controls[c] == state.controls_before[c]) continue;
    for (std::size_t group : groups_of_control_[c]) state.groups[group].still_frames = 0;
    state.controls_before[c] = state.controls[c];
  }
}

bool Sleep::sleeps(const Island& island) {
  const auto is_asleep = [&](std::size_t group) { return asleep(group); };
  if (std::all_of(island.groups.begin(), island.groups.end(), is_asleep)) return true;
  for (std::size_t group : island.groups) {
    if (asleep(group)) context_.state.groups[group].still_frames = 0;
  }
  return false;
}

void Sleep::pass(const Island& island, double h) {
  for (std::size_t group : island.groups) {
    for (std::size_t d : parts_[group].drives) {
      DriveState& drive = context_.state.drives[d];
      heat_winding(context_.config.drives[d], drive, drive.current, h);
    }
  }
}

bool Sleep::carried(const Island& island) const {
  const std::span<const Manifold> manifolds = std::as_const(context_.collisions).manifolds();
  return std::any_of(island.manifolds.begin(), island.manifolds.end(), [&](std::uint32_t m) {
    const auto points = manifolds[m].contacts();
    return std::any_of(points.begin(), points.end(),
                       [](const ContactPoint& point) { return point.memory.normal_impulse > 0; });
  });
}

bool Sleep::is_still(std::size_t g) const {
  const State& state = context_.state;
  const auto idle = [&](std::size_t d) {
    return std::fabs(context_.config.drives[d].resistance * state.drives[d].current) < kNoVoltage;
  };
  const auto arrived = [&](std::size_t s) {
    const SteeringConfig& steering = context_.config.steerings[s];
    const double wanted = steering.angle * command(steering.inputs, -1, 1, state);
    return std::fabs(wanted - state.steerings[s].angle) < kArrived;
  };
  double squared = 0;
  topology_.for_each_node(topology_.groups[g], [&](std::size_t i) {
    const BodyState& body = state.bodies[topology_.nodes[i].body];
    squared = std::max({squared, body.velocity.squaredNorm(), body.angular_velocity.squaredNorm()});
  });
  const Parts& parts = parts_[g];
  return squared < kTremble * kTremble && wandered(g) < kStill * kTimeToSleep &&
         std::all_of(parts.drives.begin(), parts.drives.end(), idle) &&
         std::all_of(parts.steerings.begin(), parts.steerings.end(), arrived);
}

// The farthest that a body of the group is from where it was seen to move last, m or rad.
double Sleep::wandered(std::size_t g) const {
  double squared = 0;
  topology_.for_each_node(topology_.groups[g], [&](std::size_t i) {
    const BodyState& body = context_.state.bodies[topology_.nodes[i].body];
    const Vec3 turn = 2 * (body.orientation * body.rest_orientation.conjugate()).vec();
    squared = std::max({squared, (body.center - body.rest_center).squaredNorm(), turn.squaredNorm()});
  });
  return std::sqrt(squared);
}

void Sleep::begin_window(std::size_t g, double wandered) {
  context_.state.groups[g].wandered = wandered;
  context_.state.groups[g].still_frames = 0;
  topology_.for_each_node(topology_.groups[g], [&](std::size_t i) {
    BodyState& body = context_.state.bodies[topology_.nodes[i].body];
    body.rest_center = body.center;
    body.rest_orientation = body.orientation;
  });
}

void Sleep::fall_asleep(std::size_t g) {
  topology_.for_each_node(topology_.groups[g], [&](std::size_t i) {
    BodyState& body = context_.state.bodies[topology_.nodes[i].body];
    body.velocity = body.angular_velocity = body.smoothed_angular_velocity = Vec3::Zero();
  });
}

void Sleep::end_frame(const Island& island) {
  if (!context_.config.sleep) return;
  const bool still = carried(island) && std::all_of(island.groups.begin(), island.groups.end(),
                                                    [&](std::size_t group) { return is_still(group); });
  for (std::size_t group : island.groups) {
    if (!still) {
      begin_window(group, 0);
      continue;
    }
    std::uint64_t& frames = context_.state.groups[group].still_frames;
    // One more than it takes, and the contacts have been found where it lies.
    frames = std::min(frames + 1, frames_ + 1);
    if (frames != frames_) continue;
    const double now = wandered(group);
    if (now > kRestless && now > kGrowth * context_.state.groups[group].wandered) {
      begin_window(group, now);
    } else {
      fall_asleep(group);
    }
  }
}

void Sleep::mark_still(std::span<std::uint8_t> still) const {
  for (std::size_t i = 0; i < topology_.nodes.size(); ++i) {
    const std::size_t group = topology_.trees[topology_.nodes[i].tree].group;
    still[topology_.nodes[i].body] = context_.state.groups[group].still_frames > frames_ ? 1 : 0;
  }
}

}  // namespace drawbar::physics
