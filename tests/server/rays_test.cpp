// Rays through the newest frame: what they meet, and what is wrong with a question.
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <vector>

#include "tests/server/daemon_fixture.h"
#include "tests/server/hub_in_slots.h"

namespace drawbar::server::test {
namespace {

using control::Role;

constexpr std::uint32_t kRequest = 7;

/// Ground, a wall 2 m high at x = 5, and a ball that falls from 10 m.
std::string scene() {
  return R"({
    "name": "sight", "gravity": [0, 0, -9.81],
    "bodies": [
      { "name": "ground", "static": true, "shapes": [{ "type": "plane", "normal": [0, 0, 1] }] },
      { "name": "wall", "static": true, "position": [5, 0, 1],
        "shapes": [{ "type": "box", "size": [0.2, 4, 2] }] },
      { "name": "ball", "mass": 1, "position": [0, 0, 10], "shapes": [{ "type": "sphere", "radius": 0.5 }] }
    ] })";
}

struct End {
  double x, y, z;
};

void add(control::CastRaysT& message, End from, End to, double radius = 0,
         flatbuffers::Optional<std::uint32_t> ignored = flatbuffers::nullopt) {
  auto& ray = *message.rays.emplace_back(std::make_unique<control::RayT>());
  ray.from = std::make_unique<control::Point>(from.x, from.y, from.z);
  ray.to = std::make_unique<control::Point>(to.x, to.y, to.z);
  ray.radius = radius;
  ray.ignored_body = ignored;
}

stream::RayHitsT cast(HubInSlots& hall, const Person& person, control::CastRaysT message) {
  hall.send(person, std::move(message), kRequest);
  hall.finish_background();
  auto answers = person.connection->all<stream::RayHitsT>();
  if (answers.empty()) {
    ADD_FAILURE() << hall.answer_to(person, kRequest);
    return {};
  }
  return std::move(answers.back());
}

TEST(Rays, TellTheGroundsHeightWhatBarsASightAndWhatIsPassedThrough) {
  HubInSlots hall(scene());
  const Person viewer = hall.join(Role::Viewer, "viewer");
  control::CastRaysT message;
  add(message, {3, 1, 50}, {3, 1, -50});        // the ground
  add(message, {5, 1, 50}, {5, 1, -50});        // the wall's top
  add(message, {0, 0, 1}, {9, 0, 1});           // barred by the wall
  add(message, {0, 0, 2.5}, {9, 0, 2.5});       // above it
  add(message, {0, 0, 1}, {9, 0, 1}, 0, 1);     // through the wall
  add(message, {0, 0, 2.3}, {9, 0, 2.3}, 0.5);  // too thick to pass over the wall
  const stream::RayHitsT answer = cast(hall, viewer, std::move(message));
  EXPECT_EQ(answer.request, kRequest);
  ASSERT_EQ(answer.hits.size(), 6u);
  EXPECT_NEAR(answer.hits[0]->position->z(), 0, 1e-9);
  EXPECT_NEAR(*answer.hits[0]->distance, 50, 1e-9);
  EXPECT_EQ(answer.hits[0]->body, 0u);
  EXPECT_NEAR(answer.hits[1]->position->z(), 2, 1e-9);
  EXPECT_NEAR(answer.hits[1]->normal->z(), 1, 1e-9);
  EXPECT_NEAR(*answer.hits[2]->distance, 4.9, 1e-9);
  EXPECT_EQ(answer.hits[2]->body, 1u);
  EXPECT_NEAR(answer.hits[2]->normal->x(), -1, 1e-9);
  EXPECT_FALSE(answer.hits[3]->distance);
  EXPECT_FALSE(answer.hits[4]->distance);
  ASSERT_TRUE(answer.hits[5]->distance);
  // The ball's centre stands 0.3 m above the edge x = 4.9, z = 2 when it touches it.
  EXPECT_NEAR(*answer.hits[5]->distance, 4.9 - 0.4, 1e-6);
}

TEST(Rays, AskTheFrameOfTheirStamp) {
  HubInSlots hall(scene());
  const Person viewer = hall.join(Role::Viewer, "viewer");
  hall.run_slots(10);
  control::CastRaysT message;
  add(message, {0, 0, 20}, {0, 0, 1});
  const stream::RayHitsT answer = cast(hall, viewer, std::move(message));
  EXPECT_EQ(answer.stamp->frame(), hall.newest().state.frame);
  EXPECT_NEAR(answer.hits[0]->position->z(), hall.newest().state.bodies[2].position.z() + 0.5, 1e-9);
  EXPECT_EQ(answer.hits[0]->body, 2u);
}

TEST(Rays, QuestionsThatAreAnsweredMakeRoomForOthers) {
  constexpr std::size_t kMostAtOnce = 32;
  HubInSlots hall(scene());
  const Person viewer = hall.join(Role::Viewer, "viewer");
  const auto ask = [&](std::uint32_t request) {
    control::CastRaysT message;
    add(message, {3, 1, 50}, {3, 1, -50});
    hall.send(viewer, std::move(message), request);
  };
  for (std::uint32_t round = 1; round <= 3; ++round) {
    for (std::size_t i = 0; i < kMostAtOnce; ++i) ask(kRequest);
    ask(100 + round);
    EXPECT_EQ(hall.answer_to(viewer, 100 + round), "Busy") << "one more than may wait, round " << round;
    EXPECT_EQ(viewer.connection->all<stream::ErrorT>().back().text, "32 questions wait for an answer");
    hall.finish_background();
    EXPECT_EQ(viewer.connection->all<stream::RayHitsT>().size(), round * kMostAtOnce);
  }
  EXPECT_EQ(hall.answer_to(viewer, kRequest), "") << "none of the others was refused";
}

TEST(Rays, ARefusedQuestionSaysWhichRayAndWhatIsAllowed) {
  HubInSlots hall(scene());
  const Person viewer = hall.join(Role::Viewer, "viewer");
  const auto refusal = [&](control::CastRaysT message) {
    hall.send(viewer, std::move(message), kRequest);
    return viewer.connection->all<stream::ErrorT>().back();
  };
  EXPECT_EQ(refusal({}).field, "CastRays.rays");
  control::CastRaysT many;
  for (int i = 0; i < 257; ++i) add(many, {0, 0, 1}, {0, 0, 0});
  EXPECT_EQ(refusal(std::move(many)).text, "257 rays, allowed are 1 to 256");
  control::CastRaysT nowhere;
  add(nowhere, {0, 0, 1}, {0, 0, 0});
  add(nowhere, {1, 1, 1}, {1, 1, 1});
  EXPECT_EQ(refusal(std::move(nowhere)).field, "CastRays.rays[1].to");
  control::CastRaysT endless;
  add(endless, {0, 0, 1}, {0, 0, std::numeric_limits<double>::infinity()});
  EXPECT_EQ(refusal(std::move(endless)).field, "CastRays.rays[0].to");
  control::CastRaysT thin;
  add(thin, {0, 0, 1}, {0, 0, 0}, -1);
  EXPECT_EQ(refusal(std::move(thin)).field, "CastRays.rays[0].radius");
  control::CastRaysT nobody;
  add(nobody, {0, 0, 1}, {0, 0, 0}, 0, 3);
  const stream::ErrorT error = refusal(std::move(nobody));
  EXPECT_EQ(error.field, "CastRays.rays[0].ignored_body");
  EXPECT_EQ(error.code, stream::ErrorCode::NoSuchId);
}

}  // namespace
}  // namespace drawbar::server::test
