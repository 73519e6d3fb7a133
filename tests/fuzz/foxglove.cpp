// A Foxglove client of any role that sends any text and any bytes, between frames: whatever it says, what it
// is sent is JSON or one of three binary messages, and the hub takes only messages that it would take from
// anybody.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <memory>

#include "scenes/loader/loader.h"
#include "server/foxglove/foxglove_client.h"
#include "server/loop/simulation_loop.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/connection_without_socket.h"

using namespace drawbar;
using namespace drawbar::server;

namespace {

constexpr char kScene[] = R"({
  "name": "fuzzed", "frame": { "substeps": 1 },
  "bodies": [ { "name": "arm", "mass": 1, "inertia": [1, 1, 1], "position": [1, 0, 0],
                "shapes": [ { "type": "sphere", "radius": 0.1 } ] } ],
  "joints": [ { "name": "pivot", "type": "revolute", "parent": "world", "child": "arm", "position": [0, 0, 0],
                "axis": [0, 0, 1] } ],
  "drives": [ { "name": "motor", "type": "dc_motor", "joint": "pivot", "control": "throttle", "supply_voltage": 24,
                "resistance": 0.3, "torque_constant": 0.03 } ],
  "controls": [ { "name": "throttle", "timeout_ms": 300 }, { "name": "spare" } ]
})";

ServedScene scene() {
  auto loaded = scenes::load_text(kScene, "fuzzed", ".");
  fuzz::require(loaded.has_value());
  ServedScene result;
  result.name = "fuzzed";
  result.normalised = loaded->buffer;
  result.world = loaded->world;
  result.silences = {{.timeout = 300 * kMillisecond}, {}};
  return result;
}

/// The other end.
class Listener : public test::ConnectionWithoutSocket {
 public:
  void send(const Packet& packet, Traffic) override {
    fuzz::require(!packet->empty());
    if (fox::is_text(packet)) {
      boost::json::error_code error;
      const auto text =
          boost::json::parse({reinterpret_cast<const char*>(packet->data()), packet->size()}, error);
      fuzz::require(!error && text.is_object() && text.get_object().contains("op"));
    } else {
      constexpr std::array<std::size_t, 3> kShortest{13, 9, 13};
      const auto op = std::to_integer<std::size_t>(packet->front());
      fuzz::require(op >= 1 && op <= 3 && packet->size() >= kShortest[op - 1]);
    }
  }
};

class Visit {
 public:
  Visit() { serve(); }

  void serve() {
    loop_.serve_slot();
    while (stage_.outbox.size() > (holding_ ? 1U : 0U)) {
      if (holding_) stage_.outbox.release();
      holding_ = true;
      hub_.take_frame(*stage_.outbox.front());
    }
  }

  void play(protocol::BytesView bytes) {
    const auto listener = std::make_shared<Listener>();
    const auto role = static_cast<control::Role>(std::to_integer<int>(bytes[0]) % 3);
    const auto client = host_.connect(listener, {role, "fuzzed", ""});
    client->open();
    bytes = bytes.subspan(1);
    // Two bytes: how long the message is, and what it is; then the message.
    while (bytes.size() >= 2 && !listener->closed()) {
      const auto head = std::to_integer<std::size_t>(bytes[0]) | std::to_integer<std::size_t>(bytes[1]) << 8;
      const std::size_t length = std::min(bytes.size() - 2, head >> 2);
      if ((head & 1) != 0) {
        serve();
      } else {
        client->take(bytes.subspan(2, length), (head & 2) == 0);
      }
      bytes = bytes.subspan(2 + length);
    }
    serve();
    client->closed();
    serve();
    fuzz::require(hub_.sessions().empty());
  }

 private:
  ServedScene scene_ = scene();
  Inbox inbox_{8'192, [] { return LoopInput(); }};
  LoopPort port_{inbox_};
  WakeUp wake_up_;
  Stage stage_{scene_.world, 1, scene_.observer(), 8};
  Hub hub_{scene_, Tokens(), port_, HubOptions()};
  FoxgloveHost host_{hub_};
  SimulationLoop loop_{stage_, inbox_, wake_up_, {.governor = false}};
  bool holding_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  spdlog::set_level(spdlog::level::off);
  if (size == 0) return 0;
  Visit().play(fuzz::as_bytes(data, size));
  return 0;
}
