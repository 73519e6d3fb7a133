// Scenes with bodies that are moved, effects of their own and air.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/world/world.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

std::string harbour() {
  return R"({
  "name": "harbour",
  "materials": [ { "name": "steel", "friction": 0.6 } ],
  "air_density": 1.0,
  "bodies": [
    { "name": "ferry", "position": [0, 0, 0], "motion": { "type": "path", "points": [
        { "time": 0 }, { "time": 4, "position": [6, 2, 0], "rotation_deg": [0, 0, 20] },
        { "time": 8, "position": [12, 8, 0], "rotation_deg": [0, 0, 45] } ] },
      "shapes": [ { "type": "box", "size": [8, 4, 0.2], "position": [0, 0, -0.1], "material": "steel" } ] },
    { "name": "crate", "position": [1, 0, 0.5], "mass": 100, "shapes": [ { "type": "box", "size": [1, 1, 1], "material": "steel" } ] },
    { "name": "lift", "position": [30, 0, 0], "motion": { "type": "slide", "axis": [0, 0, 2], "control": "hoist",
        "range": [0, 4], "speed": 1, "acceleration": 2 }, "shapes": [ { "type": "mesh",
        "vertices": [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], "triangles": [[0, 1, 2], [0, 2, 3]], "material": "steel" } ] },
    { "name": "load", "position": [30, 0, 0.25], "mass": 20, "shapes": [ { "type": "box", "size": [0.5, 0.5, 0.5], "material": "steel" } ] },
    { "name": "table", "position": [40, 0, 0], "motion": { "type": "turn", "axis": [0, 0, 1], "repeat": true,
        "table_deg": [[0, 0], [10, 360]] }, "shapes": [ { "type": "cylinder", "radius": 2, "length": 0.2, "material": "steel" } ] },
    { "name": "barrier", "position": [50, 0, 1], "motion": { "type": "outside" } },
    { "name": "balloon", "position": [60, 0, 10], "mass": 1, "inertia": [1, 1, 1], "drag_area": 2 }
  ],
  "effects": [
    { "at": 1, "effect": "world wind x=10" },
    { "at": 2.01, "effect": "barrier move x=50 y=0 z=3 time=1.5" },
    { "at": 0.5, "effect": "crate force z=50 ramp=0.2 duration=1" }
  ],
  "controls": [ { "name": "hoist", "range": [0, 1] } ]
})";
}

physics::FrameState after(physics::World& world, double seconds) {
  while (static_cast<double>(world.frame()) * 0.04 < seconds - 1e-9) world.step_frame(8);
  physics::FrameState state = world.make_frame_state();
  world.observe(state);
  return state;
}

TEST(MotionScenes, MoveTheirBodiesAndWhatIsOnThem) {
  physics::World world(loaded(harbour()).world);
  world.set_control(physics::ControlId{0}, 0.5);
  const physics::FrameState state = after(world, 8);
  const physics::BodyReading& ferry = state.bodies[0];
  EXPECT_LT((ferry.position - physics::Vec3(12, 8, 0)).norm(), 1e-9);
  const physics::Vec3 on_ferry = ferry.orientation.conjugate() * (state.bodies[1].position - ferry.position);
  EXPECT_LT((on_ferry - physics::Vec3(1, 0, 0.5)).norm(), 1e-3);
  EXPECT_EQ(state.bodies[2].position.z(), 2) << "half of its range";
  EXPECT_NEAR(state.bodies[3].position.z(), 2.25, 1e-4);
  EXPECT_NEAR(state.bodies[4].angular_velocity.z(), 2 * 3.14159265358979 / 10, 1e-12);
}

TEST(MotionScenes, BeginTheirEffectsInTime) {
  physics::World world(loaded(harbour()).world);
  EXPECT_EQ(after(world, 1).bodies[6].linear_velocity.x(), 0);
  physics::FrameState state = after(world, 1.2);
  EXPECT_GT(state.bodies[6].linear_velocity.x(), 1);
  ASSERT_EQ(state.effects.size(), 2u);
  EXPECT_EQ(state.effects[0].effect.type, physics::EffectType::force);
  state = after(world, 2);
  EXPECT_EQ(state.effects.size(), 1u) << "the force is over";
  EXPECT_EQ(after(world, 2.04).bodies[5].position.z(), 1);
  EXPECT_EQ(after(world, 2.04 + 1.52).bodies[5].position.z(), 3);
}

TEST(MotionScenes, AreTheSameFromTheirNormalisedBuffer) {
  const LoadedScene scene = loaded(harbour());
  const auto again = load_buffer(scene.buffer, "again");
  ASSERT_TRUE(again.has_value()) << again.error().text;
  physics::World world(scene.world), other(again->world);
  after(world, 3);
  after(other, 3);
  std::vector<std::byte> a, b;
  world.save_state(a);
  other.save_state(b);
  EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace drawbar::scenes::testing
