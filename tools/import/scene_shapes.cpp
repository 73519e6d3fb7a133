#include "tools/import/scene_shapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenes/loader/text/json.h"
#include "scenes/loader/text/number_text.h"
#include "tools/import/convex_pieces.h"
#include "tools/import/visual_file.h"

namespace drawbar::import {
namespace {

using scenes::number_text;
using scenes::json::in_quotes;

/// Smallest edge or radius of a shape, m.
constexpr double kThinnestEdge = 1e-6;

bool is_same_form(const Shape& a, const Shape& b) {
  const Geometry& g = a.geometry;
  const Geometry& h = b.geometry;
  return g.form == h.form && g.form != Form::mesh && g.radius == h.radius && g.length == h.length &&
         g.size == h.size && a.pose.position.isApprox(b.pose.position, 1e-9) &&
         a.pose.orientation.isApprox(b.pose.orientation, 1e-9);
}

/// The shape that touches and looks like `seen`: itself, or one of the same form in the same place.
const Shape* touching_twin(const Link& link, const Shape& seen) {
  if (seen.touches) return &seen;
  for (const Shape& shape : link.shapes) {
    if (shape.touches && is_same_form(shape, seen)) return &shape;
  }
  return nullptr;
}

/// Whether what touches shows all there is to see.
bool shows_itself(const Link& link) {
  return std::all_of(link.shapes.begin(), link.shapes.end(), [&](const Shape& s) {
    return !s.seen || s.geometry.form == Form::plane || s.geometry.form == Form::grid ||
           (touching_twin(link, s) != nullptr && s.geometry.form != Form::mesh);
  });
}

/// All that is seen of the link, in its axes.
std::vector<ColoredMesh> seen_of(const Link& link) {
  std::vector<ColoredMesh> out;
  for (const Shape& shape : link.shapes) {
    if (!shape.seen) continue;
    for (ColoredMesh& mesh : triangles_of(shape)) {
      for (Vec3& v : mesh.mesh.vertices) v = shape.pose * v;
      out.push_back(std::move(mesh));
    }
  }
  return out;
}

std::vector<ColoredMesh> in_axes_of(const Pose& pose, std::vector<ColoredMesh> meshes) {
  const Pose back = pose.inverse();
  for (ColoredMesh& mesh : meshes) {
    for (Vec3& v : mesh.mesh.vertices) v = back * v;
  }
  return meshes;
}

std::string points_text(const std::vector<Vec3>& points) {
  std::string text;
  for (const Vec3& p : points)
    text += (text.empty() ? "[" : ", ") + fmt::format("[{:.7g}, {:.7g}, {:.7g}]", p.x(), p.y(), p.z());
  return text + "]";
}

std::string grid_text(const Grid& grid) {
  std::string heights;
  for (const double h : grid.heights) heights += (heights.empty() ? "" : ", ") + short_text(h);
  return fmt::format(
      "\"type\": \"heightfield\", \"columns\": {}, \"rows\": {}, \"spacing\": {}, \"heights\": [{}]",
      grid.columns, grid.rows, number_text(grid.spacing), heights);
}

bool has_volume(const Geometry& g) {
  switch (g.form) {
    case Form::sphere:
      return g.radius > kThinnestEdge;
    case Form::box:
      return g.size.minCoeff() > kThinnestEdge;
    case Form::capsule:
    case Form::cylinder:
      return g.radius > kThinnestEdge && g.length > kThinnestEdge;
    case Form::plane:
    case Form::mesh:
    case Form::grid:
      return true;
  }
  return true;
}

}  // namespace

std::string Surfaces::name_of(const Surface& surface) const {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.first == surface; });
  return found == list.end() ? std::string{} : found->second;
}

std::string vec_text(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", number_text(v.x()), number_text(v.y()), number_text(v.z()));
}

std::string quat_text(const Quat& q) {
  return fmt::format("[{}, {}, {}, {}]", number_text(q.w()), number_text(q.x()), number_text(q.y()),
                     number_text(q.z()));
}

std::string short_text(double value) {
  return fmt::format("{:.6g}", value);
}

