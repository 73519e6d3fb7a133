// One Foxglove client: its requests to the hub, and the hub's messages to it.
#include "server/foxglove/foxglove_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "protocol/hello.h"
#include "protocol/strings.h"
#include "server/foxglove/answers.h"

namespace drawbar::server {

namespace {

namespace json = boost::json;
using protocol::text_of;

constexpr const char* kControlsTopic = "/drawbar/controls";
constexpr std::size_t kMostPublishing = 64;  ///< channels of one client
constexpr std::size_t kMostPending = 256;    ///< requests of one client that wait for their answers
constexpr double kPublishBurst = 2'000;
constexpr double kPublishedPerSecond = 500;
// One who errs with every message learns it without filling his own queue.
constexpr double kComplaintBurst = 20;
constexpr double kComplaintsPerSecond = 2;

/// The table of a message as a buffer of its own: the same bytes with another root.
protocol::Bytes as_root(const Packet& packet, const void* table) {
  protocol::Bytes bytes = *packet;
  const auto offset = static_cast<std::uint32_t>(static_cast<const std::byte*>(table) - packet->data());
  flatbuffers::WriteScalar(bytes.data(), offset);
  return bytes;
}

}  // namespace

FoxgloveClient::FoxgloveClient(FoxgloveHost& host, std::shared_ptr<Connection> lower, FoxgloveVisitor visitor)
    : host_(host),
      hub_(host.hub()),
      lower_(std::move(lower)),
      visitor_(std::move(visitor)),
      requests_(kRequestBurst, kRequestsPerSecond),
      published_(kPublishBurst, kPublishedPerSecond),
      complaints_(kComplaintBurst, kComplaintsPerSecond) {}

// --- the other side ---

void FoxgloveClient::open() {
  ++host_.counters().connections;
  ++host_.counters().clients;
  hub_.on_connected(shared_from_this());
  ask(protocol::make_hello(visitor_.name, visitor_.role, std::exchange(visitor_.token, {})), {});
  if (session_ == kNobody) return;
  subscribe_at_hub();
}

void FoxgloveClient::take(protocol::BytesView bytes, bool text) {
  if (session_ == kNobody) return;
  const auto request = text ? fox::read_text(bytes) : fox::read_binary(bytes);
  const bool published = request && std::holds_alternative<fox::Publish>(*request);
  RateLimit& limit = published ? published_ : requests_;
  if (!limit.take(1, monotonic_now())) {
    complain(
        published
            ? fmt::format("too many published messages: {:g} per second are allowed", kPublishedPerSecond)
            : fmt::format("too many requests: {:g} per second are allowed, besides published messages",
                          kRequestsPerSecond));
  } else if (!request) {
    complain(request.error().text);
  } else {
    std::visit([this](const auto& what) { carry_out(what); }, *request);
  }
}

void FoxgloveClient::too_long(std::size_t most) {
  ++host_.counters().bad_messages;
  hub_.on_violation(*this, stream::ErrorCode::TooLarge,
                    "a message longer than the " + std::to_string(most) + " bytes that are allowed");
}

void FoxgloveClient::closed() {
  --host_.counters().clients;
  if (session_ != kNobody) ask(control::GoodbyeT(), {});
  hub_.on_closed(*this);
}

// --- what the client asks ---

void FoxgloveClient::carry_out(const fox::Subscribe& request) {
  for (const auto& [id, channel] : request.subscriptions) {
    const auto* const topic = std::ranges::find(FoxgloveHost::kOffered, channel,
                                                [](Topic t) { return static_cast<std::uint32_t>(t); });
    if (topic == std::end(FoxgloveHost::kOffered)) {
      complain("channel " + std::to_string(channel) + " was not advertised");
      continue;
    }
    const bool taken =
        std::ranges::any_of(subscriptions_, [id = id](const auto& one) { return one.second == id; });
    if (taken || subscriptions_.contains(*topic)) {
      complain("channel " + std::to_string(channel) + ": subscribed already, or its number " +
               std::to_string(id) + " is in use");
      continue;
    }
    subscriptions_[*topic] = id;
    if (*topic == Topic::geometry) send_geometry();
  }
  subscribe_at_hub();
}

void FoxgloveClient::carry_out(const fox::Unsubscribe& request) {
  for (const std::uint32_t id : request.ids) {
    const auto one =
        std::ranges::find_if(subscriptions_, [id](const auto& entry) { return entry.second == id; });
    if (one == subscriptions_.end()) {
      complain("there is no subscription " + std::to_string(id));
    } else {
      subscriptions_.erase(one);
    }
  }
  subscribe_at_hub();
}

void FoxgloveClient::carry_out(const fox::Advertise& request) {
  for (const fox::Advertise::One& one : request.channels) {
    if (one.topic != kControlsTopic || one.encoding != "json") {
      complain("'" + one.topic.substr(0, 64) + "' (" + one.encoding.substr(0, 32) +
               ") is not taken; taken is " + kControlsTopic + " (json): { \"CONTROL\": NUMBER, ... }");
    } else if (publishing_.size() == kMostPublishing) {
      complain("too many channels: " + std::to_string(kMostPublishing) + " are allowed");
    } else {
      publishing_.insert(one.id);
    }
  }
}

void FoxgloveClient::carry_out(const fox::Unadvertise& request) {
  for (const std::uint32_t id : request.ids) {
    if (publishing_.erase(id) == 0) complain("channel " + std::to_string(id) + " was not advertised");
  }
  // Nobody's hand is on them any more.
  const bool holds = std::ranges::find(held_, true) != held_.end();
  if (publishing_.empty() && holds) {
    held_.assign(held_.size(), false);
    ask(control::ReleaseControlT(), {});
  }
}

void FoxgloveClient::carry_out(const fox::GetParameters& request) {
  lower_->send(fox::parameter_values(parameters_.list(request.names), request.id), Traffic::reliable);
}

void FoxgloveClient::carry_out(const fox::WatchParameters& request) {
  if (request.watch) {
    parameters_.watch(request.names);
  } else {
    parameters_.unwatch(request.names);
  }
}

void FoxgloveClient::carry_out(const fox::SetParameters& request) {
  if (pending_.size() + request.parameters.size() > kMostPending)
    return complain("too many parameters at once");
  const auto setting = std::make_shared<Setting>();
  setting->id = request.id;
  setting->open = 1;  // this function
  for (const fox::SetParameters::One& one : request.parameters) {
    setting->names.push_back(one.name);
    if (const std::string why = set_parameter(one, setting); !why.empty())
      complain("parameter '" + one.name.substr(0, 64) + "' " + why);
  }
  finish(setting);
}

std::string FoxgloveClient::set_parameter(const fox::SetParameters::One& one,
                                          const std::shared_ptr<Setting>& setting) {
  if (!parameters_.known(one.name)) return "is not known";
  if (one.name == "frozen") {
    if (!one.value.is_bool()) return "must be true or false";
    ++setting->open;
    if (one.value.get_bool()) {
      ask(control::FreezeT(), setting);
    } else {
      ask(control::RunT(), setting);
    }
    return {};
  }
  const bool control = one.name.starts_with(fox::kControlParameter);
  if (!control && one.name != "speed") return "is read only; set can be frozen, speed and controls.NAME";
  if (!one.value.is_number()) return "must be a number";
  const auto number = one.value.to_number<double>();
  ++setting->open;
  if (control) {
    const auto channel = std::ranges::find(names_.controls, one.name.substr(fox::kControlParameter.size()));
    const auto index = static_cast<std::uint32_t>(channel - names_.controls.begin());
    command({control::ChannelValue(index, number)}, setting);
  } else {
    control::SpeedT speed;
    speed.factor = number;
    ask(speed, setting);
  }
  return {};
}

void FoxgloveClient::carry_out(const fox::Publish& request) {
  if (!publishing_.contains(request.channel))
    return complain("channel " + std::to_string(request.channel) + " was not advertised by this client");
  const auto object = fox::read_object(request.payload, kControlsTopic);
  if (!object) return complain(object.error().text);
  auto values = fox::read_controls(*object, names_);
  if (!values) return complain(values.error().text);
  ++host_.counters().published;
  command(std::move(*values), {});
}

void FoxgloveClient::command(std::vector<control::ChannelValue> values, const Pending& pending) {
  control::TakeControlT take;
  for (const control::ChannelValue& value : values) {
    if (!held_[value.channel()]) take.channels.push_back(value.channel());
  }
  if (!take.channels.empty()) {
    const std::vector<std::uint32_t> wanted = take.channels;
    ask(std::move(take), {});  // answered at once, by an event that sets `held_` or an error that was told
    const bool got = std::ranges::all_of(wanted, [this](std::uint32_t channel) { return held_[channel]; });
    if (!got) {
      if (const auto* setting = std::get_if<std::shared_ptr<Setting>>(&pending)) finish(*setting);
      return;
    }
  }
  control::ControlT control;
  control.sequence = ++sequence_;
  control.values = std::move(values);
  ask(std::move(control), pending);
}

void FoxgloveClient::carry_out(const fox::CallService& request) {
  ++host_.counters().calls;
  const auto fail_call = [&](const std::string& why) {
    ++host_.counters().bad_messages;
    lower_->send(fox::service_failure(request.service, request.call, why), Traffic::reliable);
  };
  const auto services = fox::services();
  if (request.service == 0 || request.service > services.size())
    return fail_call("there is no service " + std::to_string(request.service));
  if (pending_.size() >= kMostPending) return fail_call("too many calls wait for their answers");
  auto body = fox::read_call(services[request.service - 1], request, names_);
  if (!body) return fail_call(body.error().text);
  ask(std::move(*body), Call{request.service, request.call});
}

// --- what the hub says ---

void FoxgloveClient::send(const Packet& packet, Traffic) {
  const stream::ServerMessage& message = *stream::GetServerMessage(packet->data());
  switch (message.body_type()) {
    case stream::ServerBody::Welcome:
      return welcome(*message.body_as_Welcome());
    case stream::ServerBody::Scene:
      return begin_scene(*message.body_as_Scene());
    case stream::ServerBody::Frame:
      return show(*message.body_as_Frame(), packet);
    case stream::ServerBody::Telemetry:
      return show(*message.body_as_Telemetry(), packet);
    case stream::ServerBody::Event:
      return show(*message.body_as_Event(), packet);
    case stream::ServerBody::Error:
      return refuse(*message.body_as_Error());
    case stream::ServerBody::Reply:
      return answer(message.body_as_Reply()->request(), fox::answer_of(*message.body_as_Reply()->stamp()));
    case stream::ServerBody::Effects:
      return answer(message.body_as_Effects()->request(), fox::answer_of(*message.body_as_Effects()));
    default:
      return;  // exercise scores and the like have no topic
  }
}

void FoxgloveClient::welcome(const stream::Welcome& message) {
  session_ = message.session();
  stamp_ = *message.stamp();
  parameters_.welcome(message);
  json::array capabilities{"time", "parameters", "parametersSubscribe"};
  const Packet services = host_.offered_services(message.role());
  if (services) capabilities.push_back("services");
  if (message.role() >= control::Role::Operator) capabilities.push_back("clientPublish");
  lower_->send(
      fox::text_packet({{"op", "serverInfo"},
                        {"name", text_of(message.server())},
                        {"capabilities", std::move(capabilities)},
                        {"supportedEncodings", json::array{"json"}},
                        {"metadata", json::object{{"scene", text_of(message.scene()->name())}}},
                        {"sessionId", std::to_string(session_) + "@" + std::to_string(host_.utc(stamp_))}}),
      Traffic::reliable);
  lower_->send(host_.channels(), Traffic::reliable);
  if (services) lower_->send(services, Traffic::reliable);
  begin_scene(*message.scene());
}

void FoxgloveClient::begin_scene(const stream::Scene& message) {
  parameters_.begin_scene(message);
  names_.controls.clear();
  held_.clear();
  if (message.channels() != nullptr) {
    for (const stream::ChannelInfo* channel : *message.channels()) {
      names_.controls.push_back(text_of(channel->name()));
      held_.push_back(channel->holder() == session_);
    }
  }
  if (subscription(Topic::geometry)) send_geometry();
}

void FoxgloveClient::show(const stream::Frame& frame, const Packet& packet) {
  const stream::FrameStamp& stamp = *frame.stamp();
  tell_time(stamp);
  if (subscription(Topic::poses)) put(Topic::poses, stamp, as_root(packet, &frame), Traffic::newest);
  if (subscription(Topic::transforms))
    put(Topic::transforms, stamp, host_.transforms(packet, frame), Traffic::newest);
  if (!subscription(Topic::geometry)) return;
  const std::span bodies(reinterpret_cast<const stream::BodyState*>(frame.bodies()->Data()),
                         frame.bodies()->size());
  const auto change = presence_.observe(bodies);
  if (!change.any()) return;
  flatbuffers::FlatBufferBuilder builder;
  protocol::build_presence_update(builder, host_.utc(stamp), host_.scene(), change.gone, change.back);
  put(Topic::geometry, stamp, std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())),
      Traffic::reliable);
}

