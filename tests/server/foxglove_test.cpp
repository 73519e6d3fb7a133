// A Foxglove client of the hub without sockets: what it is told, what it may ask, what hostile bytes do.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "protocol/foxglove_generated.h"
#include "server/foxglove/foxglove_client.h"
#include "tests/server/hub_in_slots.h"
#include "tests/support/connection_without_socket.h"

namespace drawbar::server::test {
namespace {

namespace json = boost::json;
using control::Role;

/// What it receives, read by the layouts of the protocol and not by our own writer.
class Listener : public ConnectionWithoutSocket {
 public:
  void send(const Packet& packet, Traffic traffic) override {
    packets_.push_back(packet);
    traffic_.push_back(traffic);
  }

  std::size_t count() const { return packets_.size(); }

  /// Text messages with this op, in order.
  std::vector<json::object> texts(const std::string& op) const {
    std::vector<json::object> found;
    for (const Packet& packet : packets_) {
      if (packet->front() != std::byte{'{'}) continue;
      auto text = json::parse({reinterpret_cast<const char*>(packet->data()), packet->size()}).as_object();
      if (text["op"].as_string() == json::string_view(op)) found.push_back(std::move(text));
    }
    return found;
  }
  /// Bodies of binary messages with this opcode, in order.
  std::vector<protocol::Bytes> binary(int opcode) const {
    std::vector<protocol::Bytes> found;
    for (const Packet& packet : packets_) {
      if (packet->front() == std::byte(opcode)) found.emplace_back(packet->begin() + 1, packet->end());
    }
    return found;
  }
  std::string last_status() const {
    const auto statuses = texts("status");
    return statuses.empty() ? "" : std::string(statuses.back().at("message").as_string());
  }
  bool all_newest(int opcode) const {
    for (std::size_t i = 0; i < packets_.size(); ++i) {
      if (packets_[i]->front() == std::byte(opcode) && traffic_[i] != Traffic::newest) return false;
    }
    return true;
  }

 private:
  std::vector<Packet> packets_;
  std::vector<Traffic> traffic_;
};

class Foxglove : public testing::Test {
 protected:
  struct Person {
    std::shared_ptr<Listener> listener = std::make_shared<Listener>();
    std::shared_ptr<FoxgloveClient> client;
  };

  Person join(Role role, const std::string& name = "somebody") {
    Person person;
    person.client = host_.connect(person.listener, {role, name, ""});
    person.client->open();
    return person;
  }
  static void say(const Person& person, const std::string& text) {
    person.client->take(std::as_bytes(std::span(text.data(), text.size())), true);
  }
  static void say_binary(const Person& person, const std::string& bytes) {
    person.client->take(std::as_bytes(std::span(bytes.data(), bytes.size())), false);
  }
  static std::string number(std::uint32_t value) {
    return {static_cast<char>(value), static_cast<char>(value >> 8), static_cast<char>(value >> 16),
            static_cast<char>(value >> 24)};
  }
  static void publish(const Person& person, const std::string& text) {
    say(person, R"({"op":"advertise","channels":[{"id":1,"topic":"/drawbar/controls","encoding":"json"}]})");
    say_binary(person, "\x01" + number(1) + text);
  }
  static void subscribe(const Person& person, protocol::Topic topic) {
    const std::string channel = std::to_string(static_cast<int>(topic));
    say(person,
        R"({"op":"subscribe","subscriptions":[{"id":)" + channel + R"(,"channelId":)" + channel + "}]}");
  }
  /// Kinds of the events that came, in order.
  static std::string events(const Person& person) {
    std::string kinds;
    for (const protocol::Bytes& message : person.listener->binary(1)) {
      const protocol::Bytes payload(message.begin() + 12, message.end());
      kinds += stream::EnumNameEventKind(flatbuffers::GetRoot<stream::Event>(payload.data())->kind());
      kinds += ' ';
    }
    return kinds;
  }
  static std::uint32_t service(const std::string& name) {
    std::uint32_t id = 0;
    for (const fox::Service& one : fox::services()) {
      ++id;
      if (one.name == name) return id;
    }
    return 0;
  }
  /// The JSON of the answer, or why it failed.
  std::string call(const Person& person, const std::string& name, const std::string& request) {
    const std::uint32_t number_of_call = ++calls_;
    say_binary(person,
               "\x02" + number(service(name)) + number(number_of_call) + number(4) + "json" + request);
    for (int slot = 0; slot < 20; ++slot) {
      for (const protocol::Bytes& answer : person.listener->binary(3)) {
        const std::string text(reinterpret_cast<const char*>(answer.data()), answer.size());
        if (text.substr(4, 4) == number(number_of_call)) return text.substr(16);
      }
      for (const json::object& failure : person.listener->texts("serviceCallFailure")) {
        if (failure.at("callId").as_int64() == number_of_call)
          return std::string(failure.at("message").as_string());
      }
      hall_.finish_background();
      hall_.run_slots(1);
    }
    return "no answer";
  }

