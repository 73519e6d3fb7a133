// Tells systemd how the daemon is (sd_notify's protocol: one datagram, no library).
#pragma once

#include <optional>
#include <string>

#include "server/loop/clock.h"

namespace drawbar::server {

/// Does nothing where $NOTIFY_SOCKET is not set.
class Notify {
 public:
  /// Reads $NOTIFY_SOCKET and $WATCHDOG_USEC.
  Notify();
  ~Notify();
  Notify(const Notify&) = delete;
  Notify& operator=(const Notify&) = delete;

  /// E.g. "READY=1\nSTATUS=serving", "STOPPING=1".
  void send(const std::string& state) const;

  /// A sign of life; to be called only while frames come. Sent at a third of the watchdog's time.
  void alive(Nanoseconds now);

 private:
  int socket_ = -1;
  std::string path_;
  std::optional<Nanoseconds> interval_;
  Nanoseconds last_ = 0;
};

}  // namespace drawbar::server
