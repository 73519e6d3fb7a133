// What `drawbar doctor` finds: one property of this machine or network, whether it is well, and what to do
// about it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace drawbar::tools {

enum class Verdict {
  good,
  notice,  ///< works, though worse than it could
  bad,     ///< something that was asked about does not work
};

struct Finding {
  std::string what;  ///< "real-time priority", ...
  Verdict verdict = Verdict::good;
  std::string found;                                    ///< one line
  std::string remedy;                                   ///< one line; empty where all is good
  std::vector<std::pair<std::string, double>> figures;  ///< by name, with the unit in it
};

}  // namespace drawbar::tools
