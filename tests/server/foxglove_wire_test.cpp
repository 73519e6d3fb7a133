// Foxglove's messages byte by byte and member by member: what is read, what is refused and in which words,
// what is written; parameters without a hub.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "protocol/encode.h"
#include "server/foxglove/parameters.h"
#include "server/foxglove/request_fields.h"
#include "server/foxglove/services.h"
#include "server/foxglove/wire.h"
#include "server/frames/frame_encoder.h"

namespace drawbar::server::test {
namespace {

namespace json = boost::json;

protocol::BytesView as_view(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}
std::string as_text(const Packet& packet) {
  return {reinterpret_cast<const char*>(packet->data()), packet->size()};
}
/// What was read, as a line.
std::string line_of(const fox::Request& request) {
  struct Teller {
    std::string operator()(const fox::Subscribe& r) const {
      std::string text = "subscribe";
      for (const auto& one : r.subscriptions)
        text += " " + std::to_string(one.id) + "=" + std::to_string(one.channel);
      return text;
    }
    std::string operator()(const fox::Unsubscribe& r) const { return "unsubscribe" + numbers(r.ids); }
    std::string operator()(const fox::Advertise& r) const {
      std::string text = "advertise";
      for (const auto& one : r.channels) text += " " + std::to_string(one.id) + one.topic + one.encoding;
      return text;
    }
    std::string operator()(const fox::Unadvertise& r) const { return "unadvertise" + numbers(r.ids); }
    std::string operator()(const fox::GetParameters& r) const {
      return "get" + texts(r.names) + " id " + r.id;
    }
    std::string operator()(const fox::SetParameters& r) const {
      std::string text = "set";
      for (const auto& one : r.parameters) text += " " + one.name + "=" + json::serialize(one.value);
      return text + " id " + r.id;
    }
    std::string operator()(const fox::WatchParameters& r) const {
      return (r.watch ? "watch" : "unwatch") + texts(r.names);
    }
    std::string operator()(const fox::Publish& r) const {
      return "publish " + std::to_string(r.channel) + " " + bytes(r.payload);
    }
    std::string operator()(const fox::CallService& r) const {
      return "call " + std::to_string(r.service) + " " + std::to_string(r.call) + " " +
             std::string(r.encoding) + " " + bytes(r.payload);
    }
    static std::string numbers(const std::vector<std::uint32_t>& list) {
      std::string text;
      for (const std::uint32_t one : list) text += " " + std::to_string(one);
      return text;
    }
    static std::string texts(const std::vector<std::string>& list) {
      std::string text;
      for (const std::string& one : list) text += " " + one;
      return text;
    }
    static std::string bytes(protocol::BytesView view) {
      return {reinterpret_cast<const char*>(view.data()), view.size()};
    }
  };
  return std::visit(Teller(), request);
}

struct WireRow {
  std::string message;
  std::string read;  ///< or the error
};

TEST(FoxgloveWire, TextIsReadOrRefusedSayingWhere) {
  const std::string number = ": an integer from 0 to 4294967295 is needed";
  for (const WireRow& row : std::vector<WireRow>{
           {R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":7},{"id":4294967295,"channelId":0}]})",
            "subscribe 1=7 4294967295=0"},
           {R"({"op":"subscribe","subscriptions":[]})", "subscribe"},
           {R"({"op":"subscribe","subscriptions":[{"id":1,"channelId":7},{"id":-1,"channelId":7}]})",
            "subscribe.subscriptions[1].id" + number},
           {R"({"op":"subscribe","subscriptions":[{"id":4294967296,"channelId":7}]})",
            "subscribe.subscriptions[0].id" + number},
           {R"({"op":"subscribe","subscriptions":[{"id":1.0,"channelId":7}]})",
            "subscribe.subscriptions[0].id" + number},
           {R"({"op":"subscribe","subscriptions":[{"id":1}]})",
            "subscribe.subscriptions[0].channelId" + number},
           {R"({"op":"subscribe","subscriptions":[7]})", "subscribe.subscriptions[0]: an object is needed"},
           {R"({"op":"subscribe","subscriptions":{}})", "subscribe.subscriptions: a list is needed"},
           {R"({"op":"unsubscribe","subscriptionIds":[3,4]})", "unsubscribe 3 4"},
           {R"({"op":"unsubscribe","ids":[3]})", "unsubscribe.subscriptionIds: a list is needed"},
           {R"({"op":"unsubscribe","subscriptionIds":["3"]})", "unsubscribe.subscriptionIds[0]" + number},
           {R"({"op":"advertise","channels":[{"id":2,"topic":"/t","encoding":"json"}]})",
            "advertise 2/tjson"},
           {R"({"op":"advertise","channels":[{"id":2,"encoding":"json"}]})",
            "advertise.channels[0].topic: a string is needed"},
           {R"({"op":"advertise","channels":[{"id":2,"topic":"/t","encoding":1}]})",
            "advertise.channels[0].encoding: a string is needed"},
           {R"({"op":"advertise","channels":[{"topic":"/t","encoding":"json"}]})",
            "advertise.channels[0].id" + number},
           {R"({"op":"unadvertise","channelIds":[5]})", "unadvertise 5"},
           {R"({"op":"getParameters","parameterNames":["a","b"],"id":"x"})", "get a b id x"},
           {R"({"op":"getParameters","parameterNames":[],"id":null})", "get id "},
           {R"({"op":"getParameters","parameterNames":[],"id":3})", "getParameters.id: a string is needed"},
           {R"({"op":"getParameters","parameterNames":[1]})",
            "getParameters.parameterNames[0]: a string is needed"},
           {R"({"op":"setParameters","parameters":[{"name":"a","value":[1]}],"id":"y"})", "set a=[1] id y"},
           {R"({"op":"setParameters","parameters":[{"name":"a"}]})",
            "setParameters.parameters[0].value: a value is needed; parameters cannot be deleted"},
           {R"({"op":"setParameters","parameters":[{"value":1}]})",
            "setParameters.parameters[0].name: a string is needed"},
           {R"({"op":"setParameters","parameters":[],"id":1})", "setParameters.id: a string is needed"},
           {R"({"op":"subscribeParameterUpdates","parameterNames":["a"]})", "watch a"},
           {R"({"op":"unsubscribeParameterUpdates","parameterNames":[]})", "unwatch"},
           {R"({"op":1})", "op: a string is needed"},
           {R"({})", "op: a string is needed"},
           {R"([])", "the text message: one JSON object is needed"},
           {R"({"op":"dance"})",
            "op 'dance' is not served; served are subscribe, unsubscribe, advertise, unadvertise, "
            "getParameters, setParameters, subscribeParameterUpdates, unsubscribeParameterUpdates"},
       }) {
    SCOPED_TRACE(row.message);
    const auto read = fox::read_text(as_view(row.message));
    EXPECT_EQ(read ? line_of(*read) : read.error().text, row.read);
  }
  const auto none = fox::read_text(as_view("{"));
  ASSERT_FALSE(none);
  EXPECT_TRUE(none.error().text.starts_with("the text message is not JSON: ")) << none.error().text;
}

TEST(FoxgloveWire, BinaryIsReadOrRefusedSayingWhatIsMissing) {
  for (const WireRow& row : std::vector<WireRow>{
           {"\x01\x04\x03\x02\x01hello", "publish 16909060 hello"},
           {"\x01\x04\x03\x02\x01", "publish 16909060 "},
           {"\x01\x04\x03\x02", "a message of a channel has at least 5 bytes, this one has 4"},
           {std::string("\x02\x01\0\0\0\x02\0\0\0\x04\0\0\0json{}", 19), "call 1 2 json {}"},
           {std::string("\x02\x01\0\0\0\x02\0\0\0\x04\0\0\0json", 17), "call 1 2 json "},
           {std::string("\x02\x01\0\0\0\x02\0\0\0\x04\0\0\0jso", 16),
            "a service call's encoding has 4 bytes, and 3 follow"},
           {std::string("\x02\x01\0\0\0\x02\0\0\0\0\0\0\0", 13), "call 1 2  "},
           {std::string("\x02\x01\0\0\0\x02\0\0\0\0\0\0", 12),
            "a service call has at least 13 bytes, this one has 12"},
           {"\x03zzzz", "binary opcode 3 is not served; served are 1 (message) and 2 (service call)"},
           {"", "a binary message is empty; its first byte is its opcode"},
       }) {
    SCOPED_TRACE(row.read);
    const auto read = fox::read_binary(as_view(row.message));
    EXPECT_EQ(read ? line_of(*read) : read.error().text, row.read);
  }
}

TEST(FoxgloveWire, WritesTheDocumentedBytes) {
  const protocol::Bytes payload(2, std::byte{'p'});
  EXPECT_EQ(as_text(fox::message_data(0x01020304, 0x1112131415161718, payload)),
            std::string("\x01\x04\x03\x02\x01\x18\x17\x16\x15\x14\x13\x12\x11pp"));
  EXPECT_EQ(as_text(fox::time(0x1112131415161718)), std::string("\x02\x18\x17\x16\x15\x14\x13\x12\x11"));
  EXPECT_EQ(as_text(fox::service_response(1, 2, {{"a", 3}})),
            std::string("\x03\x01\0\0\0\x02\0\0\0\x04\0\0\0json{\"a\":3}", 24));
  EXPECT_EQ(as_text(fox::status(fox::Level::error, "bad")), R"({"op":"status","level":2,"message":"bad"})");
  EXPECT_EQ(as_text(fox::status(fox::Level::info, "x")), R"({"op":"status","level":0,"message":"x"})");
  EXPECT_EQ(as_text(fox::parameter_values({}, "")), R"({"op":"parameterValues","parameters":[]})");
  EXPECT_EQ(as_text(fox::parameter_values({}, "i")), R"({"op":"parameterValues","parameters":[],"id":"i"})");
  EXPECT_EQ(as_text(fox::service_failure(1, 2, "no")),
            R"({"op":"serviceCallFailure","serviceId":1,"callId":2,"message":"no"})");
  EXPECT_TRUE(fox::is_text(fox::status(fox::Level::info, "x")));
  EXPECT_FALSE(fox::is_text(fox::time(1)));
  EXPECT_FALSE(fox::is_text(make_packet({})));
}

// --- requests of services ---

constexpr fox::Field::Kind kKinds[] = {fox::Field::Kind::number,  fox::Field::Kind::count,
                                       fox::Field::Kind::text,    fox::Field::Kind::flag,
                                       fox::Field::Kind::figures, fox::Field::Kind::texts};

TEST(FoxgloveFields, EveryKindTakesItsOwnValues) {
  struct Value {
    const char* json;
    const char* taken_by;  ///< n number, c count, t text, f flag, o figures, l texts
  };
  constexpr std::string_view kLetters = "nctfol";
  for (const Value& row : std::vector<Value>{{"1", "nc"},
                                             {"0", "nc"},
                                             {"1.5", "n"},
                                             {"2.0", "nc"},
                                             {"-1", "n"},
                                             {"9007199254740992", "nc"},
                                             {"9007199254740994", "n"},
                                             {"\"a\"", "t"},
                                             {"true", "f"},
                                             {"null", ""},
                                             {"{}", "o"},
                                             {"{\"x\":1}", "o"},
                                             {"{\"x\":\"1\"}", ""},
                                             {"[]", "l"},
                                             {"[\"a\",\"b\"]", "l"},
                                             {"[\"a\",1]", ""}}) {
    std::string taken;
    for (std::size_t i = 0; i < kLetters.size(); ++i) {
      const fox::Field field{"it", kKinds[i], false, "what"};
      const auto request = json::parse(std::string("{\"it\":") + row.json + "}").as_object();
      if (fox::check_request("/s", std::span(&field, 1), request)) taken += kLetters[i];
    }
    EXPECT_EQ(taken, row.taken_by) << row.json;
  }
}

TEST(FoxgloveFields, WhatIsWrongIsSaidWithWhatIsAllowed) {
  const std::vector<fox::Field> fields{{"a", fox::Field::Kind::count, true, "first"},
                                       {"b", fox::Field::Kind::texts, false, "second"}};
  const auto why = [&](const char* text) {
    const auto checked = fox::check_request("/s", fields, json::parse(text).as_object());
    return checked ? "" : checked.error().text;
  };
  EXPECT_EQ(why(R"({"a":1})"), "");
  EXPECT_EQ(why(R"({"a":1,"b":[]})"), "");
  EXPECT_EQ(why(R"({"b":[]})"), "/s: a is missing; an integer from 0 on is needed");
  EXPECT_EQ(why(R"({"a":1,"c":2})"), "/s: no member 'c'; members: a, b");
  EXPECT_EQ(why(R"({"a":1,"b":[2]})"), "/s: b must be a list of strings");
  const auto none = fox::check_request("/s", {}, json::parse(R"({"c":1})").as_object());
  EXPECT_EQ(none.error().text, "/s: no member 'c'; members: none");
  EXPECT_EQ(
      fox::request_schema(fields),
      R"({ "type": "object", "properties": { "a": { "type": "integer", "minimum": 0, "description": "first" }, )"
      R"("b": { "type": "array", "items": { "type": "string" }, "description": "second" } }, )"
      R"("required": ["a"], "additionalProperties": false })");
}

/// The message that a call of this service asks for; a message of no body with the error's text otherwise.
std::pair<control::ClientBodyUnion, std::string> message_of(const std::string& name,
                                                            const std::string& request,
                                                            std::string_view encoding = "json") {
  const auto services = fox::services();
  const auto service =
      std::ranges::find_if(services, [&](const fox::Service& one) { return one.name == name; });
  EXPECT_NE(service, services.end()) << name;
  auto made = fox::read_call(*service, {1, 2, encoding, as_view(request)}, {{"throttle", "brake"}});
  if (!made) return {{}, made.error().text};
  EXPECT_EQ(made->type, service->body) << "rights are of the message that is sent";
  return {std::move(*made), ""};
}

TEST(FoxgloveServices, EveryMemberComesIntoItsMessage) {
  const auto step = message_of("/drawbar/step", R"({"frames":4294967296,"fast":true})").first;
  EXPECT_EQ(step.AsStep()->frames, 4294967295u) << "as many as the message can say";
  EXPECT_TRUE(step.AsStep()->fast);
  const auto plain_step = message_of("/drawbar/step", "").first;
  EXPECT_EQ(plain_step.AsStep()->frames, 1u);
  EXPECT_FALSE(plain_step.AsStep()->fast);
  EXPECT_EQ(message_of("/drawbar/speed", R"({"factor":0.5})").first.AsSpeed()->factor, 0.5);
  const auto rewind = message_of("/drawbar/rewind", R"({"frame":7,"branch":2,"wait":true})").first;
  EXPECT_EQ(rewind.AsRewind()->frame, 7u);
  EXPECT_EQ(rewind.AsRewind()->branch, 2u);
  EXPECT_FALSE(rewind.AsRewind()->time);
  EXPECT_TRUE(rewind.AsRewind()->wait);
  const auto seek = message_of("/drawbar/seek", R"({"time":1.5})").first;
  EXPECT_EQ(seek.AsSeek()->time, 1.5);
  EXPECT_FALSE(seek.AsSeek()->frame);
  EXPECT_FALSE(seek.AsSeek()->branch);
  EXPECT_EQ(message_of("/drawbar/save", R"({"name":"a"})").first.AsSave()->name, "a");
  const auto restore = message_of("/drawbar/restore", R"({"name":"a","wait":true})").first;
  EXPECT_EQ(restore.AsRestore()->name, "a");
  EXPECT_TRUE(restore.AsRestore()->wait);
  EXPECT_EQ(message_of("/drawbar/delete_state", R"({"name":"a"})").first.AsDeleteState()->name, "a");
  const auto effect =
      message_of("/drawbar/begin_effect",
                 R"({"target":"bob","type":"force","parameters":{"x":1,"y":2.5},"strength":0.5,)"
                 R"("ramp":2,"duration":3,"effect":4})")
          .first;
  EXPECT_EQ(effect.AsBeginEffect()->target, "bob");
  EXPECT_EQ(effect.AsBeginEffect()->type, "force");
  ASSERT_EQ(effect.AsBeginEffect()->parameters.size(), 2u);
  EXPECT_EQ(effect.AsBeginEffect()->parameters[1]->name, "y");
  EXPECT_EQ(effect.AsBeginEffect()->parameters[1]->value, 2.5);
  EXPECT_EQ(effect.AsBeginEffect()->strength, 0.5);
  EXPECT_EQ(effect.AsBeginEffect()->ramp, 2);
  EXPECT_EQ(effect.AsBeginEffect()->duration, 3);
  EXPECT_EQ(effect.AsBeginEffect()->effect, 4u);
  const auto plain_effect = message_of("/drawbar/begin_effect", R"({"target":"bob","type":"force"})").first;
  EXPECT_EQ(plain_effect.AsBeginEffect()->strength, 1);
  EXPECT_EQ(plain_effect.AsBeginEffect()->ramp, 0);
  EXPECT_EQ(plain_effect.AsBeginEffect()->duration, 0);
  EXPECT_EQ(plain_effect.AsBeginEffect()->effect, 0u);
  EXPECT_EQ(message_of("/drawbar/clear_effect", R"({"effect":9})").first.AsClearEffect()->effect, 9u);
  EXPECT_EQ(message_of("/drawbar/clear_effect", "{}").first.AsClearEffect()->effect, 0u);
  const auto take = message_of("/drawbar/take_control", R"({"controls":["brake"],"force":true})").first;
  EXPECT_EQ(take.AsTakeControl()->channels, std::vector<std::uint32_t>{1});
  EXPECT_TRUE(take.AsTakeControl()->force);
  EXPECT_TRUE(message_of("/drawbar/take_control", "").first.AsTakeControl()->channels.empty());
  const auto release = message_of("/drawbar/release_control", R"({"controls":["brake","throttle"]})").first;
  EXPECT_EQ(release.AsReleaseControl()->channels, (std::vector<std::uint32_t>{1, 0}));
  for (const char* name : {"/drawbar/freeze", "/drawbar/run", "/drawbar/list_effects"})
    EXPECT_EQ(message_of(name, "{}").second, "") << name;
}

TEST(FoxgloveServices, WhatIsWrongIsSaidWithWhatThereIs) {
  EXPECT_EQ(message_of("/drawbar/run", "", "cdr").second,
            "/drawbar/run: encoding 'cdr' is not served; json is");
  EXPECT_EQ(message_of("/drawbar/run", "[]").second, "/drawbar/run: one JSON object is needed");
  EXPECT_EQ(message_of("/drawbar/speed", "{}").second,
            "/drawbar/speed: factor is missing; a number is needed");
  EXPECT_EQ(message_of("/drawbar/take_control", R"({"controls":["wing"]})").second,
            "no control is called 'wing'; the scene's controls: throttle, brake");
  EXPECT_EQ(message_of("/drawbar/release_control", R"({"controls":["wing"]})").second,
            "no control is called 'wing'; the scene's controls: throttle, brake");
  const auto values = [](const char* text) {
    return fox::read_controls(json::parse(text).as_object(), {{"throttle", "brake"}});
  };
  const auto read = values(R"({"brake":1,"throttle":-0.5})");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].channel(), 1u);
  EXPECT_EQ((*read)[0].value(), 1);
  EXPECT_EQ((*read)[1].channel(), 0u);
  EXPECT_EQ((*read)[1].value(), -0.5);
  EXPECT_EQ(values(R"({"brake":"full"})").error().text, "the control brake must be a number");
  EXPECT_EQ(values(R"({"wing":1})").error().text,
            "no control is called 'wing'; the scene's controls: throttle, brake");
  EXPECT_EQ(fox::read_controls(json::parse(R"({"wing":1})").as_object(), {}).error().text,
            "no control is called 'wing'; the scene's controls: none");
}

