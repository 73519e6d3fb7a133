// A world whose every frame is held to the bits of an earlier build.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "physics/world/world.h"

namespace drawbar::golden {

/// A world and what is done to it. Everything in it comes from exact operations and physics/math/elementary:
/// the C library's functions give other bits on another processor.
struct Course {
  physics::WorldConfig config;
  int frames = 0;
  /// Before `frame` (from 0) starts; empty: nothing.
  std::function<void(physics::World&, std::uint64_t frame)> act = {};
  /// Of `frame`; empty: the configuration's.
  std::function<int(std::uint64_t frame)> substeps = {};
  /// True in at least one frame where the course does what it is here for; empty: for its scene's sake.
  std::function<bool(const physics::FrameState&)> reaches = {};
  /// Before which frames its state is saved and restored; empty: a quarter, a half and three quarters on.
  std::vector<int> saves = {};

  int substeps_of(std::uint64_t frame) const { return substeps ? substeps(frame) : config.substeps; }
  /// Acts on the world and steps one frame.
  void advance(physics::World& world) const {
    if (act) act(world, world.frame());
    world.step_frame(substeps_of(world.frame()));
  }
};

/// How a course of that name is made.
struct CourseMaker {
  std::string name;
  std::function<Course()> make;
};

/// The scenes that ship, each with its controls file.
std::vector<CourseMaker> shipped_scenes();
/// Mechanisms of the solver that no shipped scene enters, and what only a few do.
std::vector<CourseMaker> mechanisms();

}  // namespace drawbar::golden
