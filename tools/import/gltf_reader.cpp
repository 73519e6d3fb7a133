// glTF 2.0 by tinygltf: shapes and what they look like. The format knows no joints.
#include "tools/import/readers.h"

#ifdef DRAWBAR_HAVE_TINYGLTF
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "scenes/loader/files/folder.h"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include <tiny_gltf.h>
#pragma GCC diagnostic pop
#endif

namespace drawbar::import {

#ifdef DRAWBAR_HAVE_TINYGLTF
namespace {

constexpr std::size_t kMostNodes = 10'000;
constexpr int kMostDepth = 64;
constexpr std::size_t kMostCorners = 4'000'000;

/// Pictures are not looked at.
bool pass_over_picture(tinygltf::Image*, const int, std::string*, std::string*, int, int,
                       const unsigned char*, int, void*) {
  return true;
}

/// Whether brackets of the JSON text are nested deeper than `most`: the library reads them by recursion.
bool is_nested_deeper(std::string_view text, int most) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > most) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

/// The JSON of the file: all of it, or the first chunk of a binary one.
std::string_view json_of(std::span<const std::byte> bytes, bool binary) {
  constexpr std::size_t head = 20;
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!binary) return all;
  if (bytes.size() < head) return {};
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 12, sizeof length);
  return all.substr(head, length);
}

/// One element of an accessor, as far as it lies in its buffer.
class AccessorReader {
 public:
  AccessorReader(const tinygltf::Model& model, int index) {
    if (index < 0 || static_cast<std::size_t>(index) >= model.accessors.size()) return;
    const tinygltf::Accessor& a = model.accessors[static_cast<std::size_t>(index)];
    if (a.sparse.isSparse || a.bufferView < 0 ||
        static_cast<std::size_t>(a.bufferView) >= model.bufferViews.size())
      return;
    const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(a.bufferView)];
    if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= model.buffers.size()) return;
    const std::vector<unsigned char>& data = model.buffers[static_cast<std::size_t>(view.buffer)].data;
    const int stride = a.ByteStride(view);
    const int bytes = tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(a.componentType)) *
                      tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(a.type));
    if (stride <= 0 || bytes <= 0 || a.count == 0 || a.count > kMostCorners) return;
    const std::size_t first = view.byteOffset + a.byteOffset;
    const std::size_t length =
        (a.count - 1) * static_cast<std::size_t>(stride) + static_cast<std::size_t>(bytes);
    if (view.byteOffset > data.size() || a.byteOffset > data.size() || first > data.size() ||
        length > data.size() - first)
      return;
    accessor_ = &a;
    data_ = data.data() + first;
    stride_ = static_cast<std::size_t>(stride);
  }

  /// Elements; 0 where it cannot be read.
  std::size_t count() const { return accessor_ == nullptr ? 0 : accessor_->count; }
  bool is_points() const {
    return accessor_ != nullptr && accessor_->componentType == TINYGLTF_COMPONENT_TYPE_FLOAT &&
           accessor_->type == TINYGLTF_TYPE_VEC3;
  }
  Vec3 point(std::size_t i) const {
    float v[3];
    std::memcpy(v, data_ + i * stride_, sizeof v);
    return {v[0], v[1], v[2]};
  }
  std::uint32_t index(std::size_t i) const {
    const unsigned char* at = data_ + i * stride_;
    if (accessor_->componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE) return *at;
    if (accessor_->componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT) {
      std::uint16_t value = 0;
      std::memcpy(&value, at, sizeof value);
      return value;
    }
    std::uint32_t value = 0;
    if (accessor_->componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT)
      std::memcpy(&value, at, sizeof value);
    return value;
  }

 private:
  const tinygltf::Accessor* accessor_ = nullptr;
  const unsigned char* data_ = nullptr;
  std::size_t stride_ = 0;
};

class GltfReader {
 public:
  GltfReader(const tinygltf::Model& gltf, Place place, Warnings& warnings)
      : gltf_(gltf), place_(std::move(place)), warnings_(warnings) {}

