#include "scenes/exercise/library.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/files/folder.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {
namespace {

std::string text_of(const json::Node& object, std::string_view member) {
  const json::Node* found = object.find(member);
  return found != nullptr && found->kind == json::Kind::string ? found->text : std::string();
}

Words words_of(const json::Node& object, std::string_view member) {
  const json::Node* found = object.find(member);
  if (found == nullptr) return {};
  return {text_of(*found, "en"), text_of(*found, "ru")};
}

std::span<const json::Node> children_of(const json::Node& object, std::string_view member) {
  const json::Node* found = object.find(member);
  if (found == nullptr) return {};
  return found->children;
}

/// Nothing: neither a scene nor an exercise.
std::optional<LibraryFile> look_at(const std::filesystem::path& path) {
  LibraryFile file;
  file.name = path.filename().string();
  const auto bytes = read_file(path, kMostExerciseFileBytes);
  if (!bytes) {
    file.wrong = bytes.error().text;
    return file;
  }
  Diagnostics errors(file.name);
  const json::Node root = json::parse({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, errors);
  if (!errors.empty()) {
    file.wrong = errors.error().text;
    return file;
  }
  const bool has_bodies = root.find("bodies") != nullptr;
  if (!has_bodies && root.find("scene") == nullptr) return std::nullopt;
  file.is_exercise = !has_bodies;
  if (!file.is_exercise) {
    file.title = {text_of(root, "name"), ""};
    const json::Node* console = root.find("console");
    if (console != nullptr) file.briefing = {text_of(*console, "task"), text_of(*console, "task_ru")};
    if (file.briefing.en.empty()) file.briefing.en = text_of(root, "description");
    return file;
  }
  file.title = words_of(root, "title");
  file.briefing = words_of(root, "briefing");
  for (const json::Node& variant : children_of(root, "variants"))
    file.variants.push_back({text_of(variant, "name"), words_of(variant, "title")});
  for (const json::Node& quantity : children_of(root, "quantities")) {
    if (std::string recording = text_of(quantity, "recording"); !recording.empty())
      file.recordings.push_back(std::move(recording));
  }
  return file;
}

}  // namespace

std::vector<LibraryFile> list_library(const std::filesystem::path& folder) {
  std::vector<LibraryFile> files;
  std::error_code ignored;  // a folder that cannot be read has nothing to offer
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() != ".json" || !entry.is_regular_file(ignored)) continue;
    if (auto file = look_at(entry.path())) files.push_back(std::move(*file));
  }
  std::ranges::sort(files, {}, &LibraryFile::name);
  return files;
}

}  // namespace drawbar::scenes
