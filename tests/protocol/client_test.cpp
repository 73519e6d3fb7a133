// The client library against messages of a server made by hand.
#include "protocol/client.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "protocol/compact.h"
#include "tests/protocol/random_frames.h"

namespace drawbar::protocol {
namespace {

constexpr std::uint64_t kMillisecond = 1'000'000;

/// What a client wants to send, decoded.
std::vector<ClientMessage> sent(Client& client) {
  FrameReader reader(kClientMessageLimit);
  reader.feed(client.take_bytes());
  std::vector<ClientMessage> out;
  for (auto next = reader.next(); next && *next; next = reader.next()) {
    auto message = decode_client_message(**next);
    EXPECT_TRUE(message) << message.error().text;
    out.push_back(std::move(*message));
  }
  return out;
}

Bytes welcome(std::uint32_t session, bool resumed = false, bool sealed = false) {
  stream::WelcomeT welcome;
  welcome.session = session;
  welcome.resumed = resumed;
  welcome.resume_key = std::make_unique<control::Key>(11, 22);
  welcome.udp_port = 4040;
  welcome.udp_key = std::make_unique<control::Key>(55, 66);
  welcome.udp_sealed = sealed;
  return framed(encode_server(std::move(welcome)));
}

Client::Options viewer() {
  Client::Options options;
  options.name = "viewer";
  return options;
}

Client::Options udp_viewer() {
  Client::Options options = viewer();
  options.subscribe.udp = true;
  return options;
}

Client joined(Client::Options options) {
  Client client(std::move(options));
  client.connected();
  EXPECT_TRUE(client.receive(welcome(5), 0));
  client.take_bytes();
  client.next_event();
  return client;
}

TEST(Client, SaysHelloThenSubscribesAfterTheWelcome) {
  Client client(viewer());
  client.connected();
  const auto hello = sent(client);
  ASSERT_EQ(hello.size(), 1u);
  ASSERT_NE(hello[0]->body_as_Hello(), nullptr);
  EXPECT_EQ(hello[0]->body_as_Hello()->name()->str(), "viewer");
  EXPECT_EQ(hello[0]->body_as_Hello()->resume_key(), nullptr);
  EXPECT_FALSE(client.joined());

  ASSERT_TRUE(client.receive(welcome(5), 0));
  EXPECT_EQ(client.session(), 5u);
  const auto subscribe = sent(client);
  ASSERT_EQ(subscribe.size(), 1u);
  EXPECT_NE(subscribe[0]->body_as_Subscribe(), nullptr);
  EXPECT_TRUE(std::holds_alternative<Client::Welcomed>(*client.next_event()));
  EXPECT_FALSE(client.next_event());
}

TEST(Client, ResumesItsSessionOnANewConnection) {
  Client client = joined(viewer());
  client.connected();
  const auto hello = sent(client);
  ASSERT_NE(hello.at(0)->body_as_Hello()->resume_key(), nullptr);
  EXPECT_EQ(hello[0]->body_as_Hello()->resume_key()->low(), 22u);
}

TEST(Client, BeginsANewSessionWhenTheOldOneIsGone) {
  Client client = joined(viewer());
  client.connected();
  sent(client);
  stream::ErrorT gone;
  gone.code = stream::ErrorCode::ResumeExpired;
  ASSERT_TRUE(client.receive(framed(encode_server(gone)), 0));
  const auto hello = sent(client);
  ASSERT_EQ(hello.size(), 1u);
  EXPECT_EQ(hello[0]->body_as_Hello()->resume_key(), nullptr);
}

TEST(Client, GivesFramesWhateverThePieces) {
  Client client = joined(viewer());
  const auto bodies = random_bodies(10);
  const Bytes stream = framed(encode_frame(stamp_at(1), bodies));
  for (const std::byte byte : stream) {
    ASSERT_TRUE(client.receive({&byte, 1}, 0));
  }
  EXPECT_TRUE(std::holds_alternative<Client::FrameArrived>(*client.next_event()));
  EXPECT_EQ(client.poses().newest().bodies, bodies);
}

TEST(Client, RepeatsControlsForTheDeadMansHandle) {
  Client client = joined(viewer());
  client.set_control(0, 0.5);
  client.set_control(1, -1);
  int controls = 0;
  std::uint64_t sequence = 0;
  for (std::uint64_t now = 0; now < 1000 * kMillisecond; now += 20 * kMillisecond) {
    client.advance(now);
    for (const ClientMessage& message : sent(client)) {
      if (const auto* control = message->body_as_Control()) {
        EXPECT_EQ(control->values()->size(), 2u);
        EXPECT_GT(control->sequence(), sequence);
        sequence = control->sequence();
        ++controls;
      }
    }
  }
  EXPECT_EQ(controls, 25);
}

// The server takes all of a Control or nothing: a value given up would keep back those that are held still.
TEST(Client, WhatItReleasesIsNoLongerRepeated) {
  Client client = joined(viewer());
  client.set_control(0, 0.5);
  client.set_control(1, -1);
  control::ReleaseControlT release;
  release.channels = {0, 7};
  client.request(release);
  client.advance(0);
  auto messages = sent(client);
  ASSERT_GE(messages.size(), 2u);
  EXPECT_NE(messages[0]->body_as_ReleaseControl(), nullptr);
  const auto* control = messages[1]->body_as_Control();
  ASSERT_NE(control, nullptr);
  ASSERT_EQ(control->values()->size(), 1u);
  EXPECT_EQ(control->values()->Get(0)->channel(), 1u);
  client.request(control::ReleaseControlT{});  // of all
  client.advance(1000 * kMillisecond);
  for (const ClientMessage& message : sent(client)) EXPECT_EQ(message->body_as_Control(), nullptr);
}

TEST(Client, ReloadedSceneKeepsOnlyTheChannelsThatItLeavesToThisSession) {
  Client client = joined(viewer());
  client.set_control(0, 0.5);
  client.set_control(1, -1);
  client.set_control(2, 1);
  stream::SceneT scene;
  for (const std::uint32_t holder : {5U, 6U}) {
    scene.channels.push_back(std::make_unique<stream::ChannelInfoT>());
    scene.channels.back()->holder = holder;
  }
  ASSERT_TRUE(client.receive(framed(encode_server(std::move(scene))), 0));
  client.advance(0);
  const auto messages = sent(client);
  ASSERT_FALSE(messages.empty());
  const auto* control = messages[0]->body_as_Control();
  ASSERT_NE(control, nullptr);
  ASSERT_EQ(control->values()->size(), 1u);
  EXPECT_EQ(control->values()->Get(0)->channel(), 0u);
  EXPECT_TRUE(client.poses().empty());
}

TEST(Client, ProvesItsUdpAddressAndKeepsItAlive) {
  Client client = joined(udp_viewer());
  client.advance(0);
  const auto hello = client.take_datagrams();
  ASSERT_EQ(hello.size(), 1u);
  EXPECT_EQ((*decode_client_message(hello[0]))->body_as_UdpHello()->udp_key()->high(), 55u);

  stream::UdpChallengeT challenge;
  challenge.challenge = std::make_unique<control::Key>(33, 44);
  client.receive_datagram(encode_server(std::move(challenge)), 0);
  const auto echo = client.take_datagrams();
  ASSERT_EQ(echo.size(), 1u);
  EXPECT_EQ((*decode_client_message(echo[0]))->body_as_UdpChallengeEcho()->challenge()->high(), 33u);

  client.advance(4000 * kMillisecond);
  EXPECT_EQ(client.take_datagrams().size(), 1u);
}

TEST(Client, SealsItsDatagramsWhereTheServerDoes) {
  Client::Options options = udp_viewer();
  for (const bool clear : {false, true}) {
    options.subscribe.udp_clear = clear;
    Client client(options);
    client.connected();
    ASSERT_TRUE(client.receive(welcome(5, false, true), 0));
    client.advance(0);
    const Bytes hello = client.take_datagrams().at(0);
    const control::Key key(55, 66);
    DatagramOpener servers_end(key, Direction::to_server);
    EXPECT_EQ(decode_client_message(hello).has_value(), clear);
    const auto opened = servers_end.open(hello);
    EXPECT_EQ(opened.has_value(), !clear);
    if (clear) continue;
    EXPECT_EQ(sealed_session(hello), 5u);
    EXPECT_EQ((*decode_client_message(*opened))->body_as_UdpHello()->udp_key(), nullptr) << "never sent";

    stream::UdpChallengeT challenge;
    challenge.challenge = std::make_unique<control::Key>(33, 44);
    const Bytes in_the_clear = encode_server(challenge);
    client.receive_datagram(in_the_clear, 0);
    EXPECT_TRUE(client.take_datagrams().empty()) << "not believed";
    DatagramSealer sealer(key, 5, Direction::to_client);
    const Bytes sealed = sealer.seal(in_the_clear);
    client.receive_datagram(sealed, 0);
    EXPECT_EQ(client.take_datagrams().size(), 1u);
    client.receive_datagram(sealed, 0);
    EXPECT_TRUE(client.take_datagrams().empty()) << "it came before";
    EXPECT_EQ(client.statistics().bad_datagrams, 2u);
  }
}

TEST(Client, TakesPosesOverTheConnectionWhereTheServerHasNoKeyForUdp) {
  stream::WelcomeT of_1_1;
  of_1_1.session = 5;
  of_1_1.resume_key = std::make_unique<control::Key>(11, 22);
  of_1_1.udp_port = 4040;
  Client client(udp_viewer());
  client.connected();
  sent(client);
  ASSERT_TRUE(client.receive(framed(encode_server(std::move(of_1_1))), 0));
  client.advance(0);
  EXPECT_TRUE(client.take_datagrams().empty()) << "the key that resumes is no key for UDP";
  const auto messages = sent(client);
  ASSERT_FALSE(messages.empty());
  EXPECT_FALSE(messages[0]->body_as_Subscribe()->udp());
}

TEST(Client, BelievesNothingButPosesFromUdp) {
  Client client = joined(viewer());
  stream::WelcomeT false_welcome;
  false_welcome.session = 99;
  client.receive_datagram(encode_server(std::move(false_welcome)), 0);
  client.receive_datagram(Bytes(100), 0);
  EXPECT_EQ(client.session(), 5u);
  EXPECT_EQ(client.statistics().bad_datagrams, 2u);
  client.receive_datagram(encode_frame(stamp_at(1), random_bodies(2)), 0);
  EXPECT_FALSE(client.poses().empty());
}

TEST(Client, SkipsAndCountsWhatANewerServerSays) {
  Client client = joined(viewer());
  flatbuffers::FlatBufferBuilder builder;
  const auto body = stream::CreateReply(builder);
  stream::FinishServerMessageBuffer(
      builder, stream::CreateServerMessage(builder, static_cast<stream::ServerBody>(99), body.Union()));
  ASSERT_TRUE(
      client.receive(framed(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()))), 0));
  EXPECT_EQ(client.statistics().unknown_messages, 1u);
  EXPECT_FALSE(client.next_event());
}

