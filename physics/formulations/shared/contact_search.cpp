#include "physics/formulations/shared/contact_search.h"
#include "physics/contact/collision_world.h"

namespace drawbar::physics {

ContactSearch::ContactSearch(const StepContext& context)
    : context_(context), poses_(context.config.bodies.size()), travel_(context.config.bodies.size()) {}

void ContactSearch::find(double h, std::span<const std::uint8_t> still) {
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const BodyState& body = context_.state.bodies[i];
    poses_[i].position =
        body.center - body.orientation.toRotationMatrix() * context_.model.bodies[i].center_of_mass;
    poses_[i].orientation = body.orientation;
    travel_[i] = h * body.velocity;
  }
  context_.collisions.detect(poses_, kContactMargin, travel_, still);
}

}  // namespace drawbar::physics
