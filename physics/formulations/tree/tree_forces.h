// Everything that acts on a tree: gravity, gyroscopic terms, springs, and what lies on the joints' free axes.
#pragma once

#include <array>
#include <vector>

#include "physics/formulations/tree/tree_method.h"

namespace drawbar::physics {

/// Smooth forces (springs, soft stops, viscous friction) follow the present positions and velocities; forces
/// that switch (HeldForces) are constants set from outside.
class TreeForces {
 public:
  TreeForces(const StepContext& context, const TreeModel& tree);

  /// The whole load at the kinematics' positions and velocities.
  void fill(const TreeKinematics& kinematics, TreeLoad& load);
  /// Without gyroscopic terms and biases: what changes momenta.
  void fill_applied(const TreeKinematics& kinematics, TreeLoad& load);

  /// Coordinates and rates of the scene's axes, geometry included, of the joints on which something acts.
  void update_axes(const TreeKinematics& kinematics);
  double position(std::size_t joint, std::size_t axis) const { return axes_[joint].position[axis]; }
  double rate(std::size_t joint, std::size_t axis) const { return axes_[joint].rate[axis]; }
  /// Rate of the axis when the nodes move with `motion`, at the geometry of the last update_axes().
  double rate_of(std::size_t joint, std::size_t axis, std::span<const Twist> motion) const;

  /// Constant force along an axis from now on, N or N m.
  void hold(std::size_t joint, std::size_t axis, double force) { axes_[joint].held[axis] = force; }
  void add_to_held(std::size_t joint, std::size_t axis, double force) { axes_[joint].held[axis] += force; }
  void clear_held();
  /// Adds `force` along an axis to the load, at the geometry of the last update_axes().
  void add_axis_force(std::size_t joint, std::size_t axis, double force, TreeLoad& load) const;

 private:
  struct Axes {
    bool acts = false;
    JointGeometry geometry;
    std::array<double, kMaxFreeAxes> position{};
    std::array<double, kMaxFreeAxes> rate{};
    std::array<double, kMaxFreeAxes> held{};
  };
  BodyFrame frame(const TreeKinematics& kinematics, BodyIndex body) const;
  Twist velocity(const TreeKinematics& kinematics, BodyIndex body) const;
  void add_force(BodyIndex body, const Vec3& arm, const Vec3& force, const Vec3& torque,
                 TreeLoad& load) const;
  void add_springs(const TreeKinematics& kinematics, TreeLoad& load) const;
  double smooth_force(std::size_t joint, std::size_t axis) const;

  StepContext context_;
  const TreeModel& tree_;
  std::vector<Axes> axes_;  ///< [joint]
};

}  // namespace drawbar::physics
