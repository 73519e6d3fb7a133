#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "scenes/loader/controls_file.h"
#include "scenes/loader/loader.h"
#include "tests/golden/course.h"
#include "tests/support/paths.h"

namespace drawbar::golden {
namespace {

namespace fs = std::filesystem;

const fs::path kScenes = tests::source_folder() / "scenes";

struct Played {
  const char* name;
  double seconds;  // long enough that its controls move, if it has any
};
constexpr Played kPlayed[] = {
    {"andrews_squeezer", 6}, {"bouncing_ball", 3},   {"car_trailer", 8},       {"closing_door", 5},
    {"double_pendulum", 3},  {"four_bar", 5},        {"incline", 3},           {"krt100_trolley", 17},
    {"motor_bench", 5},      {"pendulum_spring", 3}, {"scout_robot", 17},      {"six_axis_arm", 7},
    {"slider_crank", 5},     {"stick_slip", 3},      {"tower_crane", 9},       {"tracked_robot", 17},
    {"training_ground", 8},  {"walking_legs", 3},    {"walking_mechanism", 3}, {"wrecking_ball", 15},
};

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

Course course_of(const Played& played) {
  const std::string name = played.name;
  auto scene = scenes::load_file(kScenes / (name + ".json"));
  if (!scene) give_up(scene.error().text);
  Course course;
  course.config = std::move(scene->world);
  course.frames = static_cast<int>(played.seconds / course.config.period + 0.5);
  course.saves = {course.frames / 4, course.frames / 2, course.frames * 3 / 4};
  // Its brakes hold, and what moves it on their last bits shows that they do.
  if (name == "tracked_robot") course.saves.insert(course.saves.begin(), 5);
  const fs::path file = kScenes / (name + ".csv");
  if (!fs::exists(file)) return course;
  auto controls = scenes::load_controls(file, scene->scene.frame->period_ms, course.config.controls);
  if (!controls) give_up(controls.error().text);
  course.act = [rows = std::move(*controls)](physics::World& world, std::uint64_t frame) {
    for (const scenes::ControlRow& row : rows.at(frame)) world.set_control(row.control, row.value);
  };
  return course;
}

}  // namespace

std::vector<CourseMaker> shipped_scenes() {
  std::vector<CourseMaker> makers;
  for (const Played& played : kPlayed)
    makers.push_back({played.name, [&played] { return course_of(played); }});
  return makers;
}

}  // namespace drawbar::golden
