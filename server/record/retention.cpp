#include "server/record/retention.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <system_error>

#include "scenes/course/course_records.h"

namespace drawbar::server {

namespace {

namespace fs = std::filesystem;
using Days = std::chrono::duration<double, std::ratio<86'400>>;

constexpr double kGiB = 1024.0 * 1024 * 1024;
/// Somebody may be writing it.
constexpr auto kFresh = std::chrono::minutes(10);

struct Recording {
  fs::path path;
  fs::file_time_type written;
  std::uintmax_t bytes = 0;
};

/// Whether a file begins as our recordings do: MCAP's magic, and a header record with our profile.
bool is_ours(const fs::path& path) {
  constexpr std::string_view kMagic("\x89MCAP0\r\n\x01", 9);
  constexpr std::string_view kProfile("\x07\0\0\0drawbar", 11);
  constexpr std::size_t kProfileAt = kMagic.size() + 8;  // behind the record's length
  std::array<char, kProfileAt + kProfile.size()> head{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(head.data(), head.size())) return false;
  const std::string_view text(head.data(), head.size());
  return text.starts_with(kMagic) && text.substr(kProfileAt) == kProfile;
}

bool is_needed(const RetentionOptions& options, const fs::path& path) {
  return std::ranges::any_of(options.needed, [&](const fs::path& needed) {
    std::error_code ignored;
    return fs::equivalent(needed, path, ignored);
  });
}

/// The oldest first.
std::vector<Recording> recordings(const RetentionOptions& options) {
  std::vector<Recording> found;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(options.folder, failed)) {
    std::error_code gone;
    const bool is_file = entry.path().extension() == ".mcap" && entry.is_regular_file(gone);
    if (!is_file || !is_ours(entry.path())) continue;
    const Recording recording{entry.path(), entry.last_write_time(gone), entry.file_size(gone)};
    if (!gone) found.push_back(recording);
  }
  std::ranges::sort(found, {}, &Recording::written);
  return found;
}

void tidy_recordings(const RetentionOptions& options, fs::file_time_type now,
                     std::vector<std::string>& told) {
  std::vector<Recording> found = recordings(options);
  double bytes = 0;
  for (const Recording& recording : found) bytes += static_cast<double>(recording.bytes);
  for (const Recording& recording : found) {
    const auto age = now - recording.written;
    const bool too_old = options.days > 0 && age > Days(options.days);
    const bool too_much = options.gib > 0 && bytes > options.gib * kGiB;
    if ((!too_old && !too_much) || age < kFresh || is_needed(options, recording.path)) continue;
    std::error_code failed;
    fs::remove(recording.path, failed);
    if (failed) {
      told.push_back(fmt::format("{} cannot be removed: {}", recording.path.string(), failed.message()));
      continue;
    }
    bytes -= static_cast<double>(recording.bytes);
    told.push_back(
        too_old ? fmt::format("{} removed: older than {:g} days", recording.path.string(), options.days)
                : fmt::format("{} removed: the recordings took more than {:g} GiB", recording.path.string(),
                              options.gib));
  }
}

void tidy_records(const RetentionOptions& options, std::vector<std::string>& told) {
  if (options.days <= 0 || options.records.empty()) return;
  const auto first = std::chrono::system_clock::now() -
                     std::chrono::duration_cast<std::chrono::system_clock::duration>(Days(options.days));
  auto records = scenes::CourseRecords::open(options.records);
  if (!records) {
    told.push_back(records.error().text);
    return;
  }
  const auto erased = records->erase_before(
      fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(first))));
  if (!erased) {
    told.push_back(erased.error().text);
  } else if (*erased > 0) {
    told.push_back(
        fmt::format("{}: {} attempts older than {:g} days erased", options.records, *erased, options.days));
  }
}

}  // namespace

std::vector<std::string> tidy(const RetentionOptions& options, fs::file_time_type now) {
  std::vector<std::string> told;
  if (!options.any()) return told;
  if (!options.folder.empty()) tidy_recordings(options, now, told);
  tidy_records(options, told);
  return told;
}

}  // namespace drawbar::server
