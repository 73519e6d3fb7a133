// "Did you mean ...?" for a word that is none of those allowed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drawbar::scenes {

/// `; did you mean "..."?`, or nothing where no allowed word differs by less than three characters.
std::string nearest_word(std::string_view word, const std::vector<std::string>& allowed);

}  // namespace drawbar::scenes
