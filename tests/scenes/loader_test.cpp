// What a good scene becomes: the engine's configuration, and the normalised buffer that replaces the file.
#include "scenes/loader/loader.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/world/world.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

std::vector<std::byte> state_after(physics::WorldConfig config, int frames) {
  physics::World world(std::move(config));
  for (int i = 0; i < frames; ++i) world.step_frame(world.config().substeps);
  std::vector<std::byte> state;
  world.save_state(state);
  return state;
}

TEST(Loader, GivesTheConfigurationThatTheTextSays) {
  const physics::WorldConfig world = loaded(good_scene()).world;
  ASSERT_EQ(world.bodies.size(), 3u);
  EXPECT_EQ(world.period, 0.04);
  EXPECT_EQ(world.bodies[0].mass_properties.inertia(2, 2), 0.002);
  EXPECT_TRUE(world.bodies[2].is_static);
  ASSERT_EQ(world.joints.size(), 2u);
  EXPECT_EQ(world.joints[0].parent, physics::kWorldBody);
  EXPECT_EQ(world.joints[0].frame.col(0), physics::Vec3(0, 1, 0));
  EXPECT_NEAR(world.joints[0].axes[0].limit->upper, 90 * kDegree, 1e-15);
  EXPECT_NEAR(world.joints[0].axes[0].spring->rest, 10 * kDegree, 1e-15);
  EXPECT_EQ(world.joints[0].axes[0].friction.coulomb, 0.1);
  EXPECT_TRUE(world.joints[1].axes[1].limit.has_value());
  EXPECT_FALSE(world.joints[1].axes[2].limit.has_value());
  EXPECT_EQ(world.springs[0].law.rest, std::sqrt(2.0));
  EXPECT_EQ(world.drives[0].gear.ratio, 43);
  EXPECT_EQ(world.drives[0].inputs.size(), 1u);
  EXPECT_EQ(world.controls[0].lower, -1);
}

TEST(Loader, RightAngleHasEqualPartsAndExactZeros) {
  const physics::Quat q = loaded(good_scene()).world.bodies[0].orientation;
  EXPECT_EQ(q.w(), q.y());
  EXPECT_EQ(q.x(), 0);
  EXPECT_EQ(q.z(), 0);
}

TEST(Loader, RotationIsRollPitchYawAboutFixedAxes) {
  const auto scene =
      loaded(replaced(good_scene(), R"("rotation_deg": [0, 90, 0])", R"("rotation_deg": [30, -40, 100])"));
  const auto about = [](double degrees, const physics::Vec3& axis) {
    return Eigen::AngleAxisd(degrees * kDegree, axis);
  };
  const physics::Mat3 expected = (about(100, physics::Vec3::UnitZ()) * about(-40, physics::Vec3::UnitY()) *
                                  about(30, physics::Vec3::UnitX()))
                                     .toRotationMatrix();
  EXPECT_LT((scene.world.bodies[0].orientation.toRotationMatrix() - expected).norm(), 1e-15);
}

TEST(Loader, MassComesFromShapesAndDensity) {
  const auto block = loaded(good_scene()).world.bodies[1].mass_properties;
  EXPECT_NEAR(block.mass, 700 * 6, 1e-9);
  EXPECT_NEAR(block.inertia(0, 0), block.mass * (4 + 9) / 12, 1e-9);
  EXPECT_NEAR(block.inertia(2, 2), block.mass * (1 + 4) / 12, 1e-9);
}

TEST(Loader, GivenMassScalesTheShapesInertia) {
  const auto block = loaded(replaced(good_scene(), R"("name": "block",)", R"("name": "block", "mass": 12,)"))
                         .world.bodies[1]
                         .mass_properties;
  EXPECT_EQ(block.mass, 12);
  EXPECT_NEAR(block.inertia(0, 0), 13, 1e-12);
}

TEST(Loader, InertiaMayBeAMatrix) {
  for (const char* text : {"[2, 3, 4, 0.1, 0.2, 0.3]",
                           R"({ "ixy": 0.1, "ixx": 2, "iyy": 3, "izz": 4, "ixz": 0.2, "iyz": 0.3 })"}) {
    const physics::Mat3 inertia =
        loaded(replaced(good_scene(), "[0.17, 0.17, 0.002]", text)).world.bodies[0].mass_properties.inertia;
    EXPECT_EQ(inertia(0, 1), 0.1);
    EXPECT_EQ(inertia(2, 0), 0.2);
    EXPECT_EQ(inertia(1, 2), 0.3);
    EXPECT_EQ(inertia(2, 2), 4);
  }
}