// --- parameters ---

/// A message of the server as its receiver reads it.
template <class Body>
const auto& body_in(protocol::Bytes& bytes, Body body) {
  bytes = protocol::encode_server(std::move(body));
  return *stream::GetServerMessage(bytes.data())->template body_as<typename Body::TableType>();
}

class FoxgloveParameters : public testing::Test {
 protected:
  FoxgloveParameters() {
    stream::WelcomeT welcome;
    welcome.session = 5;
    welcome.role = control::Role::Operator;
    welcome.stamp = std::make_unique<stream::FrameStamp>(1, 1, 0, 0, 0, kFlagReplay);
    welcome.saves = {"there"};
    welcome.scene = std::make_unique<stream::SceneT>(scene("cart", {"throttle", "brake"}));
    parameters_.welcome(body_in(bytes_, std::move(welcome)));
  }

  static stream::SceneT scene(const std::string& name, const std::vector<std::string>& channels) {
    stream::SceneT made;
    made.name = name;
    made.period_ns = 40'000'000;
    for (const std::string& channel : channels) {
      auto& info = *made.channels.emplace_back(std::make_unique<stream::ChannelInfoT>());
      info.name = channel;
      info.neutral = 0.25;
    }
    return made;
  }
  void telemetry(std::uint32_t flags, double speed, std::vector<double> controls) {
    stream::TelemetryT made;
    made.stamp = std::make_unique<stream::FrameStamp>(2, 2, 0, 0, 3, flags);
    made.speed = speed;
    made.substeps = 8;
    made.controls = std::move(controls);
    parameters_.take(body_in(bytes_, std::move(made)));
  }
  void event(stream::EventKind kind, const std::string& name) {
    stream::EventT made;
    made.stamp = std::make_unique<stream::FrameStamp>();
    made.kind = kind;
    made.name = name;
    parameters_.take(body_in(bytes_, std::move(made)));
  }
  std::string of(const std::vector<std::string>& names) { return json::serialize(parameters_.list(names)); }
  std::string changed() { return json::serialize(parameters_.changes()); }

