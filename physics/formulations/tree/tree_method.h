// What the five tree methods of paper 001 have in common: accelerations of the coordinates under a load.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "physics/formulations/tree/tree_kinematics.h"

namespace drawbar::physics {

/// All that the accelerations depend on linearly at one configuration and one set of velocities.
struct TreeLoad {
  explicit TreeLoad(const TreeModel& tree)
      : wrench(tree.nodes.size()),
        bias(tree.nodes.size()),
        torque(tree.degrees),
        closing(tree.splits.size()) {}

  void clear() {
    std::fill(wrench.begin(), wrench.end(), Wrench{});
    std::fill(bias.begin(), bias.end(), Twist{});
    std::fill(torque.begin(), torque.end(), 0.0);
    std::fill(closing.begin(), closing.end(), Twist{});
  }

  std::vector<Wrench> wrench;  ///< [node] at its centre of mass, gyroscopic term included
  std::vector<Twist> bias;     ///< [node] TreeKinematics::bias, or zero where only a response is wanted
  std::vector<double> torque;  ///< [degree] along the coordinate, N or N m
  /// [split body] what original less image must move by, beyond the nodes' own motions, to stay together.
  std::vector<Twist> closing;
};

/// Allocates in its constructor alone.
class TreeMethod {
 public:
  virtual ~TreeMethod() = default;

  /// Forgets what it carried over from earlier configurations: from here on results follow from the state
  /// alone.
  virtual void restart() {}
  /// Takes a new configuration. Positions of `kinematics` must be set, and stay until the last solve().
  virtual void prepare(const TreeKinematics& kinematics) = 0;
  /// Accelerations of the coordinates. Linear in the load, so that unit loads give responses, momenta give
  /// velocities and impulses give their changes.
  virtual void solve(const TreeLoad& load, std::span<double> out) = 0;
};

}  // namespace drawbar::physics
