// Khronos Group, glTF 2.0 specification: "buffers" and "images" name files by "uri", from the .gltf's own
// folder, coded as in a URL, or hold them ("data:").
#include "scenes/loader/files/visual_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

#include "scenes/loader/files/folder.h"
#include "scenes/loader/text/json.h"
#include "scenes/loader/text/uri.h"

namespace drawbar::scenes {
namespace {

/// Of a .gltf whose further files are looked for. One with all inside may be larger.
constexpr std::size_t kMostGltfBytes = 4u << 20;

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kTypes{{
    {".glb", "model/gltf-binary"},
    {".gltf", "model/gltf+json"},
    {".bin", "application/octet-stream"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".webp", "image/webp"},
}};

std::string ending_of(std::string_view file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

std::string normal(const std::filesystem::path& path) {
  return path.lexically_normal().generic_string();
}

}  // namespace

std::string_view visual_type(std::string_view file) {
  const std::string ending = ending_of(file);
  const auto* found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& type) { return type.first == ending; });
  return found == kTypes.end() ? std::string_view() : found->second;
}

std::vector<std::string> files_of_gltf(std::span<const std::byte> bytes) {
  Diagnostics errors("visual");
  const json::Node root = json::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, errors);
  std::vector<std::string> out;
  if (!errors.empty()) return out;
  for (const char* list : {"buffers", "images"}) {
    const json::Node* things = root.find(list);
    if (things == nullptr) continue;
    for (const json::Node& thing : things->children) {
      const std::string uri = json::member_text(thing, "uri");
      if (!uri.empty() && !uri.starts_with("data:")) out.push_back(percent_decoded(uri));
    }
  }
  return out;
}

std::vector<std::string> visual_files(const scene::SceneT& scene, const std::filesystem::path& folder) {
  std::set<std::string> files;
  for (const auto& body : scene.bodies) {
    for (const auto& shape : body->shapes) {
      const std::string ending = ending_of(shape->visual);
      if (ending == ".glb" || ending == ".gltf") files.insert(normal(shape->visual));
    }
  }
  std::vector<std::string> named;
  for (const std::string& file : files) {
    if (ending_of(file) != ".gltf") continue;
    const auto whole = path_inside(folder, file);
    if (!whole) continue;
    const auto bytes = read_file(*whole, kMostGltfBytes);
    if (!bytes) continue;
    for (const std::string& further : files_of_gltf(*bytes)) {
      if (!visual_type(further).empty())
        named.push_back(normal(std::filesystem::path(file).parent_path() / further));
    }
  }
  files.insert(named.begin(), named.end());
  return {files.begin(), files.end()};
}

}  // namespace drawbar::scenes
