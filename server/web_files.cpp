#include "server/web_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "scenes/course/course_records.h"
#include "scenes/loader/files/folder.h"
#include "server/record/recording_file.h"

namespace drawbar::server {

namespace {

constexpr std::size_t kMostOfAVisual = std::size_t{32} << 20;  ///< bytes

/// `known`: the tag of what the asker has.
Result<VisualFile> read_visual(const std::filesystem::path& folder, const std::string& path,
                               const std::string& known) {
  const auto whole = scenes::path_inside(folder, path);
  if (!whole) return tl::unexpected(whole.error());
  std::error_code gone;
  const auto written = std::filesystem::last_write_time(*whole, gone);
  const auto size = gone ? 0 : std::filesystem::file_size(*whole, gone);
  VisualFile file{{}, fmt::format("\"{:x}-{:x}\"", written.time_since_epoch().count(), size)};
  if (!gone && file.etag == known) return file;
  const auto bytes = scenes::read_file(*whole, kMostOfAVisual);
  if (!bytes) return fail(bytes.error().kind, path + ": " + bytes.error().text);
  file.bytes.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  return file;
}

Result<std::string> read_attempts(const std::string& file, const scenes::AttemptFilter& filter) {
  const auto records = scenes::CourseRecords::open_to_read(file);
  if (!records) return tl::unexpected(records.error());
  const auto rows = records->attempts(filter);
  if (!rows) return tl::unexpected(rows.error());
  return scenes::rows_as_json(*rows);
}

}  // namespace

ReadRecords records_of(std::string file, Background& background) {
  return [file = std::move(file), &background](const scenes::AttemptFilter& filter, const TakeRecords& take) {
    background.run([file, filter](const std::atomic<bool>&) { return read_attempts(file, filter); }, take);
  };
}

ReadRecording recordings_in(std::vector<std::filesystem::path> folders, Background& background) {
  return [folders = std::move(folders), &background](const std::string& name, const TakeRecording& take) {
    background.run([folders, name](const std::atomic<bool>&) { return RecordingFile::find(folders, name); },
                   [&background, take](Result<RecordingFile> found) {
                     if (!found) return take(tl::unexpected(found.error()));
                     const auto file = std::make_shared<RecordingFile>(std::move(*found));
                     take(FileInPieces{
                         file->size(), [&background, file](std::size_t most, auto take_piece) {
                           background.run([file, most](const std::atomic<bool>&) { return file->read(most); },
                                          std::move(take_piece));
                         }});
                   });
  };
}

ReadVisual visuals_of(std::function<const ServedScene&()> scene, Background& background) {
  return [scene = std::move(scene), &background](const std::string& path, const std::string& known,
                                                 const TakeVisual& take) {
    const ServedScene& present = scene();
    if (!std::ranges::binary_search(present.visual_files, path)) {
      take(fail(ErrorKind::wrong, "no visual of the scene has a file of this name"));
      return;
    }
    background.run([folder = present.folder, path,
                    known](const std::atomic<bool>&) { return read_visual(folder, path, known); },
                   take);
  };
}

}  // namespace drawbar::server