  HubInSlots hall_;
  FoxgloveHost host_{hall_.hub()};
  std::uint32_t calls_ = 0;
};

TEST_F(Foxglove, ANewcomerIsToldTopicsWithSchemasAndWhatItsRoleMay) {
  const Person viewer = join(Role::Viewer);
  const Person instructor = join(Role::Instructor);
  ASSERT_EQ(viewer.listener->texts("serverInfo").size(), 1U);
  EXPECT_EQ(json::serialize(viewer.listener->texts("serverInfo")[0].at("capabilities")),
            R"(["time","parameters","parametersSubscribe"])");
  EXPECT_EQ(json::serialize(instructor.listener->texts("serverInfo")[0].at("capabilities")),
            R"(["time","parameters","parametersSubscribe","services","clientPublish"])");
  EXPECT_TRUE(viewer.listener->texts("advertiseServices").empty());
  EXPECT_EQ(instructor.listener->texts("advertiseServices")[0].at("services").as_array().size(),
            fox::services().size());
  const auto channels = viewer.listener->texts("advertise")[0].at("channels").as_array();
  ASSERT_EQ(channels.size(), 5U);
  for (const json::value& channel : channels) {
    EXPECT_EQ(channel.at("encoding").as_string(), "flatbuffer");
    EXPECT_GT(channel.at("schema").as_string().size(), 1'000U);
  }
}

TEST_F(Foxglove, SubscribedTransformsCarryTheFramesTimeAndAreDroppedForSlowReaders) {
  const Person viewer = join(Role::Viewer);
  hall_.run_slots(2);
  EXPECT_TRUE(viewer.listener->binary(1).empty()) << "nothing was subscribed";
  subscribe(viewer, protocol::Topic::transforms);
  hall_.run_slots(3);
  const auto messages = viewer.listener->binary(1);
  ASSERT_EQ(messages.size(), 3U);
  protocol::Bytes payload(messages[2].begin() + 12, messages[2].end());
  const auto& transforms = *flatbuffers::GetRoot<foxglove::FrameTransforms>(payload.data());
  ASSERT_EQ(transforms.transforms()->size(), 2U);
  const auto& bob = *transforms.transforms()->Get(1);
  EXPECT_EQ(bob.child_frame_id()->str(), "bob");
  EXPECT_EQ(bob.translation()->x(), hall_.newest().state.bodies[1].position.x());
  const auto time = flatbuffers::ReadScalar<std::uint64_t>(messages[2].data() + 4);
  EXPECT_EQ(bob.timestamp()->sec() * 1'000'000'000ULL + bob.timestamp()->nsec(), time);
  EXPECT_TRUE(viewer.listener->all_newest(1));
}

TEST_F(Foxglove, MessagesOfOurOwnSchemasHaveTheirTableAsRoot) {
  const Person viewer = join(Role::Viewer);
  subscribe(viewer, protocol::Topic::telemetry);
  hall_.run_slots(1);
  const auto messages = viewer.listener->binary(1);
  ASSERT_EQ(messages.size(), 1U);
  const protocol::Bytes payload(messages[0].begin() + 12, messages[0].end());
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size());
  ASSERT_TRUE(verifier.VerifyBuffer<stream::Telemetry>(nullptr));
  EXPECT_EQ(flatbuffers::GetRoot<stream::Telemetry>(payload.data())->stamp()->tick(), hall_.newest().tick);
}

TEST_F(Foxglove, PublishedControlsAreTakenAndActAndAreLetGoWithTheClient) {
  const Person anna = join(Role::Operator, "anna");
  publish(anna, R"({"throttle": 0.5})");
  hall_.run_slots(2);
  EXPECT_EQ(hall_.control(0), 0.5);
  const Person ben = join(Role::Operator, "ben");
  publish(ben, R"({"throttle": -1})");
  hall_.run_slots(2);
  EXPECT_NE(ben.listener->last_status().find("held by session"), std::string::npos)
      << ben.listener->last_status();
  EXPECT_EQ(hall_.control(0), 0.5);
  anna.client->closed();
  hall_.run_slots(2);
  EXPECT_EQ(hall_.control(0), 0);
  EXPECT_EQ(hall_.hub().sessions().size(), 1U);
}

TEST_F(Foxglove, ServicesAreAnsweredWhenTheyHaveTheirEffect) {
  const Person instructor = join(Role::Instructor);
  EXPECT_NE(call(instructor, "/drawbar/freeze", "{}").find(R"("frozen":true)"), std::string::npos);
  const std::uint64_t frame = hall_.newest().state.frame;
  EXPECT_NE(
      call(instructor, "/drawbar/step", R"({"frames": 3})").find("\"frame\":" + std::to_string(frame + 3)),
      std::string::npos);
  EXPECT_NE(call(instructor, "/drawbar/save", R"({"name": "here"})").find("tick"), std::string::npos);
  EXPECT_NE(call(instructor, "/drawbar/restore", R"({"name": "here"})").find("\"branch\":1"),
            std::string::npos);
  EXPECT_EQ(call(instructor, "/drawbar/step", R"({"frames": -1})"),
            "/drawbar/step: frames must be an integer from 1 on");
  EXPECT_EQ(call(instructor, "/drawbar/save", ""), "/drawbar/save: name is missing; a string is needed");
}

TEST_F(Foxglove, ATraineeIsRefusedAndHearsNothingOfMalfunctions) {
  const Person instructor = join(Role::Instructor);
  const Person trainee = join(Role::Operator);
  hall_.run_slots(1);  // tells that they came
  subscribe(trainee, protocol::Topic::events);
  subscribe(instructor, protocol::Topic::events);
  EXPECT_NE(
      call(trainee, "/drawbar/begin_effect", R"({"target": "motor", "type": "off"})").find("for instructors"),
      std::string::npos);
  EXPECT_NE(call(instructor, "/drawbar/begin_effect", R"({"target": "motor", "type": "off"})").find("tick"),
            std::string::npos);
  EXPECT_NE(call(instructor, "/drawbar/list_effects", "{}").find(R"("target":"motor","type":"off")"),
            std::string::npos);
  for (const char* kind : {"Effect", "DriveFault"})
    EXPECT_EQ(events(trainee).find(kind), std::string::npos) << events(trainee);
  EXPECT_NE(events(instructor).find("EffectBegan"), std::string::npos) << events(instructor);
}

TEST_F(Foxglove, ParametersAreSetByWhoMayAndTellWhatHolds) {
  const Person instructor = join(Role::Instructor);
  const Person viewer = join(Role::Viewer);
  const std::string freeze =
      R"({"op":"setParameters","id":"a","parameters":[{"name":"frozen","value":true},{"name":"speed","value":0.5}]})";
  say(viewer, freeze);
  hall_.run_slots(2);
  EXPECT_NE(viewer.listener->last_status().find("for instructors"), std::string::npos);
  EXPECT_NE(
      json::serialize(viewer.listener->texts("parameterValues").back()).find(R"("frozen","value":false)"),
      std::string::npos);
  say(viewer, R"({"op":"subscribeParameterUpdates","parameterNames":["frozen"]})");
  say(instructor, freeze);
  hall_.run_slots(4);
  for (const Person& person : {instructor, viewer}) {
    EXPECT_NE(
        json::serialize(person.listener->texts("parameterValues").back()).find(R"("frozen","value":true)"),
        std::string::npos);
  }
  say(instructor, R"({"op":"setParameters","parameters":[{"name":"scene","value":"other"}]})");
  EXPECT_NE(instructor.listener->last_status().find("read only"), std::string::npos);
}

TEST_F(Foxglove, HostileMessagesAreCountedAndAFloodOfThemIsNotAnsweredOneByOne) {
  const Person viewer = join(Role::Viewer);
  for (const char* text :
       {"", "{", "[]", "{}", R"({"op":1})", R"({"op":"subscribe"})",
        R"({"op":"subscribe","subscriptions":[7]})", R"({"op":"unsubscribe","subscriptionIds":[1e9]})",
        R"({"op":"getParameters","parameterNames":[[]]})"}) {
    say(viewer, text);
  }
  EXPECT_EQ(host_.counters().bad_messages, 9U);
  EXPECT_EQ(viewer.listener->texts("status").size(), 9U);
  for (const char* bytes : {"\x09", "\x01", "\x02zzzzzzzzzzzzzzzzz"}) say_binary(viewer, bytes);
  for (int i = 0; i < 5'000; ++i) say(viewer, std::string(100, '['));
  EXPECT_EQ(host_.counters().bad_messages, 5'012U);
  EXPECT_LT(viewer.listener->texts("status").size(), 50U);
  EXPECT_FALSE(viewer.listener->closed());
}

TEST_F(Foxglove, SaysOfEachRequestThatMakesNoSenseWhatIsWrong) {
  const Person operator_ = join(Role::Operator);
  subscribe(operator_, protocol::Topic::telemetry);
  EXPECT_EQ(operator_.listener->last_status(), "");
  const std::string telemetry = std::to_string(static_cast<int>(protocol::Topic::telemetry));
  const std::string poses = std::to_string(static_cast<int>(protocol::Topic::poses));
  const auto said = [&](const std::string& text) {
    const std::size_t before = operator_.listener->texts("status").size();
    say(operator_, text);
    const bool more = operator_.listener->texts("status").size() > before;
    return more ? operator_.listener->last_status() : std::string();
  };
  const auto subscribed = [&](const std::string& id, const std::string& channel) {
    return said(R"({"op":"subscribe","subscriptions":[{"id":)" + id + R"(,"channelId":)" + channel + "}]}");
  };
  EXPECT_EQ(subscribed("99", "0"), "channel 0 was not advertised");
  EXPECT_EQ(subscribed("99", "12"), "channel 12 was not advertised");
  EXPECT_EQ(subscribed("99", telemetry),
            "channel " + telemetry + ": subscribed already, or its number 99 is in use");
  EXPECT_EQ(subscribed(telemetry, poses),
            "channel " + poses + ": subscribed already, or its number " + telemetry + " is in use");
  EXPECT_EQ(said(R"({"op":"unsubscribe","subscriptionIds":[98]})"), "there is no subscription 98");
  EXPECT_EQ(said(R"({"op":"unsubscribe","subscriptionIds":[)" + telemetry + "]}"), "");
  EXPECT_EQ(subscribed("99", telemetry), "");
  const auto advertised = [&](const std::string& topic, const std::string& encoding) {
    return said(R"({"op":"advertise","channels":[{"id":5,"topic":")" + topic + R"(","encoding":")" +
                encoding + "\"}]}");
  };
  EXPECT_EQ(advertised("/cmd", "json"),
            "'/cmd' (json) is not taken; taken is /drawbar/controls (json): { \"CONTROL\": NUMBER, ... }");
  EXPECT_EQ(
      advertised("/drawbar/controls", "ros1"),
      "'/drawbar/controls' (ros1) is not taken; taken is /drawbar/controls (json): { \"CONTROL\": NUMBER, "
      "... }");
  say_binary(operator_, "\x01" + number(5) + R"({"throttle": 1})");
  EXPECT_EQ(operator_.listener->last_status(), "channel 5 was not advertised by this client");
  EXPECT_EQ(said(R"({"op":"unadvertise","channelIds":[5]})"), "channel 5 was not advertised");
  EXPECT_EQ(host_.counters().bad_messages, 9U);
  EXPECT_EQ(host_.counters().published, 0U);
}

TEST_F(Foxglove, PublishesOnSixtyFourChannelsAtTheMost) {
  const Person operator_ = join(Role::Operator);
  const auto advertise = [&](int id) {
    say(operator_, R"({"op":"advertise","channels":[{"id":)" + std::to_string(id) +
                       R"(,"topic":"/drawbar/controls","encoding":"json"}]})");
  };
  for (int id = 1; id <= 64; ++id) advertise(id);
  EXPECT_EQ(operator_.listener->last_status(), "");
  advertise(65);
  EXPECT_EQ(operator_.listener->last_status(), "too many channels: 64 are allowed");
  say(operator_, R"({"op":"unadvertise","channelIds":[64]})");
  advertise(66);
  EXPECT_EQ(operator_.listener->texts("status").size(), 1U);
}

TEST_F(Foxglove, WhoPublishesNoMoreLetsItsChannelsGo) {
  const Person anna = join(Role::Operator, "anna");
  publish(anna, R"({"throttle": 0.5})");
  hall_.run_slots(2);
  EXPECT_EQ(host_.counters().published, 1U);
  say(anna, R"({"op":"advertise","channels":[{"id":2,"topic":"/drawbar/controls","encoding":"json"}]})");
  say(anna, R"({"op":"unadvertise","channelIds":[1]})");
  hall_.run_slots(2);
  EXPECT_EQ(hall_.control(0), 0.5) << "another of its channels is left";
  say(anna, R"({"op":"unadvertise","channelIds":[2]})");
  hall_.run_slots(2);
  EXPECT_EQ(hall_.control(0), 0);
  // Taken again with the next message.
  publish(anna, R"({"throttle": 0.25})");
  hall_.run_slots(2);
  EXPECT_EQ(hall_.control(0), 0.25);
}

TEST_F(Foxglove, AParameterIsSetOrSaysWhyNot) {
  const Person instructor = join(Role::Instructor);
  const auto set = [&](const std::string& name, const std::string& value) {
    const std::size_t before = instructor.listener->texts("status").size();
    say(instructor,
        R"({"op":"setParameters","parameters":[{"name":")" + name + R"(","value":)" + value + "}]}");
    hall_.run_slots(2);
    const bool more = instructor.listener->texts("status").size() > before;
    return more ? instructor.listener->last_status() : std::string();
  };
  const auto now = [&](const std::string& name) {
    say(instructor, R"({"op":"getParameters","id":"x","parameterNames":[")" + name + R"("]})");
    const json::object told = instructor.listener->texts("parameterValues").back();
    EXPECT_EQ(told.at("id").as_string(), "x");
    return json::serialize(told.at("parameters").as_array().at(0).at("value"));
  };
  subscribe(instructor, protocol::Topic::telemetry);
  EXPECT_EQ(set("controls.throttle", "0.75"), "");
  EXPECT_EQ(hall_.control(0), 0.75);
  EXPECT_EQ(now("controls.throttle"), "7.5E-1");
  EXPECT_EQ(set("controls.spare", "-1"), "");
  EXPECT_EQ(hall_.control(1), -1) << "the second channel";
  EXPECT_EQ(set("speed", "0.5"), "");
  EXPECT_EQ(now("speed"), "5E-1");
  EXPECT_EQ(set("frozen", "true"), "");
  EXPECT_EQ(now("frozen"), "true");
  EXPECT_EQ(set("frozen", "false"), "");
  EXPECT_EQ(now("frozen"), "false");
  EXPECT_EQ(set("frozen", "1"), "parameter 'frozen' must be true or false");
  EXPECT_EQ(set("speed", "true"), "parameter 'speed' must be a number");
  EXPECT_EQ(set("controls.throttle", "\"1\""), "parameter 'controls.throttle' must be a number");
  EXPECT_EQ(set("controls.brake", "1"), "parameter 'controls.brake' is not known");
  EXPECT_EQ(set("scene", "1"), "parameter 'scene' is read only; set can be frozen, speed and controls.NAME");
  EXPECT_NE(set("speed", "-1"), "") << "the hub's rules hold";
  EXPECT_EQ(now("speed"), "5E-1");
}

TEST_F(Foxglove, WhoAsksTooMuchIsToldHowMuchHeMay) {
  const Person operator_ = join(Role::Operator);
  publish(operator_, R"({"throttle": 0.5})");
  const auto until = [&](const std::string& words, const auto& ask) {
    for (int i = 0; i < 100'000; ++i) {
      ask();
      if (operator_.listener->last_status() == words) return i;
    }
    return -1;
  };
  EXPECT_GE(until("too many requests: 50 per second are allowed, besides published messages",
                  [&] { say(operator_, R"({"op":"getParameters","parameterNames":["speed"]})"); }),
            498);
  const Person other = join(Role::Operator);
  publish(other, R"({"spare": 0.5})");
  for (int i = 0; i < 1'990; ++i) say_binary(other, "\x01" + number(1) + R"({"spare": 0.5})");
  EXPECT_EQ(host_.counters().published, 1'992U) << "so many at once are taken";
}

TEST_F(Foxglove, GeometryComesWithItsSubscriptionAndWithEveryScene) {
  const Person viewer = join(Role::Viewer);
  hall_.run_slots(1);
  subscribe(viewer, protocol::Topic::geometry);
  const auto updates = [&] {
    std::vector<std::size_t> entities;
    for (const protocol::Bytes& message : viewer.listener->binary(1)) {
      const protocol::Bytes payload(message.begin() + 12, message.end());
      EXPECT_EQ(flatbuffers::ReadScalar<std::uint32_t>(message.data()),
                static_cast<std::uint32_t>(protocol::Topic::geometry));
      const auto* update = flatbuffers::GetRoot<foxglove::SceneUpdate>(payload.data());
      entities.push_back(update->entities() == nullptr ? 0 : update->entities()->size());
    }
    return entities;
  };
  EXPECT_EQ(updates().size(), 1U) << "at once";
  hall_.run_slots(3);
  EXPECT_EQ(updates().size(), 1U) << "nothing has gone or come";
  const auto chief = hall_.join(Role::Instructor, "chief");
  write_file(hall_.scene_file(), many_bodies_scene(3));
  EXPECT_EQ(hall_.ask(chief, control::ReloadT()), "Reply");
  hall_.run_slots(2);
  EXPECT_EQ(updates().size(), 2U);
}

TEST_F(Foxglove, FiguresCountWhoIsHereAndWhatTheyDid) {
  const Person viewer = join(Role::Viewer);
  const Person operator_ = join(Role::Operator);
  viewer.client->closed();
  publish(operator_, R"({"throttle": 0.5})");
  call(operator_, "/drawbar/list_effects", "{}");
  say(operator_, "{");
  EXPECT_EQ(host_.metrics(),
            "# HELP drawbar_foxglove_clients Foxglove clients connected.\n"
            "# TYPE drawbar_foxglove_clients gauge\ndrawbar_foxglove_clients 1\n"
            "# HELP drawbar_foxglove_connections_total Foxglove clients so far.\n"
            "# TYPE drawbar_foxglove_connections_total counter\ndrawbar_foxglove_connections_total 2\n"
            "# HELP drawbar_foxglove_bad_messages_total Messages of theirs that could not be read.\n"
            "# TYPE drawbar_foxglove_bad_messages_total counter\ndrawbar_foxglove_bad_messages_total 1\n"
            "# HELP drawbar_foxglove_calls_total Calls of services.\n"
            "# TYPE drawbar_foxglove_calls_total counter\ndrawbar_foxglove_calls_total 1\n"
            "# HELP drawbar_foxglove_published_total Messages with controls.\n"
            "# TYPE drawbar_foxglove_published_total counter\ndrawbar_foxglove_published_total 1\n");
  EXPECT_NE(call(operator_, "/drawbar/nothing", "{}").find("there is no service 0"), std::string::npos);
  operator_.client->too_long(7);
  EXPECT_EQ(host_.counters().bad_messages, 3U);
  EXPECT_EQ(operator_.listener->texts("serviceCallFailure").size(), 2U) << "effects are for instructors";
}

TEST_F(Foxglove, ANewcomerIsToldWhereItIs) {
  const Person viewer = join(Role::Viewer);
  const json::object info = viewer.listener->texts("serverInfo").at(0);
  EXPECT_EQ(json::serialize(info.at("metadata")), R"({"scene":"driven_pendulum"})");
  EXPECT_EQ(json::serialize(info.at("supportedEncodings")), R"(["json"])");
  EXPECT_TRUE(info.at("sessionId").as_string().starts_with("1@"));
}

TEST_F(Foxglove, TheFirstSubProtocolOfOursIsChosen) {
  EXPECT_EQ(fox::chosen_sub_protocol("a, foxglove.sdk.v1 ,foxglove.websocket.v1"), "foxglove.sdk.v1");
  EXPECT_EQ(fox::chosen_sub_protocol("foxglove.websocket.v1"), "foxglove.websocket.v1");
  EXPECT_EQ(fox::chosen_sub_protocol("foxglove.websocket.v2,"), "");
  EXPECT_EQ(fox::chosen_sub_protocol(""), "");
}

}  // namespace
}  // namespace drawbar::server::test
