#include "scenes/loader/expand/scene_files.h"

#include <filesystem>
#include <numeric>

namespace drawbar::scenes {
namespace {

/// Of all included files.
constexpr std::size_t kMostBytes = 16u << 20;

}  // namespace

std::size_t values_of(const json::Node& node) {
  return std::accumulate(node.children.begin(), node.children.end(), std::size_t{1},
                         [](std::size_t sum, const json::Node& child) { return sum + values_of(child); });
}

std::string joined_path(const std::string& folder, const std::string& file) {
  // What cannot be a relative path is refused by whoever reads it, in these words.
  if (file.empty() || file.front() == '/' || file.find('\0') != std::string::npos) return file;
  return (std::filesystem::path(folder) / file).lexically_normal().string();
}

const SceneFile* SceneFiles::find(const std::string& folder, const std::string& file, Place at,
                                  const std::string& path) {
  const std::string whole = joined_path(folder, file);
  const auto known = files_.find(whole);
  if (known != files_.end()) return known->second.root.line > 0 ? &known->second : nullptr;
  SceneFile& read = files_[whole];
  read.path = whole;
  read.folder = std::filesystem::path(whole).parent_path().string();
  const auto bytes = read_(whole);
  if (!bytes) {
    errors_.add_at(at, path, bytes.error().text);
    return nullptr;
  }
  bytes_ += bytes->size();
  if (bytes_ > kMostBytes) {
    errors_.add_at(
        at, path,
        "all included files have more than " + std::to_string(kMostBytes) + " bytes; allowed: fewer");
    return nullptr;
  }
  const std::uint16_t source = errors_.source();
  errors_.begin_file(whole);
  const std::size_t before = errors_.count();
  json::Node root = json::parse({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, errors_);
  errors_.go_on_with(source);
  if (errors_.count() > before) return nullptr;
  read.values = values_of(root);
  read.root = std::move(root);
  return &read;
}

}  // namespace drawbar::scenes