void FoxgloveClient::show(const stream::Telemetry& telemetry, const Packet& packet) {
  tell_time(*telemetry.stamp());
  if (telemetry.holders() != nullptr) {
    const std::size_t count = std::min<std::size_t>(held_.size(), telemetry.holders()->size());
    for (std::size_t i = 0; i < count; ++i)
      held_[i] = telemetry.holders()->Get(static_cast<flatbuffers::uoffset_t>(i)) == session_;
  }
  if (subscription(Topic::telemetry))
    put(Topic::telemetry, *telemetry.stamp(), as_root(packet, &telemetry), Traffic::newest);
  parameters_.take(telemetry);
  for (const auto& setting : std::exchange(to_be_told_, {}))
    lower_->send(fox::parameter_values(parameters_.list(setting->names), setting->id), Traffic::reliable);
  if (json::array changes = parameters_.changes(); !changes.empty())
    lower_->send(fox::parameter_values(std::move(changes), ""), Traffic::newest);
}

void FoxgloveClient::show(const stream::Event& event, const Packet& packet) {
  if (event.kind() == stream::EventKind::TookControl && event.ids() != nullptr) {
    for (const std::uint32_t channel : *event.ids()) {
      if (channel < held_.size()) held_[channel] = event.session() == session_;
    }
  }
  parameters_.take(event);
  if (subscription(Topic::events))
    put(Topic::events, *event.stamp(), as_root(packet, &event), Traffic::reliable);
  if (event.kind() == stream::EventKind::ShuttingDown) say(fox::Level::info, text_of(event.text()));
}

