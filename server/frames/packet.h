// A message as it leaves, whoever sends it.
#pragma once

#include <memory>
#include <utility>

#include "protocol/bytes.h"

namespace drawbar::server {

/// A message, encoded once and shared by every connection that sends it (without TCP's length).
using Packet = std::shared_ptr<const protocol::Bytes>;

inline Packet make_packet(protocol::Bytes bytes) {
  return std::make_shared<const protocol::Bytes>(std::move(bytes));
}

}  // namespace drawbar::server
