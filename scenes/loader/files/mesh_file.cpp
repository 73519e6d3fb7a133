#include "scenes/loader/files/mesh_file.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "scenes/loader/files/glb_file.h"

namespace drawbar::scenes {
namespace {

std::string_view next_word(std::string_view& line) {
  const std::size_t start = line.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return {};
  const std::size_t end = std::min(line.find_first_of(" \t\r", start), line.size());
  const std::string_view word = line.substr(start, end - start);
  line.remove_prefix(end);
  return word;
}

std::optional<scene::Vec3> vertex(std::string_view line, double scale) {
  double xyz[3] = {};
  for (double& coordinate : xyz) {
    const std::string_view word = next_word(line);
    const auto result = std::from_chars(word.data(), word.data() + word.size(), coordinate);
    if (result.ec != std::errc{} || result.ptr != word.data() + word.size() || !std::isfinite(coordinate))
      return std::nullopt;
    coordinate *= scale;
  }
  return scene::Vec3(xyz[0], xyz[1], xyz[2]);
}

/// Vertex index of a face corner such as "7", "7/1", "7//3" or "-1"; nothing if it names no vertex so far.
std::optional<std::uint32_t> corner(std::string_view word, std::size_t vertices) {
  const std::string_view number = word.substr(0, word.find('/'));
  long long index = 0;
  const auto result = std::from_chars(number.data(), number.data() + number.size(), index);
  if (result.ec != std::errc{} || result.ptr != number.data() + number.size()) return std::nullopt;
  const auto count = static_cast<long long>(vertices);
  const long long zero_based = index < 0 ? count + index : index - 1;
  if (zero_based < 0 || zero_based >= count) return std::nullopt;
  return static_cast<std::uint32_t>(zero_based);
}

bool add_face(MeshFile& mesh, std::string_view line) {
  std::vector<std::uint32_t> corners;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    const auto index = corner(word, mesh.vertices.size());
    if (!index) return false;
    corners.push_back(*index);
  }
  for (std::size_t i = 2; i < corners.size(); ++i)
    mesh.triangles.emplace_back(corners[0], corners[i - 1], corners[i]);
  return corners.size() >= 3;
}

}  // namespace

Result<MeshFile> read_mesh(std::string_view name, std::span<const std::byte> bytes, double scale) {
  if (name.ends_with(".glb")) return read_glb(bytes, scale);
  if (!name.ends_with(".obj")) {
    return fail(ErrorKind::wrong,
                "is of a kind that is not supported; allowed: .obj (Wavefront), .glb (binary glTF)");
  }
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  MeshFile mesh;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto broken = [&](const char* what) {
      return fail(ErrorKind::wrong, "line " + std::to_string(number) + ": " + what);
    };
    const std::string_view word = next_word(line);
    if (word == "v") {
      const auto v = vertex(line, scale);
      if (!v) return broken("a vertex that is not three finite numbers");
      mesh.vertices.push_back(*v);
    } else if (word == "f" && !add_face(mesh, line)) {
      return broken("a face that is not three or more vertices given before it");
    }
    if (mesh.vertices.size() > kMostMeshElements || mesh.triangles.size() > kMostMeshElements) {
      return broken("too many vertices or faces; allowed: 300000 of each");
    }
  }
  if (mesh.vertices.empty()) return fail(ErrorKind::wrong, "holds no vertices");
  return mesh;
}

}  // namespace drawbar::scenes
