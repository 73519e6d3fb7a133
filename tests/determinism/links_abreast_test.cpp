// Links of one machine that are computed side by side move bit for bit as each does by itself.
#include <gtest/gtest.h>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

// A joint that may break, if under no load that ever comes, is computed by itself.
WorldBuilder by_itself(WorldBuilder builder) {
  for (JointConfig& joint : builder.config.joints) joint.break_force = 1e300;
  return builder;
}

// Places, axes and velocities of all bodies, frame by frame.
std::vector<double> motion(const WorldBuilder& builder) {
  constexpr int kFrames = 40;
  constexpr int kSubsteps = 8;
  World world = builder.build();
  FrameState frame = world.make_frame_state();
  std::vector<double> numbers;
  const auto add = [&](const auto& values) { numbers.insert(numbers.end(), values.begin(), values.end()); };
  for (int i = 0; i < kFrames; ++i) {
    world.step_frame(kSubsteps);
    world.observe(frame);
    for (const BodyReading& body : frame.bodies) {
      add(body.position);
      add(body.orientation.coeffs());
      add(body.linear_velocity);
      add(body.angular_velocity);
    }
  }
  return numbers;
}

// Links of different masses and measures, every third a rod; `sign` < 0: the joints' parents hang from their
// children.
WorldBuilder chain(JointType type, int links, int sign = 1) {
  WorldBuilder builder;
  BodyId above = kWorldBody;
  for (int k = 0; k < links; ++k) {
    const double more = 1 + 0.1 * k;
    const double thickness = k % 3 == 2 ? 0.001 : 0.05;
    const BodyId link = builder.body("link" + std::to_string(k), more,
                                     more * diagonal(thickness, 0.1, 0.1 + 0.02 * k), Vec3(k + 0.5, 0, 0.1));
    builder.config.bodies.back().angular_velocity = Vec3(0.3, 1 - 0.2 * k, 0.1 * k);
    const Vec3 axis(0.1 * k, 1, 0.2);
    const bool turned = sign < 0 && k > 0;
    builder.joint(type, turned ? link : above, turned ? above : link, Vec3(k, 0, 0), axis);
    above = link;
  }
  return builder;
}

TEST(WideLinks, MoveAsEachDoesByItselfWhateverJoinsThem) {
  using enum JointType;
  for (const JointType type : {revolute, prismatic, cylindrical, universal, spherical, planar, fixed}) {
    for (const int sign : {1, -1}) {
      // With one left over, with three, and with none.
      for (const int links : {5, 7, 8}) {
        const WorldBuilder builder = chain(type, links, sign);
        EXPECT_EQ(motion(builder), motion(by_itself(builder)))
            << "type " << static_cast<int>(type) << ", sign " << sign << ", " << links << " links";
      }
    }
  }
}

TEST(WideLinks, OfWhichOneSpinsFasterThanTheirSeriesReachMoveAsEachDoesByItself) {
  WorldBuilder builder;
  const BodyId hub = builder.body("hub", 20, diagonal(2, 2, 2), Vec3::Zero());
  for (int k = 0; k < 4; ++k) {
    const Vec3 at(k < 2 ? 1 : -1, k % 2 == 0 ? 1 : -1, 0);
    const BodyId wheel = builder.body("wheel" + std::to_string(k), 2, diagonal(0.05, 0.1, 0.05), at);
    builder.config.bodies.back().angular_velocity = Vec3(0, k == 1 ? 500 : 3, 0);
    builder.joint(JointType::revolute, hub, wheel, at);
  }
  EXPECT_EQ(motion(builder), motion(by_itself(builder)));
}

TEST(WideLinks, UnderAHeavyLoadAreStiffenedAsEachIsByItself) {
  WorldBuilder builder = chain(JointType::revolute, 6);
  builder.config.bodies.back().mass_properties.mass *= 500;
  builder.config.bodies.back().mass_properties.inertia *= 500;
  EXPECT_EQ(motion(builder), motion(by_itself(builder)));
}

TEST(WideLinks, InAClosedLoopMoveAsEachDoesByItself) {
  WorldBuilder builder;
  const Vec3 corners[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1.5}, {2, 0, 1.5}, {3, 0, 1}, {3, 0, 0}};
  BodyId above = kWorldBody;
  for (int k = 0; k < 5; ++k) {
    const BodyId link = builder.body("link" + std::to_string(k), 1 + 0.2 * k, diagonal(0.05, 0.1, 0.1),
                                     0.5 * (corners[k] + corners[k + 1]));
    builder.joint(JointType::revolute, above, link, corners[k]);
    above = link;
  }
  builder.joint(JointType::revolute, kWorldBody, above, corners[5]);
  EXPECT_EQ(motion(builder), motion(by_itself(builder)));
}

}  // namespace
}  // namespace drawbar::test
