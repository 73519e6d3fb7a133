// A session of several people in any order: connections come and go, say Hello in every role, send any bytes
// and messages of every kind; frames and time pass. Whatever they do, the loop gets only inputs that fit its
// world, every message out decodes, and no request is answered twice.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "protocol/hello.h"
#include "scenes/loader.h"
#include "server/session/hub.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;
using namespace drawbar::server;

namespace {

constexpr char kScene[] = R"({
  "name": "fuzzed", "frame": { "substeps": 1 },
  "bodies": [ { "name": "arm", "mass": 1, "inertia": [1, 1, 1], "position": [1, 0, 0] } ],
  "joints": [ { "name": "pivot", "type": "revolute", "parent": "world", "child": "arm", "position": [0, 0, 0],
                "axis": [0, 0, 1] } ],
  "drives": [ { "name": "motor", "type": "dc_motor", "joint": "pivot", "control": "throttle", "supply_voltage": 24,
                "resistance": 0.3, "torque_constant": 0.03 } ],
  "controls": [ { "name": "throttle", "timeout_ms": 300 }, { "name": "spare" } ]
})";

const ServedScene& scene() {
  static const ServedScene served = [] {
    spdlog::set_level(spdlog::level::off);
    auto loaded = scenes::load_text(kScene, "fuzzed", ".");
    fuzz::require(loaded.has_value());
    ServedScene result;
    result.name = "fuzzed";
    result.normalised = loaded->buffer;
    result.world = loaded->world;
    result.silences = {{.timeout = 300 * kMillisecond}, {}};
    return result;
  }();
  return served;
}

class FuzzedConnection : public Connection {
 public:
  void asks(std::uint32_t request) { ++open_[request]; }
  bool closed() const { return closed_; }

  void send(const Packet& packet, Traffic) override {
    fuzz::require(!closed_);
    const auto message = protocol::decode_server_message(*packet);
    fuzz::require(message.has_value());
    std::uint32_t answered = 0;
    if (const auto* reply = (*message)->body_as_Reply()) answered = reply->request();
    if (const auto* error = (*message)->body_as_Error()) answered = error->request();
    fuzz::require(answered == 0 || open_[answered]-- > 0);
  }
  void close() override { closed_ = true; }
  std::string peer() const override { return "fuzzed"; }
  std::size_t queued_bytes() const override { return 0; }
  Nanoseconds last_progress() const override { return 0; }
  std::uint64_t dropped() const override { return 0; }

 private:
  std::map<std::uint32_t, int> open_;  ///< requests not yet answered, by number
  bool closed_ = false;
};

/// The bytes that drive the session.
class Script {
 public:
  explicit Script(protocol::BytesView bytes) : bytes_(bytes) {}
  bool over() const { return bytes_.empty(); }
  std::uint8_t byte() {
    if (over()) return 0;
    const auto value = static_cast<std::uint8_t>(bytes_[0]);
    bytes_ = bytes_.subspan(1);
    return value;
  }
  protocol::BytesView message() {
    std::size_t size = byte();
    size |= static_cast<std::size_t>(byte()) << 8;
    size = std::min(size, bytes_.size());
    const protocol::BytesView result = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return result;
  }

 private:
  protocol::BytesView bytes_;
};

/// Small numbers that mostly exist, and some that do not.
std::vector<std::uint32_t> indices(Script& script) {
  std::vector<std::uint32_t> result(script.byte() % 4);
  for (std::uint32_t& index : result) index = script.byte() % 4;
  return result;
}

double value(Script& script) {
  const std::uint8_t byte = script.byte();
  if (byte == 255) return std::numeric_limits<double>::quiet_NaN();
  if (byte == 254) return std::numeric_limits<double>::infinity();
  return (byte - 100) / 50.0;
}

template <class Moment>
Moment moment(Script& script) {
  Moment message;
  const std::uint8_t given = script.byte();
  if (given & 1) message.branch = script.byte() % 4;
  if (given & 2) message.frame = script.byte();
  if (given & 4) message.time = value(script);
  return message;
}

control::ControlT control_message(Script& script) {
  control::ControlT message;
  message.sequence = script.byte();
  for (const std::uint32_t channel : indices(script)) message.values.emplace_back(channel, value(script));
  if (script.byte() % 2 == 1) message.apply_at_frame = script.byte();
  return message;
}

control::SubscribeT subscription(Script& script) {
  control::SubscribeT message;
  message.encoding = static_cast<control::PoseEncoding>(script.byte() % 4);
  message.every_nth = script.byte() % 4;
  message.bodies = indices(script);
  message.distance = value(script);
  const std::uint8_t given = script.byte();
  if (given & 1) message.around_body = script.byte() % 4;
  if (given & 2) message.around_point = std::make_unique<control::Point>(value(script), value(script), 0);
  message.udp = (given & 4) != 0;
  message.contacts = (given & 8) != 0;
  message.telemetry_every_nth = script.byte() % 4;
  return message;
}