void FoxgloveClient::answer(std::uint32_t request, const json::object& text) {
  const auto node = pending_.extract(request);
  if (node.empty()) return;
  if (const auto* call = std::get_if<Call>(&node.mapped())) {
    lower_->send(fox::service_response(call->service, call->call, text), Traffic::reliable);
  } else if (const auto* setting = std::get_if<std::shared_ptr<Setting>>(&node.mapped())) {
    finish(*setting);
  }
}

void FoxgloveClient::refuse(const stream::Error& error) {
  std::string text = text_of(error.text());
  // The name of a message alone stands in the text.
  if (const std::string field = text_of(error.field()); field.find('.') != field.npos)
    text += " (" + field + ")";
  const auto node = pending_.extract(error.request());
  if (const auto* call = node.empty() ? nullptr : std::get_if<Call>(&node.mapped())) {
    lower_->send(fox::service_failure(call->service, call->call, text), Traffic::reliable);
    return;
  }
  if (complaints_.take(1, monotonic_now())) say(fox::Level::error, text);
  if (const auto* setting = node.empty() ? nullptr : std::get_if<std::shared_ptr<Setting>>(&node.mapped()))
    finish(*setting);
}

void FoxgloveClient::finish(const std::shared_ptr<Setting>& setting) {
  if (--setting->open == 0 && !setting->id.empty()) to_be_told_.push_back(setting);
}

