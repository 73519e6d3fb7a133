// Where the penalty method of paper 000 holds: two equal rods, swinging and tilted, against length, step and
// how the rotational coefficients are scaled.
//
//   bench_penalty
#include <cstdio>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

struct Outcome {
  bool apart = false;
  double gap = 0;     ///< m, largest
  double energy = 0;  ///< largest change, of m g l
};

Outcome swing(double length, double step_ms, bool by_inertia, double stiffer) {
  WorldBuilder b;
  b.formulation(Formulation::penalty);
  b.config.period = step_ms / 1000;
  PenaltyConfig& penalty = b.config.penalty;
  penalty.scale_by_inertia = by_inertia;
  penalty.stiffness *= stiffer * stiffer;
  penalty.turn_stiffness *= stiffer * stiffer;
  penalty.damping *= stiffer;
  penalty.turn_damping *= stiffer;
  b.chain({1.2, 0.8}, {length, length}, {1, 1});
  // As thick as it is long about every axis: a thin rod's twist is lighter still, and comes apart at any
  // length.
  for (BodyConfig& body : b.config.bodies) {
    body.mass_properties.inertia = body.mass_properties.inertia(0, 0) * Mat3::Identity();
  }
  b.config.bodies[1].angular_velocity = Vec3(0.1, 0, 0.1);
  World world = b.build();
  FrameState state = world.make_frame_state();
  world.observe(state);
  const double before = state.energy.kinetic + state.energy.potential;
  Outcome out;
  for (int i = 0; i < static_cast<int>(2000 / step_ms); ++i) {
    world.step_frame(1);
    world.observe(state);
    out.apart = out.apart || state.statistics.recoveries > 0;
    for (const JointReading& joint : state.joints) out.gap = std::max(out.gap, joint.error);
    const double change = state.energy.kinetic + state.energy.potential - before;
    out.energy = std::max(out.energy, std::fabs(change) / (9.81 * length));
  }
  out.apart = out.apart || out.gap > length;
  return out;
}

}  // namespace
}  // namespace drawbar::test

int main() {
  using drawbar::test::swing;
  std::printf("%8s %8s %8s | %-30s | %-30s\n", "length", "step", "stiffer", "scaled by mass (paper)",
              "scaled by inertia");
  for (double stiffer : {1.0, 3.0}) {
    for (double step_ms : {1.0, 3.0, 5.0}) {
      for (double length : {0.1, 0.2, 0.5, 1.0, 2.0}) {
        std::printf("%6.1f m %5.0f ms %8.0f |", length, step_ms, stiffer);
        for (bool by_inertia : {false, true}) {
          const auto out = swing(length, step_ms, by_inertia, stiffer);
          if (out.apart) {
            std::printf(" %-30s |", "apart");
          } else {
            std::printf(" gap %8.2e m, energy %7.1e |", out.gap, out.energy);
          }
        }
        std::printf("\n");
      }
    }
  }
}
