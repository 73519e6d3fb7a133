// The CIGI host: its packets to the byte, what it tells again, the handshake, the delay meter, poses on the
// Earth.
#include <gtest/gtest.h>

#include "physics/math/elementary.h"
#include "physics/math/rotation.h"
#include "server/cigi/image_generator.h"
#include "tests/support/logged_text.h"

namespace drawbar::server::test {
namespace {

using cigi::ByteOrder;
using protocol::Bytes;

std::string hex(const Bytes& bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[std::to_integer<int>(byte) >> 4];
    text += kDigits[std::to_integer<int>(byte) & 15];
  }
  return text;
}

template <class Packet>
std::string hex_of(const Packet& packet, ByteOrder order) {
  Bytes bytes;
  cigi::write(bytes, order, packet);
  return hex(bytes);
}

/// A Start of Frame, in either order.
Bytes start_of_frame(ByteOrder order, std::int8_t database, cigi::IgMode mode,
                     std::uint32_t last_host_frame) {
  Bytes bytes;
  const auto put = [&](std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      bytes.push_back(static_cast<std::byte>(value >> 8 * (order == ByteOrder::big ? size - 1 - i : i)));
  };
  put(101, 1);
  put(24, 1);
  put(3, 1);
  put(static_cast<std::uint8_t>(database), 1);
  put(0, 1);
  put(0x30 | 4 | static_cast<unsigned>(mode), 1);
  put(0x8000, 2);
  put(77, 4);
  put(123, 4);
  put(last_host_frame, 4);
  put(0, 4);
  return bytes;
}

void append_height(Bytes& bytes, std::uint16_t id, double height) {
  const std::size_t begin = bytes.size();
  bytes.resize(begin + 16);
  bytes[begin] = std::byte{102};
  bytes[begin + 1] = std::byte{16};
  bytes[begin + 2] = static_cast<std::byte>(id >> 8);
  bytes[begin + 3] = static_cast<std::byte>(id);
  bytes[begin + 4] = std::byte{1};
  const auto bits = std::bit_cast<std::uint64_t>(height);
  for (std::size_t i = 0; i < 8; ++i) bytes[begin + 8 + i] = static_cast<std::byte>(bits >> 8 * (7 - i));
}

/// The ids of a message's packets.
std::vector<int> packets_of(const Bytes& message) {
  std::vector<int> ids;
  for (std::size_t at = 0; at < message.size(); at += std::to_integer<std::size_t>(message[at + 1]))
    ids.push_back(std::to_integer<int>(message[at]));
  return ids;
}

TEST(CigiPackets, IgControlIsTheDocumentedBytes) {
  cigi::IgControl control;
  control.frame = 7;
  control.timestamp = 0x0001e240;
  control.last_ig_frame = 5;
  EXPECT_EQ(hex_of(control, ByteOrder::big),
            "01180300350080000000000700"
            "01e2400000000500000000");
  EXPECT_EQ(hex_of(control, ByteOrder::little),
            "011803003500008007000000"
            "40e201000500000000000000");
}

TEST(CigiPackets, EveryPacketHasItsSizeAndFieldsAtTheirOffsets) {
  cigi::EntityControl entity;
  entity.entity = 0x0102;
  entity.parent = 1;
  entity.smoothing = true;
  entity.type = 0x0a0b;
  entity.roll = 1;
  entity.pitch = 2;
  entity.yaw = 4;
  entity.x = 1;
  entity.y = -2;
  entity.z = 0.5;
  EXPECT_EQ(hex_of(entity, ByteOrder::big),
            "023001020510ff000a0b00013f800000400000004080000"
            "03ff0000000000000c0000000000000003fe0000000000000");
  cigi::RateControl rate{0x0102, {1, 2, 4}, {-1, 0, 0}};
  EXPECT_EQ(hex_of(rate, ByteOrder::big),
            "0820010200020000"
            "3f8000004000000040800000bf8000000000000000000000");
  cigi::ShortArticulatedPart part{0x0102, {3, cigi::Degree::pitch, 1}, {4, cigi::Degree::roll, 2}};
  EXPECT_EQ(hex_of(part, ByteOrder::big),
            "071001020304f500"
            "3f80000040000000");
  part.second = {};
  EXPECT_EQ(hex_of(part, ByteOrder::big),
            "0710010203004500"
            "3f80000000000000");
  EXPECT_EQ(hex_of(cigi::ShortComponentControl{0x0102, 0x0304, 13, 1, 1}, ByteOrder::big),
            "05100102030"
            "40d013f80000000000000");
  EXPECT_EQ(hex_of(cigi::HeightRequest{0x0102, 1, 1, -2, 0.5}, ByteOrder::big),
            "1820010204000001"
            "3ff0000000000000c0000000000000003fe0000000000000");
}

TEST(CigiPackets, AnswersAreReadInEitherByteOrder) {
  for (const ByteOrder order : {ByteOrder::big, ByteOrder::little}) {
    const auto message = cigi::read_ig_message(start_of_frame(order, -3, cigi::IgMode::operate, 0x01020304));
    ASSERT_TRUE(message);
    EXPECT_EQ(message->order, order);
    EXPECT_EQ(message->start.database, -3);
    EXPECT_EQ(message->start.mode, cigi::IgMode::operate);
    EXPECT_EQ(message->start.frame, 77U);
    EXPECT_EQ(message->start.last_host_frame, 0x01020304U);
  }
  Bytes bytes = start_of_frame(ByteOrder::big, 0, cigi::IgMode::standby, 0);
  append_height(bytes, 5, 1.5);
  append_height(bytes, 6, std::numeric_limits<double>::quiet_NaN());
  const auto message = cigi::read_ig_message(bytes);
  ASSERT_TRUE(message);
  ASSERT_EQ(message->heights.size(), 2U);
  EXPECT_TRUE(message->heights[0].valid);
  EXPECT_EQ(message->heights[0].height, 1.5);
  EXPECT_FALSE(message->heights[1].valid) << "a height that is no number";
}

TEST(CigiPackets, WhatIsNoMessageIsSaidAndWhatIsOfNoUseIsPassedOver) {
  const auto said = [](const Bytes& bytes) {
    const auto message = cigi::read_ig_message(bytes);
    return message ? std::to_string(message->heights.size()) : message.error().text;
  };
  const auto start = [](std::size_t at, int value) {
    Bytes bytes = start_of_frame(ByteOrder::big, 0, cigi::IgMode::operate, 0);
    bytes[at] = static_cast<std::byte>(value);
    return bytes;
  };
  const auto with = [&start](std::initializer_list<int> head, std::size_t size) {
    Bytes bytes = start(2, 3);
    bytes.resize(24 + size);
    std::ranges::transform(head, bytes.begin() + 24, [](int value) { return static_cast<std::byte>(value); });
    return bytes;
  };
  const std::string no_start = "does not begin with the Start of Frame of CIGI 3.2 or 3.3";
  const std::string size = "has a packet of a wrong size";
  const std::pair<Bytes, std::string> cases[] = {
      {Bytes(), no_start},
      {start(0, 100), no_start},
      {start(1, 16), no_start},
      {start(6, 0x90), "has no byte order that is known"},
      {start(2, 2), "is not of CIGI 3"},
      {start(2, 4), "is not of CIGI 3"},
      {with({}, 1), size},
      {with({200, 0}, 8), size},
      {with({200, 12}, 12), size},
      {with({200, 16}, 8), size},
      {with({200, 8}, 8), "0"},
      {with({101, 24}, 24), "has more than one Start of Frame"},
      {with({102, 8}, 8), "has a HAT/HOT Response of a wrong size"},
      {with({102, 24}, 24), "has a HAT/HOT Response of a wrong size"},
      {with({200, 8, 0, 0, 0, 0, 0, 0, 102, 16}, 24), "1"},
  };
  for (std::size_t i = 0; i < std::size(cases); ++i) EXPECT_EQ(said(cases[i].first), cases[i].second) << i;
  Bytes cut = start(2, 3);
  cut.pop_back();
  EXPECT_EQ(said(cut), no_start);
}

TEST(CigiPackets, AHeightIsReadWithItsQuestionsNumberAndWhatItIs) {
  Bytes bytes = start_of_frame(ByteOrder::big, 0, cigi::IgMode::operate, 0);
  bytes[4] = std::byte{9};
  append_height(bytes, 0x0102, -2.5);
  append_height(bytes, 0x0304, 7);
  bytes[24 + 16 + 4] = std::byte{2};  // not valid, and of the terrain
  const auto message = cigi::read_ig_message(bytes);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->start.status, 9);
  ASSERT_EQ(message->heights.size(), 2u);
  EXPECT_EQ(message->heights[0].id, 0x0102);
  EXPECT_EQ(message->heights[0].height, -2.5);
  EXPECT_TRUE(message->heights[0].above_terrain);
  EXPECT_EQ(message->heights[1].id, 0x0304);
  EXPECT_FALSE(message->heights[1].valid);
  EXPECT_FALSE(message->heights[1].above_terrain);
  EXPECT_EQ(message->heights[1].height, 0) << "what is not valid says nothing";
}

