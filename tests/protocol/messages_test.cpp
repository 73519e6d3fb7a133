// Encoding and safe decoding of messages.
#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

#include "protocol/check.h"
#include "protocol/decode.h"
#include "protocol/encode.h"
#include "protocol/framing.h"
#include "protocol/state_hash.h"
#include "tests/protocol/random_frames.h"
#include "tests/support/sanitizers.h"

namespace drawbar::protocol {
namespace {

Bytes a_control_message() {
  control::ControlT control;
  control.sequence = 7;
  control.values = {{0, 0.5}, {1, -0.25}};
  control.apply_at_frame = 120;
  return encode_client(std::move(control), 3);
}

TEST(Messages, RoundTripKeepsEveryField) {
  const auto decoded = decode_client_message(a_control_message());
  ASSERT_TRUE(decoded) << decoded.error().text;
  EXPECT_EQ((*decoded)->request(), 3u);
  const auto* control = (*decoded)->body_as_Control();
  ASSERT_NE(control, nullptr);
  EXPECT_EQ(control->sequence(), 7u);
  ASSERT_EQ(control->values()->size(), 2u);
  EXPECT_EQ(control->values()->Get(1)->value(), -0.25);
  EXPECT_EQ(control->apply_at_frame(), 120u);
}

TEST(Messages, SameMessageGivesSameBytes) {
  EXPECT_EQ(a_control_message(), a_control_message());
  const auto bodies = random_bodies(20);
  EXPECT_EQ(encode_frame(stamp_at(3), bodies), encode_frame(stamp_at(3), bodies));
}

TEST(Messages, DecodeAtAnyAddress) {
  const Bytes message = a_control_message();
  for (std::size_t shift = 0; shift < 8; ++shift) {
    Bytes moved(shift);
    append(moved, message);
    EXPECT_TRUE(decode_client_message(BytesView(moved).subspan(shift)));
  }
}

TEST(Messages, EveryTruncationIsRefused) {
  const Bytes message = a_control_message();
  for (std::size_t size = 0; size < message.size(); ++size) {
    const auto decoded = decode_client_message(BytesView(message).first(size));
    EXPECT_FALSE(decoded) << "first " << size << " bytes";
  }
}

#ifdef DRAWBAR_SANITIZED  // it asserts nothing else, and without a sanitizer not even that
TEST(Messages, AFlippedBitCrashesNothing) {
  const Bytes message = a_control_message();
  for (std::size_t bit = 0; bit < message.size() * 8; ++bit) {
    Bytes bad = message;
    bad[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    if (const auto decoded = decode_client_message(bad); decoded && is_known(**decoded)) {
      (void)check(**decoded);
    }
  }
}
#endif

TEST(Messages, WrongIdentifierAndMissingBodyAreNamed) {
  const auto wrong_direction = decode_server_message(a_control_message());
  ASSERT_FALSE(wrong_direction);
  EXPECT_NE(wrong_direction.error().text.find("file identifier is not DBRS"), std::string::npos);

  flatbuffers::FlatBufferBuilder builder;
  control::FinishClientMessageBuffer(builder,
                                     control::CreateClientMessage(builder, 0, control::ClientBody::Hello));
  const auto empty =
      decode_client_message(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
  ASSERT_FALSE(empty);
  EXPECT_NE(empty.error().text.find("body is missing"), std::string::npos);
}

TEST(Messages, WhatIsNoMessageIsSaidWithItsSizeAndWhatIsAllowed) {
  struct Case {
    Bytes bytes;
    std::string client, server;
  };
  Bytes wrong = a_control_message();
  std::fill(wrong.begin() + 8, wrong.end(), std::byte{0xFF});
  const Case cases[] = {
      {Bytes(7), "client message of 7 bytes: allowed are 8 to 65536 bytes",
       "server message of 7 bytes: allowed are 8 to 16777216 bytes"},
      {Bytes(8), "client message of 8 bytes: file identifier is not DBRC",
       "server message of 8 bytes: file identifier is not DBRS"},
      {Bytes(65'536), "client message of 65536 bytes: file identifier is not DBRC",
       "server message of 65536 bytes: file identifier is not DBRS"},
      {Bytes(65'537), "client message of 65537 bytes: allowed are 8 to 65536 bytes",
       "server message of 65537 bytes: file identifier is not DBRS"},
      {wrong,
       "client message of " + std::to_string(wrong.size()) + " bytes: not a valid FlatBuffer of this schema",
       "server message of " + std::to_string(wrong.size()) + " bytes: file identifier is not DBRS"},
  };
  for (const Case& one : cases) {
    const auto client = decode_client_message(one.bytes);
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().text, one.client);
    EXPECT_EQ(client.error().kind, ErrorKind::wrong);
    EXPECT_EQ(decode_server_message(one.bytes).error().text, one.server);
  }
}

TEST(Messages, BodyOfANewerMinorVersionIsAcceptedAsUnknown) {
  flatbuffers::FlatBufferBuilder builder;
  const auto body = control::CreateRun(builder);
  control::FinishClientMessageBuffer(
      builder, control::CreateClientMessage(builder, 0, static_cast<control::ClientBody>(200), body.Union()));
  const auto decoded =
      decode_client_message(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
  ASSERT_TRUE(decoded);
  EXPECT_FALSE(is_known(**decoded));
  EXPECT_EQ(check(**decoded), std::nullopt);
}

/// Moves a vector of 8-byte elements whose length is 4-aligned only by 4 bytes, by hand: the elements start
/// 4 bytes early, and so does the offset to them. `vector` lies in `decoded`, a good message's own copy.
Bytes moved_by_four(Bytes message, BytesView decoded, const void* vector) {
  const auto at = static_cast<std::size_t>(static_cast<const std::byte*>(vector) - decoded.data());
  EXPECT_GE(at, 4u);
  std::copy_n(message.begin() + static_cast<std::ptrdiff_t>(at), 4,
              message.begin() + static_cast<std::ptrdiff_t>(at) - 4);
  bool patched = false;
  for (std::size_t i = 0; i + 4 <= at && !patched; i += 4) {
    const auto offset = load<std::uint32_t>(BytesView(message).subspan(i));
    if (i + offset == at) {
      const auto moved = std::bit_cast<std::array<std::byte, 4>>(offset - 4);
      std::ranges::copy(moved, message.begin() + static_cast<std::ptrdiff_t>(i));
      patched = true;
    }
  }
  EXPECT_TRUE(patched);
  return message;
}

TEST(Messages, MisalignedElementsAreRefused) {
  const Bytes message = a_control_message();
  const auto decoded = decode_client_message(message);
  ASSERT_TRUE(decoded);
  const auto bad = decode_client_message(
      moved_by_four(message, decoded->bytes(), (*decoded)->body_as_Control()->values()));
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().text.find("not aligned"), std::string::npos) << bad.error().text;
}

/// A Score of criteria with three moments each, on the four or on the eight bytes that doubles need.
Bytes score_with(std::initializer_list<bool> aligned) {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<stream::CriterionScore>> criteria;
  for (const bool on_eight : aligned) {
    while (builder.GetSize() % 8 != (on_eight ? 0u : 4u)) builder.PushElement<std::uint8_t>(0);
    builder.StartVector(6, sizeof(std::uint32_t));
    for (int i = 0; i < 6; ++i) builder.PushElement<std::uint32_t>(0);
    const flatbuffers::Offset<flatbuffers::Vector<double>> moments(builder.EndVector(3));
    criteria.push_back(stream::CreateCriterionScore(builder, 0, 0, 1.5, 0, 2.5, moments));
  }
  const auto list = builder.CreateVector(criteria);
  stream::ScoreBuilder score(builder);
  score.add_criteria(list);
  const auto body = score.Finish().Union();
  builder.Finish(stream::CreateServerMessage(builder, stream::ServerBody::Score, body),
                 stream::ServerMessageIdentifier());
  const BytesView bytes = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
  return {bytes.begin(), bytes.end()};
}

TEST(Messages, AScoreIsRefusedWhereTheMomentsOfAnyCriterionAreMisaligned) {
  for (const Bytes& good : {score_with({}), score_with({true}), score_with({true, true})}) {
    const auto decoded = decode_server_message(good);
    EXPECT_TRUE(decoded) << decoded.error().text;
  }
  for (const Bytes& bad : {score_with({false}), score_with({true, false}), score_with({false, true})}) {
    const auto decoded = decode_server_message(bad);
    ASSERT_FALSE(decoded);
    EXPECT_NE(decoded.error().text.find("not aligned"), std::string::npos) << decoded.error().text;
  }
}

std::optional<Refusal> checked(const Bytes& message) {
  const auto decoded = decode_client_message(message);
  EXPECT_TRUE(decoded);
  return check(**decoded);
}

TEST(Checks, NameTheFieldThatIsWrong) {
  control::ControlT control;
  control.values = {{0, 0.5}, {1, std::numeric_limits<double>::quiet_NaN()}};
  const auto nan = checked(encode_client(std::move(control)));
  ASSERT_TRUE(nan);
  EXPECT_EQ(nan->field, "Control.values[1].value");
  EXPECT_EQ(nan->code, stream::ErrorCode::BadValue);

  control::SubscribeT subscribe;
  subscribe.every_nth = 0;
  EXPECT_EQ(checked(encode_client(subscribe))->field, "Subscribe.every_nth");
  subscribe.every_nth = 1;
  subscribe.distance = 10;
  EXPECT_EQ(checked(encode_client(subscribe))->field, "Subscribe.distance");
  subscribe.around_body = 3;
  EXPECT_EQ(checked(encode_client(subscribe)), std::nullopt);

  control::RewindT rewind;
  EXPECT_EQ(checked(encode_client(rewind))->field, "Rewind.frame");
  rewind.time = 1.5;
  EXPECT_EQ(checked(encode_client(rewind)), std::nullopt);
  rewind.frame = 3;
  EXPECT_EQ(checked(encode_client(rewind))->field, "Rewind.frame");
}

TEST(Checks, NamesAreShortPrintableUtf8) {
  const auto hello = [](std::string name) {
    control::HelloT hello;
    hello.name = std::move(name);
    return checked(encode_client(std::move(hello)));
  };
  EXPECT_EQ(hello("пульт 1"), std::nullopt);
  EXPECT_EQ(hello("")->field, "Hello.name");
  EXPECT_EQ(hello(std::string(64, 'a')), std::nullopt);
  for (const std::string& bad :
       {std::string(65, 'a'), std::string("a\nb"), std::string("\xC0\x80"), std::string("\xED\xA0\x80"),
        std::string("\xF4\x90\x80\x80"), std::string("\xE2\x82"), std::string("\x1b[2J")}) {
    EXPECT_TRUE(hello(bad)) << bad;
  }
  // The shortest form of a character alone is its own: the others would pass for it where bytes are compared.
  for (const char* shortest : {"\xC2\x80", "\xE0\xA0\x80", "\xF0\x90\x80\x80"}) {
    EXPECT_EQ(hello(shortest), std::nullopt);
  }
  for (const char* overlong : {"\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF"}) {
    EXPECT_TRUE(hello(overlong));
  }
}

TEST(Checks, NumbersBeyondTheirRangeAreRefusedAndTheirBoundsTaken) {
  const auto distance = [](double metres) {
    control::SubscribeT subscribe;
    subscribe.every_nth = 1;
    subscribe.distance = metres;
    if (metres > 0) subscribe.around_body = 3;
    return checked(encode_client(std::move(subscribe)));
  };
  EXPECT_EQ(distance(0), std::nullopt);
  EXPECT_EQ(distance(-1)->field, "Subscribe.distance");
  EXPECT_EQ(distance(std::numeric_limits<double>::quiet_NaN())->field, "Subscribe.distance");

  control::SpeedT speed;
  for (const double factor : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    speed.factor = factor;
    EXPECT_EQ(checked(encode_client(speed))->field, "Speed.factor") << factor;
  }
  speed.factor = 1e-3;
  EXPECT_EQ(checked(encode_client(speed)), std::nullopt);

  control::RewindT rewind;
  rewind.time = -0.04;
  EXPECT_EQ(checked(encode_client(rewind))->field, "Rewind.time");
  rewind.time = 0;
  EXPECT_EQ(checked(encode_client(rewind)), std::nullopt);

  control::RepeatT repeat;
  repeat.from = 2;
  for (const double to : {1.0, 2.0}) {
    repeat.to = to;
    EXPECT_EQ(checked(encode_client(repeat))->field, "Repeat.to") << to;
  }
  repeat.to = 2.04;
  EXPECT_EQ(checked(encode_client(repeat)), std::nullopt);

  const auto ray = [](double radius) {
    control::CastRaysT rays;
    auto& down = *rays.rays.emplace_back(std::make_unique<control::RayT>());
    down.from = std::make_unique<control::Point>(0, 0, 1);
    down.to = std::make_unique<control::Point>(0, 0, 0);
    down.radius = radius;
    return checked(encode_client(std::move(rays)));
  };
  EXPECT_EQ(ray(0), std::nullopt);
  EXPECT_EQ(ray(-0.1)->field, "CastRays.rays[0].radius");
}

TEST(Datagrams, AreSmallAndUsefulAlone) {
  for (std::uint32_t count : {0u, 1u, 14u, 15u, 16u, 100u, 333u}) {
    const auto bodies = random_bodies(count);
    std::vector<stream::BodyState> got;
    const auto datagrams = encode_frame_datagrams(stamp_at(9), bodies);
    ASSERT_FALSE(datagrams.empty());
    for (std::size_t part = 0; part < datagrams.size(); ++part) {
      EXPECT_LE(datagrams[part].size(), kDatagramMessageLimit);
      const auto decoded = decode_server_message(datagrams[part]);
      ASSERT_TRUE(decoded) << decoded.error().text;
      const auto* frame = (*decoded)->body_as_Frame();
      ASSERT_NE(frame, nullptr);
      EXPECT_EQ(*frame->stamp(), stamp_at(9));
      EXPECT_EQ(frame->part(), part);
      EXPECT_EQ(frame->parts(), datagrams.size());
      for (const auto* body : *frame->bodies()) {
        got.push_back(*body);
      }
    }
    EXPECT_EQ(got, bodies);
  }
}

TEST(Datagrams, CarryAtLeastFourteenBodies) {
  EXPECT_EQ(encode_frame_datagrams(stamp_at(1), random_bodies(14)).size(), 1u);
}

TEST(Datagrams, UdpChallengeIsNoLongerThanUdpHello) {
  stream::UdpChallengeT challenge;
  challenge.challenge = std::make_unique<control::Key>(~0ull, ~0ull);
  EXPECT_LE(encode_server(std::move(challenge)).size(), encode_udp_hello(control::Key(~0ull, ~0ull)).size());
}

TEST(StateHash, IsXxh3OfTheBytes) {
  // Known answer of the XXH3-64 specification for no input at all.
  EXPECT_EQ(state_hash({}), 0x2D06800538D394C2ull);
  Bytes state(100);
  const std::uint64_t before = state_hash(state);
  state[50] ^= std::byte{1};
  EXPECT_NE(state_hash(state), before);
}

}  // namespace
}  // namespace drawbar::protocol
