// One image generator's books, and the picture that it is told: what each field comes from.
#include <gtest/gtest.h>

#include <vector>

#include "physics/math/elementary.h"
#include "physics/math/rotation.h"
#include "server/cigi/image_generator.h"

namespace drawbar::server::test {
namespace {

using protocol::Bytes;

cigi::IgMessage start(std::int8_t database, std::uint32_t frame = 0, std::uint32_t last_host_frame = 0) {
  cigi::IgMessage message;
  message.start.database = database;
  message.start.mode = cigi::IgMode::operate;
  message.start.frame = frame;
  message.start.last_host_frame = last_host_frame;
  return message;
}

Bytes bytes_of(const cigi::IgControl& control) {
  Bytes bytes;
  cigi::write(bytes, cigi::ByteOrder::big, control);
  return bytes;
}

/// The first packet of a message, IG Control.
Bytes control_in(const Bytes& message) {
  return {message.begin(), message.begin() + static_cast<std::ptrdiff_t>(cigi::kIgControlBytes)};
}

scenes::CigiMapping of_database_three() {
  scenes::CigiMapping mapping;
  mapping.database = 3;
  return mapping;
}

/// An image generator that is asked for database 3, and a picture of two bodies.
class Generator : public testing::Test {
 protected:
  Generator() {
    mapping_.entities.resize(2);
    mapping_.entities[0].id = 10;
    mapping_.entities[1].id = 11;
    picture_.instant = 5 * kSecond;
    picture_.entities.resize(2);
  }
  std::size_t bytes_told(Nanoseconds now) {
    std::size_t size = 0;
    for (const Bytes& message : generator_.tell(picture_, now)) size += message.size();
    return size;
  }