TEST(CigiHandshake, AsksForTheDatabaseUntilItLoadsAndWaitsUntilItHas) {
  cigi::Handshake handshake(3);
  const auto show = [&](std::int8_t database, cigi::IgMode mode) {
    cigi::StartOfFrame start;
    start.database = database;
    start.mode = mode;
    handshake.take(start);
  };
  EXPECT_EQ(handshake.request(), 3);
  show(0, cigi::IgMode::standby);
  EXPECT_EQ(handshake.request(), 3);
  show(-3, cigi::IgMode::operate);
  EXPECT_EQ(handshake.request(), 0);
  EXPECT_FALSE(handshake.ready());
  show(3, cigi::IgMode::operate);
  EXPECT_EQ(handshake.request(), 0);
  EXPECT_TRUE(handshake.ready());
  show(0, cigi::IgMode::standby);  // it began anew
  EXPECT_EQ(handshake.request(), 3);
  EXPECT_FALSE(handshake.ready());
  show(cigi::kNoSuchDatabase, cigi::IgMode::operate);
  EXPECT_EQ(handshake.database(), cigi::DatabaseState::refused);
  EXPECT_FALSE(handshake.ready());
}

TEST(CigiHandshake, WithoutADatabaseOperatingIsEnough) {
  cigi::Handshake handshake;
  cigi::StartOfFrame start;
  start.database = 9;
  start.mode = cigi::IgMode::operate;
  handshake.take(start);
  EXPECT_TRUE(handshake.ready());
  EXPECT_EQ(handshake.request(), 0);
}

