// How long recordings and course records are kept.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "protocol/result.h"

namespace drawbar::server {

struct RetentionOptions {
  double days = 0;               ///< older recordings and attempts go; 0: none does for that
  double gib = 0;                ///< of recordings: when there are more, the oldest go; 0: no limit
  std::filesystem::path folder;  ///< of the recordings; empty: none
  std::string records;           ///< the course records' file; empty: none
  /// Recordings that stay: the running one, what is served or named.
  std::vector<std::filesystem::path> needed;

  bool any() const { return days > 0 || gib > 0; }
};

/// Removes what is no longer to be kept: of recordings (.mcap) only those of drawbar in the folder itself,
/// and none that was written to within the last ten minutes. What went or could not go, a line each.
std::vector<std::string> tidy(const RetentionOptions& options, std::filesystem::file_time_type now);

}  // namespace drawbar::server