  scenes::CigiMapping mapping_ = of_database_three();
  Picture picture_;
  ImageGenerator generator_{udp::endpoint(), mapping_};
};

TEST_F(Generator, IsToldInEachMessageWhatIsAskedOfItAndWhatIsKnownOfIt) {
  const auto told = [this] { return control_in(generator_.tell(picture_, kSecond).front()); };
  EXPECT_EQ(told(), bytes_of({.database = 3, .smoothing = true, .frame = 1, .timestamp = 500'000}));
  EXPECT_EQ(generator_.tell(picture_, kSecond).front().size(), cigi::kIgControlBytes) << "no entity yet";
  picture_.begins_branch = true;
  EXPECT_EQ(told(), bytes_of({.database = 3, .frame = 3, .timestamp = 500'000})) << "there is no way to it";
  picture_.begins_branch = false;
  generator_.take(start(-3, 76), kSecond);
  EXPECT_EQ(told(), bytes_of({.smoothing = true, .frame = 4, .timestamp = 500'000, .last_ig_frame = 76}));
  generator_.take(start(3, 77), kSecond);
  ASSERT_TRUE(generator_.ready());
  mapping_.smoothing = false;
  EXPECT_EQ(told(), bytes_of({.frame = 5, .timestamp = 500'000, .last_ig_frame = 77}));
  const auto& farewell = generator_.farewell(6 * kSecond);
  ASSERT_EQ(farewell.size(), 1u);
  EXPECT_EQ(control_in(farewell.front()), bytes_of({.frame = 6, .timestamp = 600'000, .last_ig_frame = 77}));
  EXPECT_EQ(farewell.front().size(), cigi::kIgControlBytes + 3 * cigi::kEntityControlBytes);
}

TEST_F(Generator, ThatSaysNothingForASecondIsAskedAnewAndToldEverythingAgain) {
  generator_.take(start(3), kSecond);
  const std::size_t all = bytes_told(kSecond);
  for (int i = 0; i < 6; ++i) bytes_told(kSecond);
  EXPECT_LT(bytes_told(kSecond), all) << "what stands still is known";
  generator_.take(start(3), kSecond);
  EXPECT_LT(bytes_told(kSecond), all) << "and still is";
  generator_.watch(2 * kSecond - 1);
  EXPECT_TRUE(generator_.ready());
  generator_.watch(2 * kSecond);
  EXPECT_FALSE(generator_.answers());
  EXPECT_FALSE(generator_.ready());
  EXPECT_EQ(bytes_told(kSecond), cigi::kIgControlBytes);
  generator_.take(start(0), 3 * kSecond);
  EXPECT_TRUE(generator_.answers());
  EXPECT_FALSE(generator_.ready()) << "it has its database no more";
  generator_.take(start(3), 3 * kSecond);
  EXPECT_EQ(bytes_told(3 * kSecond), all);
}

TEST_F(Generator, OfAnotherSceneWithTheSameDatabaseGoesOnAndWithAnotherIsAskedForIt) {
  generator_.take(start(3), kSecond);
  scenes::CigiMapping same = mapping_;
  generator_.begin_scene(same);
  EXPECT_TRUE(generator_.ready());
  scenes::CigiMapping other = mapping_;
  other.database = 4;
  generator_.begin_scene(other);
  EXPECT_FALSE(generator_.ready());
  EXPECT_TRUE(generator_.has_database());
  EXPECT_EQ(control_in(generator_.tell(picture_, kSecond).front()),
            bytes_of({.database = 4, .smoothing = true, .frame = 1, .timestamp = 500'000}));
  generator_.take(start(3), kSecond);
  EXPECT_FALSE(generator_.ready()) << "that is the one before";
  generator_.take(start(cigi::kNoSuchDatabase), kSecond);
  EXPECT_FALSE(generator_.has_database());
}

TEST_F(Generator, FiftyFramesAtOnceAreAnsweredAndThenFiveHundredASecond) {
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(generator_.take(start(3), kSecond)) << i;
  EXPECT_FALSE(generator_.take(start(3), kSecond));
  EXPECT_FALSE(generator_.take(start(3), kSecond + kMillisecond));
  EXPECT_TRUE(generator_.take(start(3), kSecond + 2 * kMillisecond));
  generator_.take_malformed();
  generator_.count_sent(true);
  generator_.count_sent(true);
  generator_.count_sent(true);
  generator_.count_sent(false);
  generator_.count_sent(false);
  const ImageGenerator::Counters& counters = generator_.counters();
  EXPECT_EQ(counters.frames, 53u);
  EXPECT_EQ(counters.unanswered, 2u);
  EXPECT_EQ(counters.malformed, 1u);
  EXPECT_EQ(counters.messages, 3u);
  EXPECT_EQ(counters.not_sent, 2u);
}

TEST_F(Generator, ControlsAreMeasuredByTheLastOfAFramesMessagesFromTheNewestOn) {
  mapping_.datagram_bytes = 110;  // room for one body
  generator_.take(start(3), kSecond);
  generator_.frame_begins(kSecond + 60 * kMillisecond);
  generator_.frame_begins(kSecond + 20 * kMillisecond);
  generator_.frame_begins(0);
  ASSERT_EQ(generator_.tell(picture_, kSecond + 70 * kMillisecond).size(), 3u);
  generator_.take(start(3, 1, 2), kSecond + 80 * kMillisecond);
  EXPECT_EQ(generator_.delays().last(), 0) << "not all of the frame is there";
  generator_.take(start(3, 2, 3), kSecond + 100 * kMillisecond);
  EXPECT_DOUBLE_EQ(generator_.delays().last(), 0.04);
  generator_.tell(picture_, kSecond + 110 * kMillisecond);
  generator_.take(start(3, 3, 6), kSecond + 200 * kMillisecond);
  EXPECT_DOUBLE_EQ(generator_.delays().last(), 0.04) << "no control came with that frame";
}

// --- delays ---

/// So many were measured.
std::string count_of(const Histogram& histogram) {
  const std::string text = histogram.series("x", "a=\"b\"");
  return text.substr(text.find("x_count"));
}

TEST(CigiDelayRows, AWayThereAndBackIsOfTheMessageThatIsNamed) {
  CigiDelayMeter meter;
  meter.sent(4, 100 * kMillisecond, 90 * kMillisecond);
  meter.sent(5, 140 * kMillisecond, 130 * kMillisecond);
  meter.answered(5, 165 * kMillisecond);
  meter.answered(4, 170 * kMillisecond);
  EXPECT_EQ(count_of(meter.round_trip()), "x_count{a=\"b\"} 1\n") << "message 4 was known with 5";
  EXPECT_EQ(count_of(meter.from_console()), "x_count{a=\"b\"} 2\n");
  const std::string text = meter.round_trip().series("x", "a=\"b\"");
  EXPECT_NE(text.find("x_sum{a=\"b\"} 0.025"), std::string::npos) << text;
}

TEST(CigiDelayRows, NumbersGoOnBehindTheLargestAndTheOldestOf256IsForgotten) {
  CigiDelayMeter meter;
  meter.sent(0xFFFFFFFF, 100 * kMillisecond, 80 * kMillisecond);
  meter.sent(0, 110 * kMillisecond, 0);
  meter.answered(0, 120 * kMillisecond);
  EXPECT_DOUBLE_EQ(meter.last(), 0.04);
  for (std::uint32_t number = 1; number <= 257; ++number)
    meter.sent(number, kSecond, number <= 2 ? kSecond : 0);
  meter.answered(1, 2 * kSecond);
  EXPECT_DOUBLE_EQ(meter.last(), 0.04) << "its place is taken";
  meter.answered(257, 3 * kSecond);
  EXPECT_DOUBLE_EQ(meter.last(), 2) << "message 2, 255 before it";
  EXPECT_EQ(count_of(meter.from_console()), "x_count{a=\"b\"} 2\n");
}

// --- pictures ---

physics::Quat turned(const physics::Vec3& rotation) {
  return physics::quaternion_exponential(rotation);
}

void expect_near(const physics::Vec3& seen, const physics::Vec3& wanted) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(seen[i], wanted[i], 1e-12) << "axis " << i;
}

FrameSlot slot_of_two_bodies() {
  physics::WorldConfig config;
  config.bodies.resize(2);
  for (physics::BodyConfig& body : config.bodies) {
    body.mass_properties.mass = 1;
    body.mass_properties.inertia = physics::Mat3::Identity();
  }
  FrameSlot slot{scenes::Simulation(config)};
  slot.state.joints.resize(2);
  return slot;
}

// A quarter turn about z brings the arm (1, 2, 3) to (-2, 1, 3).
TEST(CigiPictureRows, AModelMovesAsItsPlaceInItsBody) {
  const double quarter = physics::kPi / 2;
  scenes::CigiMapping mapping;
  mapping.entities = {{.body = 1, .id = 10, .position = {1, 2, 3}, .orientation = turned({quarter, 0, 0})}};
  mapping.parts = {{.entity = 10, .part = 1, .joint = 1, .axis = 2, .factor = -3, .offset = 7}};
  FrameSlot slot = slot_of_two_bodies();
  slot.branch = 4;
  slot.state.frame = 9;
  slot.speed = 2.5;
  slot.begins_branch = true;
  slot.timing.slot_start = 3 * kSecond;
  physics::BodyReading& body = slot.state.bodies[1];
  body.position = physics::Vec3(10, 20, 30);
  body.orientation = turned({0, 0, quarter});
  body.linear_velocity = physics::Vec3(1, 2, 3);
  body.angular_velocity = physics::Vec3(0.5, -1, 2);
  slot.state.joints[1].position[2] = 0.5;
  slot.state.joints[1].velocity[2] = 4;
  const Picture picture = picture_of(mapping, slot, 20 * kMillisecond, {});
  EXPECT_EQ(picture.instant, 3 * kSecond + 20 * kMillisecond);
  EXPECT_EQ(picture.period, 20 * kMillisecond);
  EXPECT_EQ(picture.branch, 4u);
  EXPECT_EQ(picture.frame, 9u);
  EXPECT_EQ(picture.speed, 2.5);
  EXPECT_TRUE(picture.begins_branch);
  ASSERT_EQ(picture.entities.size(), 1u);
  const PictureEntity& entity = picture.entities[0];
  expect_near(entity.position, {8, 21, 33});
  expect_near(entity.linear_velocity, {1 - 5, 2 - 5.5, 3 - 1.5});
  expect_near(entity.angular_velocity, {0.5, -1, 2});
  expect_near(entity.orientation * physics::Vec3(0, 1, 0), {0, 0, 1});
  expect_near(entity.orientation * physics::Vec3(1, 0, 0), {0, 1, 0});
  ASSERT_EQ(picture.parts.size(), 1u);
  EXPECT_DOUBLE_EQ(picture.parts[0].value, 5.5);
  EXPECT_DOUBLE_EQ(picture.parts[0].rate, -12);
}

TEST(CigiPictureRows, AccelerationsAreKnownFromTheFrameBeforeAlone) {
  scenes::CigiMapping mapping;
  mapping.entities = {{.body = 0}, {.body = 1}};
  FrameSlot slot = slot_of_two_bodies();
  slot.branch = 2;
  slot.state.frame = 5;
  const Nanoseconds period = 20 * kMillisecond;
  const Picture before = picture_of(mapping, slot, period, {});
  slot.state.bodies[1].linear_velocity = physics::Vec3(1, -2, 3);
  slot.state.bodies[1].angular_velocity = physics::Vec3(-4, 5, 6);
  struct Case {
    std::uint32_t branch;
    std::uint64_t frame;
    bool known;
  };
  const Case cases[] = {{2, 6, true}, {2, 7, false}, {2, 5, false}, {3, 6, false}, {1, 6, false}};
  for (const Case& one : cases) {
    slot.branch = one.branch;
    slot.state.frame = one.frame;
    const Picture picture = picture_of(mapping, slot, period, before);
    const double of = one.known ? 50 : 0;
    expect_near(picture.entities[1].linear_acceleration, {of, -2 * of, 3 * of});
    expect_near(picture.entities[1].angular_acceleration, {-4 * of, 5 * of, 6 * of});
    expect_near(picture.entities[0].linear_acceleration, {0, 0, 0});
  }
}

// 20 ms at half speed are 10 ms of simulation.
TEST(CigiPictureRows, AnotherInstantIsReachedInSimulatedTimeBothWays) {
  Picture picture;
  picture.instant = kSecond;
  picture.period = 40 * kMillisecond;
  picture.speed = 0.5;
  PictureEntity& entity = picture.entities.emplace_back();
  entity.position = physics::Vec3(1, 2, 3);
  entity.linear_velocity = physics::Vec3(1, -2, 4);
  entity.linear_acceleration = physics::Vec3(10, 20, -30);
  entity.orientation = turned({physics::kPi / 2, 0, 0});
  entity.angular_velocity = physics::Vec3(0, 0, 3);
  entity.angular_acceleration = physics::Vec3(0, 0, 100);
  picture.parts = {{1, 100}, {-2, -50}};
  struct Case {
    Nanoseconds ahead;
    double time;
  };
  const Case cases[] = {
      {20 * kMillisecond, 0.01}, {-20 * kMillisecond, -0.01}, {kSecond / 2, 0.02}, {-kSecond / 2, -0.02}};
  for (const Case& one : cases) {
    const double t = one.time;
    const Picture moved = picture.at(kSecond + one.ahead);
    EXPECT_EQ(moved.instant, kSecond + one.ahead);
    const PictureEntity& there = moved.entities[0];
    expect_near(there.position, {1 + t + 5 * t * t, 2 - 2 * t + 10 * t * t, 3 + 4 * t - 15 * t * t});
    expect_near(there.linear_velocity, {1 + 10 * t, -2 + 20 * t, 4 - 30 * t});
    expect_near(there.angular_velocity, {0, 0, 3 + 100 * t});
    // About the world's z, whichever way the body lies.
    const physics::Quat wanted = turned({0, 0, 3 * t + 50 * t * t}) * turned({physics::kPi / 2, 0, 0});
    expect_near(there.orientation * physics::Vec3(1, 2, 3), wanted * physics::Vec3(1, 2, 3));
    EXPECT_DOUBLE_EQ(moved.parts[0].value, 1 + 100 * t);
    EXPECT_DOUBLE_EQ(moved.parts[1].value, -2 - 50 * t);
  }
}

}  // namespace
}  // namespace drawbar::server::test