/// How many of each kind this client sent in this time, looked at every 10 ms.
struct Count {
  int controls = 0, pings = 0, udp_hellos = 0, udp_echoes = 0;
};

Count sent_between(Client& client, std::uint64_t from, std::uint64_t to) {
  Count count;
  for (std::uint64_t now = from; now < to; now += 10 * kMillisecond) {
    client.advance(now);
    for (const ClientMessage& message : sent(client)) {
      count.controls += message->body_as_Control() != nullptr ? 1 : 0;
      count.pings += message->body_as_Ping() != nullptr ? 1 : 0;
    }
    for (const Bytes& datagram : client.take_datagrams()) {
      const auto message = decode_client_message(datagram);
      count.udp_hellos += (*message)->body_as_UdpHello() != nullptr ? 1 : 0;
      count.udp_echoes += (*message)->body_as_UdpChallengeEcho() != nullptr ? 1 : 0;
    }
  }
  return count;
}

TEST(Client, SpeaksAtItsIntervalsAndBeforeTheWelcomeNotAtAll) {
  Client client(udp_viewer());
  client.set_control(0, 0.5);
  client.connected();
  sent(client);
  const Count before = sent_between(client, 0, 2000 * kMillisecond);
  EXPECT_EQ(before.controls + before.pings + before.udp_hellos, 0);
  ASSERT_TRUE(client.receive(welcome(5), 0));
  sent(client);
  const Count after = sent_between(client, 0, 2000 * kMillisecond);
  EXPECT_EQ(after.controls, 50) << "every 40 ms";
  EXPECT_EQ(after.pings, 2) << "every second";
  EXPECT_EQ(after.udp_hellos, 8) << "every 250 ms while no poses come";
  EXPECT_EQ(after.udp_echoes, 0);
}

