#include "tools/import/visual_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>

#ifdef DRAWBAR_HAVE_TINYGLTF
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include <tiny_gltf.h>
#pragma GCC diagnostic pop
#endif

namespace drawbar::import {
namespace {

/// A surface of revolution about z: rings of (radius, height) from below to above.
Mesh revolved(const std::vector<std::array<double, 2>>& rings, int segments) {
  Mesh mesh;
  for (const auto& [radius, height] : rings) {
    for (int i = 0; i < segments; ++i) {
      const double angle = 2 * std::numbers::pi * i / segments;
      mesh.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), height});
    }
  }
  const auto at = [&](std::size_t ring, int i) {
    return static_cast<std::uint32_t>(ring * static_cast<std::size_t>(segments)) +
           static_cast<std::uint32_t>(i % segments);
  };
  for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
    for (int i = 0; i < segments; ++i) {
      if (rings[r][0] > 0) mesh.triangles.push_back({at(r, i), at(r, i + 1), at(r + 1, i)});
      if (rings[r + 1][0] > 0) mesh.triangles.push_back({at(r, i + 1), at(r + 1, i + 1), at(r + 1, i)});
    }
  }
  return mesh;
}

Mesh ball(double radius, double half_length, int segments) {
  std::vector<std::array<double, 2>> rings;
  const int half = segments / 4;
  for (int side : {-1, 1}) {
    for (int i = 0; i <= half; ++i) {
      const double angle = std::numbers::pi / 2 * (side < 0 ? i - half : i) / half;
      const bool pole = (side < 0 && i == 0) || (side > 0 && i == half);
      rings.push_back({pole ? 0 : radius * std::cos(angle), side * half_length + radius * std::sin(angle)});
    }
  }
  return revolved(rings, segments);
}

