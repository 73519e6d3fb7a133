#include "tools/import/mesh_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/loader/files/folder.h"

#ifdef DRAWBAR_HAVE_ASSIMP
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

namespace drawbar::import {

#ifdef DRAWBAR_HAVE_ASSIMP
namespace {

std::string color_of(const aiMaterial& material) {
  aiColor4D color;
  if (aiGetMaterialColor(&material, AI_MATKEY_COLOR_DIFFUSE, &color) != AI_SUCCESS) return {};
  const auto byte = [](float part) {
    return static_cast<int>(std::lround(std::clamp(std::isfinite(part) ? part : 0.0F, 0.0F, 1.0F) * 255));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.r), byte(color.g), byte(color.b));
}

ColoredMesh triangles_of(const aiMesh& from, const aiScene& scene, const Vec3& scale) {
  ColoredMesh out;
  if (from.mMaterialIndex < scene.mNumMaterials) out.color = color_of(*scene.mMaterials[from.mMaterialIndex]);
  for (unsigned i = 0; i < from.mNumVertices; ++i) {
    const aiVector3D& v = from.mVertices[i];
    out.mesh.vertices.push_back(Vec3(v.x, v.y, v.z).cwiseProduct(scale));
  }
  const bool mirrored = scale.prod() < 0;
  for (unsigned i = 0; i < from.mNumFaces; ++i) {
    const aiFace& face = from.mFaces[i];
    if (face.mNumIndices != 3) continue;
    const unsigned second = face.mIndices[mirrored ? 2 : 1];
    const unsigned third = face.mIndices[mirrored ? 1 : 2];
    out.mesh.triangles.push_back({face.mIndices[0], second, third});
  }
  return out;
}

bool is_finite(const Mesh& mesh) {
  return std::all_of(mesh.vertices.begin(), mesh.vertices.end(),
                     [](const Vec3& v) { return v.allFinite() && v.cwiseAbs().maxCoeff() < 1e9; });
}

}  // namespace

bool reads_meshes() {
  return true;
}

Result<std::vector<ColoredMesh>> read_mesh(const std::filesystem::path& file, const Vec3& scale) {
  // The size is looked at before the library reads anything.
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  if (none || size > kMostMeshBytes) {
    return fail(ErrorKind::wrong,
                "cannot be read, or has more than " + std::to_string(kMostMeshBytes) + " bytes");
  }
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene =
      importer.ReadFile(file.string(), aiProcess_Triangulate | aiProcess_JoinIdenticalVertices |
                                           aiProcess_PreTransformVertices | aiProcess_SortByPType);
  if (scene == nullptr)
    return fail(ErrorKind::wrong, std::string("is no mesh: ") + importer.GetErrorString());
  std::vector<ColoredMesh> out;
  std::size_t triangles = 0;
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
    ColoredMesh mesh = triangles_of(*scene->mMeshes[i], *scene, scale);
    triangles += mesh.mesh.triangles.size();
    if (mesh.mesh.triangles.empty()) continue;
    if (!is_finite(mesh.mesh)) return fail(ErrorKind::wrong, "has a corner that is not finite");
    out.push_back(std::move(mesh));
  }
  if (out.empty()) return fail(ErrorKind::wrong, "has no triangles");
  if (triangles > kMostMeshTriangles) {
    return fail(ErrorKind::wrong, "has " + std::to_string(triangles) + " triangles; allowed: at most " +
                                      std::to_string(kMostMeshTriangles));
  }
  return out;
}

#else

bool reads_meshes() {
  return false;
}

Result<std::vector<ColoredMesh>> read_mesh(const std::filesystem::path&, const Vec3&) {
  return fail(ErrorKind::wrong,
              "is left out: this build of drawbar reads no mesh files (it was built without assimp)");
}

#endif

std::optional<std::vector<ColoredMesh>> read_named_mesh(FilesBeside& files, const std::string& uri,
                                                        const Vec3& scale, const Place& place,
                                                        Warnings& warnings) {
  const auto path = files.find(uri);
  if (!path) {
    warnings.add_kind(
        place, "file " + uri,
        "mesh file " + uri + " is not there; its shape is left out" +
            (uri.find("://") == std::string::npos ? "" : " (--package NAME=DIR says where it lies)"));
    return std::nullopt;
  }
  auto meshes = read_mesh(*path, scale);
  if (meshes) return std::move(*meshes);
  warnings.add_kind(place, "file " + uri, "mesh file " + uri + " " + meshes.error().text);
  return std::nullopt;
}

}  // namespace drawbar::import
