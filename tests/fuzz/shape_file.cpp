// Any bytes as a file that a shape names: its first byte tells the kind. An error, or triangles of vertices
// that exist, or as many samples as its size says.
#include <algorithm>

#include "scenes/loader/files/mesh_file.h"
#include "scenes/loader/files/terrain_file.h"
#include "scenes/loader/files/visual_files.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

namespace {

void read_mesh(const char* name, protocol::BytesView bytes) {
  const auto mesh = scenes::read_mesh(name, bytes, 0.5);
  if (!mesh) return fuzz::require(!mesh.error().text.empty());
  fuzz::require(std::ranges::all_of(mesh->triangles, [&](const scene::Triangle& triangle) {
    return std::max({triangle.a(), triangle.b(), triangle.c()}) < mesh->vertices.size();
  }));
}

void read_terrain(const char* name, protocol::BytesView bytes, std::optional<scenes::TerrainSize> wanted) {
  const auto terrain = scenes::read_terrain(name, bytes, wanted);
  if (!terrain) return fuzz::require(!terrain.error().text.empty());
  fuzz::require(terrain->samples.size() == std::size_t{terrain->size.columns} * terrain->size.rows);
}

void read_map(protocol::BytesView bytes) {
  const auto map = scenes::read_material_map("map.png", bytes);
  if (!map) return fuzz::require(!map.error().text.empty());
  fuzz::require(map->cells.size() == std::size_t{map->size.columns} * map->size.rows);
}

void read_gltf(protocol::BytesView bytes) {
  for (const std::string& file : scenes::files_of_gltf(bytes)) fuzz::require(!file.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const protocol::BytesView bytes = fuzz::as_bytes(data, size).subspan(1);
  // Beside the kinds below, so that inputs that are kept stay what they are.
  if (data[0] == 255) {
    read_gltf(bytes);
    return 0;
  }
  switch (data[0] % 6) {
    case 0:
      read_mesh("part.obj", bytes);
      break;
    case 1:
      read_mesh("part.glb", bytes);
      break;
    case 2:
      read_terrain("hills.png", bytes, std::nullopt);
      break;
    case 3:
      read_terrain("hills.png", bytes, scenes::TerrainSize{3, 2});
      break;
    case 4:
      read_terrain("hills.raw", bytes, scenes::TerrainSize{3, 2});
      break;
    default:
      read_map(bytes);
      break;
  }
  return 0;
}
