#include "tests/bench/drawbar_worlds.h"
#include "tests/support/world_builder.h"

namespace drawbar::bench {
namespace {

constexpr double kPeriod = 0.04;  // s
constexpr int kSubsteps = 4;

class DrawbarBoxes final : public BoxEngine {
 public:
  DrawbarBoxes(const Boxes& boxes, bool sleep)
      : world_(boxes_world(boxes, sleep)), state_(world_.make_frame_state()) {}

  void advance(int steps) override {
    for (int done = 0; done < steps; done += kSubsteps) world_.step_frame(kSubsteps);
  }
  void read(std::vector<physics::Vec3>& centres) override {
    world_.observe(state_);
    for (std::size_t i = 0; i < centres.size(); ++i) centres[i] = state_.bodies[i].position;
  }

 private:
  physics::World world_;
  physics::FrameState state_;
};

}  // namespace

physics::WorldConfig boxes_world(const Boxes& boxes, bool sleep) {
  test::WorldBuilder builder(Boxes::kGravity);
  builder.config.sleep = sleep;
  builder.config.period = kPeriod;
  builder.surface(Boxes::kFriction);
  const physics::Mat3 inertia = Boxes::kMass * Boxes::kSize * Boxes::kSize / 6 * physics::Mat3::Identity();
  for (const physics::Vec3& centre : boxes.centres) {
    const physics::BodyId body = builder.body("box", Boxes::kMass, inertia, centre);
    builder.shape(body, physics::Box{physics::Vec3::Constant(Boxes::kSize / 2)});
  }
  builder.ground();
  return builder.config;
}

BoxMethod drawbar_boxes(bool sleep) {
  return {sleep ? "drawbar" : "drawbar, no sleep",
          [sleep](const Boxes& boxes) { return std::make_unique<DrawbarBoxes>(boxes, sleep); }};
}

}  // namespace drawbar::bench
