// Every scene that ships loads, runs and shows what it promises.
#include "tests/scenes/shipped_scene.h"

namespace drawbar::scenes {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> shipped(const char* extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(ShippedScenes, LoadWithoutWarningsAndRun) {
  // Two seconds, of a crowd fewer.
  constexpr int kBodyFrames = 5000;

  const auto files = shipped(".json");
  EXPECT_GE(files.size(), 6u);
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.filename());
    LoadedScene scene = load(file);
    EXPECT_TRUE(scene.warnings.empty());
    const int frames = std::min(static_cast<int>(2 / scene.world.period),
                                kBodyFrames / static_cast<int>(scene.world.bodies.size()));
    physics::World world(std::move(scene.world));
    EXPECT_LT(world.initial_velocity_correction(), 1e-9);
    for (int k = 0; k < frames; ++k) world.step_frame(world.config().substeps);
    physics::FrameState state = world.make_frame_state();
    world.observe(state);
    EXPECT_TRUE(is_finite(state));
  }
}

TEST(ShippedScenes, EveryControlsFileFitsItsScene) {
  for (const fs::path& file : shipped(".csv")) {
    SCOPED_TRACE(file.filename());
    const LoadedScene scene = load(fs::path(file).replace_extension(".json"));
    const auto controls = load_controls(file, scene.scene.frame->period_ms, scene.world.controls);
    ASSERT_TRUE(controls.has_value()) << controls.error().text;
    EXPECT_FALSE(controls->rows.empty());
  }
}

/// The drive of paper 003's scene: the whole 60 s.
class Krt100Drive : public ::testing::Test {
 protected:
  static constexpr int kFrames = 1500;

  void SetUp() override {
    scene_ = load(kFolder / "krt100_trolley.json");
    auto controls =
        load_controls(kFolder / "krt100_trolley.csv", scene_.scene.frame->period_ms, scene_.world.controls);
    ASSERT_TRUE(controls.has_value()) << controls.error().text;
    controls_ = std::move(*controls);
  }

  /// Height of the ground below (x, y), by its four nearest samples.
  double ground_below(double x, double y) const {
    const auto& body = scene_.world.bodies[index_of(scene_.world.bodies, "ground")];
    const auto& field = std::get<physics::Heightfield>(body.shapes[0].geometry);
    const double column = x / field.spacing + (field.columns - 1) / 2.0;
    const double row = y / field.spacing + (field.rows - 1) / 2.0;
    const auto at = [&](double r, double c) {
      return field.heights[static_cast<std::size_t>(r) * static_cast<std::size_t>(field.columns) +
                           static_cast<std::size_t>(c)];
    };
    const double r = std::floor(row);
    const double c = std::floor(column);
    const double v = row - r;
    const double u = column - c;
    return (1 - v) * ((1 - u) * at(r, c) + u * at(r, c + 1)) +
           v * ((1 - u) * at(r + 1, c) + u * at(r + 1, c + 1));
  }

  LoadedScene scene_;
  ControlsFile controls_;
};

TEST_F(Krt100Drive, StaysOnTheGroundAndInsideTheHitchsLimits) {
  physics::World world(scene_.world);
  physics::FrameState state = world.make_frame_state();
  const std::size_t robot = index_of(scene_.world.bodies, "robot");
  const std::size_t trolley = index_of(scene_.world.bodies, "trolley");
  const std::size_t hitch = index_of(scene_.world.joints, "hitch");
  constexpr double kRounding = 0.5 * kDegree;
  const double limits[] = {18 * kDegree, 15 * kDegree, 18 * kDegree};
  double largest_turn = 0;
  double path = 0;
  physics::Vec3 last = physics::Vec3::Zero();
  for (int k = 0; k < kFrames; ++k) {
    for (const ControlRow& row : controls_.at(world.frame())) world.set_control(row.control, row.value);
    world.step_frame(world.config().substeps);
    world.observe(state);
    ASSERT_TRUE(is_finite(state)) << k;
    const physics::Vec3& position = state.bodies[robot].position;
    ASSERT_LT((position - state.bodies[trolley].position).norm(), 1.3) << "the trolley follows, frame " << k;
    for (std::size_t i = 0; i < 3; ++i)
      ASSERT_LT(std::abs(state.joints[hitch].position[i]), limits[i] + kRounding) << k;
    for (const physics::JointReading& joint : state.joints) ASSERT_LT(joint.error, 1e-3) << k;
    for (std::size_t b = 0; b < state.bodies.size(); ++b) {
      if (scene_.world.bodies[b].is_static) continue;
      const physics::Vec3& p = state.bodies[b].position;
      ASSERT_GT(p.z(), ground_below(p.x(), p.y()) + 0.1) << scene_.world.bodies[b].name << ", frame " << k;
    }
    largest_turn = std::max(largest_turn, std::abs(state.joints[hitch].position[2]));
    path += (position - last).norm();
    last = position;
  }
  EXPECT_GT(largest_turn, limits[2] - 0.1 * kDegree) << "the bends reach the hitch's limit";
  EXPECT_GT(path, 50) << "m driven";
}

TEST_F(Krt100Drive, BufferGivesTheSameDrive) {
  auto again = load_buffer(scene_.buffer, "buffer");
  ASSERT_TRUE(again.has_value()) << again.error().text;
  const auto state_of = [&](const physics::WorldConfig& config) {
    physics::World world(config);
    for (int k = 0; k < 100; ++k) {
      for (const ControlRow& row : controls_.at(world.frame())) world.set_control(row.control, row.value);
      world.step_frame(world.config().substeps);
    }
    std::vector<std::byte> state;
    world.save_state(state);
    return state;
  };
  EXPECT_EQ(state_of(scene_.world), state_of(again->world));
}

}  // namespace
}  // namespace drawbar::scenes
