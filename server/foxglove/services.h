// What Foxglove's services and published messages ask of the hub: JSON to messages of our own protocol.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "protocol/control_generated.h"
#include "server/foxglove/request_fields.h"
#include "server/foxglove/wire.h"

namespace drawbar::server::fox {

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
/// The message that a request asks for; an empty payload is an empty request.
Result<control::ClientBodyUnion> read_call(const Service& service, const CallService& call,
                                           const SceneNames& names);

/// Values for channels: an object of numbers by the controls' names.
Result<std::vector<control::ChannelValue>> read_controls(const json::object& values, const SceneNames& names);

}  // namespace drawbar::server::fox
