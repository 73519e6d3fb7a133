// A state restored into a new world goes on to the same bits, and every field of State is needed for that.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "tests/golden/course.h"
#include "tests/golden/shown.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {
namespace {

using physics::StateField;
using test::state_of;
using Bytes = std::vector<std::byte>;

constexpr int kFramesAfter = 50;

std::vector<int> instants(const Course& course) {
  if (!course.saves.empty()) return course.saves;
  return {course.frames / 4, course.frames / 2, course.frames * 3 / 4};
}

// The states from the first instant to kFramesAfter the last: [frame - first].
struct Passage {
  int first = 0;
  std::vector<Bytes> states;

  const Bytes& at(int frame) const { return states[static_cast<std::size_t>(frame - first)]; }
};

Passage passage(const Course& course) {
  const std::vector<int> saved = instants(course);
  Passage out{saved.front(), {}};
  physics::World world(course.config);
  for (int frame = 0; frame < saved.back() + kFramesAfter; ++frame) {
    if (frame >= out.first) out.states.push_back(state_of(world));
    course.advance(world);
  }
  out.states.push_back(state_of(world));
  return out;
}

class Restored : public ::testing::TestWithParam<CourseMaker> {};

TEST_P(Restored, GoesOnToTheSameBits) {
  const Course course = GetParam().make();
  const Passage original = passage(course);
  for (const int instant : instants(course)) {
    physics::World world(course.config);
    ASSERT_TRUE(world.restore_state(original.at(instant)));
    for (int frame = instant + 1; frame <= instant + kFramesAfter; ++frame) {
      course.advance(world);
      const Bytes now = state_of(world);
      const Bytes& then = original.at(frame);
      if (now == then) continue;
      const auto differs = std::mismatch(now.begin(), now.end(), then.begin(), then.end()).first;
      FAIL() << GetParam().name << ", saved at frame " << instant << ": frame " << frame
             << " differs, first in "
             << world.describe_state(now, static_cast<std::size_t>(differs - now.begin()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Restored, ::testing::ValuesIn(shipped_scenes()),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Mechanisms, Restored, ::testing::ValuesIn(mechanisms()),
                         [](const auto& info) { return info.param.name; });

// `state` with the fields of one kind as a new world has them; where it has none, 0.
Bytes without(const std::string& kind, const Bytes& state, const std::vector<StateField>& fields,
              const Bytes& fresh, const std::vector<StateField>& fresh_fields) {
  Bytes out = state;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const StateField& field = fields[i];
    if (field.kind != kind) continue;
    if (i < fresh_fields.size() && fresh_fields[i].name == field.name) {
      std::memcpy(out.data() + field.offset, fresh.data() + fresh_fields[i].offset, field.size);
    } else {
      std::memset(out.data() + field.offset, 0, field.size);
    }
  }
  return out;
}

// Whether two states differ in any field of another kind.
bool differ_elsewhere(const std::string& kind, const physics::World& world, const Bytes& a, const Bytes& b) {
  if (a == b) return false;
  if (a.size() != b.size()) return true;
  for (const StateField& field : world.state_fields(a)) {
    if (field.kind != kind &&
        std::memcmp(a.data() + field.offset, b.data() + field.offset, field.size) != 0) {
      return true;
    }
  }
  return false;
}

// What is read of a world in which `state` has been restored: at once, and a substep later.
std::string readings_from(const Course& course, const Bytes& state) {
  physics::World world(course.config);
  if (!world.restore_state(state)) return "refused";
  Shown shown;
  physics::FrameState seen = world.make_frame_state();
  world.observe(seen);
  shown.look(seen);
  if (course.act) course.act(world, world.frame());
  world.begin_frame(course.substeps_of(world.frame()));
  world.substep();
  world.observe(seen);
  shown.look(seen);
  return shown.line();
}

// Whether a world restored without the fields of `kind` reads or moves otherwise, within so many frames, than
// the one that was saved.
bool is_missed(const std::string& kind, const Course& course, const Passage& original, int instant,
               const physics::World& fresh, int frames) {
  const Bytes& state = original.at(instant);
  const Bytes start = state_of(fresh);
  const Bytes reduced = without(kind, state, fresh.state_fields(state), start, fresh.state_fields(start));
  if (reduced == state) return false;
  if (readings_from(course, reduced) != readings_from(course, state)) return true;
  physics::World world(course.config);
  if (!world.restore_state(reduced)) return true;
  for (int frame = instant + 1; frame <= instant + frames; ++frame) {
    course.advance(world);
    if (differ_elsewhere(kind, world, state_of(world), original.at(frame))) return true;
  }
  return false;
}

// What is not in walk_state keeps its first value when a state is restored: of each field some course says
// so. Nearly all say it in the first frame: only what no course has missed by then is followed for longer.
TEST(EveryFieldOfState, IsMissedWhereItIsNotRestored) {
  std::set<std::string> missed, met;
  std::vector<CourseMaker> makers = mechanisms();
  for (CourseMaker& maker : shipped_scenes()) makers.push_back(std::move(maker));
  std::vector<Course> courses;
  std::vector<Passage> originals;
  for (const CourseMaker& maker : makers) {
    courses.push_back(maker.make());
    originals.push_back(passage(courses.back()));
  }
  for (const int frames : {1, kFramesAfter}) {
    for (std::size_t c = 0; c < courses.size(); ++c) {
      const physics::World fresh(courses[c].config);
      for (const int instant : instants(courses[c])) {
        std::set<std::string> here;
        for (const StateField& field : fresh.state_fields(originals[c].at(instant))) here.insert(field.kind);
        met.insert(here.begin(), here.end());
        for (const std::string& kind : here) {
          if (!missed.contains(kind) && is_missed(kind, courses[c], originals[c], instant, fresh, frames))
            missed.insert(kind);
        }
      }
    }
  }
  met.erase("contacts.count");  // the size of what follows
  EXPECT_FALSE(missed.contains("groups.bounded")) << "it is no longer the same at the end of every frame";
  met.erase("groups.bounded");
  for (const std::string& kind : met)
    EXPECT_TRUE(missed.contains(kind)) << kind << " changes nothing anywhere";
}

}  // namespace
}  // namespace drawbar::golden