TEST(Client, RenewsItsUdpByTheEchoAloneWhilePosesComeAndProvesItAnewWhenTheyEnd) {
  Client client = joined(udp_viewer());
  client.take_datagrams();
  stream::UdpChallengeT challenge;
  challenge.challenge = std::make_unique<control::Key>(33, 44);
  client.receive_datagram(encode_server(std::move(challenge)), 0);
  client.take_datagrams();
  Count flowing;
  for (std::uint64_t tick = 1; tick <= 50; ++tick) {
    const std::uint64_t now = tick * 40 * kMillisecond;
    client.receive_datagram(encode_frame(stamp_at(tick), random_bodies(1)), now);
    const Count count = sent_between(client, now, now + 40 * kMillisecond);
    flowing.udp_hellos += count.udp_hellos;
    flowing.udp_echoes += count.udp_echoes;
  }
  EXPECT_EQ(flowing.udp_hellos, 0);
  EXPECT_EQ(flowing.udp_echoes, 2) << "once a second";
  const Count silent = sent_between(client, 2040 * kMillisecond, 5040 * kMillisecond);
  EXPECT_GE(silent.udp_hellos, 8) << "from the second of silence on";
  EXPECT_LE(silent.udp_echoes, 1);
}

TEST(Client, OnANewConnectionTimesAndChallengesBeginAnew) {
  Client client = joined(udp_viewer());
  client.set_control(0, 0.5);
  const Count first = sent_between(client, 0, 10 * kMillisecond);
  EXPECT_EQ(first.controls + first.pings + first.udp_hellos, 3);
  client.connected();
  EXPECT_FALSE(client.joined());
  ASSERT_TRUE(client.receive(welcome(5, true), 0));
  sent(client);
  const Count again = sent_between(client, 10 * kMillisecond, 20 * kMillisecond);
  EXPECT_EQ(again.controls + again.pings + again.udp_hellos, 3) << "all at once, whenever the last ones were";
}

