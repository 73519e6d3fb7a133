// Where the penalty method of paper 000 holds: two equal rods, swinging and tilted, against length, step and
// how the rotational coefficients are scaled.
//
//   bench_penalty
#include <cmath>
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

/// Shortest rods that hold, m.
double shortest(double step_ms, bool by_inertia, double stiffer) {
  double low = 0.01, high = 10;
  if (swing(high, step_ms, by_inertia, stiffer).apart) return high;
  if (!swing(low, step_ms, by_inertia, stiffer).apart) return low;
  for (int i = 0; i < 12; ++i) {
    const double middle = std::sqrt(low * high);
    (swing(middle, step_ms, by_inertia, stiffer).apart ? low : high) = middle;
  }
  return high;
}

/// The same from a + 2 b < 4 (REFERENCES R2): a = h^2 k / J, b = h c / J of two rods' turning, scaled by
/// mass.
double shortest_in_theory(double step_ms, double stiffer) {
  const PenaltyConfig penalty;
  const double h = step_ms / 1000;
  const double turning =
      h * h * penalty.turn_stiffness * stiffer * stiffer + 2 * h * penalty.turn_damping * stiffer;
  return std::sqrt(12 * turning / 4);
}

}  // namespace
}  // namespace drawbar::test

int main() {
  using drawbar::test::swing;
  std::printf("shortest rods that hold (10 m: none did), m\n%8s %8s %14s %12s %14s\n", "stiffer", "step",
              "by mass", "in theory", "by inertia");
  for (double stiffer : {0.5, 1.0, 2.0, 3.0}) {
    for (double step_ms : {0.5, 1.0, 2.0, 3.0, 5.0}) {
      using namespace drawbar::test;
      std::printf("%8g %5g ms %14.2f %12.2f %14.2f\n", stiffer, step_ms, shortest(step_ms, false, stiffer),
                  shortest_in_theory(step_ms, stiffer), shortest(step_ms, true, stiffer));
    }
  }
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
