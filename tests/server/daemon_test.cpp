// The daemon from outside: a real process, real sockets.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "protocol/session_record.h"
#include "server/loop/clock.h"
#include "tests/server/daemon_fixture.h"
#include "tests/support/sanitizers.h"

namespace drawbar::server::test {
namespace {

using control::Role;

void expect_every_frame_in_order(SocketClient& client) {
  auto first = client.receive_body<stream::FrameT>();
  ASSERT_TRUE(first);
  stream::FrameStamp last = *first->stamp;
  for (int i = 0; i < 25; ++i) {
    const auto frame = client.receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->stamp->frame(), last.frame() + 1);
    EXPECT_GT(frame->stamp->tick(), last.tick());
    EXPECT_EQ(frame->bodies.size(), 2u);
    last = *frame->stamp;
  }
}

TEST_F(Daemon, EveryFrameArrivesInOrderOverTcp) {
  start();
  expect_every_frame_in_order(*joined(Role::Viewer));
}

TEST_F(Daemon, EveryFrameArrivesInOrderOverWebSocket) {
  start();
  SocketClient client(daemon_->web_port(), SocketClient::Transport::web_socket);
  ASSERT_TRUE(client.join(Role::Viewer));
  expect_every_frame_in_order(client);
}

TEST_F(Daemon, WelcomeGivesSceneAndTheNewestStateAtOnce) {
  start({"--start", "frozen"});
  SocketClient client(daemon_->tcp_port());
  const auto welcome = client.join(Role::Viewer);
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->scene->name, "driven_pendulum");
  EXPECT_EQ(welcome->scene->body_names, (std::vector<std::string>{"rod", "bob"}));
  EXPECT_EQ(welcome->scene->channels.at(0)->name, "throttle");
  EXPECT_EQ(welcome->scene->channels.at(0)->timeout_ms, 600'000u);
  EXPECT_EQ(welcome->scene->joints.at(1)->axes, 3);
  EXPECT_EQ(welcome->scene->period_ns, 40'000'000u);
  EXPECT_FALSE(welcome->scene->scene.empty());
  EXPECT_EQ(welcome->udp_port, daemon_->udp_port());
  ASSERT_EQ(welcome->sessions.size(), 1u);
  const auto next = client.receive();
  ASSERT_TRUE(next);
  EXPECT_NE((*next)->body_as_Frame(), nullptr);
}

TEST_F(Daemon, EachClientGetsItsRateAndItsBodies) {
  start({}, many_bodies_scene(10));  // a row, 1 m from each to the next
  const auto subscribed = [this](const std::function<void(control::SubscribeT&)>& fill_in) {
    auto client = joined(Role::Viewer);
    control::SubscribeT subscribe;
    fill_in(subscribe);
    client->send(std::move(subscribe), 1);
    EXPECT_TRUE(client->answered(1));
    return client;
  };
  const auto by_id = subscribed([](auto& s) { s.bodies = {7, 2}; });
  const auto by_name = subscribed([](auto& s) { s.body_names = {"b8", "b2"}; });
  const auto near_body = subscribed([](auto& s) { s.around_body = 3, s.distance = 1.5; });
  const auto near_point = subscribed([](auto& s) {
    s.around_point = std::make_unique<control::Point>(9, 0, 0);
    s.distance = 1.5;
    s.telemetry_every_nth = 0;
  });
  const auto every_third = subscribed([](auto& s) { s.every_nth = 3; });
  const auto bodies_of = [](SocketClient& client) {
    std::vector<std::uint32_t> ids;
    const auto frame = client.receive_body<stream::FrameT>();
    for (const stream::BodyState& body : frame ? frame->bodies : std::vector<stream::BodyState>()) {
      ids.push_back(body.id());
    }
    return ids;
  };
  EXPECT_EQ(bodies_of(*by_id), (std::vector<std::uint32_t>{2, 7}));
  EXPECT_EQ(bodies_of(*by_name), (std::vector<std::uint32_t>{2, 8}));
  EXPECT_EQ(bodies_of(*near_body), (std::vector<std::uint32_t>{2, 3, 4}));
  EXPECT_EQ(bodies_of(*near_point), (std::vector<std::uint32_t>{8, 9}));
  for (int i = 0; i < 5; ++i) {
    const auto message = near_point->receive();
    ASSERT_TRUE(message);
    EXPECT_EQ((*message)->body_as_Telemetry(), nullptr) << "none was wanted";
  }
  const auto first = every_third->receive_body<stream::FrameT>();
  const auto second = every_third->receive_body<stream::FrameT>();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(second->stamp->frame(), first->stamp->frame() + 3);
  control::SubscribeT nobody;
  nobody.body_names = {"b1", "b10"};
  by_name->send(std::move(nobody), 2);
  const auto error = by_name->receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, stream::ErrorCode::NoSuchName);
  EXPECT_EQ(error->field, "Subscribe.body_names[1]");
}

