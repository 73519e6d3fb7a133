#include "physics/formulations/sequential_impulses/control/sleep.h"

#include <algorithm>
#include <cmath>

#include "physics/contact/collision_world.h"
#include "physics/drive/commands.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

/// s.
constexpr double kTimeToSleep = 0.5;
/// m/s and rad/s on the mean: a machine that creeps down a slope is faster.
constexpr double kStill = 1e-5;
/// m/s and rad/s: what iterations leave of a pile is slower.
constexpr double kTremble = 1e-4;
/// A group that moves farther than this (m and rad) in the time to sleep, and farther each time, is leaving a
/// balance.
constexpr double kRestless = 5e-8;
constexpr double kGrowth = 1.01;
/// V over a motor's winding.
constexpr double kNoVoltage = 1e-4;
/// rad between a steering and where its controls want it.
constexpr double kArrived = 1e-9;

}  // namespace

Sleep::Sleep(const StepView& view, const Topology& topology, const CollisionWorld& collisions)
    : view_(view),
      topology_(topology),
      collisions_(collisions),
      frames_(static_cast<std::uint64_t>(std::ceil(kTimeToSleep / view.config.period))),
      parts_(topology.groups.size()),
      groups_of_control_(view.config.controls.size()),
      movers_of_(topology.groups.size()) {
  const WorldConfig& config = view.config;
  const auto group_of = [&](JointId joint) { return topology.group_of(view.model.joints[index_of(joint)]); };
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
  const auto hang = [&](BodyIndex a, BodyIndex b) {
    const std::size_t group = topology.group_of(a, b);
    for (const BodyIndex body : {a, b}) {
      if (group != kNone && view.prescribed.find(body) != nullptr) movers_of_[group].push_back(body);
    }
  };
  for (const JointModel& joint : view.model.joints) hang(joint.parent, joint.child);
  for (const SpringModel& spring : view.model.springs) hang(spring.from, spring.to);
}

bool Sleep::is_moved(const Island& island) const {
  if (!view_.prescribed.any()) return false;
  const auto moves = [&](BodyIndex body) { return view_.prescribed.moves(body); };
  const std::span<const Manifold> manifolds = collisions_.manifolds();
  return std::any_of(island.groups.begin(), island.groups.end(),
                     [&](std::size_t group) {
                       return std::any_of(movers_of_[group].begin(), movers_of_[group].end(), moves);
                     }) ||
         std::any_of(island.manifolds.begin(), island.manifolds.end(), [&](std::uint32_t m) {
           return moves(manifolds[m].body_a);  // static for collisions, so it comes first
         });
}

bool Sleep::is_asleep(std::size_t group) const {
  return view_.state.groups[group].still_frames >= frames_;
}

bool Sleep::is_asleep(const Island& island) const {
  return std::all_of(island.groups.begin(), island.groups.end(),
                     [&](std::size_t group) { return is_asleep(group); });
}

bool Sleep::rests_on_contact(const Island& island) const {
  const std::span<const Manifold> manifolds = collisions_.manifolds();
  return std::any_of(island.manifolds.begin(), island.manifolds.end(), [&](std::uint32_t m) {
    const auto points = manifolds[m].contacts();
    return std::any_of(points.begin(), points.end(),
                       [](const ContactPoint& point) { return point.memory.normal_impulse > 0; });
  });
}

bool Sleep::is_still(std::size_t g) const {
  const State& state = view_.state;
  const auto idle = [&](std::size_t d) {
    const DriveConfig& drive = view_.config.drives[d];
    const bool turns =
        drive.play > 0 &&
        std::fabs(state.effects[drive.play_effect].play(static_cast<std::size_t>(drive.axis)).rate) >
            kTremble;
    return !turns && std::fabs(drive.resistance * state.drives[d].current) < kNoVoltage;
  };
  const auto arrived = [&](std::size_t s) {
    const SteeringConfig& steering = view_.config.steerings[s];
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
    const BodyState& body = view_.state.bodies[topology_.nodes[i].body];
    const Vec3 turn = 2 * (body.orientation * body.rest_orientation.conjugate()).vec();
    squared = std::max({squared, (body.center - body.rest_center).squaredNorm(), turn.squaredNorm()});
  });
  return std::sqrt(squared);
}

bool Sleep::is_still(const Island& island) const {
  return rests_on_contact(island) && !is_moved(island) &&
         std::all_of(island.groups.begin(), island.groups.end(),
                     [&](std::size_t group) { return is_still(group); });
}

Rest Sleep::rest_after_frame(std::size_t group, bool still) const {
  if (!still) return {0, true, false, 0};
  const GroupState& state = view_.state.groups[group];
  // One more than it takes, and the contacts have been found where it lies.
  Rest rest;
  rest.still_frames = std::min(state.still_frames + 1, frames_ + 1);
  if (rest.still_frames != frames_) return rest;
  rest.wandered = wandered(group);
  rest.begins_window = rest.wandered > kRestless && rest.wandered > kGrowth * state.wandered;
  rest.falls_asleep = !rest.begins_window;
  if (rest.begins_window) rest.still_frames = 0;
  return rest;
}

void Sleep::mark_unmoved(std::span<std::uint8_t> still) const {
  for (std::size_t i = 0; i < topology_.nodes.size(); ++i) {
    const std::size_t group = topology_.trees[topology_.nodes[i].tree].group;
    still[topology_.nodes[i].body] = view_.state.groups[group].still_frames > frames_ ? 1 : 0;
  }
  for (const MovedBody& moved : view_.prescribed.bodies()) still[moved.body] = moved.has_moved ? 0 : 1;
}

}  // namespace drawbar::physics
