// Terrain, mesh and tyre files become numbers inside the scene.
#include "scenes/loader/files/folder.h"
#include "scenes/loader/files/mesh_file.h"
#include "scenes/loader/files/terrain_file.h"
#include "scenes/loader/files/tyre_file.h"
#include "scenes/loader/resolve/resolve.h"

namespace drawbar::scenes {
namespace {

/// The file's bytes, or nothing after an error.
std::optional<std::vector<std::byte>> read(SceneFolder* folder, const std::string& file,
                                           const std::string& path, Diagnostics& errors) {
  if (folder == nullptr) {
    errors.add(path, "names a file; allowed here: everything inline");
    return std::nullopt;
  }
  const auto whole = path_inside(folder->path, file);
  if (!whole) {
    errors.add(path, whole.error().text);
    return std::nullopt;
  }
  auto bytes = read_file(*whole, kMostFileBytes);
  if (!bytes) {
    errors.add(path, "\"" + file + "\" " + bytes.error().text);
    return std::nullopt;
  }
  folder->read.push_back(*whole);
  return std::move(*bytes);
}

void inline_terrain(scene::ShapeT& shape, const std::string& path, const std::vector<std::byte>& bytes,
                    Diagnostics& errors) {
  const auto wanted =
      shape.columns && shape.rows ? std::optional(TerrainSize{*shape.columns, *shape.rows}) : std::nullopt;
  auto terrain = read_terrain(shape.file, bytes, wanted);
  if (!terrain) return errors.add(member(path, "file"), "\"" + shape.file + "\" " + terrain.error().text);
  shape.samples = std::move(terrain->samples);
  shape.columns = terrain->size.columns;
  shape.rows = terrain->size.rows;
  shape.file.clear();
}

void inline_map(scene::ShapeT& shape, const std::string& path, SceneFolder* folder, Diagnostics& errors) {
  const std::string at = member(path, "map_file");
  if (!shape.map.empty()) return errors.add(at, "given beside map; allowed: one of the two");
  const auto bytes = read(folder, shape.map_file, at, errors);
  if (!bytes) return;
  auto map = read_material_map(shape.map_file, *bytes);
  if (!map) return errors.add(at, "\"" + shape.map_file + "\" " + map.error().text);
  // Which cell is whose rests on the number of columns; a wrong number of rows shows in the number of cells.
  if (shape.columns && map->size.columns + 1 != *shape.columns) {
    return errors.add(at, "\"" + shape.map_file + "\" is " + std::to_string(map->size.columns) +
                              " pixels wide; allowed: columns - 1, " + std::to_string(*shape.columns - 1));
  }
  shape.map = std::move(map->cells);
  shape.map_file.clear();
}

void inline_mesh(scene::ShapeT& shape, const std::string& path, const std::vector<std::byte>& bytes,
                 Diagnostics& errors) {
  auto mesh = read_mesh(shape.file, bytes, shape.file_scale.value_or(1.0));
  if (!mesh) return errors.add(member(path, "file"), "\"" + shape.file + "\" " + mesh.error().text);
  if (shape.type == scene::ShapeType::convex) {
    shape.points = std::move(mesh->vertices);
  } else {
    shape.vertices = std::move(mesh->vertices);
    shape.triangles = std::move(mesh->triangles);
  }
  shape.file_scale.reset();
  shape.file.clear();
}

void inline_shape(scene::ShapeT& shape, const std::string& path, SceneFolder* folder, Diagnostics& errors) {
  if (!shape.visual.empty() && folder != nullptr) {
    const auto visual = path_inside(folder->path, shape.visual);
    if (visual) {
      folder->read.push_back(*visual);
    } else {
      errors.add(member(path, "visual"), visual.error().text);
    }
  }
  if (shape.file.empty()) {
    if (!shape.map_file.empty()) inline_map(shape, path, folder, errors);
    if (shape.file_scale) errors.add(member(path, "file_scale"), "given without file; allowed with: file");
    return;
  }
  const bool has_data = !shape.points.empty() || !shape.vertices.empty() || !shape.triangles.empty() ||
                        !shape.heights.empty() || !shape.samples.empty();
  if (has_data) return errors.add(member(path, "file"), "given beside inline data; allowed: one of the two");
  const auto bytes = read(folder, shape.file, member(path, "file"), errors);
  if (!bytes) return;
  if (shape.type == scene::ShapeType::heightfield) {
    inline_terrain(shape, path, *bytes, errors);
    if (!shape.map_file.empty()) inline_map(shape, path, folder, errors);
  } else {
    inline_mesh(shape, path, *bytes, errors);
  }
}

void inline_tyre(scene::TyreT& tyre, const std::string& path, SceneFolder* folder, Diagnostics& errors) {
  if (tyre.file.empty()) return;
  const std::string at = member(path, "file");
  if (!tyre.magic_formula.empty())
    return errors.add(at, "given beside magic_formula; allowed: one of the two");
  const auto bytes = read(folder, tyre.file, at, errors);
  if (!bytes) return;
  const auto file = read_tyre(tyre.file, *bytes);
  if (!file) return errors.add(at, "\"" + tyre.file + "\" " + file.error().text);
  for (const TyreFile::Number& number : file->coefficients) {
    auto coefficient = std::make_unique<scene::TyreCoefficientT>();
    coefficient->name = number.name;
    coefficient->value = number.value;
    tyre.magic_formula.push_back(std::move(coefficient));
  }
  const auto take = [](flatbuffers::Optional<double>& field, const std::optional<double>& value) {
    if (!field.has_value() && value) field = *value;
  };
  take(tyre.vertical_stiffness, file->vertical_stiffness);
  take(tyre.vertical_damping, file->vertical_damping);
  take(tyre.rolling_resistance, file->rolling_resistance);
  take(tyre.rolling_deflection, file->rolling_deflection);
  if (!file->unused.empty()) {
    std::string list;
    for (const std::string& name : file->unused) list += (list.empty() ? "" : ", ") + name;
    errors.warn(at, "of \"" + tyre.file + "\" is not used: " + list);
  }
  tyre.file.clear();
}

}  // namespace

void inline_files(scene::SceneT& scene, SceneFolder* folder, Diagnostics& errors) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    for (std::size_t i = 0; i < scene.bodies[b]->shapes.size(); ++i) {
      const std::string path = element(member(element("bodies", b), "shapes"), i);
      if (errors.clean(path)) inline_shape(*scene.bodies[b]->shapes[i], path, folder, errors);
    }
  }
  for (std::size_t t = 0; t < scene.tyres.size(); ++t) {
    const std::string path = element("tyres", t);
    if (errors.clean(path)) inline_tyre(*scene.tyres[t], path, folder, errors);
  }
}

}  // namespace drawbar::scenes
