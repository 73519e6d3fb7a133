// Khronos Group, glTF 2.0 specification: a header, one chunk of JSON, one of binary data. Nodes place meshes,
// a mesh's primitives name accessors, an accessor is a range of a view of the binary data.
#include "scenes/loader/files/glb_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "scenes/loader/convert/convert.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {
namespace {

using json::Kind;
using json::Node;
using physics::Mat3;
using physics::Vec3;

constexpr std::uint32_t kMagic = 0x46546C67, kJson = 0x4E4F534A, kBinary = 0x004E4942;
constexpr std::size_t kHeader = 12, kChunkHeader = 8;
constexpr int kFloat = 5126, kByte = 5121, kShort = 5123, kInt = 5125;  // componentType
constexpr int kTriangles = 4;                                           // mode
constexpr int kDeepestNode = 64;

using Bytes = std::span<const std::byte>;

template <class Number>
Number number_at(Bytes bytes, std::size_t at) {
  Number value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

struct Placement {
  Mat3 turn = Mat3::Identity();  ///< and scale
  Vec3 shift = Vec3::Zero();
};

/// A whole number at least 0 and below `limit`, or nothing.
std::optional<std::size_t> whole(const Node* node, std::size_t limit) {
  if (node == nullptr || node->kind != Kind::number) return std::nullopt;
  if (!(node->number >= 0 && node->number < static_cast<double>(limit))) return std::nullopt;
  if (std::floor(node->number) != node->number) return std::nullopt;
  return static_cast<std::size_t>(node->number);
}

/// Numbers of an array member into `out`, all finite; false if it is there and not that.
template <std::size_t N>
bool numbers(const Node* node, std::array<double, N>& out) {
  if (node == nullptr) return true;
  if (node->kind != Kind::array || node->children.size() != N) return false;
  for (std::size_t i = 0; i < N; ++i) {
    if (node->children[i].kind != Kind::number) return false;
    out[i] = node->children[i].number;
  }
  return true;
}

class GlbReader {
 public:
  GlbReader(const Node& root, Bytes binary, double scale) : root_(root), binary_(binary), scale_(scale) {}

  /// What is wrong, or nothing.
  std::optional<std::string> read(MeshFile& out) {
    const std::size_t scene =
        root_.find("scene") != nullptr ? whole(root_.find("scene"), kMost).value_or(kMost) : 0;
    const Node* described = element("scenes", scene);
    if (described == nullptr) return "names no scene of its own";
    const Node* roots = described->find("nodes");
    if (roots != nullptr && roots->kind == Kind::array) {
      for (const Node& node : roots->children) {
        if (!place(&node, {}, 0, out)) return error_;
      }
    }
    if (out.triangles.empty()) return "holds no triangles";
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kMost = 1'000'000;
  struct Range {
    std::size_t first = 0;   // byte
    std::size_t stride = 0;  // bytes
    std::size_t count = 0;
    int component = 0;
  };

  bool fail_with(const char* what) {
    error_ = what;
    return false;
  }
  const Node* element(const char* list, std::optional<std::size_t> index) const {
    const Node* array = root_.find(list);
    if (array == nullptr || array->kind != Kind::array || !index || *index >= array->children.size())
      return nullptr;
    const Node& found = array->children[*index];
    return found.kind == Kind::object ? &found : nullptr;
  }

  bool place(const Node* index, const Placement& parent, int depth, MeshFile& out) {
    const Node* node = element("nodes", whole(index, kMost));
    if (node == nullptr || depth > kDeepestNode || ++placed_ > kMost)
      return fail_with("has nodes that are not there, or go round in circles");
    Placement own;
    if (!placement(*node, own))
      return fail_with("has a node whose matrix, rotation, translation or scale is not one");
    const Placement world{parent.turn * own.turn, parent.turn * own.shift + parent.shift};
    if (const Node* mesh = node->find("mesh"); mesh != nullptr && !add_mesh(mesh, world, out)) return false;
    const Node* children = node->find("children");
    if (children == nullptr) return true;
    return std::all_of(children->children.begin(), children->children.end(),
                       [&](const Node& child) { return place(&child, world, depth + 1, out); });
  }

  static bool placement(const Node& node, Placement& out) {
    if (const Node* matrix = node.find("matrix"); matrix != nullptr) {
      std::array<double, 16> m{};
      if (!numbers(matrix, m)) return false;
      out.turn << m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10];
      out.shift = Vec3(m[12], m[13], m[14]);
      return true;
    }
    std::array<double, 4> q{0, 0, 0, 1};
    std::array<double, 3> shift{}, scale{1, 1, 1};
    if (!numbers(node.find("rotation"), q) || !numbers(node.find("translation"), shift) ||
        !numbers(node.find("scale"), scale))
      return false;
    const physics::Quat turn(q[3], q[0], q[1], q[2]);
    if (!(std::fabs(turn.squaredNorm() - 1) < 1e-3)) return false;
    out.turn = turn.normalized().toRotationMatrix() * Vec3(scale[0], scale[1], scale[2]).asDiagonal();
    out.shift = Vec3(shift[0], shift[1], shift[2]);
    return true;
  }

  bool add_mesh(const Node* index, const Placement& world, MeshFile& out) {
    const Node* mesh = element("meshes", whole(index, kMost));
    const Node* primitives = mesh != nullptr ? mesh->find("primitives") : nullptr;
    if (primitives == nullptr) return fail_with("names a mesh that is not there");
    return std::all_of(primitives->children.begin(), primitives->children.end(),
                       [&](const Node& primitive) { return add_primitive(primitive, world, out); });
  }

  bool add_primitive(const Node& primitive, const Placement& world, MeshFile& out) {
    const Node* mode = primitive.find("mode");
    if (mode != nullptr && mode->number != kTriangles) return true;  // points, lines and strips
    const Node* attributes = primitive.find("attributes");
    const auto corners = range(attributes != nullptr ? attributes->find("POSITION") : nullptr, "VEC3", 3);
    if (!corners || corners->component != kFloat)
      return fail_with("has a mesh without corners of three floats");
    const std::size_t first = out.vertices.size();
    const Node* list = primitive.find("indices");
    const auto indices = range(list, "SCALAR", 1);
    if (list != nullptr && (!indices || indices->component == kFloat))
      return fail_with("has a mesh whose indices are not there");
    const std::size_t count = indices ? indices->count : corners->count;
    if (first + corners->count > kMostMeshElements || out.triangles.size() + count / 3 > kMostMeshElements) {
      return fail_with("has too many vertices or faces; allowed: 300000 of each");
    }
    for (std::size_t i = 0; i < corners->count; ++i) {
      const std::size_t at = corners->first + i * corners->stride;
      const Vec3 corner(number_at<float>(binary_, at), number_at<float>(binary_, at + 4),
                        number_at<float>(binary_, at + 8));
      const Vec3 placed = scale_ * (world.turn * corner + world.shift);
      if (!placed.allFinite()) return fail_with("has a vertex that is not three finite numbers");
      out.vertices.push_back(to_schema(placed));
    }
    const bool mirrored = world.turn.determinant() < 0;
    for (std::size_t i = 0; i + 2 < count; i += 3) {
      std::array<std::size_t, 3> corner{i, i + 1, i + 2};
      if (indices)
        std::transform(corner.begin(), corner.end(), corner.begin(),
                       [&](std::size_t k) { return index_at(*indices, k); });
      if (*std::max_element(corner.begin(), corner.end()) >= corners->count)
        return fail_with("has a face of vertices that are not there");
      if (mirrored) std::swap(corner[1], corner[2]);
      const auto vertex = [&](std::size_t k) { return static_cast<std::uint32_t>(first + corner[k]); };
      out.triangles.emplace_back(vertex(0), vertex(1), vertex(2));
    }
    return true;
  }

  std::size_t index_at(const Range& indices, std::size_t place) const {
    const std::size_t at = indices.first + place * indices.stride;
    if (indices.component == kByte) return number_at<std::uint8_t>(binary_, at);
    if (indices.component == kShort) return number_at<std::uint16_t>(binary_, at);
    return number_at<std::uint32_t>(binary_, at);
  }

  /// The accessor's bytes, all of which are there; nothing if they are not, or it is of another type.
  std::optional<Range> range(const Node* index, std::string_view type, std::size_t components) const {
    const Node* accessor = element("accessors", whole(index, kMost));
    if (accessor == nullptr || accessor->find("sparse") != nullptr) return std::nullopt;
    const Node* view = element("bufferViews", whole(accessor->find("bufferView"), kMost));
    const Node* of = accessor->find("type");
    const auto component = whole(accessor->find("componentType"), 10000);
    if (view == nullptr || of == nullptr || of->text != type || !component) return std::nullopt;
    std::size_t size = 0;
    if (*component == kFloat || *component == kInt) size = 4;
    if (*component == kShort) size = 2;
    if (*component == kByte) size = 1;
    const std::size_t limit = binary_.size() + 1;
    const auto given = [&](const Node* table, const char* name, std::size_t otherwise) {
      const Node* member = table->find(name);
      return member == nullptr ? std::optional(otherwise) : whole(member, limit);
    };
    const auto in_buffer = given(view, "byteOffset", 0), in_view = given(accessor, "byteOffset", 0);
    const auto stride = given(view, "byteStride", size * components);
    const auto length = whole(view->find("byteLength"), limit), count = whole(accessor->find("count"), limit);
    if (size == 0 || whole(view->find("buffer"), 1) != 0u || !in_buffer || !in_view || !stride || !length ||
        !count)
      return std::nullopt;
    const std::size_t last = *count > 0 ? (*count - 1) * *stride + size * components : 0;
    if (*in_view + last > *length || *in_buffer + *length > binary_.size()) return std::nullopt;
    return Range{*in_buffer + *in_view, *stride, *count, static_cast<int>(*component)};
  }

  const Node& root_;
  Bytes binary_;
  double scale_;
  std::size_t placed_ = 0;
  std::string error_;
};

}  // namespace

Result<MeshFile> read_glb(std::span<const std::byte> bytes, double scale) {
  const auto wrong = [](std::string what) { return fail(ErrorKind::wrong, std::move(what)); };
  if (bytes.size() < kHeader || number_at<std::uint32_t>(bytes, 0) != kMagic ||
      number_at<std::uint32_t>(bytes, 4) != 2) {
    return wrong("is not binary glTF of version 2");
  }
  std::string_view text;
  Bytes binary;
  for (std::size_t at = kHeader; at + kChunkHeader <= bytes.size();) {
    const std::size_t length = number_at<std::uint32_t>(bytes, at);
    const auto kind = number_at<std::uint32_t>(bytes, at + 4);
    at += kChunkHeader;
    if (length > bytes.size() - at) return wrong("ends within a chunk");
    const Bytes chunk = bytes.subspan(at, length);
    if (kind == kJson && text.empty()) text = {reinterpret_cast<const char*>(chunk.data()), chunk.size()};
    if (kind == kBinary && binary.empty()) binary = chunk;
    at += length;
  }
  Diagnostics errors("its JSON");
  const Node root = json::parse(text, errors);
  if (!errors.empty()) return wrong("holds JSON that cannot be read: " + errors.error().text);
  if (root.kind != Kind::object) return wrong("holds no glTF");
  MeshFile mesh;
  if (auto what = GlbReader(root, binary, scale).read(mesh)) return wrong(std::move(*what));
  return mesh;
}

}  // namespace drawbar::scenes