TEST(CigiHandshake, AGeneratorThatOperatesOrIsDebuggedLooksAtEntities) {
  using enum cigi::IgMode;
  for (const cigi::IgMode mode : {standby, operate, debug, offline}) {
    cigi::Handshake handshake;
    cigi::StartOfFrame start;
    start.mode = mode;
    handshake.take(start);
    EXPECT_EQ(handshake.ready(), mode == operate || mode == debug) << static_cast<int>(mode);
  }
}

/// Two bodies, of which the second stands still.
class CigiWriter : public testing::Test {
 protected:
  CigiWriter() {
    mapping_.entities.resize(2);
    mapping_.entities[0].id = 10;
    mapping_.entities[1].id = 11;
    picture_.entities.resize(2);
    picture_.period = 40 * kMillisecond;
    picture_.speed = 1;
  }
  /// The packets of the next frame, of all its messages.
  std::vector<int> next() {
    picture_.entities[0].position.x() += 1;
    std::vector<int> all;
    for (const Bytes& message : writer_.write(picture_, {}, true)) {
      EXPECT_LE(message.size(), mapping_.datagram_bytes);
      const std::vector<int> packets = packets_of(message);
      EXPECT_EQ(packets.front(), 1);
      EXPECT_EQ(std::ranges::count(packets, 1), 1);
      all.insert(all.end(), packets.begin() + 1, packets.end());
    }
    return all;
  }

  scenes::CigiMapping mapping_;
  Picture picture_;
  CigiMessageWriter writer_{mapping_};
};

