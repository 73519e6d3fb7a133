// What /metrics says: Prometheus text.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "server/frames/frame_encoder.h"
#include "server/record/recorder.h"
#include "server/session/hub.h"
#include "server/transport/udp_server.h"

namespace drawbar::server {

/// Counts of durations by upper bound.
class Histogram {
 public:
  static constexpr std::array<double, 14> kBounds{1e-5,   2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3,
                                                  2.5e-3, 5e-3,   1e-2, 2e-2, 4e-2,   0.1,  1};  ///< s

  void observe(double seconds);
  /// Prometheus text of it, with its HELP and TYPE.
  std::string text(const std::string& name, const std::string& help) const;

 private:
  std::array<std::uint64_t, kBounds.size() + 1> counts_{};
  double sum_ = 0;
};

/// Gathers from the frames; reads the hub's counters when asked.
class Metrics : public FrameSink {
 public:
  explicit Metrics(const Hub& hub) : hub_(hub) {}
  void watch_udp(const UdpServer& udp) { udp_ = &udp; }
  void watch_recorder(const Recorder& recorder) { recorder_ = &recorder; }

  void on_frame(const EncodedFrame& frame) override;
  void on_event(const stream::EventT&, const Packet&) override { ++events_; }

  std::string text() const;

  /// Whether frames still come: the newest is at most a second old.
  bool healthy(Nanoseconds now) const { return now - last_frame_ < kSecond; }

 private:
  const Hub& hub_;
  const UdpServer* udp_ = nullptr;
  const Recorder* recorder_ = nullptr;  ///< null: nothing is recorded
  Histogram lateness_;
  Histogram compute_;
  Histogram publish_;
  Nanoseconds last_frame_ = 0;
  std::uint64_t tick_ = 0;
  std::uint64_t frame_ = 0;
  std::uint32_t branch_ = 0;
  double speed_ = 1;
  bool frozen_ = false;
  int substeps_ = 0;
  std::uint64_t frames_computed_ = 0;
  std::uint64_t misses_ = 0;
  std::uint64_t slips_ = 0;
  std::uint64_t scheduled_refused_ = 0;
  std::uint64_t events_ = 0;
};

}  // namespace drawbar::server
