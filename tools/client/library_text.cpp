#include "tools/client/library_text.h"

#include <fmt/format.h>

#include <vector>

#include "tools/client/shown_text.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

using Strings = const flatbuffers::String*;

std::string json(Strings text) {
  return text == nullptr || text->size() == 0 ? "null" : json_string(text->string_view());
}

std::string json(const control::Text* text) {
  if (text == nullptr) return "null";
  return fmt::format(R"({{"en": {}, "ru": {}}})", json(text->en()), json(text->ru()));
}

std::vector<const stream::SceneFile*> files_of(const stream::Scenes& scenes) {
  std::vector<const stream::SceneFile*> files;
  if (scenes.files() != nullptr) files.assign(scenes.files()->begin(), scenes.files()->end());
  return files;
}

std::vector<const stream::SceneVariant*> variants_of(const stream::SceneFile& file) {
  std::vector<const stream::SceneVariant*> variants;
  if (file.variants() != nullptr) variants.assign(file.variants()->begin(), file.variants()->end());
  return variants;
}

}  // namespace

std::string library_text(const stream::Scenes& scenes) {
  std::string text;
  for (const stream::SceneFile* file : files_of(scenes)) {
    const bool wrong = file->wrong() != nullptr && file->wrong()->size() > 0;
    const std::string title = file->title() == nullptr ? "" : shown(file->title()->en());
    text += fmt::format("{:<32}{:<10}{}\n", shown(file->file()), file->exercise() ? "exercise" : "scene",
                        wrong ? "wrong: " + shown(file->wrong()) : title);
    for (const stream::SceneVariant* variant : variants_of(*file)) {
      const std::string of_variant = variant->title() == nullptr ? "" : shown(variant->title()->en());
      text += fmt::format("  --variant {:<20}{:<10}{}\n", shown(variant->name()), "", of_variant);
    }
  }
  return text;
}

std::string library_json(const stream::Scenes& scenes) {
  std::vector<std::string> entries;
  for (const stream::SceneFile* file : files_of(scenes)) {
    std::vector<std::string> variants;
    for (const stream::SceneVariant* variant : variants_of(*file)) {
      variants.push_back(
          fmt::format(R"({{"name": {}, "title": {}}})", json(variant->name()), json(variant->title())));
    }
    entries.push_back(fmt::format(
        R"({{"file": {}, "exercise": {}, "title": {}, "briefing": {}, "wrong": {}, "variants": [{}]}})",
        json(file->file()), file->exercise(), json(file->title()), json(file->briefing()),
        json(file->wrong()), fmt::join(variants, ", ")));
  }
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

}  // namespace drawbar::tools
