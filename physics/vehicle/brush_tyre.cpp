#include "physics/vehicle/brush_tyre.h"

#include <cmath>

namespace drawbar::physics {
namespace {

double bore(const LoadedTyre& loaded) {
  return 0.5 * (loaded.longitudinal + loaded.lateral);
}

/// psi of a deflection; the tyre carries a load.
double sliding(const TyreConfig& tyre, const LoadedTyre& loaded, const TreadDeflection& e) {
  const double along = loaded.longitudinal * e.along;
  const double across = loaded.lateral * e.across;
  const double about = bore(loaded) * e.about;
  return std::sqrt(along * along + across * across + about * about) /
         (3 * loaded.limit * tyre.relaxation_length);
}

}  // namespace

LoadedTyre loaded_tyre(const TyreConfig& tyre, double load, double surface_friction) {
  LoadedTyre out;
  const double n = load / tyre.nominal_load;
  out.friction = surface_friction * (1 + tyre.friction_degression) / (1 + tyre.friction_degression * n);
  out.limit = out.friction * load;
  const double scale = n * (1 + tyre.stiffness_degression) / (1 + tyre.stiffness_degression * n);
  out.longitudinal = scale * tyre.longitudinal_stiffness;
  out.lateral = scale * tyre.lateral_stiffness;
  return out;
}

TreadForce tread_force(const TyreConfig& tyre, const LoadedTyre& loaded, const TreadDeflection& deflection) {
  TreadForce out;
  if (!(loaded.limit > 0)) return out;
  const double psi = sliding(tyre, loaded, deflection);
  const double part = psi < 1 ? 1 - psi + psi * psi / 3 : 1 / (3 * psi);
  out.longitudinal_stiffness = part * loaded.longitudinal / tyre.relaxation_length;
  out.lateral_stiffness = part * loaded.lateral / tyre.relaxation_length;
  out.bore_stiffness = part * bore(loaded) / tyre.relaxation_length;
  out.sliding = psi;
  const double rest = 1 - psi;
  out.trail = psi < 1 ? tyre.pneumatic_trail * rest * rest * rest / part : 0.0;
  return out;
}

TreadDeflection held_to_adhesion(const TyreConfig& tyre, const LoadedTyre& loaded,
                                 const TreadDeflection& deflection) {
  if (!(loaded.limit > 0)) return {};
  const double psi = sliding(tyre, loaded, deflection);
  if (psi <= 1) return deflection;
  return {deflection.along / psi, deflection.across / psi, deflection.about / psi};
}

}  // namespace drawbar::physics
