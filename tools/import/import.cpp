#include "tools/import/import.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenes/loader/loader.h"
#include "tools/import/masses.h"
#include "tools/import/motors.h"
#include "tools/import/readers.h"
#include "tools/import/scene_names.h"
#include "tools/import/scene_text.h"
#include "tools/import/start_pose.h"
#include "tools/import/visual_file.h"
#include "tools/text/distinct_files.h"
#include "tools/text/output_file.h"

namespace drawbar::import {
namespace {

Result<Model> read_any_xml(XmlFile& file, FilesBeside& files, const ImportOptions& options,
                           Warnings& warnings) {
  const std::string_view root = file.root().Name();
  if (root == "robot") return read_urdf(file, files, {options.free_base}, warnings);
  if (root == "sdf" || root == "gazebo") return read_sdf(file, files, warnings);
  if (root == "mujoco") return read_mjcf(file, files, warnings);
  return fail(ErrorKind::wrong,
              located(file.place(file.root()),
                      "is a file of <" + std::string(root) +
                          ">; allowed: URDF (<robot>), SDFormat (<sdf>), MJCF (<mujoco>), glTF"));
}

Result<Model> read_any(const ImportOptions& options, Warnings& warnings) {
  std::string extension = options.input.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::error_code none;
  if (!std::filesystem::is_regular_file(options.input, none))
    return fail(ErrorKind::wrong, options.input.string() + ": is not a file");
  if (extension == ".gltf" || extension == ".glb") return read_gltf(options.input, warnings);
  auto file = read_xml(options.input);
  if (!file) return tl::unexpected(file.error());
  FilesBeside files(options.packages, options.input);
  auto model = read_any_xml(*file, files, options, warnings);
  if (model) model->files = files.found();
  return model;
}

Result<void> take_options(const ImportOptions& options, Model& model) {
  model.start.resize(model.joints.size(), 0);
  for (const auto& entry : options.start) {
    const auto joint = std::find_if(model.joints.begin(), model.joints.end(),
                                    [&](const Joint& j) { return j.name == entry.first; });
    if (joint == model.joints.end() || joint->axes.size() != 1) {
      return fail(ErrorKind::usage,
                  "--start " + entry.first + ": the model has no joint of this name with one axis");
    }
    const auto place = static_cast<std::size_t>(joint - model.joints.begin());
    const auto follows = std::ranges::find(model.couplings, place, &Coupling::first);
    if (follows != model.couplings.end()) {
      return fail(ErrorKind::usage, "--start " + entry.first + ": the joint follows " +
                                        model.joints[follows->second].name +
                                        " by a mimic or an equality; allowed: --start of that one");
    }
    model.start[place] = entry.second;
  }
  if (options.passive) {
    model.drives.clear();
    model.controls.clear();
  }
  return {};
}

/// Where files of what is only seen go, from the scene's folder.
std::string visuals_folder(const ImportOptions& options) {
  return file_name(options.output.stem().string()) + "_files";
}

/// The lowest point of what touches (m), seen from the world.
double lowest(const Model& model) {
  double z = 0;
  bool any = false;
  for (const Link& link : model.links) {
    for (const Shape& shape : link.shapes) {
      if (!shape.touches) continue;
      for (const ColoredMesh& mesh : triangles_of(shape)) {
        for (const Vec3& v : mesh.mesh.vertices) {
          const double at = (link.pose * (shape.pose * v)).z();
          z = any ? std::min(z, at) : at;
          any = true;
        }
      }
    }
  }
  return z;
}

Result<void> write_visuals(const std::filesystem::path& folder, const SceneText& scene) {
  std::error_code error;
  for (const auto& [path, meshes] : scene.visuals) {
    const std::filesystem::path file = folder / path;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error)
      return fail(ErrorKind::environment,
                  file.parent_path().string() + ": cannot be made: " + error.message());
    if (auto written = write_visual(file, meshes); !written) return written;
  }
  return {};
}

/// Whether the scene and the files beside it may be written.
Result<void> check_written(const ImportOptions& options, const std::filesystem::path& beside,
                           const Model& model, const SceneText& scene) {
  std::vector<std::filesystem::path> written{options.output};
  for (const auto& visual : scene.visuals) written.push_back(beside / visual.first);
  for (const std::filesystem::path& file : written) {
    for (const std::filesystem::path& read : model.files) {
      if (!tools::is_same_file(file.string(), read.string())) continue;
      return fail(ErrorKind::usage, "--output " + options.output.string() + ": would replace " +
                                        file.string() + ", which the model reads; allowed: another name");
    }
    if (auto may = tools::check_may_write(file.string(), options.force); !may) return may;
  }
  return {};
}

/// Writes the scene; what is written is checked by the loader's own rules, and taken away again where they
/// refuse it.
Result<void> write(const ImportOptions& options, const Model& model, const SceneText& scene) {
  const std::string folder = visuals_folder(options);
  const std::filesystem::path beside = options.output.has_parent_path() ? options.output.parent_path() : ".";
  if (auto may = check_written(options, beside, model, scene); !may) return may;
  const bool was_there = std::filesystem::exists(beside / folder);
  Result<void> done = write_visuals(beside, scene);
  if (done) {
    if (const auto loaded = scenes::load_text(scene.text, options.output.string(), beside); !loaded) {
      done = fail(ErrorKind::wrong,
                  options.input.string() + ": gives a scene that is not allowed: " + loaded.error().text);
    }
  }
  if (done) {
    done = tools::replace_file(options.output.string(),
                               [&](tools::OutputFile& file) { file.write(scene.text); });
  }
  std::error_code none;
  if (!done && !was_there) std::filesystem::remove_all(beside / folder, none);
  return done;
}

}  // namespace

Result<Model> read_model(const ImportOptions& options, Warnings& warnings) {
  auto model = read_any(options, warnings);
  if (!model) return model;
  if (model->name.empty()) model->name = options.input.stem().string();
  if (model->links.empty())
    return fail(ErrorKind::wrong, options.input.string() + ": has no link; allowed: one or more");
  if (auto taken = take_options(options, *model); !taken) return tl::unexpected(taken.error());
  return model;
}

SceneText scene_of(Model& model, const ImportOptions& options, Warnings& warnings) {
  mend_masses(model, warnings);
  take_start(model, warnings);
  const std::vector<Motor> motors = motors_of(model, warnings);
  SceneOptions scene_options;
  scene_options.folder = visuals_folder(options);
  scene_options.origin =
      "Imported from " + model.source + " " + file_name(options.input.stem().string()) + " by drawbar import";
  if (options.free_base && model.source == "URDF") scene_options.ground = lowest(model);
  return scene_text(model, motors, scene_options, warnings);
}

Result<Imported> import_file(const ImportOptions& options) {
  const auto distinct =
      tools::check_distinct({{"FILE", options.input.string()}}, {{"--output", options.output.string()}});
  if (!distinct) return tl::unexpected(distinct.error());
  Warnings warnings;
  auto model = read_model(options, warnings);
  if (!model) return tl::unexpected(model.error());
  const SceneText scene = scene_of(*model, options, warnings);
  if (auto written = write(options, *model, scene); !written) return tl::unexpected(written.error());
  return Imported{warnings.lines(), model->links.size(), model->joints.size(), model->drives.size()};
}

}  // namespace drawbar::import
