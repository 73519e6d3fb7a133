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

TEST_F(Foxglove, TheFirstSubProtocolOfOursIsChosen) {
  EXPECT_EQ(fox::chosen_sub_protocol("a, foxglove.sdk.v1 ,foxglove.websocket.v1"), "foxglove.sdk.v1");
  EXPECT_EQ(fox::chosen_sub_protocol("foxglove.websocket.v1"), "foxglove.websocket.v1");
  EXPECT_EQ(fox::chosen_sub_protocol("foxglove.websocket.v2,"), "");
  EXPECT_EQ(fox::chosen_sub_protocol(""), "");
}

}  // namespace
}  // namespace drawbar::server::test