  /// Every node of the scene's top becomes a body; y is up in the file and z in the scene.
  Result<Model> read() {
    model_.source = "glTF";
    const std::size_t scene = gltf_.defaultScene >= 0 ? static_cast<std::size_t>(gltf_.defaultScene) : 0;
    if (scene >= gltf_.scenes.size())
      return fail(ErrorKind::wrong, place_.file + ": has no scene; allowed: one or more");
    const Eigen::Matrix4d up =
        (Eigen::Matrix4d() << 1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1).finished();
    for (const int node : gltf_.scenes[scene].nodes) add_body(node, up);
    if (!error_.empty()) return fail(ErrorKind::wrong, place_.file + ": " + error_);
    warn_of_the_rest();
    return std::move(model_);
  }

 private:
  const tinygltf::Node* node_at(int index) {
    if (index >= 0 && static_cast<std::size_t>(index) < gltf_.nodes.size())
      return &gltf_.nodes[static_cast<std::size_t>(index)];
    error_ = "names a node that is not there";
    return nullptr;
  }

  void add_body(int index, const Eigen::Matrix4d& up) {
    const tinygltf::Node* node = node_at(index);
    if (node == nullptr) return;
    Link link;
    link.name = node->name.empty() ? "node" + std::to_string(index) : node->name;
    link.place = place_;
    const Eigen::Matrix4d own = up * matrix_of(*node);
    if (!own.allFinite()) {
      error_ = "node " + link.name + " has a place that is not finite";
      return;
    }
    link.pose.position = own.topRightCorner<3, 1>();
    std::vector<ColoredMesh> meshes;
    Eigen::Matrix4d local = own;
    local.topRightCorner<3, 1>().setZero();
    add_meshes(*node, local, 0, meshes);
    for (const int child : node->children) add_children(child, local, 1, meshes);
    if (meshes.empty() || !error_.empty()) return;
    const double mass = number_of(node->extras, "mass");
    link.is_static = !(mass > 0);
    Shape shape;
    shape.place = place_;
    shape.geometry.form = Form::mesh;
    shape.geometry.meshes = std::move(meshes);
    link.shapes.push_back(std::move(shape));
    if (mass > 0) link.inertial = Inertial{mass, Vec3::Zero(), Mat3::Zero()};
    model_.links.push_back(std::move(link));
  }

  static double number_of(const tinygltf::Value& extras, const char* name) {
    if (!extras.IsObject() || !extras.Has(name)) return 0;
    const tinygltf::Value& value = extras.Get(name);
    return value.IsNumber() && std::isfinite(value.GetNumberAsDouble()) ? value.GetNumberAsDouble() : 0;
  }

