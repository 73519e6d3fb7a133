// Surfaces that run over their shapes: how fast at a contact, and what the joint that moves them feels.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/articulation/row_space.h"
#include "physics/articulation/topology.h"
#include "physics/contact/manifold.h"
#include "physics/formulations/sequential_impulses/control/trial_joints.h"
#include "physics/joint/kinematics.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

/// The surface of b as it runs relative to that of a, besides the motion of their bodies.
struct SurfaceMotion {
  /// A revolute joint that moves one of the two surfaces.
  struct Part {
    std::size_t joint = kNone;
    Vec3 axis = Vec3::Zero();      ///< of the joint, world
    Vec3 per_rate = Vec3::Zero();  ///< m of surface per rad, world
  };
  Vec3 velocity = Vec3::Zero();  ///< m/s, whatever the joints do
  std::array<Part, 2> parts;     ///< the first part_count
  std::size_t part_count = 0;
};

class MovingSurfaces {
 public:
  MovingSurfaces(const StepView& view, const Topology& topology, const TrialJoints& joints);

  /// Whether a joint moves a surface somewhere.
  static bool any_driven(const WorldConfig& config);

  /// At a contact between the manifold's shapes whose normal, from a to b, is `normal`.
  SurfaceMotion motion(const Manifold& manifold, const Vec3& normal, std::span<const BodyFrame> frames) const;
  /// The ends of a row that feels `coefficient` x the rate of the part's joint. Returns their number, two at
  /// the most.
  std::size_t rate_ends(const SurfaceMotion::Part& part, double coefficient, std::span<RowEnd> ends) const;

 private:
  StepView view_;
  const Topology& topology_;
  const TrialJoints& joints_;
  std::vector<const ShapeConfig*> shapes_;  // in the order of manifolds' shape indices
};

}  // namespace drawbar::physics
