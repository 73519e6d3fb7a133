// What Foxglove's services and published messages ask of the hub: JSON to messages of our own protocol.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "protocol/control_generated.h"
#include "server/foxglove/wire.h"

namespace drawbar::server::fox {

/// A member of a service's request.
struct Field {
  enum class Kind : std::uint8_t { number, count, text, flag, figures, texts };
  const char* name;
  Kind kind;
  bool required;
  const char* meaning;  ///< for people
};

/// What a service is told besides the request.
struct SceneNames {
  std::vector<std::string> controls;  ///< by channel
};

/// A message of our protocol by another name. Its number is its place in services() + 1.
struct Service {
  const char* name;
  control::ClientBody body;  ///< rights are this message's
  std::vector<Field> fields;
  Result<control::ClientBodyUnion> (*make)(const json::object& request, const SceneNames& names);
};

std::span<const Service> services();
/// Schema of its request (JSON Schema).
std::string request_schema(const Service& service);
/// The message that a request asks for; an empty payload is an empty request.
Result<control::ClientBodyUnion> read_call(const Service& service, const CallService& call,
                                           const SceneNames& names);

/// Values for channels: an object of numbers by the controls' names.
Result<std::vector<control::ChannelValue>> read_controls(const json::object& values, const SceneNames& names);

}  // namespace drawbar::server::fox
