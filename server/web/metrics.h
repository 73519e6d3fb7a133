// What /metrics says: Prometheus text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/agones/agones_client.h"
#include "server/cigi/cigi_host.h"
#include "server/foxglove/foxglove_host.h"
#include "server/frames/frame_encoder.h"
#include "server/hub/hub.h"
#include "server/record/recorder.h"
#include "server/system/histogram.h"
#include "server/transport/udp_server.h"

namespace drawbar::server {

/// Gathers from the frames; reads the hub's counters when asked.
class Metrics : public FrameSink {
 public:
  explicit Metrics(const Hub& hub) : hub_(hub) {}
  void watch_udp(const UdpServer& udp) { udp_ = &udp; }
  void watch_cigi(const CigiHost& cigi) { cigi_ = &cigi; }
  void watch_foxglove(const FoxgloveHost& foxglove) { foxglove_ = &foxglove; }
  void watch_recorder(const Recorder& recorder) { recorder_ = &recorder; }

  void on_frame(const EncodedFrame& frame) override;
  void on_event(const stream::EventT& event, const Packet&) override {
    ++events_;
    if (event.kind == stream::EventKind::ControlSilent) ++silences_;
  }
  /// What is left on the disk that recordings and records go to, in bytes; told now and then.
  void on_disk(std::uint64_t free_bytes) { disk_free_ = free_bytes; }

  /// The daemon ends once its operators have left.
  void set_draining() { draining_ = true; }
  bool draining() const { return draining_; }
  void watch_agones(const AgonesClient& agones) { agones_ = &agones; }

  std::string text() const;

  /// Whether frames still come: the newest is at most a second old.
  bool healthy(Nanoseconds now) const { return now - last_frame_ < kSecond; }

 private:
  const Hub& hub_;
  const UdpServer* udp_ = nullptr;
  const CigiHost* cigi_ = nullptr;          ///< null: no image generators
  const FoxgloveHost* foxglove_ = nullptr;  ///< null: not spoken
  const Recorder* recorder_ = nullptr;      ///< null: nothing is recorded
  const AgonesClient* agones_ = nullptr;    ///< null: no Agones
  bool draining_ = false;
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
  std::uint64_t recoveries_ = 0;
  std::uint64_t dropped_contacts_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t silences_ = 0;
  std::optional<std::uint64_t> disk_free_;  ///< nothing while nothing is written
};

}  // namespace drawbar::server