TEST_F(Daemon, SecondOperatorCannotTakeAHeldChannelUntilItIsGivenUp) {
  start();
  const auto first = driver();
  const auto second = joined(Role::Operator, "second");
  second->send(control::TakeControlT{}, 5);
  const auto error = second->receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, stream::ErrorCode::Held);
  EXPECT_NE(error->text.find("driver"), std::string::npos) << error->text;
  const auto told = first->receive_until<stream::EventT>(
      [](const auto& event) { return event.kind == stream::EventKind::ControlRequested; });
  ASSERT_TRUE(told);
  EXPECT_EQ(told->name, "second");
  second->send(throttle(1, 0.5), 6);
  const auto not_held = second->receive_body<stream::ErrorT>();
  ASSERT_TRUE(not_held);
  EXPECT_EQ(not_held->code, stream::ErrorCode::NotHeld);
  EXPECT_EQ(not_held->field, "Control.values[0].channel");
  first->send(control::ReleaseControlT{}, 7);
  EXPECT_TRUE(first->answered(7));
  second->send(control::TakeControlT{}, 8);
  EXPECT_TRUE(second->answered(8));
}

TEST_F(Daemon, HandOverPassesTheChannelWithItsValue) {
  start();
  const auto first = driver();
  SocketClient second(daemon_->tcp_port());
  const auto welcome = second.join(Role::Operator, "second");
  ASSERT_TRUE(welcome);
  first->send(throttle(1, 0.5), 2);
  ASSERT_TRUE(first->answered(2));
  control::HandOverT hand_over;
  hand_over.to_session = welcome->session;
  first->send(std::move(hand_over), 3);
  ASSERT_TRUE(first->answered(3));
  const auto telemetry = second.receive_until<stream::TelemetryT>(
      [&](const auto& t) { return t.holders.at(0) == welcome->session; });
  ASSERT_TRUE(telemetry);
  EXPECT_EQ(telemetry->controls.at(0), 0.5);
}

TEST_F(Daemon, ViewerMayNeitherDriveNorInstruct) {
  start();
  const auto viewer = joined(Role::Viewer);
  viewer->send(control::TakeControlT{}, 1);
  EXPECT_EQ(viewer->receive_body<stream::ErrorT>()->code, stream::ErrorCode::NotAllowed);
  viewer->send(control::FreezeT{}, 2);
  EXPECT_EQ(viewer->receive_body<stream::ErrorT>()->code, stream::ErrorCode::NotAllowed);
}

TEST_F(Daemon, GivingAChannelUpDoesWhatItsSilenceDoes) {
  for (const bool holds : {false, true}) {
    std::string scene = pendulum_scene();
    const std::string name = "\"name\": \"throttle\",";
    ASSERT_NE(scene.find(name), std::string::npos) << scene;
    if (holds) scene.replace(scene.find(name), name.size(), name + " \"on_silence\": \"hold\",");
    start({}, scene);
    const auto first = driver();
    SocketClient viewer(daemon_->tcp_port());
    ASSERT_TRUE(viewer.join(Role::Viewer, "viewer"));
    first->send(throttle(1, 0.5), 2);
    ASSERT_TRUE(first->answered(2));
    ASSERT_TRUE(
        viewer.receive_until<stream::TelemetryT>([](const auto& t) { return t.controls.at(0) == 0.5; }));
    first->send(control::ReleaseControlT{}, 3);
    ASSERT_TRUE(first->answered(3));
    const auto given_up =
        viewer.receive_until<stream::TelemetryT>([](const auto& t) { return t.holders.at(0) == 0; });
    ASSERT_TRUE(given_up);
    const auto later = viewer.receive_until<stream::TelemetryT>(
        [&](const auto& t) { return t.stamp->tick() > given_up->stamp->tick() + 2; });
    ASSERT_TRUE(later);
    EXPECT_EQ(later->controls.at(0), holds ? 0.5 : 0);
  }
}

