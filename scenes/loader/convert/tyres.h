// A tyre of the schema as the engine's.
#pragma once

#include <string_view>

#include "physics/model/magic_formula.h"
#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// The coefficient that tells the version.
inline constexpr std::string_view kTyreVersion = "FITTYP";
/// The first version that has other terms in camber than MF 5.2.
inline constexpr double kNewerTyreVersion = 60;

/// The coefficients of a tyre that has some; names it does not know are passed over.
physics::MagicFormula magic_formula(const scene::TyreT& tyre);

/// N, and the part of the deflection that the rolling radius lacks: given, the formula's, or the default; 0 N
/// where nothing says it.
double nominal_load(const scene::TyreT& tyre);
double rolling_deflection(const scene::TyreT& tyre);

/// Of the tread at rest, along and under the nominal load, N/m; 0 where that cannot be told.
double tread_stiffness(const scene::TyreT& tyre);

}  // namespace drawbar::scenes