TEST_F(CigiWriter, WhatStandsStillIsToldSixTimesThenOnceASecond) {
  const std::vector<int> all{2, 2, 8, 2, 8};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(next(), all) << i;
  std::size_t packets = 0;
  constexpr std::size_t kFrames = 250;
  for (std::size_t i = 0; i < kFrames; ++i) packets += next().size();
  EXPECT_EQ(packets, 2 * kFrames + 3 * kFrames / 25);
  picture_.entities[1].position.z() = 0.001;
  EXPECT_GE(next().size(), 4U);
}

TEST_F(CigiWriter, WhatDoesNotFitOneDatagramGoesInSeveralOfOneTime) {
  mapping_.datagram_bytes = 110;  // room for one body
  picture_.instant = 5 * kSecond;
  const auto& messages = writer_.write(picture_, {.frame = 9, .timestamp = 500'000}, true);
  ASSERT_EQ(messages.size(), 3U);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    EXPECT_EQ(std::to_integer<std::size_t>(messages[i][11]), 9 + i);
    EXPECT_EQ(hex(Bytes(messages[i].begin() + 12, messages[i].begin() + 16)), "0007a120");
  }
}

TEST_F(CigiWriter, AnotherSceneDestroysTheEntitiesOfTheOneBeforeAndMakesItsOwnLater) {
  next();
  scenes::CigiMapping other = mapping_;
  other.entities[0].type = 5;  // the same number, another model
  writer_.begin_scene(other);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(next(), (std::vector<int>{2, 2, 2})) << "destroyed, and so the world's";
  EXPECT_EQ(next(), (std::vector<int>{2, 2, 8, 2, 8}));
}

TEST_F(CigiWriter, ASceneThatComesWhileAnothersEntitiesDepartLeavesNoneOfThem) {
  next();
  scenes::CigiMapping passing = mapping_;
  passing.entities[0].id = 20;
  writer_.begin_scene(passing);
  next();
  writer_.begin_scene(mapping_);
  const auto& messages = writer_.write(picture_, {}, true);
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(packets_of(messages[0]), (std::vector<int>{1, 2, 2, 2}));
  EXPECT_EQ(std::to_integer<int>(messages[0][24 + 3]), 10) << "of the scene that had been shown";
}

TEST_F(CigiWriter, AFarewellDestroysAllThatWasMadeInDatagramsThatFit) {
  next();
  scenes::CigiMapping passing = mapping_;
  passing.entities[0].id = 20;
  passing.datagram_bytes = 24 + 2 * 48;  // room for two
  writer_.begin_scene(passing);
  std::vector<int> destroyed;
  for (const Bytes& message : writer_.farewell({.frame = 7})) {
    EXPECT_LE(message.size(), passing.datagram_bytes);
    for (std::size_t at = 24; at < message.size(); at += 48)
      destroyed.push_back(std::to_integer<int>(message[at + 3]));
  }
  const int world = mapping_.world_id;
  EXPECT_EQ(destroyed, (std::vector<int>{10, 11, world, 20, 11, world}));
}

TEST_F(CigiWriter, AnglesOfPartsAreToldWithoutWholeTurns) {
  const struct {
    cigi::Degree degree;
    double value;
    float told;
  } cases[] = {{cigi::Degree::roll, 725, 5},
               {cigi::Degree::pitch, -36'090, -90},
               {cigi::Degree::yaw, -90, 270},
               {cigi::Degree::yaw, 3690, 90},
               {cigi::Degree::x, 725, 725}};
  for (const auto& one : cases) {
    mapping_.parts = {{.entity = 10, .part = 3, .degree = one.degree}};
    picture_.parts = {{one.value, 0}};
    const cigi::ShortArticulatedPart part{10, {3, one.degree, one.told}, {}};
    const std::string message = hex(writer_.write(picture_, {}, true).front());
    EXPECT_NE(message.find(hex_of(part, mapping_.order)), std::string::npos) << one.value << ": " << message;
  }
}

TEST_F(CigiWriter, TwoPartsOfOneEntityShareAPacket) {
  using enum cigi::Degree;
  mapping_.parts = {{.entity = 10, .part = 1, .degree = x},
                    {.entity = 10, .part = 2, .degree = roll},
                    {.entity = 10, .part = 3, .degree = z},
                    {.entity = 11, .part = 4, .degree = y}};
  picture_.parts = {{1.5, 0}, {-20, 0}, {2.5, 0}, {-3.5, 0}};
  std::string told;
  for (const cigi::ShortArticulatedPart& part : {cigi::ShortArticulatedPart{10, {1, x, 1.5F}, {2, roll, -20}},
                                                 cigi::ShortArticulatedPart{10, {3, z, 2.5F}, {}},
                                                 cigi::ShortArticulatedPart{11, {4, y, -3.5F}, {}}}) {
    told += hex_of(part, mapping_.order);
  }
  const std::string message = hex(writer_.write(picture_, {}, true).front());
  EXPECT_TRUE(message.ends_with(told)) << message;
}

TEST_F(CigiWriter, RatesAreOfTheClocksSecondsAboutAxesWithZDown) {
  picture_.speed = 0.5;
  picture_.entities[0].linear_velocity = physics::Vec3(2, 4, 6);
  picture_.entities[0].angular_velocity = physics::Vec3(1, 2, 4);
  const auto degrees = [](double rate) { return static_cast<float>(rate * 180 / physics::kPi); };
  const cigi::RateControl rate{10, {1, -2, -3}, {degrees(0.5), degrees(-1), degrees(-2)}};
  const std::string message = hex(writer_.write(picture_, {}, true).front());
  EXPECT_NE(message.find(hex_of(rate, mapping_.order)), std::string::npos) << message;
}

TEST_F(CigiWriter, AnAbsentBodyIsOnStandby) {
  const auto state_of_second = [&] {
    const Bytes message = writer_.write(picture_, {}, true).front();
    constexpr std::size_t kIgControl = 24;
    constexpr std::size_t kEntityControl = 48;
    constexpr std::size_t kRateControl = 32;
    constexpr std::size_t kSecond = kIgControl + 2 * kEntityControl + kRateControl;
    EXPECT_EQ(std::to_integer<int>(message[kSecond + 3]), 11);
    return std::to_integer<int>(message[kSecond + 4]) & 3;
  };
  EXPECT_EQ(state_of_second(), static_cast<int>(cigi::EntityState::active));
  picture_.entities[1].absent = true;
  EXPECT_EQ(state_of_second(), static_cast<int>(cigi::EntityState::standby));
  picture_.entities[1].absent = false;
  EXPECT_EQ(state_of_second(), static_cast<int>(cigi::EntityState::active));
}

FrameSlot slot_of_one_body() {
  physics::WorldConfig config;
  physics::BodyConfig& body = config.bodies.emplace_back();
  body.mass_properties.mass = 1;
  body.mass_properties.inertia = physics::Mat3::Identity();
  return FrameSlot{scenes::Simulation(config)};
}

TEST(CigiPicture, WhatGoesOrComesIsNotAccelerated) {
  scenes::CigiMapping mapping;
  mapping.entities.resize(1);
  FrameSlot slot = slot_of_one_body();
  const auto next = [&](double velocity, bool absent, const Picture& before) {
    ++slot.state.frame;
    slot.state.bodies[0].linear_velocity.x() = velocity;
    slot.state.bodies[0].absent = absent;
    return picture_of(mapping, slot, 40 * kMillisecond, before);
  };
  const Picture first = next(1, false, {});
  const Picture faster = next(2, false, first);
  EXPECT_NEAR(faster.entities[0].linear_acceleration.x(), 25, 1e-9);
  const Picture gone = next(0, true, faster);
  EXPECT_TRUE(gone.entities[0].absent);
  EXPECT_EQ(gone.entities[0].linear_acceleration.x(), 0);
  EXPECT_EQ(next(3, false, gone).entities[0].linear_acceleration.x(), 0);
}

// It would carry on with velocities, which the bodies keep for the time after.
TEST(CigiPicture, OfWhatIsFrozenIsThatOfWhatStands) {
  scenes::CigiMapping mapping;
  mapping.entities.resize(1);
  constexpr Nanoseconds kPeriod = 40 * kMillisecond;
  FrameSlot slot = slot_of_one_body();
  physics::BodyReading& body = slot.state.bodies[0];
  const auto told = [&] {
    CigiMessageWriter writer(mapping);
    return hex(writer.write(picture_of(mapping, slot, kPeriod, {}), {}, true).front());
  };
  const std::string of_what_stands = told();
  body.linear_velocity = physics::Vec3(2, 4, 6);
  body.angular_velocity = physics::Vec3(1, 2, 4);
  EXPECT_NE(told(), of_what_stands);
  slot.frozen = true;
  EXPECT_EQ(told(), of_what_stands);
  const Picture frozen = picture_of(mapping, slot, kPeriod, {});
  const Picture later = frozen.at(frozen.instant + kPeriod);
  EXPECT_EQ(later.entities[0].position, body.position);
  EXPECT_EQ(later.entities[0].orientation.coeffs(), body.orientation.coeffs());
}

TEST(CigiImageGenerator, ControlsThatCameBeforeItWasReadyAreNotMeasured) {
  scenes::CigiMapping mapping;
  mapping.entities.resize(1);
  Picture picture;
  picture.entities.resize(1);
  ImageGenerator generator(udp::endpoint(), mapping);
  generator.frame_begins(kSecond);
  generator.tell(picture, kSecond + kMillisecond);
  const auto answer = [&](std::uint32_t last_host_frame, Nanoseconds now) {
    const auto message = cigi::read_ig_message(
        start_of_frame(cigi::ByteOrder::big, 0, cigi::IgMode::operate, last_host_frame));
    ASSERT_TRUE(message);
    generator.take(*message, now);
  };
  answer(1, 600 * kSecond);
  ASSERT_TRUE(generator.ready());
  generator.tell(picture, 600 * kSecond);
  answer(2, 601 * kSecond);
  EXPECT_EQ(generator.delays().last(), 0);
  generator.frame_begins(601 * kSecond);
  generator.tell(picture, 601 * kSecond);
  answer(3, 601 * kSecond + 80 * kMillisecond);
  EXPECT_DOUBLE_EQ(generator.delays().last(), 0.08);
}

TEST(CigiImageGenerator, TheLogSaysWhatItIsAndWhatItsDatabaseDoes) {
  drawbar::test::LoggedText log;
  scenes::CigiMapping mapping;
  mapping.database = 3;
  ImageGenerator generator(udp::endpoint(asio::ip::make_address("127.0.0.1"), 8000), mapping);
  const auto show = [&](std::int8_t database, cigi::IgMode mode) {
    cigi::IgMessage message;
    message.start.database = database;
    message.start.mode = mode;
    generator.take(message, kSecond);
    return log.take();
  };
  const std::string name = " CIGI 127.0.0.1:8000: ";
  EXPECT_EQ(show(0, cigi::IgMode::standby), "info" + name + "answers\n");
  EXPECT_EQ(show(-3, cigi::IgMode::standby), "info" + name + "loads the database 3\n");
  EXPECT_EQ(show(-3, cigi::IgMode::standby), "");
  EXPECT_EQ(show(3, cigi::IgMode::operate),
            "info" + name + "operates\ninfo" + name + "has loaded the database 3\n");
  EXPECT_EQ(show(3, cigi::IgMode::standby), "info" + name + "stands by\n");
  EXPECT_EQ(show(0, cigi::IgMode::standby), "info" + name + "is asked for the database 3\n");
  EXPECT_EQ(show(cigi::kNoSuchDatabase, cigi::IgMode::standby),
            "warning" + name + "has no such database 3\n");
  generator.watch(kSecond + 2 * kSecond);
  EXPECT_EQ(log.take(), "warning" + name + "silent\n");
}

TEST(CigiDelays, ControlsAreMeasuredToTheFirstAnswerThatKnowsOfThem) {
  CigiDelayMeter meter;
  meter.sent(1, 100 * kMillisecond, 70 * kMillisecond);
  meter.sent(2, 140 * kMillisecond, 0);
  meter.sent(3, 180 * kMillisecond, 160 * kMillisecond);
  meter.answered(2, 150 * kMillisecond);
  EXPECT_DOUBLE_EQ(meter.last(), 0.08) << "message 1 is known with message 2";
  meter.answered(2, 170 * kMillisecond);
  meter.answered(9, 175 * kMillisecond);
  EXPECT_DOUBLE_EQ(meter.last(), 0.08) << "nothing new, or what was never sent";
  meter.answered(3, 200 * kMillisecond);
  EXPECT_DOUBLE_EQ(meter.last(), 0.04);
}

TEST(CigiPicture, IsMovedToAnotherInstantByVelocitiesAndAccelerations) {
  Picture picture;
  picture.period = 40 * kMillisecond;
  picture.instant = kSecond;
  picture.speed = 1;
  PictureEntity entity;
  entity.linear_velocity.x() = 2;
  entity.linear_acceleration.x() = -10;
  entity.angular_velocity.z() = 3;
  picture.entities.push_back(entity);
  picture.parts.push_back({10, 100});
  const Picture before = picture.at(kSecond - 20 * kMillisecond);
  EXPECT_NEAR(before.entities[0].position.x(), -0.02 * (2 + 0.01 * 10), 1e-15);
  EXPECT_NEAR(physics::quaternion_logarithm(before.entities[0].orientation).z(), -0.06, 1e-15);
  EXPECT_DOUBLE_EQ(before.parts[0].value, 8);
  EXPECT_DOUBLE_EQ(picture.at(5 * kSecond).parts[0].value, 14) << "not farther than a period";
  picture.speed = 0;
  EXPECT_EQ(picture.at(kSecond + 30 * kMillisecond).parts[0].value, 10) << "time stands still";
}

TEST(CigiPlacement, ChildrenOfTheWorldHaveTheirAxesTurnedOver) {
  const scenes::CigiPlacement placement;
  const double turn = physics::kPi / 6;
  const scenes::CigiPose pose = placement.place({1, 2, 3}, physics::quaternion_exponential({0, 0, turn}));
  EXPECT_EQ(pose.x, 1);
  EXPECT_EQ(pose.y, -2);
  EXPECT_EQ(pose.z, -3);
  EXPECT_NEAR(pose.yaw, 330, 1e-12) << "to the left is against the compass";
  EXPECT_NEAR(placement.place({0, 0, 0}, physics::quaternion_exponential({0, turn, 0})).pitch, -30, 1e-12)
      << "nose down";
  EXPECT_NEAR(placement.place({0, 0, 0}, physics::quaternion_exponential({turn, 0, 0})).roll, 30, 1e-12);
}

TEST(CigiPlacement, OnTheEarthTheWorldsAxesAreEastNorthUp) {
  scene::CigiOriginT origin;
  origin.latitude_deg = 45;
  origin.longitude_deg = 10;
  origin.altitude = 100;
  const scenes::CigiPlacement placement(origin, scene::CigiPlacement::geodetic);
  const scenes::CigiPose pose = placement.place(physics::Vec3::Zero(), physics::Quat::Identity());
  EXPECT_NEAR(pose.x, 45, 1e-11);
  EXPECT_NEAR(pose.y, 10, 1e-11);
  EXPECT_NEAR(pose.z, 100, 1e-8);
  EXPECT_NEAR(pose.yaw, 90, 1e-10) << "x points east";
  // Radii of curvature at 45 degrees (WGS 84): along the meridian 6367381.8 m, across it 6388838.3 m.
  const scenes::CigiPose north = placement.place({0, 100, 0}, physics::Quat::Identity());
  EXPECT_NEAR((north.x - 45) * physics::kPi / 180 * (6367381.8 + 100), 100, 1e-3);
  EXPECT_NEAR(north.z, 100 + 100 * 100 / (2 * 6367481.8), 1e-6) << "the Earth falls away";
  const scenes::CigiPose east = placement.place({100, 0, 50}, physics::Quat::Identity());
  EXPECT_NEAR((east.y - 10) * physics::kPi / 180 * (6388838.3 + 100) * physics::sin_cos(physics::kPi / 4).cos,
              100, 2e-3);
  EXPECT_NEAR(east.z, 150 + 100 * 100 / (2 * 6388938.3), 1e-6);
}

}  // namespace
}  // namespace drawbar::server::test