TEST(Client, WhatIsHalfReceivedOfAConnectionIsNotOfTheNext) {
  Client client = joined(viewer());
  const Bytes frame = framed(encode_frame(stamp_at(1), random_bodies(2)));
  ASSERT_TRUE(client.receive(BytesView(frame).first(frame.size() - 1), 0));
  client.connected();
  ASSERT_TRUE(client.receive(welcome(5, true), 0));
  EXPECT_EQ(client.session(), 5u);
}

TEST(Client, AnotherSessionBeginsAnewAndTheSameGoesOn) {
  for (const bool resumed : {true, false}) {
    Client client = joined(viewer());
    client.set_control(0, 0.5);
    ASSERT_TRUE(client.receive(framed(encode_frame(stamp_at(9), random_bodies(2))), 0));
    client.advance(0);
    sent(client);
    client.connected();
    ASSERT_TRUE(client.receive(welcome(5, resumed), 0));
    sent(client);
    EXPECT_EQ(client.poses().empty(), !resumed);
    ASSERT_TRUE(client.receive(framed(encode_frame(stamp_at(1), random_bodies(2))), 0));
    EXPECT_EQ(client.statistics().poses.stale, resumed ? 1u : 0u) << "ticks begin anew with another session";
    client.advance(0);
    for (const ClientMessage& message : sent(client)) {
      if (const auto* control = message->body_as_Control()) {
        EXPECT_EQ(control->sequence(), resumed ? 2u : 1u);
      }
    }
  }
}

TEST(Client, OnlyAnErrorOfTheResumeMakesItSayHelloAgain) {
  Client client = joined(viewer());
  client.connected();
  sent(client);
  stream::ErrorT busy;
  busy.code = stream::ErrorCode::Busy;
  ASSERT_TRUE(client.receive(framed(encode_server(busy)), 0));
  EXPECT_TRUE(sent(client).empty());
  EXPECT_TRUE(std::holds_alternative<Client::Arrived>(*client.next_event())) << "it is told";
}

TEST(PoseAssembler, PartsBeyondTheirNumberAreRefused) {
  PoseAssembler assembler;
  for (const std::uint16_t part : {std::uint16_t{1}, std::uint16_t{2}}) {
    stream::FrameT frame;
    frame.stamp = std::make_unique<stream::FrameStamp>(stamp_at(1));
    frame.part = part;
    frame.parts = 1;
    const Bytes bytes = encode_server(std::move(frame));
    const auto taken = assembler.take(*(*decode_server_message(bytes))->body_as_Frame());
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().text, "part " + std::to_string(part) + " of a frame of 1");
  }
}

TEST(PoseHistory, KeepsAsManyFramesAsItHasRoomForAndStandsBeforeTheFirst) {
  PoseHistory history(3);
  EXPECT_TRUE(history.at(0).empty());
  const auto at = [](std::uint64_t tick) {
    Poses poses;
    poses.stamp = stamp_at(tick);
    poses.bodies.push_back({{static_cast<double>(tick), 0, 0}, {1, 0, 0, 0}, {25, 0, 0}, {0, 0, 0}, 0, 0});
    return poses;
  };
  for (std::uint64_t tick = 1; tick <= 4; ++tick) history.push(at(tick));
  EXPECT_EQ(history.at(0)[0].position[0], 2) << "the first is forgotten";
  EXPECT_EQ(history.at(80 * kMillisecond)[0].position[0], 2);
  EXPECT_EQ(history.at(120 * kMillisecond)[0].position[0], 3) << "on a frame it is that frame";
  EXPECT_NEAR(history.at(140 * kMillisecond)[0].position[0], 3.5, 1e-12);
  EXPECT_EQ(history.at(900 * kMillisecond)[0].position[0], 4);
}

