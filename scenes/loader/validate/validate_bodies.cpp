// Materials, mass properties, poses and shapes.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

#include "physics/contact/convex_hull.h"
#include "physics/model/state.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/geometry.h"
#include "scenes/loader/convert/limits.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

/// Figures rounded to three digits may break the triangle inequality of a flat or slender body by this much.
constexpr double kInertiaRounding = 3e-3;
/// Height of a triangle over its longest edge, at the least: single precision gives thinner ones no normal.
constexpr double kNeedle = 1e-6;
/// The table of pairs grows with the square.
constexpr std::size_t kMostMaterials = 256;

bool is_usable(double value) {
  return std::abs(value) <= kLargestNumber;
}
bool is_usable(const scene::Vec3& v) {
  return is_usable(v.x()) && is_usable(v.y()) && is_usable(v.z());
}

void check_inertia(const scene::Inertia& inertia, const std::string& path, Diagnostics& errors) {
  const Eigen::SelfAdjointEigenSolver<physics::Mat3> solver(to_matrix(inertia), Eigen::EigenvaluesOnly);
  const physics::Vec3 principal = solver.eigenvalues();  // increasing
  const std::string found = "found principal moments " + number_text(principal[0]) + ", " +
                            number_text(principal[1]) + ", " + number_text(principal[2]);
  if (!(principal[0] >= kSmallestPositive)) {
    errors.add(path, found + "; allowed: each above 0 (kg m^2)");
  } else if (principal[2] > (principal[0] + principal[1]) + kInertiaRounding * principal[2]) {
    errors.add(
        path,
        found +
            ", which no distribution of mass has; allowed: the largest is at most the sum of the two others");
  }
}

void check_size(const scene::Vec3& size, const std::string& path, Diagnostics& errors) {
  const double edges[] = {size.x(), size.y(), size.z()};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(edges[i] >= kSmallestLength)) {
      errors.add(element(path, i), "found " + number_text(edges[i]) + "; allowed: an edge above 0 (m)");
    }
  }
}

void check_convex(const scene::ShapeT& shape, const std::string& path, Diagnostics& errors) {
  const std::string points_path = member(path, "points");
  if (shape.points.empty())
    return errors.add(path, "the field \"points\" is missing; allowed: points, or file");
  if (!std::all_of(shape.points.begin(), shape.points.end(),
                   [](const scene::Vec3& v) { return is_usable(v); })) {
    return errors.add(points_path, "a coordinate is not finite or too large; allowed: finite numbers (m)");
  }
  std::vector<physics::Vec3> points;
  for (const scene::Vec3& v : shape.points) points.push_back(to_vec3(v));
  const physics::ConvexHullData hull = physics::convex_hull(points);
  if (hull.error == physics::HullError::none) return;
  errors.add(points_path, std::string(physics::describe(hull.error)) + "; allowed: 4 to " +
                              std::to_string(physics::kMaxHullPoints) + " points that span a volume");
}

void check_mesh(const scene::ShapeT& shape, const std::string& path, Diagnostics& errors) {
  if (shape.vertices.empty() || shape.triangles.empty()) {
    return errors.add(path, "a mesh without triangles; allowed: vertices and triangles, or file");
  }
  for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
    if (!is_usable(shape.vertices[i])) {
      return errors.add(element(member(path, "vertices"), i),
                        "a coordinate is not finite or too large; allowed: finite numbers (m)");
    }
  }
  for (std::size_t i = 0; i < shape.triangles.size(); ++i) {
    const scene::Triangle& t = shape.triangles[i];
    const std::string triangle_path = element(member(path, "triangles"), i);
    if (std::max({t.a(), t.b(), t.c()}) >= shape.vertices.size()) {
      return errors.add(triangle_path, "names a vertex that is not there; allowed: 0 to " +
                                           std::to_string(shape.vertices.size() - 1));
    }
    const physics::Vec3 a = to_vec3(shape.vertices[t.a()]);
    const physics::Vec3 b = to_vec3(shape.vertices[t.b()]);
    const physics::Vec3 c = to_vec3(shape.vertices[t.c()]);
    const double twice_area = (b - a).cross(c - a).norm();
    const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    if (!(twice_area > 0)) {
      return errors.add(triangle_path,
                        "a triangle without area; allowed: three corners that are not in line");
    }
    if (twice_area < kNeedle * longest) {
      return errors.add(triangle_path,
                        "a needle, too thin to have a normal; allowed: triangles at least a millionth of "
                        "their longest edge high");
    }
  }
}

