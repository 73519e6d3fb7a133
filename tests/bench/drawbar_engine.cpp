#include "tests/bench/drawbar_engine.h"

#include <cmath>

namespace drawbar::bench {
namespace {

constexpr double kPeriod = 0.04;

class DrawbarEngine final : public Engine {
 public:
  DrawbarEngine(const Chain& chain, double step, physics::Formulation formulation)
      : substeps_(static_cast<int>(std::lround(kPeriod / step))), world_(chain_world(chain, formulation)) {
    state_ = world_.make_frame_state();
  }

  void advance(int steps) override {
    for (int done = 0; done < steps; done += substeps_) world_.step_frame(substeps_);
  }

  void read(std::vector<LinkMotion>& links) override {
    world_.observe(state_);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const physics::BodyReading& body = state_.bodies[i];
      links[i] = {body.position, body.orientation, body.linear_velocity, body.angular_velocity};
    }
  }

 private:
  int substeps_;
  physics::World world_;
  physics::FrameState state_;
};

}  // namespace

physics::WorldConfig chain_world(const Chain& chain, physics::Formulation formulation) {
  test::WorldBuilder builder(Chain::kGravity);
  builder.formulation(formulation);
  builder.config.period = kPeriod;
  physics::BodyId parent = physics::kWorldBody;
  for (int i = 0; i < chain.links; ++i) {
    const physics::Vec3 inertia = chain.inertia(i);
    const physics::BodyId link = builder.body("link", chain.mass(i), inertia.asDiagonal(), chain.center(i));
    builder.joint(physics::JointType::revolute, parent, link, physics::Vec3(i * Chain::kLength, 0, 0));
    parent = link;
  }
  return builder.config;
}

std::vector<Method> drawbar_methods() {
  const auto method = [](const char* name, physics::Formulation formulation) {
    return Method{name, [formulation](const Chain& chain, double step) {
                    return std::make_unique<DrawbarEngine>(chain, step, formulation);
                  }};
  };
  return {method("drawbar", physics::Formulation::sequential_impulses),
          method("drawbar, plain", physics::Formulation::sequential_impulses_plain)};
}

}  // namespace drawbar::bench