  static Eigen::Matrix4d matrix_of(const tinygltf::Node& node) {
    if (node.matrix.size() == 16) return Eigen::Map<const Eigen::Matrix4d>(node.matrix.data());
    Eigen::Affine3d out = Eigen::Affine3d::Identity();
    if (node.translation.size() == 3)
      out.translate(Vec3(node.translation[0], node.translation[1], node.translation[2]));
    if (node.rotation.size() == 4) {
      const Quat turn(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
      if (turn.norm() > 0) out.rotate(turn.normalized());
    }
    if (node.scale.size() == 3) out.scale(Vec3(node.scale[0], node.scale[1], node.scale[2]));
    return out.matrix();
  }

  void add_children(int index, const Eigen::Matrix4d& outer, int depth, std::vector<ColoredMesh>& out) {
    const tinygltf::Node* node = node_at(index);
    if (node == nullptr) return;
    if (depth > kMostDepth || ++visited_ > kMostNodes) {
      error_ = "its nodes are nested deeper than " + std::to_string(kMostDepth) +
               ", in a ring, or more than " + std::to_string(kMostNodes);
      return;
    }
    const Eigen::Matrix4d own = outer * matrix_of(*node);
    add_meshes(*node, own, depth, out);
    for (const int child : node->children) {
      if (error_.empty()) add_children(child, own, depth + 1, out);
    }
  }

  void add_meshes(const tinygltf::Node& node, const Eigen::Matrix4d& place, int,
                  std::vector<ColoredMesh>& out) {
    if (node.mesh < 0 || static_cast<std::size_t>(node.mesh) >= gltf_.meshes.size()) return;
    for (const tinygltf::Primitive& primitive :
         gltf_.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
      if (primitive.mode != TINYGLTF_MODE_TRIANGLES && primitive.mode != -1) {
        warnings_.add_kind(place_, "mode", "points, lines, strips and fans of a mesh are left out");
        continue;
      }
      ColoredMesh mesh = mesh_of(primitive, place);
      if (!mesh.mesh.triangles.empty()) out.push_back(std::move(mesh));
    }
  }

  ColoredMesh mesh_of(const tinygltf::Primitive& primitive, const Eigen::Matrix4d& place) {
    ColoredMesh out;
    const auto position = primitive.attributes.find("POSITION");
    const AccessorReader points(gltf_, position == primitive.attributes.end() ? -1 : position->second);
    const bool indexed = primitive.indices >= 0;
    const AccessorReader indices(gltf_, primitive.indices);
    corners_ += points.count() + indices.count();
    if (!points.is_points() || (indexed && indices.count() == 0)) {
      warnings_.add_kind(
          place_, "accessor",
          "a mesh whose points cannot be read (sparse, compressed, or beyond its buffer) is left out");
      return out;
    }
    if (corners_ > kMostCorners) {
      error_ = "has more than " + std::to_string(kMostCorners) + " corners";
      return out;
    }
    for (std::size_t i = 0; i < points.count(); ++i) {
      const Vec3 p = (place * points.point(i).homogeneous()).head<3>();
      if (!p.allFinite() || p.cwiseAbs().maxCoeff() > 1e9) {
        error_ = "has a corner that is not finite";
        return out;
      }
      out.mesh.vertices.push_back(p);
    }
    const bool mirrored = place.topLeftCorner<3, 3>().determinant() < 0;
    const std::size_t count = indexed ? indices.count() : points.count();
    for (std::size_t i = 0; i + 2 < count; i += 3) {
      const auto at = [&](std::size_t k) {
        return indexed ? indices.index(k) : static_cast<std::uint32_t>(k);
      };
      const std::array<std::uint32_t, 3> t{at(i), at(mirrored ? i + 2 : i + 1), at(mirrored ? i + 1 : i + 2)};
      if (std::max({t[0], t[1], t[2]}) < out.mesh.vertices.size()) out.mesh.triangles.push_back(t);
    }
    out.color = color_of(primitive.material);
    return out;
  }

  std::string color_of(int material) const {
    if (material < 0 || static_cast<std::size_t>(material) >= gltf_.materials.size()) return {};
    const auto& c = gltf_.materials[static_cast<std::size_t>(material)].pbrMetallicRoughness.baseColorFactor;
    if (c.size() < 3) return {};
    // Linear light to display values.
    const auto byte = [](double part) {
      const double p = std::clamp(part, 0.0, 1.0);
      return std::lround(255 * (p <= 0.0031308 ? 12.92 * p : 1.055 * std::pow(p, 1 / 2.4) - 0.055));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(c[0]), byte(c[1]), byte(c[2]));
  }

  void warn_of_the_rest() {
    const auto warn = [&](bool any, const char* what) {
      if (any) warnings_.add(place_, std::string(what) + " are left out");
    };
    warn(!gltf_.images.empty(), "pictures on surfaces (their colours are taken)");
    warn(!gltf_.animations.empty(), "animations");
    warn(!gltf_.skins.empty(), "skins");
    warn(!gltf_.cameras.empty(), "cameras");
    warn(!gltf_.lights.empty(), "lights");
    for (const std::string& extension : gltf_.extensionsRequired)
      warnings_.add(place_, "extension " + extension + " is not known, though the file needs it");
  }

  const tinygltf::Model& gltf_;
  Place place_;
  Warnings& warnings_;
  Model model_;
  std::size_t visited_ = 0;
  std::size_t corners_ = 0;
  std::string error_;
};

/// Where files lie that a model names, and which of them were read.
struct Beside {
  std::string folder;
  std::vector<std::filesystem::path> read;
};

}  // namespace

