// A hall from its file, checked whole: every station with its address, its place on the machine and its
// command.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"

namespace drawbar::tools {

/// Largest hall file.
inline constexpr std::size_t kMostHallFileBytes = 1u << 20;

struct HallStation {
  std::string name;
  std::uint16_t port = 0;
  std::uint16_t web_port = 0;
  std::optional<std::uint32_t> core;
  bool records_sessions = true;
  bool speaks_tls =
      false;  ///< its TCP and web ports, which then only `drawbar instructor --tls` and browsers reach
  std::filesystem::path folder;      ///< of its recordings and course records
  std::filesystem::path records;     ///< its course records
  std::vector<std::string> command;  ///< drawbard and its options
};

struct Hall {
  std::string name;
  std::string address;           ///< that the stations listen on
  std::filesystem::path tokens;  ///< empty: none
  std::filesystem::path folder;  ///< of the stations' folders
  std::string user;              ///< empty: one that systemd makes up
  std::vector<HallStation> stations;

  /// Where a program on this machine reaches the stations.
  std::string host() const;
};

/// Every error that was found, one per line, each with `name`, line or path, what is wrong and what is
/// allowed. Paths in the text are from `folder`.
Result<Hall> parse_hall(std::string_view text, const std::string& name, const std::filesystem::path& folder);

Result<Hall> load_hall_file(const std::filesystem::path& file);

}  // namespace drawbar::tools
