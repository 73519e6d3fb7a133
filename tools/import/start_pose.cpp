#include "tools/import/start_pose.h"

#include <fmt/format.h>

#include <algorithm>

namespace drawbar::import {
namespace {

/// Joints whose child hangs on `link`, directly or not; each link once.
std::vector<std::size_t> joints_beyond(const Model& model, std::size_t joint) {
  std::vector<bool> reached(model.links.size());
  std::vector<std::size_t> out;
  std::vector<std::size_t> waiting{model.joints[joint].child};
  reached[model.joints[joint].parent] = true;
  while (!waiting.empty()) {
    const std::size_t link = waiting.back();
    waiting.pop_back();
    if (reached[link]) continue;
    reached[link] = true;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      if (j == joint || model.joints[j].parent != link) continue;
      out.push_back(j);
      waiting.push_back(model.joints[j].child);
    }
  }
  return out;
}

/// Moves what hangs on the joint by `way` along or about its axis.
void move(Model& model, std::size_t j, double way) {
  const Joint& joint = model.joints[j];
  const Axis& axis = joint.axes[0];
  Pose change;
  if (axis.slides) {
    change.position = way * axis.direction;
  } else {
    change.orientation = Quat(Eigen::AngleAxisd(way, axis.direction));
    change.position = joint.position - change.orientation * joint.position;
  }
  std::vector<bool> moved(model.links.size());
  const auto move_link = [&](std::size_t link) {
    if (moved[link]) return;
    moved[link] = true;
    model.links[link].pose = change * model.links[link].pose;
  };
  const std::vector<std::size_t> beyond = joints_beyond(model, j);
  move_link(joint.child);
  for (const std::size_t b : beyond) {
    Joint& other = model.joints[b];
    other.position = change * other.position;
    for (Axis& a : other.axes) a.direction = change.orientation * a.direction;
    move_link(other.child);
  }
}

}  // namespace

void take_start(Model& model, Warnings& warnings) {
  model.start.resize(model.joints.size(), 0);
  // Twice: a coupled joint may lead another.
  for (int pass = 0; pass < 2; ++pass) {
    for (const Coupling& c : model.couplings)
      model.start[c.first] = c.ratio * model.start[c.second] + c.offset;
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    Joint& joint = model.joints[j];
    const double at = model.start[j];
    if (joint.axes.size() != 1) continue;
    if (at != 0) move(model, j, at);
    Axis& axis = joint.axes[0];
    axis.rest -= at;
    if (!axis.limits) continue;
    axis.limits->lower -= at;
    axis.limits->upper -= at;
    if (axis.limits->lower <= 0 && axis.limits->upper >= 0) continue;
    warnings.add(
        joint.place,
        fmt::format(
            "joint {} begins at {:.6g} {}, outside its limits [{:.6g}, {:.6g}]; --start {}=VALUE puts it "
            "elsewhere",
            joint.name, at, axis.slides ? "m" : "rad", axis.limits->lower + at, axis.limits->upper + at,
            joint.name));
  }
  // From here on coordinates count from the start.
  for (Coupling& c : model.couplings) c.offset = 0;
}

}  // namespace drawbar::import
