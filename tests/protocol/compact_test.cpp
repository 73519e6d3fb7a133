// Compact poses: within the stated error, small, and robust to loss.
#include "protocol/compact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "protocol/bit_stream.h"
#include "protocol/decode.h"
#include "tests/protocol/random_frames.h"

namespace drawbar::protocol {
namespace {

struct Decoded {
  stream::FrameStamp stamp;
  std::uint64_t key_tick = 0;
  std::vector<stream::BodyState> bodies;
};

Decoded decoded(const std::vector<Bytes>& messages) {
  Decoded out;
  for (const Bytes& bytes : messages) {
    const auto message = decode_server_message(bytes);
    EXPECT_TRUE(message);
    const auto* frame = (*message)->body_as_CompactFrame();
    EXPECT_NE(frame, nullptr);
    const auto bodies = decode_compact(*frame);
    EXPECT_TRUE(bodies) << bodies.error().text;
    out.stamp = *frame->stamp();
    out.key_tick = frame->key_tick();
    out.bodies.insert(out.bodies.end(), bodies->begin(), bodies->end());
  }
  return out;
}

/// Angle of the rotation between two orientations (rad).
double angle_between(const stream::Quaternionf& a, const stream::Quaternionf& b) {
  const double aw = a.w(), ax = a.x(), ay = a.y(), az = a.z(), bw = b.w(), bx = b.x(), by = b.y(), bz = b.z();
  const double x = aw * bx - ax * bw - ay * bz + az * by;
  const double y = aw * by - ay * bw - az * bx + ax * bz;
  const double z = aw * bz - az * bw - ax * by + ay * bx;
  const double w = aw * bw + ax * bx + ay * by + az * bz;
  return 2 * std::atan2(std::sqrt(x * x + y * y + z * z), std::abs(w));
}

TEST(BitStream, GivesBackEveryWidth) {
  const auto lowest = [](int width) {
    return width == 0 ? 0 : std::numeric_limits<std::int64_t>::min() >> (64 - width);
  };
  BitWriter out;
  for (int width = 0; width <= 64; ++width) {
    out.write(0xA5A5'5A5A'DEAD'BEEFull, width);
    out.write_signed(lowest(width), width);
  }
  BitReader in(out.bytes());
  for (int width = 0; width <= 64; ++width) {
    const std::uint64_t mask = width == 64 ? ~0ull : (1ull << width) - 1;
    EXPECT_EQ(in.read(width), 0xA5A5'5A5A'DEAD'BEEFull & mask);
    EXPECT_EQ(in.read_signed(width), lowest(width));
  }
  EXPECT_EQ(in.read(8), std::nullopt);
}

TEST(Compact, StaysWithinTheStatedError) {
  const auto bodies = random_bodies(3000);
  CompactEncoder encoder;
  encoder.take(stamp_at(1), bodies);
  const Decoded got = decoded(encoder.messages(kDatagramLimit));
  ASSERT_EQ(got.bodies.size(), bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto& a = bodies[i];
    const auto& b = got.bodies[i];
    EXPECT_EQ(a.id(), b.id());
    EXPECT_LE(std::abs(a.position().x() - b.position().x()), kPositionError);
    EXPECT_LE(std::abs(a.position().y() - b.position().y()), kPositionError);
    EXPECT_LE(std::abs(a.position().z() - b.position().z()), kPositionError);
    EXPECT_LE(std::abs(a.linear_velocity().x() - b.linear_velocity().x()), kLinearVelocityError);
    EXPECT_LE(std::abs(a.angular_velocity().z() - b.angular_velocity().z()), kAngularVelocityError);
    EXPECT_LE(angle_between(a.orientation(), b.orientation()), kOrientationError);
  }
}

TEST(Compact, OrientationErrorHoldsAtTheWorstPlaces) {
  // Where all components are equal, or two, the component left out is least determined.
  const float half = 0.5f, root = static_cast<float>(std::sqrt(0.5));
  for (const auto& q :
       {stream::Quaternionf(half, half, half, half), stream::Quaternionf(-half, half, -half, half),
        stream::Quaternionf(root, root, 0, 0), stream::Quaternionf(0, 0, -root, root),
        stream::Quaternionf(1, 0, 0, 0), stream::Quaternionf(0, 0, 0, -1)}) {
    const stream::BodyState body({0, 0, 0}, q, {0, 0, 0}, {0, 0, 0}, 0, 0);
    CompactEncoder encoder;
    encoder.take(stamp_at(1), {&body, 1});
    EXPECT_LE(angle_between(q, decoded(encoder.messages(kDatagramLimit)).bodies.at(0).orientation()),
              kOrientationError);
  }
}

TEST(Compact, SendsOnlyWhatDiffersFromTheKey) {
  auto bodies = random_bodies(50);
  CompactEncoder encoder(25);
  encoder.take(stamp_at(1), bodies);
  EXPECT_EQ(decoded(encoder.messages(kDatagramLimit)).bodies.size(), 50u);

  encoder.take(stamp_at(2), bodies);
  const Decoded resting = decoded(encoder.messages(kDatagramLimit));
  EXPECT_TRUE(resting.bodies.empty());
  EXPECT_EQ(resting.key_tick, 1u);

  const auto old = bodies[17];
  bodies[17] = {{old.position().x() + 0.01, old.position().y(), old.position().z()},
                old.orientation(),
                old.linear_velocity(),
                old.angular_velocity(),
                17,
                0};
  encoder.take(stamp_at(3), bodies);
  const Decoded moved = decoded(encoder.messages(kDatagramLimit));
  ASSERT_EQ(moved.bodies.size(), 1u);
  EXPECT_EQ(moved.bodies[0].id(), 17u);

  encoder.take(stamp_at(26), bodies);
  EXPECT_EQ(encoder.key_tick(), 26u);
  EXPECT_EQ(decoded(encoder.messages(kDatagramLimit)).bodies.size(), 50u);
}

TEST(Compact, AChangedSetOfBodiesIsAKey) {
  auto bodies = random_bodies(5);
  CompactEncoder encoder;
  encoder.take(stamp_at(1), bodies);
  bodies.erase(bodies.begin() + 2);
  encoder.take(stamp_at(2), bodies);
  const Decoded got = decoded(encoder.messages(kDatagramLimit));
  EXPECT_EQ(got.key_tick, 2u);
  ASSERT_EQ(got.bodies.size(), 4u);
  EXPECT_EQ(got.bodies[2].id(), 3u);
}

std::vector<std::uint32_t> absent_in(const std::vector<stream::BodyState>& bodies) {
  std::vector<std::uint32_t> ids;
  for (const stream::BodyState& body : bodies) {
    if (body.flags() == kBodyAbsent) ids.push_back(body.id());
  }
  return ids;
}

std::vector<stream::BodyState> without(std::vector<stream::BodyState> bodies,
                                       const std::vector<std::uint32_t>& absent) {
  for (const std::uint32_t id : absent) {
    const stream::BodyState& b = bodies[id];
    bodies[id] = {b.position(), b.orientation(), b.linear_velocity(), b.angular_velocity(), id, kBodyAbsent};
  }
  return bodies;
}

TEST(Compact, ABodyThatGoesOrComesDiffersFromTheKey) {
  const auto bodies = random_bodies(5);
  CompactEncoder encoder;
  encoder.take(stamp_at(1), without(bodies, {1, 3}));
  EXPECT_EQ(absent_in(decoded(encoder.messages(kDatagramLimit)).bodies), (std::vector<std::uint32_t>{1, 3}));
  encoder.take(stamp_at(2), without(bodies, {3, 4}));
  const Decoded got = decoded(encoder.messages(kDatagramLimit));
  ASSERT_EQ(got.bodies.size(), 2u) << "1 has come, 4 has gone";
  EXPECT_EQ(got.bodies[0].id(), 1u);
  EXPECT_EQ(absent_in(got.bodies), (std::vector<std::uint32_t>{4}));
}

TEST(Compact, AbsentBodiesOfManyDatagramsAreSmallAndStandInTheirOwn) {
  const auto bodies = random_bodies(500);
  std::vector<std::uint32_t> all(bodies.size());
  std::iota(all.begin(), all.end(), 0u);
  CompactEncoder encoder;
  encoder.take(stamp_at(1), without(bodies, all));
  const auto messages = encoder.messages(kDatagramLimit);
  for (const Bytes& message : messages) EXPECT_LE(message.size(), kDatagramLimit);
  EXPECT_EQ(absent_in(decoded(messages).bodies), all);
}

// Two bodies that follow each other, all zeros but for the first one's id: the second one's is one more.
Bytes two_bodies_from(std::uint32_t id) {
  BitWriter out;
  for (const std::uint32_t gap : {id, 0U}) {
    out.write(gap == 0 ? 0 : 1, 1);
    if (gap != 0) {
      out.write(32, 6);
      out.write(gap, 32);
    }
    out.write(0, 6);  // position
    out.write(0, 2);
    out.write(0, 3 * kOrientationBits);
    out.write(0, 6);  // velocities
    out.write(0, 6);
  }
  const Bytes bits = out.bytes();
  stream::CompactFrameT frame;
  frame.stamp = std::make_unique<stream::FrameStamp>(stamp_at(1));
  frame.origin = std::make_unique<control::Point>();
  frame.body_count = 2;
  for (const std::byte byte : bits) frame.data.push_back(std::to_integer<std::uint8_t>(byte));
  return encode_server(std::move(frame));
}

TEST(Compact, AnIdAboveThirtyTwoBitsIsAnErrorAndNotASmallId) {
  for (const auto& [first, allowed] : {std::pair(0xFFFFFFFEU, true), std::pair(0xFFFFFFFFU, false)}) {
    const auto message = decode_server_message(two_bodies_from(first));
    ASSERT_TRUE(message);
    const auto bodies = decode_compact(*(*message)->body_as_CompactFrame());
    ASSERT_EQ(bodies.has_value(), allowed);
    if (bodies) {
      EXPECT_EQ((*bodies)[1].id(), 0xFFFFFFFFU);
    } else {
      EXPECT_NE(bodies.error().text.find("above 32 bits"), std::string::npos);
    }
  }
}

TEST(Compact, AnAbsentBodyThatIsNotListedIsAnError) {
  stream::CompactFrameT frame;
  frame.stamp = std::make_unique<stream::FrameStamp>(stamp_at(1));
  frame.origin = std::make_unique<control::Point>();
  frame.absent = {7};
  const Bytes bytes = encode_server(std::move(frame));
  const auto message = decode_server_message(bytes);
  ASSERT_TRUE(message);
  const auto bodies = decode_compact(*(*message)->body_as_CompactFrame());
  ASSERT_FALSE(bodies);
  EXPECT_NE(bodies.error().text.find("CompactFrame.absent"), std::string::npos);
}

TEST(Compact, WhatIsWrongWithAMessageIsSaid) {
  const std::string absent = "CompactFrame.absent: ids do not ascend, or are of bodies that data has not";
  struct Case {
    std::uint16_t count;
    std::size_t bytes;  ///< of the data that are there
    std::vector<std::uint32_t> absent;
    std::string said;
  };
  Bytes two = two_bodies_from(5);
  const auto good = decode_server_message(two);
  ASSERT_TRUE(good);
  const auto* data = (*good)->body_as_CompactFrame()->data();
  const std::size_t all = data->size();
  const Case cases[] = {
      {2, all, {}, ""},
      {2, all, {5, 6}, ""},
      {2, all, {6, 5}, absent},
      {2, all, {6, 6}, absent},
      {1, all, {6}, absent},
      {2, all - 1, {}, "CompactFrame.data: ends within body 1 of 2"},
      {2, 0, {}, "CompactFrame.data: ends within body 0 of 2"},
      {0, 0, {}, ""},
  };
  for (const Case& one : cases) {
    stream::CompactFrameT frame;
    frame.stamp = std::make_unique<stream::FrameStamp>(stamp_at(1));
    frame.origin = std::make_unique<control::Point>();
    frame.body_count = one.count;
    frame.data.assign(data->Data(), data->Data() + one.bytes);
    frame.absent = one.absent;
    const auto message = decode_server_message(encode_server(std::move(frame)));
    ASSERT_TRUE(message);
    const auto bodies = decode_compact(*(*message)->body_as_CompactFrame());
    EXPECT_EQ(bodies ? "" : bodies.error().text, one.said);
    if (!bodies) continue;
    ASSERT_EQ(bodies->size(), one.count);
    for (const stream::BodyState& body : *bodies)
      EXPECT_EQ(body.flags(), one.absent.empty() ? 0u : kBodyAbsent) << body.id();
  }
}

// Every 25 ticks, counted from the key and not from zero; in between when another body comes.
TEST(Compact, AKeyIsAsOldAsTwentyFourTicks) {
  const auto three = random_bodies(3), two = random_bodies(2);
  CompactEncoder encoder;
  const auto key_after = [&](std::uint64_t tick, const std::vector<stream::BodyState>& bodies) {
    encoder.take(stamp_at(tick), bodies);
    return encoder.key_tick();
  };
  EXPECT_EQ(key_after(7, three), 7u);
  EXPECT_EQ(key_after(31, three), 7u);
  EXPECT_EQ(key_after(32, three), 32u);
  EXPECT_EQ(key_after(40, two), 40u);
  EXPECT_EQ(key_after(64, two), 40u);
  EXPECT_EQ(key_after(65, two), 65u);
}

TEST(Compact, EveryDatagramIsSmallAndDecodesAlone) {
  const auto bodies = random_bodies(500);
  CompactEncoder encoder;
  encoder.take(stamp_at(1), bodies);
  const auto messages = encoder.messages(kDatagramLimit);
  EXPECT_GT(messages.size(), 1u);
  for (const Bytes& message : messages) {
    EXPECT_LE(message.size(), kDatagramLimit);
    EXPECT_FALSE(decoded({message}).bodies.empty());
  }
}

TEST(Compact, MovingBodiesCostUnderHalfOfPlain) {
  const auto bodies = random_bodies(100);
  CompactEncoder encoder;
  encoder.take(stamp_at(1), bodies);
  std::size_t size = 0;
  for (const Bytes& message : encoder.messages(kDatagramLimit)) {
    size += message.size();
  }
  RecordProperty("bytes_per_body", std::to_string(static_cast<double>(size) / 100));
  EXPECT_LT(size, encode_frame(stamp_at(1), bodies).size() / 2);
}

TEST(Compact, ExtremeNumbersAreSaturatedNotUndefined) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const auto finf = std::numeric_limits<float>::infinity(), fnan = std::numeric_limits<float>::quiet_NaN();
  const stream::BodyState bodies[] = {
      {{inf, -inf, nan}, {fnan, 0, finf, 0}, {finf, -finf, fnan}, {1e30f, -1e30f, 0}, 0, 0},
      {{1e300, -1e300, 5}, {0, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0xFFFFFFFEu, 0}};
  CompactEncoder encoder;
  encoder.take(stamp_at(1), bodies);
  const Decoded got = decoded(encoder.messages(kDatagramLimit));
  ASSERT_EQ(got.bodies.size(), 2u);
  EXPECT_EQ(got.bodies[1].id(), 0xFFFFFFFEu);
  EXPECT_EQ(got.bodies[0].position().z(), 0);
}

TEST(Compact, DamagedDataIsAnErrorNotACrash) {
  CompactEncoder encoder;
  encoder.take(stamp_at(1), random_bodies(30));
  const Bytes good = encoder.messages(kDatagramLimit)[0];
  std::mt19937_64 random(5);
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    Bytes bad = good;
    for (int i = 0; i < 3; ++i) {
      bad[random() % bad.size()] = static_cast<std::byte>(random());
    }
    const auto message = decode_server_message(bad);
    const auto* frame = message ? (*message)->body_as_CompactFrame() : nullptr;
    refused += frame == nullptr || !decode_compact(*frame) ? 1 : 0;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace drawbar::protocol
