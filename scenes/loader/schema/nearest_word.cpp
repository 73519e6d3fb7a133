#include "scenes/loader/schema/nearest_word.h"

#include <algorithm>

namespace drawbar::scenes {
namespace {

/// Number of single-character edits between two words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string>& allowed) {
  constexpr std::size_t kLongestName = 40;
  if (word.size() > kLongestName) return {};
  const std::string* best = nullptr;
  std::size_t best_distance = 3;
  for (const std::string& candidate : allowed) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  return best != nullptr ? "; did you mean \"" + *best + "\"?" : std::string{};
}

}  // namespace drawbar::scenes
