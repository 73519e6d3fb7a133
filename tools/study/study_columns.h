// The columns that every study has beside its parameters and criteria.
#pragma once

#include <array>
#include <string_view>

namespace drawbar::tools {

inline constexpr std::array<std::string_view, 7> kStudyColumns{"variant", "status", "error", "outcome",
                                                               "time",    "score",  "hash"};

}  // namespace drawbar::tools
