#include "physics/vehicle/brush_tyre.h"

#include <algorithm>
#include <cmath>

#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

double bore(const LoadedTyre& loaded) {
  return 0.5 * (loaded.longitudinal + loaded.lateral);
}

/// |F| / (mu F_z) of a deflection, were it not held to adhesion; the tyre carries a load.
double strain(const LoadedTyre& loaded, const TreadDeflection& e) {
  const double along = loaded.longitudinal * e.along;
  const double across = loaded.lateral * e.across;
  const double about = bore(loaded) * e.about;
  return std::sqrt(along * along + across * across + about * about) / (loaded.limit * loaded.relaxation);
}

/// psi at the end of a substep: the root of 1 - (1 - psi)^3 + 3 rolled psi = reached.
double sliding_after(double reached, double rolled) {
  // With u = 1 - psi: u^3 + 3 rolled u = rest. Newton's steps come down to the root from above, as fast as
  // they need to from the lower of two bounds of it.
  const double rest = 1 + 3 * rolled - reached;
  if (!(rest > 0)) return 1;
  double u = std::min({1.0, std::sqrt(std::sqrt(rest)), rest / (3 * rolled)});
  for (int i = 0; i < 5; ++i) u = (2 * u * u * u + rest) / (3 * (u * u + rolled));
  return 1 - u;
}

}  // namespace

double friction_at(const TyreConfig& tyre, double speed) {
  if (!(tyre.sliding_friction < 1)) return 1;
  const double part = speed / tyre.sliding_speed;
  return tyre.sliding_friction + (1 - tyre.sliding_friction) * exponential(-part * part);
}

LoadedTyre loaded_tyre(const TyreConfig& tyre, double load, double surface_friction) {
  LoadedTyre out;
  const double n = load / tyre.nominal_load;
  out.friction = surface_friction * (1 + tyre.friction_degression) / (1 + tyre.friction_degression * n);
  out.limit = out.friction * load;
  const double scale = n * (1 + tyre.stiffness_degression) / (1 + tyre.stiffness_degression * n);
  out.longitudinal = scale * tyre.longitudinal_stiffness;
  out.lateral = scale * tyre.lateral_stiffness;
  out.relaxation = tyre.relaxation_length;
  return out;
}

TreadForce tread_force(const TyreConfig& tyre, const LoadedTyre& loaded, const TreadDeflection& reached,
                       double rolled) {
  TreadForce out;
  if (!(loaded.limit > 0)) return out;
  const double psi = sliding_after(strain(loaded, reached), rolled);
  const double part = 1 - psi + psi * psi / 3;  // |F| / |q|
  const double rest = 1 - psi;
  out.longitudinal_stiffness = loaded.longitudinal / tyre.relaxation_length;
  out.lateral_stiffness = loaded.lateral / tyre.relaxation_length;
  out.bore_stiffness = bore(loaded) / tyre.relaxation_length;
  out.decay_along = out.decay_across = out.decay_about = rolled / part;
  out.sliding = psi;
  out.trail = tyre.pneumatic_trail * rest * rest * rest / part;
  return out;
}

bool adheres(const LoadedTyre& loaded, const TreadDeflection& deflection) {
  return loaded.limit > 0 && strain(loaded, deflection) <= 1;
}

TreadDeflection held_to_adhesion(const LoadedTyre& loaded, const TreadDeflection& deflection) {
  if (!(loaded.limit > 0)) return {};
  const double over = strain(loaded, deflection);
  if (over <= 1) return deflection;
  return {deflection.along / over, deflection.across / over, deflection.about / over};
}

}  // namespace drawbar::physics
