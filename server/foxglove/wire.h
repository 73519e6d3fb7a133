// The messages of Foxglove's WebSocket (foxglove.websocket.v1 and foxglove.sdk.v1): from a client's bytes to
// what it asks, and from what we say to bytes. No state.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/bytes.h"
#include "protocol/result.h"
#include "server/frames/packet.h"

namespace drawbar::server::fox {

namespace json = boost::json;

/// Sub-protocols, which differ in nothing that is used here.
inline constexpr std::string_view kSubProtocols[] = {"foxglove.websocket.v1", "foxglove.sdk.v1"};
/// The first of ours in the value of a Sec-WebSocket-Protocol header; empty: none.
std::string_view chosen_sub_protocol(std::string_view offered);

// --- what a client asks ---

struct Subscribe {
  struct One {
    std::uint32_t id = 0;  ///< the client's choice
    std::uint32_t channel = 0;
  };
  std::vector<One> subscriptions;
};
struct Unsubscribe {
  std::vector<std::uint32_t> ids;
};
/// The client is going to publish.
struct Advertise {
  struct One {
    std::uint32_t id = 0;  ///< the client's choice
    std::string topic;
    std::string encoding;
  };
  std::vector<One> channels;
};
struct Unadvertise {
  std::vector<std::uint32_t> ids;
};
struct GetParameters {
  std::vector<std::string> names;  ///< empty: all
  std::string id;                  ///< of the answer; empty: none
};
struct SetParameters {
  struct One {
    std::string name;
    json::value value;
  };
  std::vector<One> parameters;
  std::string id;  ///< of the answer; empty: none is wanted
};
struct WatchParameters {
  std::vector<std::string> names;  ///< empty: all
  bool watch = true;               ///< false: no longer
};
struct Publish {
  std::uint32_t channel = 0;  ///< as advertised
  protocol::BytesView payload;
};
struct CallService {
  std::uint32_t service = 0;
  std::uint32_t call = 0;  ///< the client's choice
  std::string_view encoding;
  protocol::BytesView payload;
};

/// Views lie in the bytes that were read.
using Request = std::variant<Subscribe, Unsubscribe, Advertise, Unadvertise, GetParameters, SetParameters,
                             WatchParameters, Publish, CallService>;

/// A text or binary message of a client. An error says where, what and what is allowed.
Result<Request> read_text(protocol::BytesView bytes);
Result<Request> read_binary(protocol::BytesView bytes);

/// Text that is one JSON object. `what`: how errors call it.
Result<json::object> read_object(protocol::BytesView bytes, const std::string& what);

// --- what a server says ---

enum class Level : std::uint8_t { info = 0, warning = 1, error = 2 };

/// A JSON message. Text begins with '{', binary messages with a small number: is_text() tells them apart.
Packet text_packet(const json::object& message);
Packet status(Level level, std::string_view text);
Packet parameter_values(json::array parameters, const std::string& id);
Packet service_failure(std::uint32_t service, std::uint32_t call, std::string_view text);
Packet message_data(std::uint32_t subscription, std::uint64_t time_ns, protocol::BytesView payload);
Packet time(std::uint64_t time_ns);
/// The answer, JSON.
Packet service_response(std::uint32_t service, std::uint32_t call, const json::object& answer);
inline bool is_text(const Packet& packet) {
  return !packet->empty() && packet->front() == std::byte{'{'};
}

}  // namespace drawbar::server::fox