std::string short_vec_text(const Vec3& v) {
  return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v.x(), v.y(), v.z());
}

void SceneShapes::add_pieces(const Link& link, const Shape& shape, bool hull_only,
                             std::vector<Piece>& pieces) {
  const Geometry& g = shape.geometry;
  const auto add = [&](std::string members) { pieces.push_back({std::move(members), shape.pose}); };
  if (!has_volume(g)) {
    warnings_.add_kind(shape.place, "volume",
                       "a shape of link " + link.name + " has no volume and is left out");
    return;
  }
  if ((g.form == Form::plane || g.form == Form::grid) && !link.is_static) {
    warnings_.add_kind(shape.place, "ground",
                       "a plane or height field on link " + link.name +
                           ", which moves, is left out: a scene has them on static bodies");
    return;
  }
  switch (g.form) {
    case Form::sphere:
      return add("\"type\": \"sphere\", \"radius\": " + number_text(g.radius));
    case Form::box:
      return add("\"type\": \"box\", \"size\": " + vec_text(g.size));
    case Form::capsule:
      return add("\"type\": \"capsule\", \"radius\": " + number_text(g.radius) +
                 ", \"length\": " + number_text(g.length));
    case Form::cylinder:
      return add("\"type\": \"cylinder\", \"radius\": " + number_text(g.radius) +
                 ", \"length\": " + number_text(g.length));
    case Form::plane:
      return add("\"type\": \"plane\", \"normal\": " + vec_text(shape.pose.orientation * Vec3::UnitZ()));
    case Form::grid:
      return add(grid_text(*g.grid));
    case Form::mesh:
      break;
  }
  std::vector<std::vector<Vec3>> all;
  if (hull_only) {
    all.push_back(hull_corners(g.meshes));
  } else {
    all = convex_pieces(g.meshes);
  }
  for (const std::vector<Vec3>& piece : all) add("\"type\": \"convex\", \"points\": " + points_text(piece));
}

std::string SceneShapes::color_of(const Link& link, const Shape& shape) const {
  if (!shape.color.empty()) return shape.color;
  for (const Shape& other : link.shapes) {
    if (other.seen && touching_twin(link, other) == &shape && !other.color.empty()) return other.color;
  }
  if (shape.geometry.form == Form::mesh && !shape.geometry.meshes.empty())
    return shape.geometry.meshes[0].color;
  return {};
}

std::string SceneShapes::text(const Link& link, const std::string& file) {
  const bool felt =
      std::any_of(link.shapes.begin(), link.shapes.end(), [](const Shape& s) { return s.touches; });
  const bool by_file = felt ? !shows_itself(link)
                            : std::any_of(link.shapes.begin(), link.shapes.end(),
                                          [](const Shape& s) { return s.geometry.form == Form::mesh; });
  std::string out;
  bool first = true;
  for (const Shape& shape : link.shapes) {
    if (felt && !shape.touches) continue;
    std::vector<Piece> pieces;
    add_pieces(link, shape, !felt, pieces);
    for (const Piece& piece : pieces) {
      std::string members = piece.members;
      members += ", \"position\": " + vec_text(piece.pose.position);
      if (shape.geometry.form != Form::plane && !piece.pose.orientation.isApprox(Quat::Identity(), 0))
        members += ", \"orientation\": " + quat_text(piece.pose.orientation);
      if (shape.touches) members += ", \"material\": " + in_quotes(surfaces_.name_of(shape.surface));
      if (const std::string color = color_of(link, shape); !color.empty())
        members += ", \"color\": " + in_quotes(color);
      if (by_file && writes_visuals()) {
        const std::string path = folder_ + "/" + (first ? file : "nothing") + ".glb";
        if (first) visuals_[path] = in_axes_of(piece.pose, seen_of(link));
        if (!first) visuals_[path];
        members += ", \"visual\": " + in_quotes(path);
      }
      out += (out.empty() ? "[\n        { " : ",\n        { ") + members + " }";
      first = false;
    }
  }
  return out.empty() ? out : out + " ]";
}

}  // namespace drawbar::import
