#include "scenes/loader/loader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "physics/formulations/registry.h"
#include "protocol/scene_bfbs_generated.h"
#include "scenes/cigi/mapping.h"
#include "scenes/loader/build/build.h"
#include "scenes/loader/build/build_effects.h"
#include "scenes/loader/convert/names.h"
#include "scenes/loader/expand/expand.h"
#include "scenes/loader/files/folder.h"
#include "scenes/loader/load_tree.h"
#include "scenes/loader/resolve/resolve.h"
#include "scenes/loader/schema/buffer_tree.h"
#include "scenes/loader/schema/schema.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/schema/tree_buffer.h"
#include "scenes/loader/text/json.h"
#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

/// Of files inside the scene's folder.
ReadSceneFile reader_of(SceneFolder& folder) {
  return [&folder](const std::string& path) -> Result<std::vector<std::byte>> {
    const auto whole = path_inside(folder.path, path);
    if (!whole) return tl::unexpected(whole.error());
    auto bytes = read_file(*whole, kMostSceneFileBytes);
    if (!bytes) bytes.error().text = json::in_quotes(path) + " " + bytes.error().text;
    folder.read.push_back(*whole);
    return bytes;
  };
}

/// A tree without errors of the schema as the schema's object.
std::optional<scene::SceneT> object_of(const json::Node& root, Diagnostics& errors) {
  const auto buffer =
      buffer_of(root, {scene::SceneBinarySchema::data(), scene::SceneBinarySchema::size()}, errors);
  if (!buffer) return std::nullopt;
  scene::SceneT scene;
  scene::GetScene(buffer->data())->UnPackTo(&scene);
  return scene;
}

/// Resolves and validates; every error found goes to `errors`.
void complete(scene::SceneT& scene, SceneFolder* folder, Diagnostics& errors) {
  inline_files(scene, folder, errors);
  start_rolling(scene, errors);
  fill_defaults(scene, errors);
  const Names names(scene, errors);
  validate(scene, names, errors);
  if (const auto formulation = formulation_of(scene.formulation); !formulation) {
    errors.add("formulation", formulation.error().text);
  }
}

/// Effects and what image generators are told are checked against what the scene becomes.
void check_against_world(const scene::SceneT& scene, Diagnostics& errors) {
  if ((scene.effects.empty() && !scene.cigi) || !errors.empty()) return;
  Diagnostics none("");
  physics::WorldConfig world = world_config(scene, Names(scene, none));
  add_effects(scene, world, errors);
  if (scene.cigi) cigi_mapping(scene.cigi.get(), world, errors);
}

}  // namespace

Result<LoadedScene> load_file(const std::filesystem::path& file, const LoadOptions& options) {
  const auto bytes = read_file(file, kMostSceneFileBytes);
  if (!bytes) return fail(bytes.error().kind, file.string() + ": " + bytes.error().text);
  const std::filesystem::path folder =
      file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  auto loaded = load_text({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string(),
                          folder, options);
  if (loaded) loaded->files.push_back(file);
  return loaded;
}

Result<LoadedScene> load_text(std::string_view text, const std::string& name,
                              const std::filesystem::path& folder, const LoadOptions& options) {
  Diagnostics errors(name);
  json::Node root = json::parse(text, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  return load_tree(std::move(root), name, folder, options);
}

Result<LoadedScene> load_tree(json::Node root, const std::string& name, const std::filesystem::path& folder,
                              const LoadOptions& options) {
  Diagnostics errors(name);
  errors.set_tree(&root);
  // An editor finds the JSON Schema by this field; it is not part of the scene.
  std::erase_if(root.children, [](const json::Node& child) {
    return child.name == "$schema" && child.kind == json::Kind::string;
  });
  std::vector<Explained> explained;
  SceneFolder files{folder};
  const Expansion expansion{options.parameters, options.read ? options.read : reader_of(files),
                            options.explain ? &explained : nullptr};
  expand(root, scene_schema(), expansion, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  check_against_schema(root, scene_schema(), errors);
  if (errors.full()) return tl::unexpected(errors.error());
  std::optional<scene::SceneT> scene = object_of(root, errors);
  if (scene) {
    complete(*scene, &files, errors);
    check_against_world(*scene, errors);
  }
  if (!errors.empty()) return tl::unexpected(errors.error());
  const std::vector<std::byte> buffer = packed_scene(*scene);
  if (buffer.size() > kMostSceneBufferBytes) {
    return fail(ErrorKind::wrong, name + ": the scene with its files takes " + std::to_string(buffer.size()) +
                                      " bytes; allowed: at most " + std::to_string(kMostSceneBufferBytes));
  }
  auto loaded = load_buffer(buffer, name);
  if (!loaded) return loaded;
  loaded->warnings = errors.warnings();
  loaded->explained = std::move(explained);
  std::ranges::sort(files.read);
  const auto others = std::unique(files.read.begin(), files.read.end());
  files.read.erase(others, files.read.end());
  loaded->files = std::move(files.read);
  return loaded;
}

Result<LoadedScene> load_buffer(std::span<const std::byte> buffer, const std::string& name) {
  constexpr flatbuffers::uoffset_t kMostDepth = 16;
  constexpr flatbuffers::uoffset_t kMostTables = 500'000;
  if (buffer.size() > kMostSceneBufferBytes) {
    return fail(ErrorKind::wrong, name + ": a scene of " + std::to_string(buffer.size()) +
                                      " bytes; allowed: at most " + std::to_string(kMostSceneBufferBytes));
  }
  LoadedScene loaded;
  // The copy is aligned, which the verifier and every reader of doubles rely on.
  loaded.buffer.assign(buffer.begin(), buffer.end());
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(loaded.buffer.data()),
                                 loaded.buffer.size(), kMostDepth, kMostTables);
  if (!scene::VerifySceneBuffer(verifier))
    return fail(ErrorKind::wrong, name + ": is not a scene buffer (protocol/scene.fbs)");
  const scene::Scene& binary = *scene::GetScene(loaded.buffer.data());
  Diagnostics errors(name);
  std::optional<json::Node> tree =
      tree_of(reinterpret_cast<const flatbuffers::Table&>(binary), scene_schema());
  if (!tree) return fail(ErrorKind::wrong, name + ": elements of a list are not aligned to their size");
  check_against_schema(*tree, scene_schema(), errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  binary.UnPackTo(&loaded.scene);
  complete(loaded.scene, nullptr, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  Diagnostics none(name);
  loaded.world = world_config(loaded.scene, Names(loaded.scene, none));
  add_effects(loaded.scene, loaded.world, errors);
  if (loaded.scene.cigi) cigi_mapping(loaded.scene.cigi.get(), loaded.world, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  if (const auto reason = physics::unsupported(loaded.world)) {
    errors.add("", *reason);
    return tl::unexpected(errors.error());
  }
  return loaded;
}

Result<LoadedScene> load_scene(const scene::SceneT& scene, const std::string& name) {
  return load_buffer(packed_scene(scene), name);
}

std::vector<std::byte> packed_scene(const scene::SceneT& scene) {
  flatbuffers::FlatBufferBuilder builder;
  scene::FinishSceneBuffer(builder, scene::Scene::Pack(builder, &scene));
  const auto* begin = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
  return {begin, begin + builder.GetSize()};
}

}  // namespace drawbar::scenes
