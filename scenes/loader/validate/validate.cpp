#include "scenes/loader/validate/validate.h"

#include <algorithm>
#include <cmath>

#include "scenes/loader/convert/convert.h"

namespace drawbar::scenes {
namespace {

void validate_frame(const scene::SceneT& scene, Diagnostics& errors) {
  if (!scene.frame || !errors.clean("frame")) return;
  if (scene.frame->min_substeps.value_or(1) > scene.frame->substeps) {
    errors.add("frame.min_substeps", "found " + std::to_string(*scene.frame->min_substeps) +
                                         "; allowed: at most substeps, " +
                                         std::to_string(scene.frame->substeps));
  }
}

void validate_camera(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  if (!scene.camera || scene.camera->follow.empty() || names.body(scene.camera->follow)) return;
  errors.add("camera.follow", names.no_such_body(scene.camera->follow));
}

}  // namespace

void check_range(const scene::Range& range, const std::string& path, Diagnostics& errors) {
  if (range.lower() <= range.upper()) return;
  errors.add(path, "found [" + number_text(range.lower()) + ", " + number_text(range.upper()) +
                       "]; allowed: [lower, upper] with lower <= upper");
}

void check_color(const std::string& color, const std::string& path, Diagnostics& errors) {
  const bool good =
      color.empty() ||
      (color.size() == 7 && color[0] == '#' && std::all_of(color.begin() + 1, color.end(), [](char c) {
         return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
       }));
  if (!good) errors.add(path, "is not a colour; allowed: \"#rrggbb\"");
}

void check_orientation(const scene::Quaternion& q, const std::string& path, Diagnostics& errors) {
  if (const std::string wrong = wrong_quaternion(to_quat(q)); !wrong.empty()) errors.add(path, wrong);
}

void validate(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  validate_frame(scene, errors);
  validate_materials(scene, names, errors);
  validate_bodies(scene, names, errors);
  validate_joints(scene, names, errors);
  validate_couplings(scene, names, errors);
  validate_springs(scene, names, errors);
  validate_drives(scene, names, errors);
  validate_tyres(scene, errors);
  validate_vehicles(scene, names, errors);
  validate_groups(scene, errors);
  validate_belts(scene, names, errors);
  validate_tracks(scene, names, errors);
  validate_controls(scene, errors);
  validate_camera(scene, names, errors);
  validate_console(scene, names, errors);
}

}  // namespace drawbar::scenes
