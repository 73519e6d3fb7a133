// A frame of four equal trees on which nothing acts but their weight, each in a lane of the processor's
// registers.
#pragma once

#include <array>
#include <span>

#include "physics/formulations/sequential_impulses/link.h"

namespace drawbar::physics {

/// What never changes of a link of four trees. All that is no Wide is the same in the four.
struct LockstepBody {
  std::size_t parent = kNone;  ///< in the tree
  double sign = 1;             ///< as TreeNode's
  bool hangs = false;          ///< from a joint
  bool lone = false;           ///< as LinkModel's
  bool has_spin_axis = false;
  bool counts_turns = false;
  int free_axes = 0;
  Wide mass;
  Mat3Of<Wide> inertia;  ///< body axes
  Mat3Of<Wide> inverse_inertia;
  SlendernessOf<Wide> rod;
  Wide largest_inertia;
  Vec3Of<Wide> spin_axis;
  TreeJointOf<Wide> joint;
  BodyFrameOf<Wide> base;  ///< what does not move and holds a root
};

/// A link of four trees in motion: what State has of it, and what a substep needs, by ArticulatedStepper's
/// names.
struct LockstepLink : LinkOf<Wide> {
  BodyFrameOf<Wide> frame;
  QuatOf<Wide> orientation;
  Vec3Of<Wide> velocity;
  Vec3Of<Wide> angular_velocity;
  SmoothedSpinOf<Wide> smoothed;
  Vec3Of<Wide> last_bias_linear;
  Vec3Of<Wide> last_bias_angular;
  Vec3Of<Wide> joint_force;
  std::array<Wide, kMaxFreeAxes> position;
  Wide error_peak;  ///< of the joint, m
  Wide angle_error_peak;

  BodyMassOf<Wide> mass;
  Wide tension;
  StiffnessSumOf<Wide> stiffness;
  PivotOf<Wide> pivot;
  std::array<PivotAxisOf<Wide>, kMaxFreeAxes> axes;
  SymmetricSpatialOf<Wide> inertia;  ///< A
  SpatialCholeskyOf<Wide> free_root;
  SpatialOf<Wide> force;
  SpatialOf<Wide> bias;
  NodeCoordinatesOf<Wide> y;
  SpatialOf<Wide> solved;  ///< the velocities that the substep finds
  std::array<Wide, kMaxFreeAxes> rates;
  SpatialOf<Wide> correction;
  std::array<Wide, kMaxFreeAxes> rate_corrections;
  SpatialOf<Wide> reaction;
  DriftedBodyOf<Wide> trial;
};

struct LockstepFrame {
  Wide::Mask stepped;  ///< not a lane in which a substep had to be cut or did not converge
  Wide turn_rate;      ///< rad/s, the fastest turning (Refinement)
};
/// From the opening half kick to the closing one; `links` are those of the four trees.
LockstepFrame step_four(std::span<const LockstepBody> bodies, std::span<LockstepLink> links,
                        const Vec3& gravity, double h, int substeps);

}  // namespace drawbar::physics
