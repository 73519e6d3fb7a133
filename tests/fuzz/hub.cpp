// A session of several people in any order: connections come and go, say Hello in every role, send any bytes
// and messages of every kind; frames and time pass. Whatever they do, the loop gets only inputs that fit its
// world, every message out decodes, and no request is answered twice.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "physics/effect/possible.h"
#include "protocol/decode.h"
#include "protocol/hello.h"
#include "scenes/loader/loader.h"
#include "server/hub/hub.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/connection_without_socket.h"

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
    result.path = "scenes/motor_bench.json";  // what a reload finds: another scene, and from then on the same
    result.normalised = loaded->buffer;
    result.world = loaded->world;
    result.silences = {{.timeout = 300 * kMillisecond}, {}};
    return result;
  }();
  return served;
}

/// Where what rewinds and reloads work on is done, in the order of the script: nothing happens between its
/// lines.
class BackgroundWork {
 public:
  Background& background() { return background_; }

  /// Waits for what was asked so far, and delivers its results on this thread.
  void finish() {
    bool reached = false;
    background_.run([](const std::atomic<bool>&) { return true; }, [&reached](bool end) { reached = end; });
    while (!reached) context_.run_one();
  }

 private:
  asio::io_context context_;
  asio::executor_work_guard<asio::io_context::executor_type> open_ = asio::make_work_guard(context_);
  Background background_{context_};
};

class FuzzedConnection : public test::ConnectionWithoutSocket {
 public:
  void asks(std::uint32_t request) { ++open_[request]; }
  /// Of the session that this connection was welcomed to.
  const std::optional<control::Key>& resume_key() const { return resume_key_; }

  void send(const Packet& packet, Traffic) override {
    fuzz::require(!closed());
    static Packet verified;  // what goes to many is verified for the first
    if (packet != verified) fuzz::require(protocol::decode_server_message(*packet).has_value());
    verified = packet;
    const stream::ServerMessage& message = *stream::GetServerMessage(packet->data());
    std::uint32_t answered = 0;
    if (const auto* reply = message.body_as_Reply()) answered = reply->request();
    if (const auto* error = message.body_as_Error()) answered = error->request();
    fuzz::require(answered == 0 || open_[answered]-- > 0);
    if (const auto* welcome = message.body_as_Welcome()) resume_key_ = *welcome->resume_key();
  }

 private:
  std::map<std::uint32_t, int> open_;  ///< requests not yet answered, by number
  std::optional<control::Key> resume_key_;
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
  if (given & 16) message.body_names = {"arm"};
  if (given & 32) message.body_names.emplace_back("nobody");
  message.telemetry_every_nth = script.byte() % 4;
  return message;
}

