#include "physics/formulations/sequential_impulses/control/contact_detection.h"

#include <algorithm>

#include "physics/contact/collision_world.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {

ContactDetection::ContactDetection(const StepContext& context, const Topology& topology)
    : topology_(topology),
      prescribed_(context.prescribed),
      collisions_(context.collisions),
      search_(context),
      islands_(context.config, context.model, topology, context.collisions.manifold_capacity()),
      scratch_(context.collisions.manifold_capacity()),
      still_(context.model.bodies.size()),
      any_shapes_(std::any_of(context.config.bodies.begin(), context.config.bodies.end(),
                              [](const BodyConfig& body) { return !body.shapes.empty(); })) {
  islands_.find({});
}

void ContactDetection::find_all(double h) {
  search_.find(h, still_);
  islands_.find(collisions_.manifolds());
  scratch_.begin(collisions_.manifolds());
}

void ContactDetection::renew(const Island& island, double h) {
  if (!any_shapes_ || are_new_) return;
  std::fill(still_.begin(), still_.end(), std::uint8_t{1});
  for (const std::size_t i : island.nodes) still_[topology_.nodes[i].body] = 0;
  for (const MovedBody& moved : prescribed_.bodies()) still_[moved.body] = 0;
  search_.find(h, still_);
  islands_.take_manifolds(collisions_.manifolds());
  scratch_.follow(collisions_.manifolds());
  are_new_ = true;
}

}  // namespace drawbar::physics
