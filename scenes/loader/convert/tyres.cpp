#include "scenes/loader/convert/tyres.h"

#include "physics/vehicle/magic_formula.h"

namespace drawbar::scenes {

physics::MagicFormula magic_formula(const scene::TyreT& tyre) {
  physics::MagicFormula formula;
  for (const auto& coefficient : tyre.magic_formula) {
    const double value = coefficient->value.value_or(0);
    if (coefficient->name == kTyreVersion) formula.newer = value >= kNewerTyreVersion;
    for (const physics::MagicFormulaField& field : physics::kMagicFormulaFields) {
      if (field.name == coefficient->name) formula.*field.value = value;
    }
  }
  return formula;
}

double nominal_load(const scene::TyreT& tyre) {
  if (tyre.nominal_load || tyre.magic_formula.empty()) return tyre.nominal_load.value_or(0);
  return magic_formula(tyre).fnomin;
}

double rolling_deflection(const scene::TyreT& tyre) {
  constexpr double kMiddle = 0.5;
  return tyre.rolling_deflection.value_or(kMiddle);
}

double tread_stiffness(const scene::TyreT& tyre) {
  double stiffness = tyre.longitudinal_stiffness.value_or(0);
  double relaxation = tyre.relaxation_length.value_or(0);
  if (!tyre.magic_formula.empty()) {
    const physics::MagicFormula formula = magic_formula(tyre);
    if (!(formula.fnomin > 0)) return 0;
    const physics::MagicProperties nominal = physics::magic_properties(formula, formula.fnomin, 1);
    stiffness = nominal.longitudinal_stiffness;
    if (!tyre.relaxation_length) relaxation = nominal.longitudinal_relaxation;
  }
  return relaxation > 0 ? stiffness / relaxation : 0;
}

}  // namespace drawbar::scenes