/// A message that verifies, in every kind: what mutated bytes hardly ever are.
protocol::Bytes composed(Script& script) {
  const std::uint32_t request = script.byte() % 4;
  const std::uint8_t kind = script.byte();
  if (kind >= 248) {
    control::ReloadT message;
    if (kind >= 252) message.scene = "other.json";
    return protocol::encode_client(std::move(message), request);
  }
  if (kind >= 244) {
    control::DescribeSceneT message;
    message.scene = script.byte() % 4 == 0 ? "../outside.json" : "fuzzed.json";
    if (script.byte() % 2 == 0) message.variant = script.byte() % 2 == 0 ? "wet" : "";
    return protocol::encode_client(message, request);
  }
  switch (kind % 30) {
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
      message.fast = script.byte() % 4 == 0;
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
    case 15: {
      control::BeginEffectT message;
      constexpr std::array kTargets{"", "arm", "motor", "world", "nothing"};
      constexpr std::array kTypes{"", "force", "impulse", "off", "torque_loss", "place"};
      message.target = kTargets[script.byte() % kTargets.size()];
      message.type = kTypes[script.byte() % kTypes.size()];
      message.effect = script.byte() % 3;
      message.strength = script.byte() / 128.0;
      message.ramp = script.byte() - 1.0;
      message.duration = script.byte();
      for (int i = script.byte() % 4; i > 0; --i) {
        auto& parameter = *message.parameters.emplace_back(std::make_unique<control::EffectParameterT>());
        parameter.name = std::string(1, static_cast<char>('x' + script.byte() % 4));
        parameter.value = script.byte() == 0 ? std::numeric_limits<double>::infinity() : script.byte();
      }
      return protocol::encode_client(std::move(message), request);
    }
    case 16: {
      control::ClearEffectT message;
      message.effect = script.byte() % 3;
      return protocol::encode_client(message, request);
    }
    case 17:
      return protocol::encode_client(control::ListEffectsT{}, request);
    case 18: {
      control::ImportStateT message;
      message.name = "a";
      message.total = 1 + script.byte() % 4;
      message.offset = script.byte() % 4;
      message.data.assign(1 + script.byte() % 2, script.byte());
      return protocol::encode_client(std::move(message), request);
    }
    case 19: {
      control::ExportStateT message;
      message.name = "a";
      return protocol::encode_client(std::move(message), request);
    }
    case 20: {
      control::DeleteStateT message;
      message.name = "a";
      return protocol::encode_client(std::move(message), request);
    }
    case 21: {
      control::BookmarkT message;
      message.text = std::string(script.byte() % 3, 'b');
      return protocol::encode_client(std::move(message), request);
    }
    case 22:
      return protocol::encode_client(moment<control::TakeOverT>(script), request);
    case 23: {
      control::RepeatT message;
      message.from = script.byte() * 0.01;
      if (script.byte() % 4 != 0) message.to = script.byte() * 0.02;
      return protocol::encode_client(std::move(message), request);
    }
    case 24: {
      control::CastRaysT message;
      for (int i = script.byte() % 4; i > 0; --i) {
        auto& ray = *message.rays.emplace_back(std::make_unique<control::RayT>());
        ray.from = std::make_unique<control::Point>(value(script), value(script), 5);
        ray.to = std::make_unique<control::Point>(0, value(script), -5);
        ray.radius = value(script);
        if (script.byte() % 2 == 1) ray.ignored_body = script.byte() % 4;
      }
      return protocol::encode_client(std::move(message), request);
    }
    case 25:
      return protocol::encode_client(control::ListScenesT{}, request);
    case 26:
      return protocol::encode_client(control::EndExerciseT{}, request);
    case 27: {
      control::SetGhostT message;
      if (script.byte() % 2 == 0) message.recording = script.byte() % 2 == 0 ? "gone.mcap" : "../x.mcap";
      return protocol::encode_client(std::move(message), request);
    }
    case 28: {
      // Only checked: a fuzzer writes no files.
      control::StoreExerciseT message;
      message.file = script.byte() % 4 == 0 ? "../outside.json" : "fuzzed.json";
      message.text = script.byte() % 2 == 0 ? R"({"name": "x", "scene": "/etc/passwd"})"
                                            : std::string(script.byte() % 5, '{');
      message.check_only = true;
      return protocol::encode_client(message, request);
    }
    default: {
      control::DriveFaultT message;
      message.drive = script.byte() % 2;
      message.kind = static_cast<control::FaultKind>(script.byte() % 3);
      return protocol::encode_client(message, request);
    }
  }
}

/// Its answer comes from another thread: what is not waited for would meet a hub that is no more.
bool is_worked_on_in_the_background(control::ClientBody message) {
  using enum control::ClientBody;
  return message == Rewind || message == Reload || message == CastRays || message == ListScenes ||
         message == SetGhost || message == StoreExercise || message == DescribeScene;
}

