// What the session side knows of a connection, whatever carries it.
#pragma once

#include <string>

#include "server/frames/packet.h"
#include "server/loop/clock.h"

namespace drawbar::server {

enum class Traffic {
  newest,    ///< poses and telemetry: the oldest are dropped for a reader that is too slow
  reliable,  ///< replies, errors, events, keys of compact poses: never dropped
};

/// Belongs to the network thread. Never waits: what cannot be sent at once is queued within bounds.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void send(const Packet& packet, Traffic traffic) = 0;
  /// Sends what is queued as reliable, then closes; at once if that takes too long.
  virtual void close() = 0;
  /// Closes at once; what is queued is lost.
  virtual void drop() = 0;
  /// Transport, address and port, for logs.
  virtual std::string peer() const = 0;
  /// The other side's address, without its port.
  virtual std::string address() const = 0;
  /// Bytes of messages waiting to be sent, those on their way included.
  virtual std::size_t queued_bytes() const = 0;
  /// When something was last written, or nothing was left to write: how long the reader has been stuck.
  virtual Nanoseconds last_progress() const = 0;
  /// Poses and telemetry dropped because the reader was too slow.
  virtual std::uint64_t dropped() const = 0;
};

}  // namespace drawbar::server