void FoxgloveClient::tell_time(const stream::FrameStamp& stamp) {
  if (stamp.tick() == stamp_.tick()) return;
  stamp_ = stamp;
  lower_->send(fox::time(host_.utc(stamp)), Traffic::newest);
}

// --- both ways ---

void FoxgloveClient::ask(control::ClientBodyUnion body, Pending pending) {
  control::ClientMessageT message;
  if (++last_request_ == 0) ++last_request_;
  message.request = last_request_;
  message.body = std::move(body);
  if (!std::holds_alternative<std::monostate>(pending)) pending_[message.request] = std::move(pending);
  hub_.on_message(*this, protocol::encode(message));
}

void FoxgloveClient::subscribe_at_hub() {
  const bool wanted =
      subscription(Topic::poses) || subscription(Topic::transforms) || subscription(Topic::geometry);
  if (wanted == poses_wanted_) return;
  poses_wanted_ = wanted;
  control::SubscribeT subscription;
  subscription.encoding = wanted ? control::PoseEncoding::Plain : control::PoseEncoding::None;
  ask(std::move(subscription), {});
}

void FoxgloveClient::send_geometry() {
  put(Topic::geometry, stamp_, host_.geometry(host_.utc(stamp_)), Traffic::reliable);
  presence_.begin_scene(hub_.scene().world.bodies.size());
}

std::optional<std::uint32_t> FoxgloveClient::subscription(Topic topic) const {
  const auto one = subscriptions_.find(topic);
  return one == subscriptions_.end() ? std::nullopt : std::optional(one->second);
}

void FoxgloveClient::put(Topic topic, const stream::FrameStamp& stamp, protocol::BytesView payload,
                         Traffic traffic) {
  lower_->send(fox::message_data(*subscription(topic), host_.utc(stamp), payload), traffic);
}

void FoxgloveClient::complain(const std::string& text) {
  ++host_.counters().bad_messages;
  if (complaints_.take(1, monotonic_now())) say(fox::Level::error, text);
}

void FoxgloveClient::say(fox::Level level, const std::string& text) {
  lower_->send(fox::status(level, text), Traffic::reliable);
}

}  // namespace drawbar::server