class FuzzedSession {
 public:
  FuzzedSession() {
    hub_.set_background(work().background());
    hub_.set_question_background(work().background());
    take_frame();
  }

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
          finish_work();
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
    finish_work();
    take_frame();
    hub_.shut_down();
  }

 private:
  using Client = std::shared_ptr<FuzzedConnection>;

  static BackgroundWork& work() {
    static BackgroundWork only;
    return only;
  }

  void finish_work() {
    if (working_) work().finish();
    working_ = false;
  }

  void join(std::uint8_t how) {
    clients_.push_back(std::make_shared<FuzzedConnection>());
    hub_.on_connected(clients_.back());
    if (how % 4 == 3) return;  // says its Hello itself, or not at all
    std::optional<control::Key> resumes;
    if (how >= 192) resumes = newest_key_;
    control::HelloT hello = protocol::make_hello("fuzzed", static_cast<control::Role>(how % 4), {}, resumes);
    if (how % 64 == 60) ++hello.major;
    receive(static_cast<std::uint8_t>(clients_.size() - 1), protocol::encode_client(std::move(hello)));
  }

  void receive(std::uint8_t who, protocol::BytesView bytes) {
    if (clients_.empty()) return;
    const Client client = clients_[who % clients_.size()];
    if (client->closed()) return;
    if (const auto message = protocol::decode_client_message(bytes)) {
      client->asks((*message)->request());
      working_ = working_ || is_worked_on_in_the_background((*message)->body_type());
    }
    hub_.on_message(*client, bytes);
    if (client->resume_key()) newest_key_ = client->resume_key();
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
    RestorePoint* restored = nullptr;
    bool begins_branch = tick_ == 0;
    const bool first = begins_branch;
    const Stage* before = running_;
    while (const LoopInput* input = inbox_.front()) {
      restored = act(*input);
      begins_branch = first || restored != nullptr || running_ != before;
      inbox_.release();
      ++requests_taken_;
      if (restored != nullptr || running_ != before) break;
    }
    FrameSlot& slot = *running_->outbox.claim();
    slot.inputs.clear();
    slot.substeps = 1;
    if (!begins_branch) {
      for (const scenes::WorldInput& input : running_->waiting.list()) {
        running_->simulation.apply(input, slot.substeps);
        slot.inputs.set(input);
      }
      running_->waiting.clear();
      running_->simulation.step_frame(slot.substeps);
    }
    slot.computed = !begins_branch;
    slot.begins_branch = begins_branch;
    slot.begins_scene = running_ != before;
    slot.restored = restored;
    slot.tick = ++tick_;
    slot.branch = branch_;
    slot.requests_taken = requests_taken_;
    running_->simulation.observe(slot.state);
    slot.observed.assign(running_->simulation.memory().begin(), running_->simulation.memory().end());
    running_->simulation.save_state(slot.saved_state);
    running_->outbox.publish();
    deliver();
  }

  /// What the frame pump does.
  void deliver() {
    if (port_.stage_arrived()) {
      const std::unique_ptr<Stage> before = std::exchange(stage_, port_.take_stage());
      hub_.take_frame(*stage_->outbox.front());
      return;
    }
    const bool holds_another = stage_->outbox.size() > 1;
    if (holds_another) stage_->outbox.release();
    hub_.take_frame(*stage_->outbox.front());
  }

  /// The state that was taken over, if that was asked.
  RestorePoint* act(const LoopInput& input) {
    if (input.kind == LoopInput::Kind::restore) {
      input.restore->accepted = running_->simulation.restore_state(input.restore->state);
      fuzz::require(input.restore->accepted || scenes_ended_ > 0);
      if (input.restore->accepted) begin_branch();
      return input.restore;
    }
    if (input.kind == LoopInput::Kind::reload) {
      running_ = input.stage;
      ++scenes_ended_;
      begin_branch();
    }
    if (input.kind == LoopInput::Kind::world && input.scene == scenes_ended_) act_on_world(input);
    return nullptr;
  }

  void begin_branch() {
    ++branch_;
    running_->waiting.clear();
  }

  void act_on_world(const LoopInput& input) {
    const physics::WorldConfig& config = running_->simulation.config();
    fuzz::require(std::isfinite(input.input.value));
    if (input.input.kind == scenes::WorldInput::Kind::control) {
      fuzz::require(input.input.index < config.controls.size());
      const physics::ControlConfig& control = config.controls[input.input.index];
      fuzz::require(input.input.value >= control.lower && input.input.value <= control.upper);
    } else if (input.input.kind == scenes::WorldInput::Kind::end_exercise) {
      fuzz::require(running_->simulation.exercise() != nullptr);
    } else {
      fuzz::require(input.input.kind == scenes::WorldInput::Kind::effect ||
                    input.input.kind == scenes::WorldInput::Kind::clear_effect);
      fuzz::require(input.input.kind == scenes::WorldInput::Kind::clear_effect ||
                    physics::is_possible(input.input.effect, config));
    }
    if (input.frame == 0) running_->waiting.set(input.input);
  }

  Nanoseconds now_ = monotonic_now();
  std::uint64_t tick_ = 0;
  std::uint32_t branch_ = 0;
  std::uint32_t scenes_ended_ = 0;
  std::uint64_t requests_taken_ = 0;
  bool working_ =
      false;  ///< something was asked for that is worked on in the background, since the last wait
  std::optional<control::Key> newest_key_;  ///< to resume the session of whoever was welcomed last
  Inbox inbox_{256, [] { return LoopInput(); }};
  LoopPort port_{inbox_};
  std::unique_ptr<Stage> stage_ =
      std::make_unique<Stage>(scene().world, 1, nullptr, 4);  ///< whose frames are delivered
  Stage* running_ = stage_.get();                             ///< whose frames are computed
  Hub hub_{scene(), Tokens(), port_, {}};
  std::vector<Client> clients_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedSession().play(Script(fuzz::as_bytes(data, size)));
  return 0;
}
