// Which values a study tries: the same for the same file, on every machine.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study/study_generated.h"

namespace drawbar::tools {

/// Most variants of a study.
inline constexpr std::size_t kMostVariants = 1'000'000;

/// Number of variants; more than kMostVariants where there are that many, without an exact count.
std::size_t variant_count(const study::StudyT& study);

/// The values of every variant, parameters in their order. `study` must be checked. Latin hypercube as of
/// McKay, Beckman and Conover, Technometrics 21 (1979) 239; random numbers are SplitMix64 of seed and
/// parameter.
std::vector<std::vector<double>> variants_of(const study::StudyT& study);

}  // namespace drawbar::tools