  protocol::Bytes bytes_;
  fox::Parameters parameters_;
};

TEST_F(FoxgloveParameters, SayHowTheSessionStands) {
  EXPECT_EQ(of({"session"}), R"([{"name":"session","value":5}])");
  EXPECT_EQ(of({"role"}), R"([{"name":"role","value":"Operator"}])");
  EXPECT_EQ(of({"replay"}), R"([{"name":"replay","value":true}])");
  EXPECT_EQ(of({"states"}), R"([{"name":"states","value":["there"]}])");
  EXPECT_EQ(of({"scene"}), R"([{"name":"scene","value":"cart"}])");
  EXPECT_NE(of({"period"}).find(R"("type":"float64")"), std::string::npos) << "a number that may become 1.5";
  EXPECT_NE(of({"controls.brake"}).find("2.5E-1"), std::string::npos) << of({"controls.brake"});
  EXPECT_EQ(of({"nothing", "session", "session"}), of({"session"}))
      << "unknown ones are left out, each comes once";
  EXPECT_TRUE(parameters_.known("controls.throttle"));
  EXPECT_FALSE(parameters_.known("throttle"));
  telemetry(kFlagFrozen, 0.5, {0.75, -1});
  EXPECT_EQ(of({"frozen"}), R"([{"name":"frozen","value":true}])");
  EXPECT_EQ(of({"branch"}), R"([{"name":"branch","value":3}])");
  EXPECT_EQ(of({"substeps"}), R"([{"name":"substeps","value":8}])");
  EXPECT_NE(of({"controls.throttle"}).find("7.5E-1"), std::string::npos) << of({"controls.throttle"});
  telemetry(0, 1, {0.75});
  EXPECT_EQ(of({"frozen"}), R"([{"name":"frozen","value":false}])");
  event(stream::EventKind::Saved, "here");
  EXPECT_EQ(of({"states"}), R"([{"name":"states","value":["here","there"]}])");
  event(stream::EventKind::StateDeleted, "there");
  event(stream::EventKind::Restored, "else");
  EXPECT_EQ(of({"states"}), R"([{"name":"states","value":["here"]}])");
}

