#include "physics/formulations/sequential_impulses/geometric_stiffness.h"

#include <algorithm>

namespace drawbar::physics {
namespace {

/// s at which half of K_g acts.
constexpr double kHalfway = 2.0;
/// The low pass follows quickly in steady motion and slowly after a sudden change.
constexpr double kQuick = 0.7;
constexpr double kSlow = 0.2;
constexpr double kSuddenChange = 1.5;
constexpr double kRecovery = 0.05;
/// From this weight on motion counts as steady again.
constexpr double kSteady = 0.65;

}  // namespace

void add_tension(const Vec3& force, const Vec3& arm, StiffnessSum& sum) {
  const double along = tension(force, arm);
  if (!(along > 0)) return;
  const double t = along / arm.squaredNorm();
  sum[0] += along - t * arm.x() * arm.x();
  sum[1] -= t * arm.x() * arm.y();
  sum[2] -= t * arm.x() * arm.z();
  sum[3] += along - t * arm.y() * arm.y();
  sum[4] -= t * arm.y() * arm.z();
  sum[5] += along - t * arm.z() * arm.z();
}

void follow(double measure, const Vec3& w, SmoothedSpin& spin) {
  const double larger = std::max(measure, spin.measure);
  const bool sudden = needs_stiffening(larger) && larger > kSuddenChange * std::min(measure, spin.measure);
  spin.measure = measure;
  spin.weight = sudden ? kSlow : std::min(kQuick, spin.weight * (1 + kRecovery));
  spin.velocity += spin.weight * (w - spin.velocity);
  if (spin.weight < kSteady) {
    // Just after a whip the past must not drive the body: no faster than it turns now, and no other way.
    const double squared = w.squaredNorm();
    const double part = squared > 0 ? std::clamp(spin.velocity.dot(w) / squared, 0.0, 1.0) : 0.0;
    spin.velocity = part * w;
  }
}

void add_geometric_stiffness(const StiffnessSum& sum, double measure, double h, const Vec3& smoothed,
                             BodyMass& mass, Spatial& momentum) {
  const double s4 = (measure * measure) * (measure * measure);
  const double half4 = (kHalfway * kHalfway) * (kHalfway * kHalfway);
  const double weight = h * h * s4 / (s4 + half4);
  StiffnessSum g{};
  for (std::size_t k = 0; k < 6; ++k) {
    g[k] = weight * sum[k];
    mass.inertia[k] += g[k];
  }
  momentum[3] += g[0] * smoothed.x() + g[1] * smoothed.y() + g[2] * smoothed.z();
  momentum[4] += g[1] * smoothed.x() + g[3] * smoothed.y() + g[4] * smoothed.z();
  momentum[5] += g[2] * smoothed.x() + g[4] * smoothed.y() + g[5] * smoothed.z();
}

}  // namespace drawbar::physics