/// A message that verifies, in every kind: what mutated bytes hardly ever are.
protocol::Bytes composed(Script& script) {
  const std::uint32_t request = script.byte() % 4;
  switch (script.byte() % 16) {
    case 0:
      return protocol::encode_client(control_message(script), request);
    case 1: {
      control::TakeControlT message;
      message.channels = indices(script);
      message.force = script.byte() % 2 == 1;
      return protocol::encode_client(std::move(message), request);
    }
    case 2: {
      control::ReleaseControlT message;
      message.channels = indices(script);
      return protocol::encode_client(std::move(message), request);
    }
    case 3: {
      control::HandOverT message;
      message.channels = indices(script);
      message.to_session = script.byte() % 4;
      return protocol::encode_client(std::move(message), request);
    }
    case 4:
      return protocol::encode_client(subscription(script), request);
    case 5:
      return protocol::encode_client(control::PingT(), request);
    case 6:
      return protocol::encode_client(control::GoodbyeT(), request);
    case 7:
      return protocol::encode_client(control::FreezeT(), request);
    case 8:
      return protocol::encode_client(control::RunT(), request);
    case 9: {
      control::StepT message;
      message.frames = script.byte() % 4;
      return protocol::encode_client(message, request);
    }
    case 10: {
      control::SpeedT message;
      message.factor = value(script);
      return protocol::encode_client(message, request);
    }
    case 11: {
      control::SaveT message;
      message.name = std::string(script.byte() % 4, 'a');
      return protocol::encode_client(std::move(message), request);
    }
    case 12: {
      control::RestoreT message;
      message.name = std::string(script.byte() % 4, 'a');
      return protocol::encode_client(std::move(message), request);
    }
    case 13:
      return protocol::encode_client(moment<control::RewindT>(script), request);
    case 14:
      return protocol::encode_client(moment<control::SeekT>(script), request);
    default: {
      control::DriveFaultT message;
      message.drive = script.byte() % 2;
      message.kind = static_cast<control::FaultKind>(script.byte() % 3);
      return protocol::encode_client(message, request);
    }
  }
}

class FuzzedSession {
 public:
  FuzzedSession() { take_frame(); }

  void play(Script script) {
    while (!script.over()) {
      switch (script.byte() % 7) {
        case 0:
          join(script.byte());
          break;
        case 1:
        case 2:
          receive(script.byte(), script.message());
          break;
        case 3:
          take_frame();
          break;
        case 4:
          now_ += script.byte() * 50 * kMillisecond;
          hub_.on_time(now_);
          break;
        case 5:
          leave(script.byte());
          break;
        default:
          receive(script.byte(), composed(script));
          break;
      }
      end_closed();
    }
    take_frame();
    hub_.shut_down();
  }

 private:
  using Client = std::shared_ptr<FuzzedConnection>;

  void join(std::uint8_t role) {
    clients_.push_back(std::make_shared<FuzzedConnection>());
    hub_.on_connected(clients_.back());
    if (role % 4 == 3) return;  // says its Hello itself, or not at all
    receive(static_cast<std::uint8_t>(clients_.size() - 1),
            protocol::encode_client(protocol::make_hello("fuzzed", static_cast<control::Role>(role % 4))));
  }

  void receive(std::uint8_t who, protocol::BytesView bytes) {
    if (clients_.empty()) return;
    const Client client = clients_[who % clients_.size()];
    if (client->closed()) return;
    if (const auto message = protocol::decode_client_message(bytes)) client->asks((*message)->request());
    hub_.on_message(*client, bytes);
  }

  void leave(std::uint8_t who) {
    if (!clients_.empty()) clients_[who % clients_.size()]->close();
  }

  /// As transports do: the hub learns of an end after it has returned.
  void end_closed() {
    for (const Client& client : clients_) {
      if (client->closed()) hub_.on_closed(*client);
    }
    std::erase_if(clients_, [](const Client& client) { return client->closed(); });
  }

  /// What the loop does with its inbox, and a frame.
  void take_frame() {
    FrameSlot& slot = *stage_.outbox.claim();
    slot.restored = nullptr;
    slot.begins_branch = tick_ == 0;
    slot.inputs.clear();
    while (const LoopInput* input = inbox_.front()) {
      act(*input, slot);
      inbox_.release();
      ++slot_requests_;
      if (slot.restored != nullptr) break;
    }
    if (slot.restored == nullptr) {
      int substeps = 1;
      for (const scenes::WorldInput& input : slot.inputs.list()) scenes::apply(input, stage_.world, substeps);
      stage_.world.step_frame(substeps);
    }
    slot.computed = slot.restored == nullptr && !slot.begins_branch;
    slot.tick = ++tick_;
    slot.branch = branch_;
    slot.requests_taken = slot_requests_;
    stage_.world.observe(slot.state);
    stage_.world.save_state(slot.saved_state);
    stage_.outbox.publish();
    hub_.take_frame(slot);
    // The newest stays readable until the next.
    if (stage_.outbox.size() > 1) stage_.outbox.release();
  }

  void act(const LoopInput& input, FrameSlot& slot) {
    const physics::WorldConfig& config = scene().world;
    if (input.kind == LoopInput::Kind::restore) {
      slot.restored = input.restore;
      slot.restored->accepted = stage_.world.restore_state(slot.restored->state);
      fuzz::require(slot.restored->accepted);
      slot.begins_branch = true;
      ++branch_;
    }
    if (input.kind != LoopInput::Kind::world) return;
    fuzz::require(std::isfinite(input.input.value));
    if (input.input.kind == scenes::WorldInput::Kind::control) {
      fuzz::require(input.input.index < config.controls.size());
      const physics::ControlConfig& control = config.controls[input.input.index];
      fuzz::require(input.input.value >= control.lower && input.input.value <= control.upper);
    } else {
      fuzz::require(input.input.kind == scenes::WorldInput::Kind::drive_fault);
      fuzz::require(input.input.index < config.drives.size());
    }
    if (input.frame == 0) slot.inputs.set(input.input);
  }

  Nanoseconds now_ = monotonic_now();
  std::uint64_t tick_ = 0;
  std::uint32_t branch_ = 0;
  std::uint64_t slot_requests_ = 0;
  Inbox inbox_{256, [] { return LoopInput(); }};
  LoopPort port_{inbox_};
  Stage stage_{scene().world, 1, 4};
  Hub hub_{scene(), Tokens(), port_, {}};
  std::vector<Client> clients_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedSession().play(Script(fuzz::as_bytes(data, size)));
  return 0;
}
