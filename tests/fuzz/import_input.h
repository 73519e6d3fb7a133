// Any bytes as a foreign model: an error, or a scene that the loader takes or refuses.
#pragma once

#include "scenes/loader/loader.h"
#include "tests/fuzz/fuzz_input.h"
#include "tools/import/import.h"
#include "tools/import/readers.h"

namespace drawbar::fuzz {

/// Larger files only repeat what smaller ones do, and take longer.
inline constexpr std::size_t kMostImportedLinks = 200;

inline void expect_scene_or_error(Result<import::Model> model, import::Warnings& warnings) {
  if (!model) {
    require(!model.error().text.empty());
    return;
  }
  if (model->links.size() > kMostImportedLinks) return;
  import::ImportOptions options;
  options.input = "fuzz";
  options.output = "fuzz.json";
  model->start.resize(model->joints.size(), 0);
  const import::SceneText scene = import::scene_of(*model, options, warnings);
  const auto loaded = scenes::load_text(scene.text, "fuzz", "/nonexistent");
  require(loaded || !loaded.error().text.empty());
}

/// `read` is called with the bytes as an XML file beside which nothing lies.
template <class Read>
void import_xml(const std::uint8_t* data, std::size_t size, const Read& read) {
  auto file = import::parse_xml({reinterpret_cast<const char*>(data), size}, "/nonexistent/fuzz.xml");
  if (!file) return require(!file.error().text.empty());
  import::Warnings warnings;
  import::FilesBeside files({}, "/nonexistent/fuzz.xml");
  expect_scene_or_error(read(*file, files, warnings), warnings);
}

}  // namespace drawbar::fuzz
