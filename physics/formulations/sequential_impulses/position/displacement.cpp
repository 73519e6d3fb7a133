#include "physics/formulations/sequential_impulses/position/displacement.h"

#include <algorithm>

#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// A displacement that closes joints is halved so many times at the most.
constexpr int kMostStepHalvings = 3;
constexpr KickTimes kNoKick{0, 0, true, 0};

}  // namespace

Displacement::Displacement(const StepView& view, const Topology& topology, const CollisionWorld& collisions,
                           const ContactScratch& scratch, IslandPoses& poses, LinkData& data,
                           TreeSystem& trees, ConstraintSet& constraints, Velocities& corrections,
                           LinkMotion& links, VelocitySolver& velocities, PositionSolver& positions)
    : view_(view),
      topology_(topology),
      poses_(poses),
      data_(data),
      trees_(trees),
      constraints_(constraints),
      corrections_(corrections),
      links_(links),
      velocities_(velocities),
      positions_(positions),
      impacts_(view, topology, collisions, scratch),
      spare_(view.model.bodies.size()) {}

// By the corrections.
void Displacement::apply(const Island& island, double scale) {
  for (const std::size_t i : island.nodes) {
    DriftedBody& body = poses_.trial[topology_.nodes[i].body];
    const Spatial& way = corrections_.node[i];
    body.frame.center += scale * way.linear();
    body.orientation = normalised(quaternion_exponential(scale * way.angular()) * body.orientation);
    body.frame.rotation = body.orientation.toRotationMatrix();
  }
}

bool Displacement::correct_impacts(const Island& island, const KickTimes& times) {
  double work = 0;  // twice that of gravity, J
  if (impacts_.find(island, poses_.start, times, corrections_.node)) {
    apply(island, 1);
    for (const std::size_t i : island.nodes) {
      const BodyModel& model = view_.model.bodies[topology_.nodes[i].body];
      work += 2 * model.mass * view_.config.gravity.dot(corrections_.node[i].linear());
    }
  }
  if (impacts_.struck()) bound_impacts(island, work);
  if (!constraints_.loops.empty() || !constraints_.touch.stops_delay()) return false;
  for (const std::size_t i : island.nodes) {
    trees_.force[i] = trees_.bias[i] = Spatial{};
    trees_.axis_impulse[i] = {};
  }
  constraints_.touch.add_delays(trees_.force);
  trees_.solve(island, velocities_.axis_impulses(), trees_.no_bias, corrections_);
  apply(island, 1);
  return true;
}

// Newton's restitution with friction may return more than came. Bodies without joints, which no spring moves,
// give that back together. `work`: twice what gravity does to them besides the kick, J.
void Displacement::bound_impacts(const Island& island, double work) {
  const auto is_joined = [&](std::size_t i) { return !data_.models[i].lone; };
  if (!constraints_.loops.empty() || std::any_of(island.nodes.begin(), island.nodes.end(), is_joined)) return;
  const double scale = velocities_.limiting_scale(island, work);
  if (!(scale < 1)) return;
  velocities_.scale(island, scale);
  for (const std::size_t i : island.nodes) poses_.trial[topology_.nodes[i].body].momentum *= scale;
}

void Displacement::push_apart(const Island& island, double h) {
  for (const std::size_t i : island.nodes) trees_.y[i] = NodeCoordinates{};
  constraints_.touch.solve_pushes(constraints_.loops, trees_.y);
  trees_.down(island, trees_.no_bias, corrections_);
  apply(island, h);
}

// The corrections that close the joints at `poses.start`.
void Displacement::solve_projection(const Island& island) {
  LoopConstraints& loops = constraints_.loops;
  for (const std::size_t i : island.nodes) {
    links_.build_link(i, kNoKick);
    trees_.factor.pivots[i].has_axis_laws = false;
    trees_.force[i] = trees_.bias[i] = Spatial{};
    const LinkOf<double>& link = data_.links[i];
    if (!link.joined) continue;
    to_center(link, topology_.nodes[i].sign, -link.error.linear, -link.error.angular, trees_.bias[i]);
  }
  for (const NodeRun& run : island.runs) {
    trees_.factor.factor(run.begin, run.end, data_.mass, constraints_.axes);
  }
  trees_.solve(island, {}, trees_.bias, corrections_);
  if (loops.empty()) return;
  constraints_.build_loops(kNoKick, poses_.start);
  loops.factor(trees_.factor);
  loops.aim_at_corrections(1.0, 1.0);
  loops.solve(corrections_.node, trees_.y);
  trees_.down(island, trees_.bias, corrections_);
}

// Halved where it helps nothing, and left at last.
bool Displacement::apply_if_nearer(const Island& island, double before, double& now) {
  for (const std::size_t i : island.nodes) {
    spare_[topology_.nodes[i].body] = poses_.trial[topology_.nodes[i].body];
  }
  double scale = 1;
  for (int attempt = 0; attempt < kMostStepHalvings; ++attempt, scale *= 0.5) {
    apply(island, scale);
    now = positions_.measure(island).worst();
    if (now < before) return true;
    for (const std::size_t i : island.nodes) {
      poses_.trial[topology_.nodes[i].body] = spare_[topology_.nodes[i].body];
    }
  }
  return false;
}

void Displacement::project(const Island& island) {
  double before = positions_.measure(island).worst();
  for (int correction = 0; correction < kMostCorrections && before > kPositionTolerance; ++correction) {
    for (const std::size_t i : island.nodes) {
      const BodyIndex body = topology_.nodes[i].body;
      poses_.start[body] = poses_.trial[body].frame;
    }
    solve_projection(island);
    double now = before;
    if (!apply_if_nearer(island, before, now)) return;
    before = now;
  }
}

}  // namespace drawbar::physics