TEST_F(Daemon, SilenceSetsTheChannelToNeutral) {
  start({}, pendulum_scene(40, 300));
  const auto client = driver();
  // Again and again, or a machine that holds the loop up for long would let it fall silent before it acted.
  std::uint64_t sequence = 0;
  ASSERT_TRUE(client->receive_until<stream::TelemetryT>([&](const auto& t) {
    client->send(throttle(++sequence, 0.75));
    return t.controls.at(0) == 0.75;
  }));
  const auto silent = client->receive_until<stream::EventT>(
      [](const auto& event) { return event.kind == stream::EventKind::ControlSilent; });
  ASSERT_TRUE(silent);
  EXPECT_EQ(silent->ids, std::vector<std::uint32_t>{0});
  EXPECT_TRUE(client->receive_until<stream::TelemetryT>([](const auto& t) { return t.controls.at(0) == 0; }));
}

TEST_F(Daemon, NanControlIsRefusedNamingTheFieldAndNothingIsApplied) {
  start();
  const auto client = driver();
  control::ControlT message;
  message.sequence = 1;
  message.values.emplace_back(0u, 0.5);
  message.values.emplace_back(1u, std::nan(""));
  client->send(std::move(message), 9);
  const auto error = client->receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->request, 9u);
  EXPECT_EQ(error->code, stream::ErrorCode::BadValue);
  EXPECT_EQ(error->field, "Control.values[1].value");
  const auto before = client->receive_body<stream::TelemetryT>();
  const auto after = client->receive_body<stream::TelemetryT>();
  EXPECT_EQ(after->controls.at(0), 0);
}

TEST_F(Daemon, OutOfRangeControlIsClampedAndSaidOnce) {
  start();
  const auto client = driver();
  client->send(throttle(1, 7), 2);
  client->send(throttle(2, 8), 3);
  int said = 0;
  std::optional<protocol::ServerMessage> message;
  while ((message = client->receive())) {
    const auto* event = (*message)->body_as_Event();
    said += event != nullptr && event->kind() == stream::EventKind::ControlClamped ? 1 : 0;
    if (const auto* reply = (*message)->body_as_Reply(); reply != nullptr && reply->request() == 3) break;
  }
  EXPECT_EQ(said, 1);
  EXPECT_TRUE(client->receive_until<stream::TelemetryT>([](const auto& t) { return t.controls.at(0) == 1; }));
}

TEST_F(Daemon, StaleControlIsIgnored) {
  start();
  const auto client = driver();
  client->send(throttle(5, 0.5), 2);
  client->send(throttle(4, -0.5));
  client->send(throttle(5, -0.5));
  ASSERT_TRUE(client->answered(2));
  for (int i = 0; i < 3; ++i) {
    const auto telemetry = client->receive_body<stream::TelemetryT>();
    ASSERT_TRUE(telemetry);
    EXPECT_GE(telemetry->controls.at(0), 0);
  }
}

TEST_F(Daemon, AnotherMajorVersionIsRefusedNamingBoth) {
  start();
  SocketClient client(daemon_->tcp_port());
  control::HelloT hello;
  hello.major = 9;
  hello.minor = 3;
  client.send(std::move(hello));
  const auto error = client.receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, stream::ErrorCode::Version);
  EXPECT_NE(error->text.find("9.3"), std::string::npos) << error->text;
  EXPECT_NE(error->text.find(std::to_string(protocol::kProtocolMajor) + "." +
                             std::to_string(protocol::kProtocolMinor)),
            std::string::npos)
      << error->text;
  EXPECT_FALSE(client.receive()) << "the connection is closed";
}

TEST_F(Daemon, MissingHelloIsAnsweredAndClosed) {
  start({"--hello-timeout", "0.2"});
  SocketClient client(daemon_->tcp_port());
  const auto error = client.receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, stream::ErrorCode::HelloTimeout);
  EXPECT_EQ(error->text, "no complete Hello within 0.2 s");
  EXPECT_FALSE(client.receive());
}

