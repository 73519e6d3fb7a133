// Models put together in memory, and the scenes that they give.
#pragma once

#include <gtest/gtest.h>

#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "scenes/loader/loader.h"
#include "tools/import/model.h"
#include "tools/import/motors.h"
#include "tools/import/scene_text.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

inline constexpr double kG = 9.81;
inline constexpr double kQuarter = std::numbers::pi / 2;

inline Link link_of(const std::string& name, double mass, const Vec3& at) {
  Link link;
  link.name = name;
  link.pose.position = at;
  link.place = {"model", 7};
  if (mass > 0) link.inertial = Inertial{mass, Vec3::Zero(), 0.1 * Mat3::Identity()};
  link.is_static = mass == 0;
  return link;
}

inline Joint joint_of(const std::string& name, JointKind kind, std::size_t parent, std::size_t child,
                      const Vec3& at, const Vec3& axis) {
  Joint joint;
  joint.name = name;
  joint.kind = kind;
  joint.parent = parent;
  joint.child = child;
  joint.position = at;
  joint.place = {"model", 8};
  if (kind != JointKind::fixed) {
    Axis along;
    along.direction = axis;
    along.slides = kind == JointKind::sliding;
    joint.axes.push_back(along);
  }
  return joint;
}

/// A base, and an arm of 2 kg whose centre of mass is half a metre from the joint's axis along y.
inline Model arm_model(JointKind kind, DriveMode mode) {
  Model model;
  model.name = "arm";
  model.links = {link_of("base", 0, Vec3::Zero()), link_of("arm", 2, Vec3(0.5, 0, 0))};
  model.joints = {joint_of("hinge", kind, 0, 1, Vec3::Zero(), Vec3::UnitY())};
  Drive drive;
  drive.name = "hinge_motor";
  drive.mode = mode;
  drive.inputs = {{"hinge_command", 1}};
  drive.place = {"model", 9};
  model.drives = {drive};
  Control control;
  control.name = "hinge_command";
  model.controls = {control};
  if (mode == DriveMode::position) model.joints[0].axes[0].limits = Limits{-1, 1};
  return model;
}

inline bool warned(const Warnings& warnings, const std::string& text) {
  for (const std::string& line : warnings.lines())
    if (line.find(text) != std::string::npos) return true;
  return false;
}

inline std::string all_of(const Warnings& warnings) {
  std::string out;
  for (const std::string& line : warnings.lines()) out += line + "\n";
  return out;
}

inline scenes::LoadedScene scene_from(const Model& model, const std::vector<Motor>& motors,
                                      std::string* text = nullptr,
                                      std::optional<double> ground = std::nullopt) {
  Warnings warnings;
  SceneOptions options;
  options.folder = "files";
  options.origin = "Imported";
  options.ground = ground;
  const SceneText written = scene_text(model, motors, options, warnings);
  if (text != nullptr) *text = written.text;
  auto loaded = scenes::load_text(written.text, "scene.json", ".");
  EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().text) << written.text;
  return loaded ? std::move(*loaded) : scenes::LoadedScene{};
}

}  // namespace drawbar::import