void check_heightfield(const scene::ShapeT& shape, const std::string& path, Diagnostics& errors) {
  const bool inline_heights = !shape.heights.empty();
  if (!inline_heights && shape.samples.empty())
    return errors.add(path, "a heightfield without samples; allowed: file, or heights");
  if (inline_heights && !shape.samples.empty())
    return errors.add(path, "heights given beside samples; allowed: one of the two");
  if (!shape.columns || !shape.rows)
    return errors.add(path, "heights need the fields \"columns\" and \"rows\"");
  const std::uint64_t count = std::uint64_t{*shape.columns} * *shape.rows;
  const std::size_t given = inline_heights ? shape.heights.size() : shape.samples.size();
  if (count > kMostTerrainSamples) {
    return errors.add(path, "has " + std::to_string(count) + " samples; allowed: at most " +
                                std::to_string(kMostTerrainSamples));
  }
  if (given != count) {
    return errors.add(
        path, "has " + std::to_string(given) + " heights; allowed: columns x rows, " + std::to_string(count));
  }
  if (inline_heights &&
      !std::all_of(shape.heights.begin(), shape.heights.end(), [](double h) { return is_usable(h); })) {
    return errors.add(member(path, "heights"),
                      "a height is not finite or too large; allowed: finite numbers (m)");
  }
  if (inline_heights && (shape.min_height || shape.max_height)) {
    return errors.add(path,
                      "min_height and max_height scale the samples of a file; allowed: not beside heights");
  }
  if (!inline_heights && (!shape.min_height || !shape.max_height)) {
    return errors.add(path, "the samples of a file need the fields \"min_height\" and \"max_height\" (m)");
  }
  if (!inline_heights && !(*shape.min_height <= *shape.max_height)) {
    return errors.add(member(path, "max_height"), "is below min_height; allowed: at least min_height");
  }
}

void check_map(const scene::ShapeT& shape, const std::string& path, const Names& names, Diagnostics& errors) {
  if (shape.map.empty() && shape.map_materials.empty()) return;
  if (shape.map.empty() || shape.map_materials.empty()) {
    return errors.add(path, shape.map.empty()
                                ? "map_materials given without a map; allowed: with map_file, or map"
                                : "a map needs the field \"map_materials\", the names its cells stand for");
  }
  for (std::size_t i = 0; i < shape.map_materials.size(); ++i) {
    if (names.material(shape.map_materials[i])) continue;
    errors.add(element(member(path, "map_materials"), i), names.no_such_material(shape.map_materials[i]));
  }
  const std::uint64_t count = std::uint64_t{*shape.columns - 1} * (*shape.rows - 1);
  if (shape.map.size() != count) {
    return errors.add(member(path, "map"), "has " + std::to_string(shape.map.size()) +
                                               " cells; allowed: (columns - 1) x (rows - 1), " +
                                               std::to_string(count));
  }
  const std::uint8_t most = *std::max_element(shape.map.begin(), shape.map.end());
  if (most >= shape.map_materials.size()) {
    errors.add(member(path, "map"), "has a cell of " + std::to_string(most) +
                                        "; allowed: places in map_materials, 0 to " +
                                        std::to_string(shape.map_materials.size() - 1));
  }
}

void check_shape(const scene::BodyT& body, const scene::ShapeT& shape, const std::string& path,
                 const Names& names, Diagnostics& errors) {
  if (!shape.material.empty() && !names.material(shape.material)) {
    errors.add(member(path, "material"), names.no_such_material(shape.material));
  }
  if (is_for_static_bodies(shape.type) && is_free(body)) {
    errors.add(member(path, "type"), std::string(scene::EnumNameShapeType(shape.type)) +
                                         " on a moving body; allowed: on a body with \"static\": true");
  }
  check_color(shape.color, member(path, "color"), errors);
  if (shape.sensor && shape.belt) {
    errors.add(member(path, "belt"), "on a sensor, which moves nothing; allowed: one of the two");
  }
  if (shape.orientation) check_orientation(*shape.orientation, member(path, "orientation"), errors);
  if (shape.size) check_size(*shape.size, member(path, "size"), errors);
  if (shape.normal && !(vec3_or_zero(shape.normal).squaredNorm() >= kSmallestLength * kSmallestLength)) {
    errors.add(member(path, "normal"), "has no length; allowed: any vector of length above 0");
  }
  if (shape.type == scene::ShapeType::convex) check_convex(shape, path, errors);
  if (shape.type == scene::ShapeType::mesh) check_mesh(shape, path, errors);
  if (shape.type == scene::ShapeType::heightfield) check_heightfield(shape, path, errors);
  if (errors.clean(path)) check_map(shape, path, names, errors);
}