TEST_F(Daemon, ForeignHostAndOriginAreRefused) {
  start();
  for (const std::string head :
       {"Host: evil.example\r\n", "Host: localhost\r\nOrigin: http://evil.example\r\n"}) {
    for (const std::string upgrade : {"",
                                      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"}) {
      SocketClient client(daemon_->web_port());
      client.send_text("GET /ws HTTP/1.1\r\nConnection: " +
                       std::string(upgrade.empty() ? "close" : "Upgrade") + "\r\n" + head + upgrade + "\r\n");
      const std::string answer = client.read_to_end();
      EXPECT_TRUE(answer.starts_with("HTTP/1.1 403")) << answer;
    }
  }
}

TEST_F(Daemon, HealthAndMetricsAnswer) {
  start();
  const auto viewer = joined(Role::Viewer);
  ASSERT_TRUE(viewer->receive_body<stream::FrameT>());
  EXPECT_TRUE(daemon_->get("/healthz").starts_with("HTTP/1.1 200"));
  const std::string metrics = daemon_->get("/metrics");
  EXPECT_NE(metrics.find("drawbar_frame_compute_seconds_bucket{le=\"0.04\"}"), std::string::npos);
  EXPECT_NE(metrics.find("drawbar_sessions 1\n"), std::string::npos);
  EXPECT_EQ(metrics.find("drawbar_recording"), std::string::npos) << "nothing is recorded";
  const std::string page = daemon_->get("/");
  EXPECT_TRUE(page.starts_with("HTTP/1.1 200"));
  EXPECT_NE(page.find("Content-Security-Policy: default-src 'self';"), std::string::npos);
  EXPECT_TRUE(daemon_->get("/../etc/passwd").starts_with("HTTP/1.1 404"));
}

TEST_F(Daemon, PageOfASiteThatIsNamedOpensTheWebSocket) {
  start({"--web-origin", "console.example", "--hello-timeout", "0.2"});
  const auto answer = [this](const std::string& origin) {
    SocketClient client(daemon_->web_port());
    client.send_text(
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: " +
        origin + "\r\n\r\n");
    return client.read_to_end();  // to the end of the Hello's time
  };
  EXPECT_TRUE(answer("https://console.example").starts_with("HTTP/1.1 101"));
  EXPECT_TRUE(answer("https://other.example").starts_with("HTTP/1.1 403"));
}

TEST_F(Daemon, RandomBytesCloseOnlyThatConnection) {
  start();
  const auto viewer = joined(Role::Viewer);
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    SocketClient client(daemon_->tcp_port());
    protocol::Bytes noise(4096);
    std::ranges::generate(noise, [&random] { return static_cast<std::byte>(random()); });
    client.send_raw(noise);
    const auto error = client.receive_body<stream::ErrorT>();
    ASSERT_TRUE(error) << "closed without a reason";
    EXPECT_TRUE(error->code == stream::ErrorCode::TooLarge || error->code == stream::ErrorCode::BadMessage);
    EXPECT_FALSE(client.receive());
  }
  expect_every_frame_in_order(*viewer);
}

TEST_F(Daemon, AMessageThatIsTooLargeIsRefusedWithItsReasonOnEveryTransport) {
  start();
  for (const auto transport : {SocketClient::Transport::tcp, SocketClient::Transport::web_socket}) {
    const bool is_tcp = transport == SocketClient::Transport::tcp;
    SocketClient client(is_tcp ? daemon_->tcp_port() : daemon_->web_port(), transport);
    ASSERT_TRUE(client.join(Role::Viewer));
    client.send_message(protocol::Bytes(protocol::kClientMessageLimit + 1));
    const auto error = client.receive_body<stream::ErrorT>();
    ASSERT_TRUE(error) << (is_tcp ? "TCP" : "WebSocket") << " closed without a reason";
    EXPECT_EQ(error->code, stream::ErrorCode::TooLarge) << error->text;
    EXPECT_FALSE(client.receive());
  }
}

TEST_F(Daemon, ThousandConnectsAndDisconnectsLeaveNothingBehind) {
  start({"--resume-timeout", "0.05"});
  const std::size_t descriptors = daemon_->descriptors();
  const auto come_and_go = [this](int count) {
    for (int i = 0; i < count; ++i) {
      SocketClient client(i % 4 == 0 ? daemon_->web_port() : daemon_->tcp_port(),
                          i % 4 == 0 ? SocketClient::Transport::web_socket : SocketClient::Transport::tcp);
      if (i % 8 == 0 || i % 2 == 1) {
        ASSERT_TRUE(client.join(Role::Viewer));
      }
    }
  };
  const auto everything_goes = [&] {
    for (int waited = 0; waited < kPatienceMs; waited += 20) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (daemon_->descriptors() > descriptors) continue;
      const std::string metrics = daemon_->get("/metrics");
      if (metrics.find("drawbar_sessions 0\n") != std::string::npos &&
          metrics.find("drawbar_sessions_away 0\n") != std::string::npos) {
        return true;
      }
    }
    return false;
  };
  come_and_go(100);  // what allocator and log keep for ever they have now
  EXPECT_TRUE(everything_goes());
  const std::size_t kilobytes = daemon_->resident_kilobytes();
  come_and_go(1000);
  EXPECT_TRUE(everything_goes()) << daemon_->descriptors() << " descriptors, " << descriptors << " before";
