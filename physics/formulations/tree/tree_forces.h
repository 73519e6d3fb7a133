// Everything that acts on a tree: gravity, gyroscopic terms, springs, and what lies on the joints' free axes.
#pragma once

#include <array>
#include <vector>

#include "physics/formulations/tree/tree_method.h"

namespace drawbar::physics {

/// A direction in which two bodies act on each other: unit force and torque on `to`, the opposite on `from`,
/// at arms from their centres of mass. World axes.
struct PairDirection {
  BodyIndex from = 0;
  BodyIndex to = 0;
  Vec3 from_arm = Vec3::Zero();  ///< m
  Vec3 to_arm = Vec3::Zero();
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
};

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
  /// The axis at the geometry of the last update_axes().
  PairDirection direction(std::size_t joint, std::size_t axis) const;
  /// Speed of `to` relative to `from` along a direction when the nodes move with `motion`.
  double rate_of(const PairDirection& direction, std::span<const Twist> motion) const;
  /// Speed along a direction per unit of impulse if no joint held the two bodies: at most, for the sum of a
  /// unit force's and a unit torque's.
  double free_mobility(const PairDirection& direction) const;
  /// Adds `force` along a direction to the load.
  void add_along(const PairDirection& direction, double force, TreeLoad& load) const;

  /// Constant forces from now on, N or N m: along an axis as it turns, or along a direction with its arms as
  /// they are now. At most `capacity` of the latter, without allocating.
  void reserve_held(std::size_t capacity) { pushes_.reserve(capacity); }
  void add_to_held(std::size_t joint, std::size_t axis, double force) { axes_[joint].held[axis] += force; }
  void hold_along(const PairDirection& direction, double force) { pushes_.push_back({direction, force}); }
  void clear_held();

 private:
  struct Axes {
    bool acts = false;
    JointGeometry geometry;
    std::array<double, kMaxFreeAxes> position{};
    std::array<double, kMaxFreeAxes> rate{};
    std::array<double, kMaxFreeAxes> held{};
  };
  struct Push {
    PairDirection direction;
    double force = 0;
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
  std::vector<Push> pushes_;
};

}  // namespace drawbar::physics
