// Every world moves, and shows itself, bit for bit as it did when its hashes were written down (README.md
// says how to renew them).
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "tests/golden/shown.h"
#include "tests/golden/trace.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"

namespace drawbar::golden {

static void PrintTo(const CourseMaker& maker, std::ostream* out) {
  *out << maker.name;
}

namespace {

#ifdef DRAWBAR_SANITIZED  // which would see the same code twice
constexpr std::array kAdvances{Advance::by_frame};
#else
constexpr std::array kAdvances{Advance::by_frame, Advance::by_substep};
#endif

class Golden : public ::testing::TestWithParam<CourseMaker> {};

TEST_P(Golden, MovesAsItDid) {
  const std::string& name = GetParam().name;
  const std::vector<std::string> golden = read_golden(name);
  ASSERT_FALSE(golden.empty()) << golden_file(name);
  std::map<std::string, std::string> shown = read_shown();
  const Course course = GetParam().make();
  for (const Advance advance : kAdvances) {
    const Trace now = trace(course, advance);
    const auto found = difference(golden, now);
    EXPECT_FALSE(found.has_value()) << name
                                    << (advance == Advance::by_frame ? " by step_frame(): "
                                                                     : " by substep(): ")
                                    << found.value_or("");
    EXPECT_EQ(shown_difference(shown[name], now.shown), "") << name << " shows something else";
    EXPECT_TRUE(!course.reaches || now.reached > 0) << name << " no longer does what it is here for";
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Golden, ::testing::ValuesIn(shipped_scenes()),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Mechanisms, Golden, ::testing::ValuesIn(mechanisms()),
                         [](const auto& info) { return info.param.name; });

TEST(GoldenHashes, HoldEverySceneThatShips) {
  std::set<std::string> held, shipped;
  for (const CourseMaker& maker : shipped_scenes()) held.insert(maker.name);
  for (const auto& entry : std::filesystem::directory_iterator(tests::source_folder() / "scenes")) {
    if (entry.path().extension() == ".json") shipped.insert(entry.path().stem().string());
  }
  EXPECT_EQ(held, shipped);
}

TEST(GoldenHashes, NameTheFirstFrameAndTheFieldsThatDiffer) {
  const Course course = mechanisms().front().make();
  const Trace now = trace(course, Advance::by_frame);
  EXPECT_EQ(difference(now.lines, now), std::nullopt);
  Course other = course;
  other.act = [&course](physics::World& world, std::uint64_t frame) {
    course.act(world, frame);
    if (frame == 2)
      world.set_control(physics::ControlId{0}, world.control(physics::ControlId{0}) * (1 - 1e-15));
  };
  const std::string found = difference(now.lines, trace(other, Advance::by_frame)).value_or("nothing");
  EXPECT_TRUE(found.starts_with("frame 3 is the first that differs, in ")) << found;
  EXPECT_NE(found.find("controls.value"), std::string::npos) << found;
}

TEST(GoldenHashes, NameTheReadingsThatDiffer) {
  Shown one, other;
  physics::FrameState seen;
  seen.drives.resize(1);
  seen.brakes.resize(1);
  one.look(seen);
  seen.drives[0].voltage = 1e-300;
  seen.brakes[0].torque = 1e-300;
  other.look(seen);
  EXPECT_EQ(shown_difference(one.line(), one.line()), "");
  EXPECT_EQ(shown_difference(one.line(), other.line()), "drives, brakes");
}

}  // namespace
}  // namespace drawbar::golden
