// Tyre property files (.tir): coefficients of the Magic Formula, and what else they say of a tyre.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"

namespace drawbar::scenes {

struct TyreFile {
  struct Number {
    std::string name;
    double value = 0;
  };
  std::vector<Number>
      coefficients;  ///< FITTYP and those of physics::MagicFormula that the file gives, in its order
  std::optional<double> vertical_stiffness;  ///< N/m
  std::optional<double> vertical_damping;    ///< N s/m
  std::optional<double> rolling_resistance;  ///< QSY1
  std::optional<double> rolling_deflection;  ///< from BREFF, DREFF and FREFF, at the nominal load
  std::vector<std::string> unused;  ///< names of numbers other than 0 that nothing is made of, in its order
};

/// Lines `NAME = value`, sections in brackets, comments after $ or !; numbers in SI units and radians. A file
/// without a version that is known (FITTYP) is refused. The error's text does not name the file.
Result<TyreFile> read_tyre(std::string_view name, std::span<const std::byte> bytes);

}  // namespace drawbar::scenes