#ifndef DRAWBAR_SANITIZED  // they keep what is freed
  EXPECT_LT(daemon_->resident_kilobytes(), kilobytes + 1000);
#endif
  EXPECT_GT(kilobytes, 0u);
}

TEST_F(Daemon, SocketsThatSayNothingKeepNobodyOut) {
  start();
  std::vector<std::unique_ptr<SocketClient>> silent;
  for (int i = 0; i < 200; ++i) {
    silent.push_back(std::make_unique<SocketClient>(i % 2 == 0 ? daemon_->web_port() : daemon_->tcp_port()));
    if (i % 20 == 0) joined(Role::Viewer)->send(control::GoodbyeT{});
  }
  EXPECT_TRUE(daemon_->get("/healthz").starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(SocketClient(daemon_->web_port(), SocketClient::Transport::web_socket).join(Role::Viewer));
}

TEST_F(Daemon, FreezeStopsSimulationTimeAndStepComputesJustThatMany) {
  start();
  const auto instructor = joined(Role::Instructor);
  instructor->send(control::FreezeT{}, 1);
  ASSERT_TRUE(instructor->answered(1));
  const auto frozen = instructor->receive_body<stream::FrameT>();
  ASSERT_TRUE(frozen);
  control::StepT step;
  step.frames = 3;
  instructor->send(std::move(step), 2);
  ASSERT_TRUE(instructor->answered(2));
  std::uint64_t frame = 0;
  for (int i = 0; i < 8; ++i) frame = instructor->receive_body<stream::FrameT>()->stamp->frame();
  EXPECT_EQ(frame, frozen->stamp->frame() + 3);
}

TEST_F(Daemon, FastStepsWaitForNoSlotAndEachIsOne) {
  start({"--record", folder_.file("stepped.mcap")});
  const auto instructor = joined(Role::Instructor);
  control::SubscribeT answers_alone;
  answers_alone.encoding = control::PoseEncoding::None;
  answers_alone.telemetry_every_nth = 0;
  instructor->send(std::move(answers_alone));
  instructor->send(control::FreezeT{}, 1);
  ASSERT_TRUE(instructor->answered(1));
  const auto step = [&](std::uint32_t frames, std::uint32_t request) {
    control::StepT message;
    message.frames = frames;
    message.fast = true;
    instructor->send(std::move(message), request);
    const auto reply = instructor->receive_until<stream::ReplyT>(
        [request](const auto& answer) { return answer.request == request; });
    return reply ? *reply->stamp : stream::FrameStamp();
  };
  const stream::FrameStamp before = step(1, 2);
  const Nanoseconds begin = monotonic_now();
  const stream::FrameStamp stepped = step(3'000, 3);
  EXPECT_LT(monotonic_now() - begin, 60 * kSecond) << "two minutes, slot by slot";
  EXPECT_EQ(stepped.frame(), before.frame() + 3'000);
  EXPECT_GE(stepped.tick(), before.tick() + 3'000) << "ticks order frames";
  // Lockstep: one frame for each answer.
  stream::FrameStamp last = stepped;
  for (std::uint32_t i = 0; i < 50; ++i) {
    const stream::FrameStamp next = step(1, 10 + i);
    EXPECT_EQ(next.frame(), last.frame() + 1);
    EXPECT_GT(next.tick(), last.tick());
    last = next;
  }
  daemon_->signal(SIGTERM);
  EXPECT_EQ(daemon_->wait(), 0);
  const auto recording = protocol::SessionRecord::open(folder_.file("stepped.mcap"));
  ASSERT_TRUE(recording) << recording.error().text;
  EXPECT_EQ(recording->frames()->back().frame, last.frame()) << "the recorder kept up";
}

TEST_F(Daemon, SavedStateComesBackOnANewBranch) {
  start();
  const auto instructor = joined(Role::Instructor);
  control::SaveT save;
  save.name = "here";
  instructor->send(std::move(save), 1);
  const auto saved = instructor->receive_body<stream::ReplyT>();
  ASSERT_TRUE(saved);
  for (int i = 0; i < 5; ++i) instructor->receive_body<stream::FrameT>();
  control::RestoreT restore;
  restore.name = "here";
  instructor->send(std::move(restore), 2);
  const auto restored =
      instructor->receive_until<stream::ReplyT>([](const auto& reply) { return reply.request == 2; });
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->stamp->branch(), 1u);
  EXPECT_EQ(restored->stamp->frame(), saved->stamp->frame());
  control::RestoreT unknown;
  unknown.name = "nowhere";
  instructor->send(std::move(unknown), 3);
  EXPECT_EQ(instructor->receive_body<stream::ErrorT>()->code, stream::ErrorCode::NoSuchName);
}

TEST_F(Daemon, ReconnectingResumesTheSessionWithItsChannels) {
  start();
  control::Key key;
  std::uint32_t session = 0;
  {
    SocketClient client(daemon_->tcp_port());
    const auto welcome = client.join(Role::Operator);
    ASSERT_TRUE(welcome);
    key = *welcome->resume_key;
    session = welcome->session;
    client.send(control::TakeControlT{}, 1);
    ASSERT_TRUE(client.answered(1));
  }
  SocketClient again(daemon_->tcp_port());
  control::HelloT hello;
  hello.major = protocol::kProtocolMajor;
  hello.name = "test";
  hello.role = Role::Operator;
  hello.resume_key = std::make_unique<control::Key>(key);
  again.send(std::move(hello));
  const auto welcome = again.receive_body<stream::WelcomeT>();
  ASSERT_TRUE(welcome);
  EXPECT_TRUE(welcome->resumed);
  EXPECT_EQ(welcome->session, session);
  again.send(throttle(1, 0.25), 2);
  EXPECT_TRUE(again.answered(2));
}

TEST_F(Daemon, PortInUseExitsWithThreeAndOneLine) {
  start();
  const std::string scene = folder_.file("scene.json");
  DaemonProcess second({scene, "--port", std::to_string(daemon_->tcp_port())});
  EXPECT_FALSE(second.ready());
  EXPECT_EQ(second.wait(), 3);
  const std::string log = second.log();
  EXPECT_NE(log.find("the port is in use"), std::string::npos) << log;
  EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
}

TEST_F(Daemon, TerminatesCleanlyOnSigterm) {
  start();
  const auto viewer = joined(Role::Viewer);
  daemon_->signal(SIGTERM);
  EXPECT_TRUE(viewer->receive_until<stream::EventT>(
      [](const auto& event) { return event.kind == stream::EventKind::ShuttingDown; }));
  EXPECT_EQ(daemon_->wait(), 0);
}

TEST(DaemonArguments, WrongUsageExitsWithTwo) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{},
                                                                     {"scene.json", "--replay", "x.mcap"},
                                                                     {"scene.json", "--bind", "0.0.0.0"},
                                                                     {"scene.json", "--nonsense"}}) {
    DaemonProcess daemon(arguments);
    EXPECT_EQ(daemon.wait(), 2) << daemon.log();
  }
}

