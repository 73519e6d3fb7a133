// The people of a load: viewers on every transport, operators, those who come and go, those who send rubbish.
#pragma once

#include <atomic>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/load/durations.h"

namespace drawbar::server::test {

/// What a viewer saw.
struct Sight {
  std::uint64_t frames = 0;
  std::uint64_t lost = 0;  ///< frames between the first and the last that never came
  std::uint64_t last = 0;

  void saw(std::uint64_t frame) {
    if (last != 0 && frame > last + 1) lost += frame - last - 1;
    if (frame > last) ++frames;
    if (frame > last) last = frame;
  }
};

/// From a control sent to what shows it.
struct ControlDelays {
  Durations telemetry;  ///< of the frame that it acts in has come
  Durations picture;    ///< begins to move, drawn by the rule of protocol/playout_clock.h
  Durations fixed;      ///< the same, drawn a fixed 45 ms behind the server's clock

  void add(const ControlDelays& other) {
    telemetry.add(other.telemetry);
    picture.add(other.picture);
    fixed.add(other.fixed);
  }
};

/// Until `stop`; false when it could not join.
bool view_tcp(std::uint16_t port, bool web_socket, const std::atomic<bool>& stop, Sight& sight);
bool view_udp(std::uint16_t port, const std::atomic<bool>& stop, Sight& sight);

/// Holds every channel whose number leaves `share` when divided by `shares`, and sends controls at moments
/// that lie anywhere in the frame. False when it could not take the channels, or was closed.
bool drive(std::uint16_t port, std::uint32_t share, std::uint32_t shares, const std::atomic<bool>& stop,
           ControlDelays& delays);

/// What telemetry says of a frame's way through the loop.
struct FrameTiming {
  std::uint64_t tick = 0;
  Nanoseconds slot_begin = 0;
  Nanoseconds lateness = 0;
  Nanoseconds compute = 0;
  std::uint64_t missed = 0;  ///< misses and slips up to this frame
};

/// The timing of every frame; false when it could not join.
bool watch_frames(std::uint16_t port, const std::atomic<bool>& stop, std::vector<FrameTiming>& frames);

/// So many connects and disconnects, and so many connections of 16 KiB of random bytes, per second.
void come_and_go(std::uint16_t port, int churn, int noise, const std::atomic<bool>& stop,
                 std::uint64_t& connects);

/// Random bytes as fast as they go: to the TCP port, to the web port as HTTP and as WebSocket messages, and
/// in datagrams, in turn.
void flood(std::uint16_t port, std::uint16_t web_port, const std::atomic<bool>& stop, std::uint64_t& bytes);

}  // namespace drawbar::server::test