TEST_F(FoxgloveParameters, ThatAreWatchedAreToldWhenTheyChangeAndOnce) {
  telemetry(0, 1, {0.25, 0.25});
  parameters_.watch({"frozen", "controls.brake", "nothing"});
  EXPECT_EQ(changed(), "[]");
  telemetry(kFlagFrozen, 2, {0.5, 0.25});
  EXPECT_EQ(changed(), R"([{"name":"frozen","value":true}])") << "the brake stands, and speed is not watched";
  EXPECT_EQ(changed(), "[]");
  telemetry(kFlagFrozen, 2, {0.5, 0.25});
  EXPECT_EQ(changed(), "[]") << "the same again";
  parameters_.unwatch({"frozen"});
  telemetry(0, 2, {0.5, 0.5});
  const std::string brake = changed();
  EXPECT_NE(brake.find("controls.brake"), std::string::npos) << brake;
  EXPECT_EQ(brake.find("frozen"), std::string::npos) << brake;
  parameters_.unwatch({});
  telemetry(kFlagFrozen, 1, {0, 0});
  EXPECT_EQ(changed(), "[]");
  parameters_.watch({});
  telemetry(0, 3, {1, 1});
  const std::string all = changed();
  for (const char* name : {"frozen", "speed", "controls.brake", "controls.throttle"})
    EXPECT_NE(all.find(name), std::string::npos) << all;
}

TEST_F(FoxgloveParameters, OfControlsThatAreGoneAreGone) {
  parameters_.watch({});
  telemetry(0, 1, {1, 1});
  stream::SceneT next = scene("crane", {"hoist"});
  parameters_.begin_scene(body_in(bytes_, std::move(next)));
  EXPECT_FALSE(parameters_.known("controls.throttle"));
  EXPECT_TRUE(parameters_.known("controls.hoist"));
  const std::string told = changed();
  EXPECT_NE(told.find("crane"), std::string::npos) << told;
  EXPECT_EQ(told.find("throttle"), std::string::npos) << "nothing is said of what is gone: " << told;
  EXPECT_EQ(of({}).find("brake"), std::string::npos);
  telemetry(0, 1, {0.5, 9});
  EXPECT_NE(of({"controls.hoist"}).find("5E-1"), std::string::npos) << of({"controls.hoist"});
}

}  // namespace
}  // namespace drawbar::server::test
