#include "physics/formulations/sequential_impulses/velocity/energy_limit.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {

double energy_limiting_scale(const StepView& view, const Topology& topology, const Island& island,
                             const IslandPoses& poses, const LinkData& data, const Velocities& velocities,
                             double work) {
  double free = work;
  double joined = 0;
  for (const std::size_t i : island.nodes) {
    const BodyIndex b = topology.nodes[i].body;
    const BodyModel& model = view.model.bodies[b];
    const Mat3 to_body = poses.start[b].rotation.transpose();
    const auto twice = [&](const Vec3& v, const Vec3& w) {
      const Vec3 rate = to_body * w;
      return model.mass * v.squaredNorm() + rate.dot(model.inertia * rate);
    };
    free +=
        twice(data.links[i].momentum.linear() * model.inverse_mass, view.state.bodies[b].angular_velocity);
    joined += twice(velocities.node[i].linear(), velocities.node[i].angular());
  }
  return joined > 0 ? std::sqrt(std::max(0.0, free) / joined) : 1.0;
}

void scale_velocities(const Island& island, double scale, AxisConstraints& axes, Velocities& velocities) {
  if (scale < 1) axes.cancel_deferred();
  for (const std::size_t i : island.nodes) {
    for (std::size_t k = 0; k < 6; ++k) velocities.node[i][k] *= scale;
    for (double& rate : velocities.rate[i]) rate *= scale;
  }
}

}  // namespace drawbar::physics
