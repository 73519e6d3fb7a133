// Imported models beside MuJoCo's own reading of the same files.
#include <iostream>
#include <numbers>
#include <vector>

#include "physics/world/world.h"
#include "tests/import/import_fixture.h"
#include "tests/import/mujoco_comparison.h"

namespace drawbar::tests {
namespace {

using BesideMujoco = ImportTest;
using SharedModels = ImportTest;

std::vector<std::filesystem::path> models_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".urdf" || extension == ".sdf" || extension == ".xml") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

void expect_agreement(const MujocoComparison& c) {
  EXPECT_LE(c.mass, 1e-9) << c.model;
  EXPECT_LE(c.inertia, 1e-9) << c.model;
  EXPECT_LE(c.inertia_axes, 1e-6) << c.model;
  EXPECT_LE(c.axis, 1e-9) << c.model;
  EXPECT_LE(c.limits, 1e-9) << c.model;
  EXPECT_LE(c.fine_swing, 2e-3) << c.model << ", joint " << c.worst;
}

TEST_F(BesideMujoco, OwnModelsHaveTheSameFiguresAndTheSameSwing) {
  if (!has_mujoco()) GTEST_SKIP() << "built without MuJoCo";
  std::cout << table_head();
  for (const std::string name : {"arm.urdf", "pendulum.xml"}) {
    if (!reads(own_model(name))) continue;
    const MujocoComparison c = compare_with_mujoco(own_model(name));
    std::cout << table_row(c);
    EXPECT_TRUE(c.refused.empty()) << c.refused;
    EXPECT_GT(c.swings, 0);
    EXPECT_LE(c.swing, 2e-3) << name << ", joint " << c.worst;
    expect_agreement(c);
  }
}

TEST_F(SharedModels, AreTheSameAsMujocoReadsThem) {
  if (!has_mujoco()) GTEST_SKIP() << "built without MuJoCo";
  const std::filesystem::path folder = shared_models();
  if (folder.empty()) GTEST_SKIP() << "no public models beside the checkout";
  std::cout << table_head();
  for (const auto& model : models_in(folder)) {
    if (model.extension() == ".sdf") continue;
    const MujocoComparison c = compare_with_mujoco(model);
    std::cout << table_row(c);
    if (c.refused.empty()) expect_agreement(c);
  }
}

TEST_F(SharedModels, ImportAndMoveForTenSecondsOrAreRefusedByOneError) {
  const std::filesystem::path folder = shared_models();
  if (folder.empty()) GTEST_SKIP() << "no public models beside the checkout";
  for (const auto& model : models_in(folder)) {
    SCOPED_TRACE(model.string());
    const auto done = import::import_file(options(model));
    if (!done) {
      std::cout << done.error().text << '\n';
      EXPECT_EQ(done.error().text.find('\n'), std::string::npos);
      continue;
    }
    const auto scene = scenes::load_file(folder_ / "scene.json");
    ASSERT_TRUE(scene) << scene.error().text;
    physics::World world(scene->world);
    physics::FrameState state = world.make_frame_state();
    for (int frame = 0; frame < 250; ++frame) world.step_frame(8);
    world.observe(state);
    for (const physics::BodyReading& body : state.bodies) EXPECT_TRUE(body.position.allFinite());
  }
}

}  // namespace
}  // namespace drawbar::tests