Result<Model> read_gltf_bytes(std::span<const std::byte> bytes, const std::string& name,
                              const std::string& folder, Warnings& warnings) {
  const bool binary = bytes.size() >= 4 && std::memcmp(bytes.data(), "glTF", 4) == 0;
  if (bytes.size() > scenes::kMostFileBytes || is_nested_deeper(json_of(bytes, binary), kMostDepth)) {
    return fail(ErrorKind::wrong, name + ": has more than " + std::to_string(scenes::kMostFileBytes) +
                                      " bytes, or is nested deeper than " + std::to_string(kMostDepth));
  }
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(pass_over_picture, nullptr);
  // Files beside the model lie in its folder.
  tinygltf::FsCallbacks files{};
  files.FileExists = [](const std::string& path, void*) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none);
  };
  // The library's own asks a shell.
  files.ExpandFilePath = [](const std::string& path, void*) { return path; };
  files.WriteWholeFile = [](std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
    return false;
  };
  files.ReadWholeFile = [](std::vector<unsigned char>* out, std::string* error, const std::string& path,
                           void* beside) {
    std::error_code none;
    auto& [inside, names] = *static_cast<Beside*>(beside);
    const auto relative =
        std::filesystem::weakly_canonical(path, none)
            .lexically_relative(std::filesystem::weakly_canonical(inside.empty() ? "." : inside, none));
    if (relative.empty() || *relative.begin() == "..") {
      *error += "a file outside its folder";
      return false;
    }
    const auto read = scenes::read_file(path, scenes::kMostFileBytes);
    if (!read) return false;
    names.emplace_back(path);
    const auto* first = reinterpret_cast<const unsigned char*>(read->data());
    out->assign(first, first + read->size());
    return true;
  };
  Beside beside{folder, {}};
  files.user_data = &beside;
  loader.SetFsCallbacks(files);
  tinygltf::Model gltf;
  std::string error;
  std::string warning;
  const auto size = static_cast<unsigned>(bytes.size());
  bool read = false;
  try {
    read = binary ? loader.LoadBinaryFromMemory(&gltf, &error, &warning,
                                                reinterpret_cast<const unsigned char*>(bytes.data()), size,
                                                folder)
                  : loader.LoadASCIIFromString(&gltf, &error, &warning,
                                               reinterpret_cast<const char*>(bytes.data()), size, folder);
  } catch (const std::exception& thrown) {
    error = thrown.what();
  }
  if (!read) {
    std::replace(error.begin(), error.end(), '\n', ' ');
    return fail(ErrorKind::wrong, name + ": is not a glTF file that tinygltf reads: " + error);
  }
  auto model = GltfReader(gltf, {name, 0}, warnings).read();
  if (model) model->files = std::move(beside.read);
  return model;
}

Result<Model> read_gltf(const std::filesystem::path& file, Warnings& warnings) {
  const auto bytes = scenes::read_file(file, scenes::kMostFileBytes);
  if (!bytes) return fail(bytes.error().kind, file.string() + ": " + bytes.error().text);
  return read_gltf_bytes(*bytes, file.string(), file.parent_path().string(), warnings);
}

#else

Result<Model> read_gltf_bytes(std::span<const std::byte>, const std::string& name, const std::string&,
                              Warnings&) {
  return fail(
      ErrorKind::environment,
      name + ": this build of drawbar reads no glTF: it was built without tinygltf (libtinygltf-dev)");
}

Result<Model> read_gltf(const std::filesystem::path& file, Warnings& warnings) {
  return read_gltf_bytes({}, file.string(), {}, warnings);
}

#endif

}  // namespace drawbar::import
