// An imported model beside MuJoCo's own reading of the same file: figures at rest, and a swing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace drawbar::tests {

/// Largest differences; relative to the larger of the figure and of what the model has of its kind.
struct MujocoComparison {
  std::string model;
  std::string refused;  ///< by whom, and why; then nothing else is set
  int bodies = 0;       ///< compared
  int joints = 0;
  double mass = 0;
  double inertia = 0;
  double inertia_axes = 0;  ///< the whole inertia matrix
  double axis = 0;
  double limits = 0;
  int swings = 0;         ///< joints compared over 2 s
  double swing = 0;       ///< largest difference beside the joint's way
  double fine_swing = 0;  ///< the same with steps of 1 ms
  std::string worst;      ///< joint of it
};

/// Whether this build has MuJoCo to compare with.
bool has_mujoco();

/// The file imported and read by MuJoCo. Contacts, limits, motors, dry friction, tendons and couplings are
/// off in the swing; drawbar steps 5 ms, MuJoCo 0.5 ms by its Runge-Kutta method.
MujocoComparison compare_with_mujoco(const std::filesystem::path& file);

/// The comparison as a row of a table in Markdown; `table_head` goes before the first.
std::string table_head();
std::string table_row(const MujocoComparison& comparison);

}  // namespace drawbar::tests