void check_body(const scene::BodyT& body, const std::string& path, const Names& names, Diagnostics& errors) {
  if (body.inertia) check_inertia(*body.inertia, member(path, "inertia"), errors);
  if (body.orientation) check_orientation(*body.orientation, member(path, "orientation"), errors);
  const double linear = std::sqrt(vec3_or_zero(body.linear_velocity).squaredNorm());
  const double angular = std::sqrt(vec3_or_zero(body.angular_velocity).squaredNorm());
  const bool moves = linear > 0 || angular > 0;
  const auto check_speed = [&](double speed, const char* name, const char* unit) {
    if (speed < physics::kFastest) return;
    errors.add(member(path, name),
               number_text(speed) + unit + "; allowed: below " + number_text(physics::kFastest));
  };
  check_speed(linear, "linear_velocity", " m/s");
  check_speed(angular, "angular_velocity", " rad/s");
  if (body.static_ && moves) errors.add(path, "a static body with a velocity; allowed: none");
  if (!is_free(body) && body.drag_area > 0) {
    errors.add(member(path, "drag_area"), "on a body that no force moves; allowed: 0");
  }
  if (body.drag_center && !(body.drag_area > 0)) {
    errors.add(member(path, "drag_center"), "given without drag_area; allowed with: drag_area");
  }
  if (body.motion) validate_motion(body, path, names, errors);
  for (std::size_t i = 0; i < body.shapes.size(); ++i) {
    const std::string shape_path = element(member(path, "shapes"), i);
    if (errors.clean(shape_path)) check_shape(body, *body.shapes[i], shape_path, names, errors);
  }
}

}  // namespace

void validate_bodies(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  if (scene.bodies.empty() && errors.clean("bodies") && errors.clean(""))
    errors.add("bodies", "is empty; allowed: at least one body");
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    check_body(*scene.bodies[i], element("bodies", i), names, errors);
  }
}

void validate_groups(const scene::SceneT& scene, Diagnostics& errors) {
  std::set<std::string> groups;
  for (const auto& body : scene.bodies) {
    if (!body->group.empty()) groups.insert(body->group);
  }
  if (groups.size() > kMostGroups) {
    errors.add("bodies", "belong to " + std::to_string(groups.size()) + " groups; allowed: at most " +
                             std::to_string(kMostGroups));
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const std::vector<std::string>& passed = scene.bodies[i]->passes_through;
    for (std::size_t k = 0; k < passed.size(); ++k) {
      if (groups.count(passed[k]) > 0) continue;
      errors.add(element(member(element("bodies", i), "passes_through"), k),
                 "no body is in the group \"" + passed[k] + "\"; allowed: a group of some body");
    }
  }
}

void validate_materials(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  if (scene.materials.size() > kMostMaterials) {
    errors.add("materials", "has " + std::to_string(scene.materials.size()) + " entries; allowed: at most " +
                                std::to_string(kMostMaterials));
  }
  for (std::size_t i = 0; i < scene.materials.size(); ++i) {
    check_color(scene.materials[i]->color, member(element("materials", i), "color"), errors);
    if (scene.materials[i]->damping && !scene.materials[i]->stiffness) {
      errors.add(member(element("materials", i), "damping"),
                 "given without stiffness; allowed with: stiffness");
    }
  }
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < scene.material_pairs.size(); ++i) {
    const std::string path = member(element("material_pairs", i), "materials");
    const std::vector<std::string>& pair = scene.material_pairs[i]->materials;
    if (!errors.clean(element("material_pairs", i))) continue;
    if (pair.size() != 2) {
      errors.add(path, "has " + std::to_string(pair.size()) + " names; allowed: two");
      continue;
    }
    for (std::size_t k = 0; k < 2; ++k) {
      if (!names.material(pair[k])) {
        errors.warn(element(path, k), names.no_such_material(pair[k]) + "; the pair never applies");
      }
    }
    if (!seen.insert(std::minmax(pair[0], pair[1])).second)
      errors.add(path, "this pair is listed before; allowed: once");
  }
}

}  // namespace drawbar::scenes