TEST(DaemonArguments, InvalidSceneExitsWithOne) {
  TemporaryFolder folder;
  DaemonProcess daemon({write_file(folder.file("scene.json"), "{ \"name\": 3 }")});
  EXPECT_EQ(daemon.wait(), 1) << daemon.log();
}

TEST(DaemonLoad, StalledReaderDoesNotDelayOthers) {
  TemporaryFolder folder;
  DaemonProcess daemon({write_file(folder.file("scene.json"), many_bodies_scene(300))});
  ASSERT_TRUE(daemon.ready()) << daemon.log();
  SocketClient stalled(daemon.tcp_port(), {.receive_buffer = 2048});
  ASSERT_TRUE(stalled.join(Role::Viewer));
  SocketClient viewer(daemon.tcp_port());
  ASSERT_TRUE(viewer.join(Role::Viewer));
  auto last = viewer.receive_body<stream::FrameT>();
  ASSERT_TRUE(last);
  const auto stalled_lost_poses = [&daemon] {
    return daemon.get("/metrics").find("drawbar_packets_dropped_total 0\n") == std::string::npos;
  };
  int frames = 0;
  for (; frames < kPatienceMessages && !stalled_lost_poses(); ++frames) {
    auto frame = viewer.receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->stamp->frame(), last->stamp->frame() + 1);
    last = std::move(frame);
  }
  EXPECT_LT(frames, kPatienceMessages);
}

}  // namespace
}  // namespace drawbar::server::test