Mesh box_of(const Vec3& size) {
  Mesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign((corner & 1) != 0 ? 0.5 : -0.5, (corner & 2) != 0 ? 0.5 : -0.5,
                    (corner & 4) != 0 ? 0.5 : -0.5);
    mesh.vertices.push_back(size.cwiseProduct(sign));
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

#ifdef DRAWBAR_HAVE_TINYGLTF

template <class T>
int add_accessor(tinygltf::Model& model, const std::vector<T>& values, int component, int type,
                 std::size_t count, int target) {
  std::vector<unsigned char>& data = model.buffers[0].data;
  tinygltf::BufferView view;
  view.buffer = 0;
  view.byteOffset = data.size();
  view.byteLength = values.size() * sizeof(T);
  view.target = target;
  data.resize(data.size() + view.byteLength);
  std::memcpy(data.data() + view.byteOffset, values.data(), view.byteLength);
  model.bufferViews.push_back(view);
  tinygltf::Accessor accessor;
  accessor.bufferView = static_cast<int>(model.bufferViews.size()) - 1;
  accessor.componentType = component;
  accessor.type = type;
  accessor.count = count;
  model.accessors.push_back(accessor);
  return static_cast<int>(model.accessors.size()) - 1;
}

/// Display values to linear light, as the format has them.
double linear(int byte) {
  const double c = byte / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

int add_material(tinygltf::Model& model, const std::string& color) {
  tinygltf::Material material;
  std::vector<double> base{0.6, 0.6, 0.6, 1};
  if (color.size() == 7) {
    for (std::size_t i = 0; i < 3; ++i)
      base[i] = linear(static_cast<int>(std::strtol(color.substr(1 + 2 * i, 2).c_str(), nullptr, 16)));
  }
  material.pbrMetallicRoughness.baseColorFactor = base;
  material.pbrMetallicRoughness.metallicFactor = 0;
  model.materials.push_back(material);
  return static_cast<int>(model.materials.size()) - 1;
}

/// Every triangle with corners of its own, so that edges look sharp.
void add_mesh(tinygltf::Model& model, const ColoredMesh& from) {
  std::vector<float> positions;
  std::vector<float> normals;
  Eigen::AlignedBox3f box;
  for (const auto& t : from.mesh.triangles) {
    const Vec3& a = from.mesh.vertices[t[0]];
    const Vec3 normal = (from.mesh.vertices[t[1]] - a).cross(from.mesh.vertices[t[2]] - a);
    const double length = normal.norm();
    if (!(length > 0)) continue;
    for (const std::uint32_t corner : t) {
      const Eigen::Vector3f p = from.mesh.vertices[corner].cast<float>();
      const Eigen::Vector3f n = (normal / length).cast<float>();
      box.extend(p);
      positions.insert(positions.end(), p.data(), p.data() + 3);
      normals.insert(normals.end(), n.data(), n.data() + 3);
    }
  }
  if (positions.empty()) return;
  tinygltf::Primitive primitive;
  const std::size_t count = positions.size() / 3;
  const int at = add_accessor(model, positions, TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3, count,
                              TINYGLTF_TARGET_ARRAY_BUFFER);
  model.accessors.back().minValues = {box.min().x(), box.min().y(), box.min().z()};
  model.accessors.back().maxValues = {box.max().x(), box.max().y(), box.max().z()};
  primitive.attributes["POSITION"] = at;
  primitive.attributes["NORMAL"] = add_accessor(model, normals, TINYGLTF_COMPONENT_TYPE_FLOAT,
                                                TINYGLTF_TYPE_VEC3, count, TINYGLTF_TARGET_ARRAY_BUFFER);
  primitive.material = add_material(model, from.color);
  primitive.mode = TINYGLTF_MODE_TRIANGLES;
  tinygltf::Mesh mesh;
  mesh.primitives.push_back(primitive);
  model.meshes.push_back(mesh);
  tinygltf::Node node;
  node.mesh = static_cast<int>(model.meshes.size()) - 1;
  model.nodes.push_back(node);
  model.scenes[0].nodes.push_back(static_cast<int>(model.nodes.size()) - 1);
}

#endif

}  // namespace

std::vector<ColoredMesh> triangles_of(const Shape& shape, int segments) {
  const Geometry& g = shape.geometry;
  switch (g.form) {
    case Form::sphere:
      return {{ball(g.radius, 0, segments), shape.color}};
    case Form::capsule:
      return {{ball(g.radius, g.length / 2, segments), shape.color}};
    case Form::cylinder: {
      const double h = g.length / 2;
      return {{revolved({{0, -h}, {g.radius, -h}, {g.radius, h}, {0, h}}, segments), shape.color}};
    }
    case Form::box:
      return {{box_of(g.size), shape.color}};
    case Form::mesh: {
      std::vector<ColoredMesh> out = g.meshes;
      for (ColoredMesh& mesh : out) {
        if (!shape.color.empty()) mesh.color = shape.color;
      }
      return out;
    }
    case Form::plane:
    case Form::grid:
      return {};
  }
  return {};
}

Geometry ellipsoid(const Vec3& half_axes) {
  Geometry out;
  out.form = Form::mesh;
  ColoredMesh mesh{ball(1, 0, 24), {}};
  for (Vec3& v : mesh.mesh.vertices) v = v.cwiseProduct(half_axes);
  out.meshes.push_back(std::move(mesh));
  return out;
}

Geometry cone(double radius, double length) {
  Geometry out;
  out.form = Form::mesh;
  out.meshes.push_back({revolved({{0, -length / 2}, {radius, -length / 2}, {0, length / 2}}, 24), {}});
  return out;
}

#ifdef DRAWBAR_HAVE_TINYGLTF

bool writes_visuals() {
  return true;
}

Result<void> write_visual(const std::filesystem::path& file, const std::vector<ColoredMesh>& meshes) {
  tinygltf::Model model;
  model.asset.version = "2.0";
  model.asset.generator = "drawbar import";
  model.buffers.emplace_back();
  model.scenes.emplace_back();
  model.defaultScene = 0;
  for (const ColoredMesh& mesh : meshes) add_mesh(model, mesh);
  if (model.buffers[0].data.empty()) {
    model.buffers.clear();
    // A scene of no nodes would be written as null, which glTF does not allow.
    model.nodes.emplace_back().name = "nothing";
    model.scenes[0].nodes.push_back(0);
  }
  std::ofstream out(file, std::ios::binary);
  tinygltf::TinyGLTF writer;
  if (!out || !writer.WriteGltfSceneToStream(&model, out, false, true) || !out.flush())
    return fail(ErrorKind::environment, file.string() + ": cannot be written");
  return {};
}

#else

bool writes_visuals() {
  return false;
}

Result<void> write_visual(const std::filesystem::path&, const std::vector<ColoredMesh>&) {
  return {};
}

#endif

}  // namespace drawbar::import
