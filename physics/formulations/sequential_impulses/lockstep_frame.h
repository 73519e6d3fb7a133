// A frame of four or eight equal trees on which nothing acts but their weight, each in a lane of the
// processor's registers.
#pragma once

#include <array>
#include <span>

#include "physics/formulations/sequential_impulses/link.h"

namespace drawbar::physics {

/// Trees side by side, as many as fill a register of 256 or 512 bits.
using Four = WideOf<4>;
using Eight = WideOf<8>;

/// Whether this processor has registers for eight. (clang and sanitizers are not asked, see DRAWBAR_WIDE.)
bool has_room_for_eight();

/// What never changes of a link of those trees. All that is no Abreast is the same in all.
template <class Abreast>
struct LockstepBodyOf {
  double sign = 1;     ///< as TreeNode's
  bool hangs = false;  ///< from a joint
  bool lone = false;   ///< as LinkModel's
  bool counts_turns = false;
  int free_axes = 0;
  Abreast mass;
  Mat3Of<Abreast> inertia;  ///< body axes
  Mat3Of<Abreast> inverse_inertia;
  SlendernessOf<Abreast> rod;
  Abreast largest_inertia;
  TreeJointOf<Abreast> joint;
  BodyFrameOf<Abreast> base;  ///< what does not move and holds a root
};

/// A link of those trees in motion: what State has of it, and what a substep needs, by ArticulatedStepper's
/// names.
template <class Abreast>
struct LockstepLinkOf : LinkOf<Abreast> {
  BodyFrameOf<Abreast> frame;
  QuatOf<Abreast> orientation;
  Vec3Of<Abreast> velocity;
  Vec3Of<Abreast> angular_velocity;
  SmoothedSpinOf<Abreast> smoothed;
  BiasMemoryOf<Abreast> bias_memory;
  Vec3Of<Abreast> joint_force;
  std::array<Abreast, kMaxFreeAxes> position;
  Abreast error_peak;  ///< of the joint, m
  Abreast angle_error_peak;

  BodyMassOf<Abreast> mass;
  Abreast tension;
  StiffnessSumOf<Abreast> stiffness;
  PivotOf<Abreast> pivot;
  std::array<PivotAxisOf<Abreast>, kMaxFreeAxes> axes;
  SymmetricSpatialOf<Abreast> inertia;  ///< A
  SpatialCholeskyOf<Abreast> free_root;
  SpatialOf<Abreast> force;
  SpatialOf<Abreast> bias;
  NodeCoordinatesOf<Abreast> y;
  SpatialOf<Abreast> solved;  ///< the velocities that the substep finds
  std::array<Abreast, kMaxFreeAxes> rates;
  SpatialOf<Abreast> correction;
  std::array<Abreast, kMaxFreeAxes> rate_corrections;
  SpatialOf<Abreast> reaction;
  DriftedBodyOf<Abreast> trial;
};

/// The trees; by link, parents before their children.
template <class Abreast>
struct LockstepTreesOf {
  std::span<const std::size_t> parents;                    ///< links; kNone of roots
  std::span<const LockstepBodyOf<Abreast>* const> bodies;  ///< links that are alike may have the same
  std::span<LockstepLinkOf<Abreast>> links;
};

template <class Abreast>
struct LockstepFrameOf {
  MaskOf<Abreast> stepped;  ///< not a lane in which a substep had to be cut or did not converge
  Abreast turn_rate;        ///< rad/s, the fastest turning (Refinement)
};
/// From the opening half kick to the closing one.
LockstepFrameOf<Four> step_abreast(const LockstepTreesOf<Four>& trees, const Vec3& gravity, double h,
                                   int substeps);
/// Only where has_room_for_eight().
LockstepFrameOf<Eight> step_abreast(const LockstepTreesOf<Eight>& trees, const Vec3& gravity, double h,
                                    int substeps);

}  // namespace drawbar::physics