TEST(Loader, SlenderRodIsABody) {
  EXPECT_TRUE(load(replaced(good_scene(), "[0.17, 0.17, 0.002]", "[0.17, 0.17, 0.00017]")).has_value());
}

TEST(Loader, OneEntryStandsForAllAxes) {
  const auto scene =
      loaded(replaced(good_scene(), "[[-18, 18], [-15, 15], []]",
                      R"([[-18, 18]], "friction": { "coulomb": 2 }, "spring": { "stiffness": 3 })"));
  for (const physics::AxisConfig& axis : scene.world.joints[1].axes) {
    EXPECT_NEAR(axis.limit.value().upper, 18 * kDegree, 1e-15);
    EXPECT_EQ(axis.friction.coulomb, 2);
    EXPECT_EQ(axis.spring.value().stiffness, 3);
  }
}

TEST(Loader, SlidingAndTurningAxesHaveTheirOwnLimits) {
  const auto scene = loaded(replaced(
      good_scene(), R"("type": "spherical", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "limits_deg": [[-18, 18], [-15, 15], []])",
      R"("type": "cylindrical", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [1, 0, 0],
      "limits": [[-0.5, 0.25]], "limits_deg": [[-45, 45]], "friction": [{ "coulomb": 1 }, { "coefficient": 0.2, "radius": 0.01 }])"));
  const auto& axes = scene.world.joints[1].axes;
  EXPECT_EQ(axes[0].limit.value().upper, 0.25);
  EXPECT_NEAR(axes[1].limit.value().upper, 45 * kDegree, 1e-15);
  EXPECT_EQ(axes[0].friction.coulomb, 1);
  EXPECT_EQ(axes[1].friction.reaction_arm, 0.002);
}

TEST(Loader, StopsOfAConeAreOfItsSwingAndTwist) {
  const auto cone_of = [](const char* fields) {
    const LoadedScene scene =
        loaded(replaced(good_scene(), R"("limits_deg": [[-18, 18], [-15, 15], []])", fields));
    return scene.world.joints[1].cone.value();
  };
  const physics::ConeLimit both = cone_of(R"("cone": { "swing_deg": 45, "twist_deg": [-90, 30] },
      "stop": [{ "stiffness": 100, "damping": 2 }, { "restitution": 0.5 }])");
  EXPECT_DOUBLE_EQ(both.swing.upper, 45 * kDegree);
  EXPECT_EQ(both.swing.stiffness, 100);
  EXPECT_EQ(both.swing.damping, 2);
  EXPECT_DOUBLE_EQ(both.twist->lower, -90 * kDegree);
  EXPECT_EQ(both.twist->stiffness, std::nullopt);
  EXPECT_EQ(both.twist->restitution, 0.5);
  const physics::ConeLimit free = cone_of(R"("cone": { "swing_deg": 45, "twist_deg": [] },
      "stop": { "stiffness": 100 })");
  EXPECT_EQ(free.swing.stiffness, 100);
  EXPECT_FALSE(free.twist.has_value());
}

TEST(Loader, MaterialsCombineByTheRuleUnlessThePairIsListed) {
  const auto scene = loaded(
      replaced(good_scene(), R"("bodies": [)",
               R"("material_pairs": [ { "materials": ["oak", "steel"], "friction": 0.9 } ], "bodies": [)"));
  const auto pair = [&](std::size_t a, std::size_t b) {
    return scene.world.surface_pairs[a * scene.world.material_count + b];
  };
  EXPECT_EQ(pair(1, 2).friction, 0.9);
  EXPECT_EQ(pair(2, 1).friction, 0.9);
  EXPECT_EQ(pair(1, 1).friction, 0.4);
  EXPECT_EQ(pair(0, 1).friction, 0.0);
  EXPECT_NEAR(loaded(good_scene()).world.surface_pairs[1 * 3 + 2].friction, std::sqrt(0.4 * 0.5), 1e-15);
}

TEST(Loader, PairOfAbsentMaterialIsAWarning) {
  const auto scene = loaded(
      replaced(good_scene(), R"("bodies": [)",
               R"("material_pairs": [ { "materials": ["ice", "steel"], "friction": 0.9 } ], "bodies": [)"));
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_NE(scene.warnings[0].find("material_pairs[0].materials[0]"), std::string::npos);
}

TEST(Loader, StartOutsideTheLimitsIsAWarning) {
  for (const char* limits : {"[[10, 90]]", "[[-90, -10]]"}) {
    const auto scene = loaded(replaced(good_scene(), "[[-90, 90]]", limits));
    ASSERT_EQ(scene.warnings.size(), 1u) << limits;
    EXPECT_NE(scene.warnings[0].find("joints[0].limits_deg[0]"), std::string::npos) << limits;
  }
  EXPECT_TRUE(loaded(replaced(good_scene(), "[[-90, 90]]", "[[0, 90]]")).warnings.empty());
}

TEST(Loader, LeastSubstepsAreHalfOfTheSceneRoundedUpUnlessItSays) {
  const auto with = [](const std::string& substeps) {
    return loaded(replaced(good_scene(), R"("substeps": 8)", substeps)).scene.frame->min_substeps;
  };
  EXPECT_EQ(with(R"("substeps": 5)"), 3u);
  EXPECT_EQ(with(R"("substeps": 8)"), 4u);
  EXPECT_EQ(with(R"("substeps": 8, "min_substeps": 2)"), 2u);
}

TEST(Loader, EditorsSchemaFieldIsAllowed) {
  EXPECT_TRUE(
      load(replaced(good_scene(), R"("name": "test")", R"("$schema": "scene.schema.json", "name": "test")"))
          .has_value());
}

TEST(Loader, BufferReplacesTheFileToTheLastBit) {
  LoadedScene first = loaded(good_scene());
  auto second = load_buffer(first.buffer, "buffer");
  ASSERT_TRUE(second.has_value()) << second.error().text;
  EXPECT_EQ(first.buffer, second->buffer);
  const auto state = state_after(first.world, 5);
  EXPECT_FALSE(state.empty());
  EXPECT_EQ(state, state_after(second->world, 5));
}

TEST(Loader, BufferNeedNotBeAligned) {
  const LoadedScene first = loaded(good_scene());
  std::vector<std::byte> shifted(first.buffer.size() + 1);
  std::copy(first.buffer.begin(), first.buffer.end(), shifted.begin() + 1);
  EXPECT_TRUE(load_buffer(std::span(shifted).subspan(1), "buffer").has_value());
}

TEST(Loader, SpoiledBufferIsRefusedOrStillValid) {
  const LoadedScene first = loaded(good_scene());
  std::size_t refused = 0;
  for (std::size_t at = 0; at < first.buffer.size(); ++at) {
    std::vector<std::byte> spoiled = first.buffer;
    spoiled[at] ^= std::byte{0x5A};
    const auto result = load_buffer(spoiled, "buffer");
    refused += result.has_value() ? 0u : 1u;
    EXPECT_TRUE(result.has_value() || result.error().text.starts_with("buffer"));
  }
  EXPECT_GT(refused, 100u);
}

/// The good scene's object, to be changed.
scene::SceneT good_object() {
  const LoadedScene first = loaded(good_scene());
  scene::SceneT scene;
  scene::GetScene(first.buffer.data())->UnPackTo(&scene);
  return scene;
}

// FlatBuffers' verifier lets it pass: a list that begins four bytes later, where half of its first number
// says 1.
TEST(Loader, BufferWhoseListIsNotAlignedIsRefused) {
  scene::SceneT scene = good_object();
  auto hull = std::make_unique<scene::ShapeT>();
  hull->type = scene::ShapeType::convex;
  hull->points.emplace_back(std::nextafter(1.0, 2.0), 0, 0);
  scene.bodies[0]->shapes.push_back(std::move(hull));
  flatbuffers::FlatBufferBuilder builder;
  scene::FinishSceneBuffer(builder, scene::Scene::Pack(builder, &scene));
  const auto& shapes = *scene::GetScene(builder.GetBufferPointer())->bodies()->Get(0)->shapes();
  const scene::Shape* shape = shapes.Get(shapes.size() - 1);
  const auto* at = reinterpret_cast<const flatbuffers::Table*>(shape)->GetAddressOf(scene::Shape::VT_POINTS);
  auto* offset = builder.GetBufferPointer() + (at - builder.GetBufferPointer());
  flatbuffers::WriteScalar(offset, flatbuffers::ReadScalar<flatbuffers::uoffset_t>(at) + 4);
  const auto result =
      load_buffer(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())), "buffer");
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().text.find("not aligned"), std::string::npos) << result.error().text;
}

TEST(Loader, BufferWithAValueThatTheRulesForbidIsRefused) {
  scene::SceneT scene = good_object();
  scene.bodies[0]->mass = std::nan("");
  flatbuffers::FlatBufferBuilder builder;
  scene::FinishSceneBuffer(builder, scene::Scene::Pack(builder, &scene));
  const auto result =
      load_buffer(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())), "buffer");
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().text.find("bodies[0].mass"), std::string::npos) << result.error().text;
}

}  // namespace
}  // namespace drawbar::scenes::testing