TEST(PoseHistory, ABodyThatIsNewStandsWhereItIsAndTheOthersGoOn) {
  const auto body = [](double x, std::uint32_t id) {
    return stream::BodyState({x, 0, 0}, {1, 0, 0, 0}, {25, 0, 0}, {0, 0, 0}, id, 0);
  };
  PoseHistory history;
  history.push({stamp_at(1), {body(0, 1), body(10, 3)}});
  history.push({stamp_at(2), {body(7, 0), body(1, 1), body(8, 2), body(11, 3)}});
  const auto poses = history.at(60 * kMillisecond);
  ASSERT_EQ(poses.size(), 4u);
  const double wanted[] = {7, 0.5, 8, 10.5};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(poses[i].id, i);
    EXPECT_NEAR(poses[i].position[0], wanted[i], 1e-12) << i;
  }
}

TEST(PoseHistory, TurnsTheShortWayAndMovesAlongEveryAxis) {
  Poses from, to;
  from.stamp = stamp_at(1);
  to.stamp = stamp_at(2);
  from.bodies.push_back({{1, 2, 3}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0});
  // A quarter turn about z, by the quaternion of the other sign.
  const auto half = static_cast<float>(std::sqrt(0.5));
  to.bodies.push_back({{2, 4, 6}, {-half, 0, 0, -half}, {0, 0, 0}, {0, 0, 0}, 0, 0});
  PoseHistory history;
  history.push(from);
  history.push(to);
  const auto pose = history.at(60 * kMillisecond)[0];
  EXPECT_NEAR(pose.position[0], 1.5, 1e-12);
  EXPECT_NEAR(pose.position[1], 3, 1e-12);
  EXPECT_NEAR(pose.position[2], 4.5, 1e-12);
  EXPECT_NEAR(std::abs(pose.orientation[0]), std::cos(std::acos(-1.0) / 8), 1e-7) << "an eighth of a turn";
}

