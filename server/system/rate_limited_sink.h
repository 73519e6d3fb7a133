// A sink that lets a burst of lines through, then so many per second: a flood fills neither disk nor journal.
#pragma once

#include <spdlog/fmt/fmt.h>
#include <spdlog/sinks/dist_sink.h>

#include <cstdint>
#include <mutex>
#include <utility>

#include "server/loop/clock.h"
#include "server/system/rate_limit.h"

namespace drawbar::server {

/// The first line after others were left out says how many.
class RateLimitedSink : public spdlog::sinks::dist_sink<std::mutex> {
 public:
  RateLimitedSink(double burst, double per_second) : limit_(burst, per_second) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (!limit_.take(1, monotonic_now())) {
      ++left_out_;
      return;
    }
    if (const std::uint64_t count = std::exchange(left_out_, 0); count > 0) {
      const std::string text = fmt::format("{} lines left out: too many at once", count);
      spdlog::details::log_msg note(message.logger_name, spdlog::level::warn, text);
      dist_sink::sink_it_(note);
    }
    dist_sink::sink_it_(message);
  }

 private:
  RateLimit limit_;
  std::uint64_t left_out_ = 0;
};

}  // namespace drawbar::server
