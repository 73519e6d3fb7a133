// Tyres: the brush, or a Magic Formula that gives forces of a tyre.
#include <algorithm>
#include <set>
#include <string>

#include "physics/vehicle/magic_formula.h"
#include "scenes/loader/convert/tyres.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

/// Parts of the nominal load at which a formula must make sense.
constexpr double kLoads[] = {0.25, 0.5, 1, 1.5, 2};

void need(const flatbuffers::Optional<double>& field, const char* name, const char* unit,
          const std::string& path, Diagnostics& errors) {
  if (field.has_value()) return;
  errors.add(path, std::string("the field \"") + name + "\" is missing; allowed: a number above 0 (" + unit +
                       "), or a tyre file");
}

void check_brush(const scene::TyreT& tyre, const std::string& path, Diagnostics& errors) {
  need(tyre.nominal_load, "nominal_load", "N", path, errors);
  need(tyre.longitudinal_stiffness, "longitudinal_stiffness", "N", path, errors);
  need(tyre.lateral_stiffness, "lateral_stiffness", "N/rad", path, errors);
  need(tyre.relaxation_length, "relaxation_length", "m", path, errors);
  need(tyre.vertical_stiffness, "vertical_stiffness", "N/m", path, errors);
  if (tyre.reference_friction != 1) {
    errors.add(member(path, "reference_friction"), "given without file; allowed with: file, magic_formula");
  }
}

bool check_names(const scene::TyreT& tyre, const std::string& path, Diagnostics& errors) {
  std::set<std::string> seen;
  bool good = true;
  for (std::size_t i = 0; i < tyre.magic_formula.size(); ++i) {
    const std::string& name = tyre.magic_formula[i]->name;
    const std::string at = member(element(member(path, "magic_formula"), i), "name");
    const bool known =
        name == kTyreVersion ||
        std::any_of(std::begin(physics::kMagicFormulaFields), std::end(physics::kMagicFormulaFields),
                    [&](const physics::MagicFormulaField& field) { return field.name == name; });
    if (!known) errors.add(at, "no coefficient \"" + name + "\" is used; allowed: such as PCX1, PDX1, PKY1");
    const bool first = seen.insert(name).second;
    if (!first) errors.add(at, "\"" + name + "\" is given before; allowed: once");
    good = good && known && first;
  }
  return good;
}

struct Bound {
  const char* name;
  double value;
  bool good;
  const char* allowed;
};

bool check_bounds(const physics::MagicFormula& m, const std::string& at, Diagnostics& errors) {
  const Bound bounds[] = {
      {"FNOMIN", m.fnomin, m.fnomin > 0, "above 0 (N)"},
      {"LFZO", m.lfzo, m.lfzo > 0, "above 0"},
      {"PCX1", m.pcx1 * m.lcx, m.pcx1 * m.lcx > 0, "above 0"},
      {"PCY1", m.pcy1 * m.lcy, m.pcy1 * m.lcy > 0, "above 0"},
      {"PKY1", m.pky1 * m.lky, m.pky1 * m.lky < 0,
       "below 0 (ISO axes: a wheel that moves to its left is pushed right)"},
      {"PKY2", m.pky2, m.pky2 > 0, "above 0"},
      {"LMUY", m.lmuy, m.lmuy > 0, "above 0"},
      {"KPUMIN", m.kpumin, m.kpumin < 0, "below 0"},
      {"KPUMAX", m.kpumax, m.kpumax > 0, "above 0"},
      {"ALPMIN", m.alpmin, m.alpmin < 0, "below 0 (rad)"},
      {"ALPMAX", m.alpmax, m.alpmax > 0, "above 0 (rad)"},
      {"CAMMIN", m.cammin, m.cammin <= 0, "at most 0 (rad)"},
      {"CAMMAX", m.cammax, m.cammax >= 0, "at least 0 (rad)"},
      {"FZMAX", m.fzmax, m.fzmax > m.fzmin, "above FZMIN"},
  };
  bool good = true;
  for (const Bound& bound : bounds) {
    if (bound.good) continue;
    errors.add(at,
               std::string(bound.name) + " is " + number_text(bound.value) + "; allowed: " + bound.allowed);
    good = false;
  }
  return good;
}

