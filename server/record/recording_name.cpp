#include "server/record/recording_name.h"

#include <fmt/chrono.h>

#include <filesystem>

namespace drawbar::server {

bool is_recording_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

std::string recording_name(const std::string& path, const std::string& station,
                           std::chrono::system_clock::time_point now) {
  if (!is_recording_folder(path)) return path;
  // The station's name is free text.
  std::string name = station.empty() ? "session" : station;
  for (char& c : name) {
    if (c == '/' || static_cast<unsigned char>(c) < 0x20) c = '_';
  }
  name += fmt::format("-{:%Y%m%dT%H%M%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
  std::filesystem::path file = std::filesystem::path(path) / (name + ".mcap");
  std::error_code ignored;
  for (int number = 2; std::filesystem::exists(file, ignored); ++number)
    file = std::filesystem::path(path) / (name + "-" + std::to_string(number) + ".mcap");
  return file.string();
}

}  // namespace drawbar::server
