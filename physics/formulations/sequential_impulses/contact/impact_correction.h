// Correction of drifts for impacts of free bodies: their impulses act from the instant of the impact on.
#pragma once

#include <span>
#include <vector>

#include "physics/articulation/spatial.h"
#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/contact_scratch.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/joint/joint_geometry.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

class CollisionWorld;

class ImpactDelay {
 public:
  ImpactDelay(const StepView& view, const Topology& topology, const CollisionWorld& collisions,
              const ContactScratch& scratch);

  /// Ways (m, rad; world axes) of the island's nodes that a drift at the velocities after the kick covers too
  /// much, negative. False where no contact struck within the drift. What contacts remember is that of this
  /// kick; `frames`: at its beginning.
  bool find(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times,
            std::span<Spatial> ways);
  /// Whether something struck that bounces, at the last find().
  bool struck() const { return struck_; }

 private:
  struct Mean {
    double impulse = 0;  // N s, of all impacts of a body
    double delay = 0;    // s, times their impulses
  };
  bool weigh(const Island& island, const KickTimes& times);
  template <class Visit>
  void for_each_lone_end(const Manifold& manifold, Visit visit) const;

  StepView view_;
  const Topology& topology_;
  const CollisionWorld& collisions_;
  const ContactScratch& scratch_;
  std::vector<Mean> means_;  // [node]
  bool struck_ = false;
};

}  // namespace drawbar::physics