void check_curves(const scene::TyreT& tyre, const physics::MagicFormula& m, const std::string& at,
                  Diagnostics& errors) {
  for (const double part : kLoads) {
    const double load = part * m.fnomin;
    const physics::MagicProperties p = physics::magic_properties(m, load, 1);
    const bool rolls = tyre.relaxation_length || (p.longitudinal_relaxation > 0 && p.lateral_relaxation > 0);
    const Bound bounds[] = {
        {"the longitudinal slip stiffness", p.longitudinal_stiffness,
         p.longitudinal_stiffness > 0 && p.longitudinal_stiffness < kLargestNumber, "above 0 (PKX1 to PKX3)"},
        {"the lateral slip stiffness", p.lateral_stiffness,
         p.lateral_stiffness > 0 && p.lateral_stiffness < kLargestNumber, "above 0 (PKY1 to PKY5)"},
        {"the longitudinal friction", p.longitudinal_friction, p.longitudinal_friction > 0,
         "above 0 (PDX1, PDX2)"},
        {"the lateral friction", p.lateral_friction, p.lateral_friction > 0, "above 0 (PDY1, PDY2)"},
        {"a relaxation length", std::min(p.longitudinal_relaxation, p.lateral_relaxation), rolls,
         "above 0 (PTX1, PTY1, PTY2), or the tyre's relaxation_length"},
    };
    for (const Bound& bound : bounds) {
      if (bound.good) continue;
      return errors.add(at, std::string(bound.name) + " is " + number_text(bound.value) + " under " +
                                number_text(load) + " N; allowed: " + bound.allowed);
    }
  }
}

void check_formula(const scene::TyreT& tyre, const std::string& path, Diagnostics& errors) {
  const std::string at = member(path, "magic_formula");
  const std::pair<const char*, bool> unused[] = {
      {"longitudinal_stiffness", tyre.longitudinal_stiffness.has_value()},
      {"lateral_stiffness", tyre.lateral_stiffness.has_value()},
      {"stiffness_degression", tyre.stiffness_degression != 0},
      {"friction_degression", tyre.friction_degression != 0},
      {"pneumatic_trail", tyre.pneumatic_trail != 0},
      {"camber_stiffness", tyre.camber_stiffness != 0},
      {"sliding_friction", tyre.sliding_friction != 1}};
  for (const auto& [name, given] : unused) {
    if (given) errors.add(member(path, name), "not used with a tyre file; allowed: without one");
  }
  if (!tyre.vertical_stiffness) {
    errors.add(path,
               "the field \"vertical_stiffness\" is missing, in the tyre file too (VERTICAL_STIFFNESS); "
               "allowed: a number above 0 (N/m)");
  }
  if (!check_names(tyre, path, errors)) return;
  const physics::MagicFormula m = magic_formula(tyre);
  if (!check_bounds(m, at, errors)) return;
  if (*tyre.nominal_load != m.fnomin) {
    errors.add(member(path, "nominal_load"),
               "is not FNOMIN of the tyre file, " + number_text(m.fnomin) + "; allowed: leave it out");
  }
  check_curves(tyre, m, at, errors);
}

}  // namespace

void validate_tyres(const scene::SceneT& scene, Diagnostics& errors) {
  for (std::size_t i = 0; i < scene.tyres.size(); ++i) {
    const std::string path = element("tyres", i);
    if (!errors.clean(path)) continue;
    if (scene.tyres[i]->magic_formula.empty()) {
      check_brush(*scene.tyres[i], path, errors);
    } else {
      check_formula(*scene.tyres[i], path, errors);
    }
  }
}

}  // namespace drawbar::scenes
