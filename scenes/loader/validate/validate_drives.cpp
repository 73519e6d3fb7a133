// Drives and the controls that feed them.
#include <cmath>
#include <map>

#include "scenes/loader/convert/joint_axes.h"
#include "scenes/loader/convert/limits.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

/// Whether the joint's axis has a limit on both sides.
bool is_limited(const scene::JointT& joint, std::size_t axis) {
  const JointAxes axes(joint.type);
  const bool slides = axes.slides(axis);
  const std::vector<scene::Range>& ranges = slides ? joint.limits : joint.limits_deg;
  std::size_t index = 0;
  for (std::size_t before = 0; before < axis; ++before) index += axes.slides(before) == slides ? 1u : 0u;
  if (ranges.empty()) return false;
  if (ranges.size() == 1) return !is_unlimited(ranges[0]);
  // Too few are the joint's error, not the drive's.
  return index >= ranges.size() || !is_unlimited(ranges[index]);
}

void check_mode(const scene::DriveT& drive, const scene::JointT& joint, const std::string& path,
                Diagnostics& errors) {
  const bool closed_loop = drive.mode == scene::DriveMode::speed || drive.mode == scene::DriveMode::position;
  if (drive.mode == scene::DriveMode::current && !drive.current_limit) {
    errors.add(path,
               "the field \"current_limit\" is missing; allowed: in current mode, a number above 0 (A)");
  }
  if (drive.mode == scene::DriveMode::speed && !drive.speed_limit) {
    errors.add(path,
               "the field \"speed_limit\" is missing; allowed: in speed mode, a number above 0 (rad/s)");
  }
  if (drive.mode == scene::DriveMode::position && !is_limited(joint, drive.axis)) {
    errors.add(member(path, "mode"), "position mode spans the joint's limits, and joint " + joint.name +
                                         " has none on this axis; allowed: give it limits");
  }
  if (!closed_loop && drive.controller)
    errors.add(member(path, "controller"), "not used in this mode; allowed in: speed, position");
  if (!closed_loop && drive.speed_limit)
    errors.add(member(path, "speed_limit"), "not used in this mode; allowed in: speed, position");
}

}  // namespace

void check_inputs(const std::vector<std::unique_ptr<scene::DriveInputT>>& inputs, const std::string& path,
                  const Names& names, Diagnostics& errors) {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (names.control(inputs[k]->control)) continue;
    const std::string input_path = element(member(path, "inputs"), k);
    errors.add(inputs.size() == 1 ? member(path, "control") : member(input_path, "control"),
               names.no_such_control(inputs[k]->control));
  }
}

std::optional<std::size_t> check_axis(const scene::SceneT& scene, const std::string& joint,
                                      std::uint32_t axis, const std::string& path, const Names& names,
                                      Diagnostics& errors) {
  const auto found = names.joint(joint);
  if (!found) {
    errors.add(member(path, "joint"), names.no_such_joint(joint));
    return std::nullopt;
  }
  if (!errors.clean(member(element("joints", *found), "type"))) return std::nullopt;  // it has some other
  const JointAxes axes(scene.joints[*found]->type);
  if (axis < axes.drivable()) return found;
  errors.add(member(path, axis == 0 ? "joint" : "axis"),
             "joint " + joint + " has " + std::to_string(axes.drivable()) +
                 " axes that can be driven; allowed: axis below that");
  return std::nullopt;
}

void validate_drives(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  std::map<std::pair<std::size_t, std::uint32_t>, std::string> driven;
  for (std::size_t i = 0; i < scene.drives.size(); ++i) {
    const scene::DriveT& drive = *scene.drives[i];
    const std::string path = element("drives", i);
    if (!errors.clean(path)) continue;
    check_inputs(drive.inputs, path, names, errors);
    const auto joint = check_axis(scene, drive.joint, drive.axis, path, names, errors);
    if (!joint) continue;
    const auto [first, added] = driven.emplace(std::pair(*joint, drive.axis), drive.name);
    if (!added)
      errors.add(member(path, "joint"),
                 "drive " + first->second + " acts on this axis too; allowed: one drive per axis");
    check_mode(drive, *scene.joints[*joint], path, errors);
    if (drive.thermal && !(drive.thermal->limit > drive.thermal->ambient)) {
      errors.add(member(path, "thermal.limit"),
                 "is not above ambient; allowed: above " + number_text(drive.thermal->ambient));
    }
  }
}

void validate_controls(const scene::SceneT& scene, Diagnostics& errors) {
  for (std::size_t i = 0; i < scene.controls.size(); ++i) {
    const scene::ControlT& control = *scene.controls[i];
    const std::string path = element("controls", i);
    if (!errors.clean(path)) continue;
    const scene::Range& range = *control.range;
    if (!(range.lower() < range.upper()) || !(range.upper() <= kLargestNumber) ||
        !(range.lower() >= -kLargestNumber)) {
      errors.add(member(path, "range"), "found [" + number_text(range.lower()) + ", " +
                                            number_text(range.upper()) +
                                            "]; allowed: [lower, upper] with lower < upper");
    } else if (!(control.neutral >= range.lower() && control.neutral <= range.upper())) {
      errors.add(member(path, "neutral"), "is " + number_text(control.neutral) +
                                              "; allowed: within the range, " + number_text(range.lower()) +
                                              " to " + number_text(range.upper()));
    }
  }
}

}  // namespace drawbar::scenes
