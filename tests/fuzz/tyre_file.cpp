// Any text as a tyre property file: refused with its line, or finite numbers, each name once, that a formula
// is made of.
#include "scenes/loader/files/tyre_file.h"

#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "physics/vehicle/magic_formula.h"
#include "scenes/loader/convert/tyres.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = scenes::read_tyre("fuzz.tir", fuzz::as_bytes(data, size));
  if (!file) {
    fuzz::require(!file.error().text.empty());
    return 0;
  }
  std::set<std::string> names;
  scene::TyreT tyre;
  for (const scenes::TyreFile::Number& number : file->coefficients) {
    fuzz::require(std::isfinite(number.value) && names.insert(number.name).second);
    auto coefficient = std::make_unique<scene::TyreCoefficientT>();
    coefficient->name = number.name;
    coefficient->value = number.value;
    tyre.magic_formula.push_back(std::move(coefficient));
  }
  for (const std::string& name : file->unused) fuzz::require(!name.empty() && names.count(name) == 0);
  const physics::MagicFormula formula = scenes::magic_formula(tyre);
  fuzz::require(!names.count("PCX1") || std::isfinite(formula.pcx1));
  return 0;
}
