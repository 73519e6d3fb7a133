// How long it takes from a console's control to an image that shows it, by the frame numbers that host and
// image generator tell each other.
#pragma once

#include <array>
#include <cstdint>

#include "server/loop/clock.h"
#include "server/system/histogram.h"

namespace drawbar::server {

/// An image generator's Start of Frame says which message it has read last: the frame that begins shows that
/// message. What it takes from there to the light of the screen is its own.
class CigiDelayMeter {
 public:
  /// Message `number` left. `heard`: when the newest control came that acts in it for the first time; 0: none
  /// does.
  void sent(std::uint32_t number, Nanoseconds now, Nanoseconds heard) {
    sent_[number % sent_.size()] = {number, now, heard, true};
  }

  /// A Start of Frame says that `number` was the newest message.
  void answered(std::uint32_t number, Nanoseconds now) {
    if (!sent_[number % sent_.size()].is(number)) return;
    round_trip_.observe(seconds(now - sent_[number % sent_.size()].when));
    // It shows what came with the messages before, too, back to the last that was answered.
    for (std::size_t i = 0; i < sent_.size(); ++i, --number) {
      Sent& message = sent_[number % sent_.size()];
      if (!message.is(number)) return;
      message.waits = false;
      if (message.heard == 0) continue;
      last_ = seconds(now - message.heard);
      from_console_.observe(last_);
    }
  }

  /// The longest delay from a console that the last image measured (s); 0: none did so far.
  double last() const { return last_; }
  const Histogram& from_console() const { return from_console_; }
  const Histogram& round_trip() const { return round_trip_; }

 private:
  struct Sent {
    std::uint32_t number = 0;
    Nanoseconds when = 0;
    Nanoseconds heard = 0;
    bool waits = false;  ///< for its answer
    bool is(std::uint32_t wanted) const { return waits && number == wanted; }
  };
  static double seconds(Nanoseconds duration) {
    return static_cast<double>(duration) / static_cast<double>(kSecond);
  }

  std::array<Sent, 256> sent_{};
  Histogram from_console_;
  Histogram round_trip_;
  double last_ = 0;
};

}  // namespace drawbar::server