TEST(ClockOffset, ForgetsOldPingsAndTakesNoDishonestOne) {
  ClockOffset clock;
  EXPECT_EQ(clock.round_trip_ns(), 0u);
  const auto ping = [&](std::uint64_t sent, std::uint64_t received, std::uint64_t answered,
                        std::uint64_t arrival) {
    stream::PongT pong;
    pong.client_ns = sent;
    pong.server_receive_ns = received;
    pong.server_send_ns = answered;
    const Bytes bytes = encode_server(std::move(pong));
    clock.take(*(*decode_server_message(bytes))->body_as_Pong(), arrival);
  };
  ping(100, 1'100, 1'090, 200);
  EXPECT_FALSE(clock.offset_ns()) << "answered before it was received";
  ping(100, 1'100, 1'201, 200);
  EXPECT_FALSE(clock.offset_ns()) << "longer there than it took";
  ping(100, 1'100, 1'200, 200);
  EXPECT_EQ(clock.offset_ns(), 1'000) << "all the time was spent there";
  EXPECT_EQ(clock.round_trip_ns(), 0u);
  for (std::uint64_t i = 1; i < ClockOffset::kKept; ++i) ping(100, 5'105, 5'105, 110);
  EXPECT_EQ(clock.offset_ns(), 1'000) << "the shortest of those that are kept";
  ping(100, 5'105, 5'105, 110);
  EXPECT_EQ(clock.offset_ns(), 5'000) << "it is no longer kept";
  EXPECT_EQ(clock.round_trip_ns(), 10u);
}

TEST(PoseAssembler, LatestTickWinsAndLostPartsKeepTheirPoses) {
  PoseAssembler assembler;
  const auto feed = [&](const Bytes& datagram) {
    const auto message = decode_server_message(datagram);
    return assembler.take(*(*message)->body_as_Frame());
  };
  const auto first = random_bodies(40, 1), second = random_bodies(40, 2), third = random_bodies(40, 3);
  const auto a = encode_frame_datagrams(stamp_at(1), first);
  const auto b = encode_frame_datagrams(stamp_at(2), second);
  const auto c = encode_frame_datagrams(stamp_at(3), third);
  ASSERT_EQ(a.size(), 3u);
  EXPECT_FALSE(*feed(a[2]));
  EXPECT_FALSE(*feed(a[0]));
  EXPECT_FALSE(*feed(a[0]));  // doubled
  EXPECT_EQ((*feed(a[1]))->bodies, first);

  EXPECT_FALSE(*feed(b[0]));  // b[1] and b[2] are lost
  const auto incomplete = *feed(c[0]);
  ASSERT_TRUE(incomplete);
  EXPECT_EQ(incomplete->stamp.tick(), 2u);
  EXPECT_EQ(incomplete->bodies.front(), second.front());
  EXPECT_EQ(incomplete->bodies.back(), first.back());
  EXPECT_FALSE(*feed(b[1]));  // too late
  EXPECT_FALSE(*feed(c[1]));
  EXPECT_EQ((*feed(c[2]))->bodies, third);
  EXPECT_EQ(assembler.statistics().complete, 2u);
  EXPECT_EQ(assembler.statistics().incomplete, 1u);
  EXPECT_EQ(assembler.statistics().stale, 1u);
}

TEST(PoseAssembler, AFrameThatComesTwiceIsGivenOnce) {
  PoseAssembler assembler;
  const auto datagrams = encode_frame_datagrams(stamp_at(1), random_bodies(2));
  ASSERT_EQ(datagrams.size(), 1u);
  const auto message = decode_server_message(datagrams[0]);
  EXPECT_TRUE(*assembler.take(*(*message)->body_as_Frame()));
  EXPECT_FALSE(*assembler.take(*(*message)->body_as_Frame()));
  EXPECT_EQ(assembler.statistics().stale, 1u);
}

TEST(PoseAssembler, ABodyThatAWholeFrameDoesNotListIsGone) {
  PoseAssembler plain, compact;
  CompactEncoder encoder;
  auto bodies = random_bodies(4);
  for (std::uint64_t tick = 1; bodies.size() > 1; ++tick) {
    const auto frame = decode_server_message(encode_frame(stamp_at(tick), bodies));
    const auto given = *plain.take(*(*frame)->body_as_Frame());
    ASSERT_TRUE(given);
    EXPECT_EQ(given->bodies, bodies);
    encoder.take(stamp_at(tick), bodies);  // another set of bodies is a key
    const auto key = decode_server_message(encoder.messages(kDatagramLimit).at(0));
    const auto rounded = *compact.take(*(*key)->body_as_CompactFrame());
    ASSERT_TRUE(rounded);
    ASSERT_EQ(rounded->bodies.size(), bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) EXPECT_EQ(rounded->bodies[i].id(), bodies[i].id());
    bodies.erase(bodies.begin() + 1);
  }
}

TEST(PoseAssembler, CompactFramesFillInWhatRests) {
  PoseAssembler assembler;
  CompactEncoder encoder;
  auto bodies = random_bodies(20);
  const auto feed = [&](std::uint64_t tick) {
    encoder.take(stamp_at(tick), bodies);
    std::optional<Poses> out;
    for (const Bytes& datagram : encoder.messages(kDatagramLimit)) {
      const auto message = decode_server_message(datagram);
      out = *assembler.take(*(*message)->body_as_CompactFrame());
    }
    return out;
  };
  EXPECT_EQ(feed(1)->bodies.size(), 20u);
  std::mt19937_64 random(9);
  bodies[3] = random_body(random, 3);
  const auto moved = feed(2);
  ASSERT_EQ(moved->bodies.size(), 20u);
  EXPECT_NEAR(moved->bodies[3].position().x(), bodies[3].position().x(), kPositionError);
  EXPECT_NEAR(moved->bodies[4].position().x(), bodies[4].position().x(), kPositionError);
  bodies[3] = random_bodies(20)[3];  // back to where the key has it: not listed
  const auto back = feed(3);
  EXPECT_NEAR(back->bodies[3].position().x(), bodies[3].position().x(), kPositionError);
}

TEST(PoseAssembler, UnderLossDoublingAndReorderingNoBodyIsEverWhereItNeverWas) {
  // 120 bodies of which 40 move; every body's x says since which tick it is there.
  constexpr std::uint32_t kBodies = 120, kMoving = 40;
  const auto bodies_at = [](std::uint64_t tick) {
    std::vector<stream::BodyState> out;
    for (std::uint32_t id = 0; id < kBodies; ++id) {
      const double x = id < kMoving ? static_cast<double>(tick) : -1;
      out.push_back({{x, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}, id, 0});
    }
    return out;
  };
  std::mt19937_64 random(7);
  CompactEncoder encoder(25);
  PoseAssembler assembler;
  std::vector<Bytes> under_way;
  std::uint64_t frames = 0, key_given = 0;
  for (std::uint64_t tick = 1; tick <= 500; ++tick) {
    encoder.take(stamp_at(tick), bodies_at(tick));
    for (const Bytes& datagram : encoder.messages(kDatagramLimit)) {
      const auto fate = random() % 20;
      for (std::uint64_t copy = fate == 0 ? 1 : 0; copy < (fate == 1 ? 2 : 1); ++copy) {
        under_way.insert(under_way.end() - static_cast<std::ptrdiff_t>(
                                               std::min<std::size_t>(under_way.size(), random() % 3)),
                         datagram);
      }
    }
    while (under_way.size() > 4) {
      const auto message = decode_server_message(under_way.front());
      under_way.erase(under_way.begin());
      const auto poses = assembler.take(*(*message)->body_as_CompactFrame());
      ASSERT_TRUE(poses);
      if (!*poses) {
        continue;
      }
      ++frames;
      const std::uint64_t now = (*poses)->stamp.tick();
      key_given = (*poses)->bodies.size() == kBodies ? now : key_given;
      for (const stream::BodyState& body : (*poses)->bodies) {
        const double x = body.position().x();
        ASSERT_TRUE(body.id() < kMoving ? x > 0 && x <= static_cast<double>(now) : x == -1)
            << body.id() << " at " << x;
      }
    }
  }
  EXPECT_GT(frames, 250u);
  EXPECT_GT(key_given, 400u);
  EXPECT_GT(assembler.statistics().incomplete, 5u);
  EXPECT_GT(assembler.statistics().stale, 10u);
}

TEST(PoseAssembler, FramesWhoseKeyIsNotThereYetSayThatTheyAreIncomplete) {
  PoseAssembler assembler;
  CompactEncoder encoder(25);
  const auto take = [&](const Bytes& bytes) {
    const auto message = decode_server_message(bytes);
    return *assembler.take(*(*message)->body_as_CompactFrame());
  };
  auto bodies = random_bodies(120);
  std::mt19937_64 random(9);
  encoder.take(stamp_at(1), bodies);
  const auto key = encoder.messages(kDatagramLimit);
  const auto key_by_connection = encoder.key_messages(kServerMessageLimit);
  ASSERT_GT(key.size(), 2u);
  ASSERT_EQ(key_by_connection.size(), 1u);

  EXPECT_FALSE(take(key[1]));  // the others are lost
  bodies[3] = random_body(random, 3);
  encoder.take(stamp_at(2), bodies);
  const auto parts_of_key = take(encoder.messages(kDatagramLimit).front());
  ASSERT_TRUE(parts_of_key);
  EXPECT_FALSE(parts_of_key->complete);
  EXPECT_LT(parts_of_key->bodies.size(), bodies.size());

  encoder.take(stamp_at(3), bodies);
  const auto without_key = take(encoder.messages(kDatagramLimit).front());
  ASSERT_TRUE(without_key);
  EXPECT_FALSE(without_key->complete);

  EXPECT_FALSE(take(key_by_connection.front()));  // old news as poses, but what later frames differ from
  encoder.take(stamp_at(4), bodies);
  const auto with_key = take(encoder.messages(kDatagramLimit).front());
  ASSERT_TRUE(with_key);
  EXPECT_TRUE(with_key->complete);
  ASSERT_EQ(with_key->bodies.size(), bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    EXPECT_NEAR(with_key->bodies[i].position().x(), bodies[i].position().x(), kPositionError);
  }
}

/// A body on the cubic t^3 (1, -2, 1/2) + (0, t^2, 1), turning about z at 1 rad/s.
Poses on_a_cubic(std::uint64_t tick) {
  const double t = static_cast<double>(tick) * 0.04;
  const auto f = [](double value) { return static_cast<float>(value); };
  return {stamp_at(tick),
          {{{t * t * t, t * t - 2 * t * t * t, 1 + t * t * t / 2},
            {f(std::cos(t / 2)), 0, 0, f(std::sin(t / 2))},
            {f(3 * t * t), f(2 * t - 6 * t * t), f(1.5 * t * t)},
            {0, 0, 1},
            0,
            0}}};
}

TEST(PoseHistory, InterpolationIsExactOnCubicsAndSteadyTurns) {
  PoseHistory history;
  for (std::uint64_t tick = 1; tick <= 25; ++tick) {
    history.push(on_a_cubic(tick));
  }
  for (std::uint64_t ns = 40 * kMillisecond; ns <= 1000 * kMillisecond; ns += 7 * kMillisecond) {
    const double t = static_cast<double>(ns) * 1e-9;
    const auto poses = history.at(ns);
    ASSERT_EQ(poses.size(), 1u);
    EXPECT_NEAR(poses[0].position[0], t * t * t, 1e-8);
    EXPECT_NEAR(poses[0].position[1], t * t - 2 * t * t * t, 1e-8);
    EXPECT_NEAR(poses[0].position[2], 1 + t * t * t / 2, 1e-8);
    EXPECT_NEAR(poses[0].orientation[3], std::sin(t / 2), 1e-7);
  }
  EXPECT_EQ(history.at(2000 * kMillisecond)[0].position[0], 1.0);  // the newest stands
}

TEST(PoseHistory, NothingIsInterpolatedOverARestoreAndNothingMovesWhileFrozen) {
  PoseHistory history;
  history.push(on_a_cubic(1));
  Poses restored = on_a_cubic(50);
  restored.stamp = {2, 0, 0, 80 * kMillisecond, 1, 0};
  history.push(restored);
  EXPECT_EQ(history.at(60 * kMillisecond)[0].position[0], restored.bodies[0].position().x());

  Poses frozen = restored;
  frozen.stamp = {3, 0, 0, 120 * kMillisecond, 1, 1};
  history.push(frozen);
  EXPECT_NEAR(history.at(100 * kMillisecond)[0].position[0], restored.bodies[0].position().x(), 1e-12);
}

TEST(PoseHistory, NothingGlidesIntoABranchThatBeginsLaterThanWasReached) {
  PoseHistory history;
  history.push(on_a_cubic(1));
  // A state that is restored on the next tick, of 2 s.
  Poses restored = on_a_cubic(50);
  restored.stamp = {2, 50, 2, 80 * kMillisecond, 1, 0};
  history.push(restored);
  EXPECT_EQ(history.at(40 * kMillisecond)[0].position[0], on_a_cubic(1).bodies[0].position().x());
  for (const std::uint64_t ms : {41UL, 60UL, 80UL}) {
    const auto pose = history.at(ms * kMillisecond)[0];
    EXPECT_EQ(pose.position[0], restored.bodies[0].position().x()) << ms;
    EXPECT_EQ(pose.orientation[3], restored.bodies[0].orientation().z()) << ms;
  }
}

TEST(PoseHistory, NothingIsInterpolatedToOrFromABodysAbsence) {
  const auto at = [](std::uint64_t tick, double x, std::uint32_t flags) {
    Poses poses;
    poses.stamp = {tick, tick, 0.04 * static_cast<double>(tick), tick * 40 * kMillisecond, 0, 0};
    poses.bodies.push_back({{x, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, flags});
    return poses;
  };
  PoseHistory history;
  history.push(at(1, 1, 0));
  history.push(at(2, 1, kBodyAbsent));
  history.push(at(3, 50, 0));
  EXPECT_FALSE(history.at(40 * kMillisecond)[0].absent);
  EXPECT_TRUE(history.at(60 * kMillisecond)[0].absent);
  EXPECT_FALSE(history.at(100 * kMillisecond)[0].absent);
  EXPECT_EQ(history.at(100 * kMillisecond)[0].position[0], 50);
}

TEST(ClockOffset, TakesTheShortestPing) {
  ClockOffset clock;
  EXPECT_FALSE(clock.offset_ns());
  const auto ping = [&](std::uint64_t sent, std::uint64_t received, std::uint64_t arrival) {
    stream::PongT pong;
    pong.client_ns = sent;
    pong.server_receive_ns = received;
    pong.server_send_ns = received + 10;
    const Bytes bytes = encode_server(std::move(pong));
    clock.take(*(*decode_server_message(bytes))->body_as_Pong(), arrival);
  };
  ping(1'000'000, 501'500'000, 2'000'010);  // 0.5 ms each way, the server 500 ms ahead
  EXPECT_EQ(*clock.offset_ns(), 500'000'000);
  ping(3'000'000, 503'900'000, 5'000'000);  // slow on the way there
  EXPECT_EQ(*clock.offset_ns(), 500'000'000);
  EXPECT_EQ(clock.round_trip_ns(), 1'000'000u);
  ping(9'000'000, 1'000, 8'000'000);  // arrives before it was sent
  EXPECT_EQ(*clock.offset_ns(), 500'000'000);
}

}  // namespace
}  // namespace drawbar::protocol
