// What all Foxglove clients share: the frame as transforms, the scene as geometry, the channels and services
// that are offered, and what is counted. Made once, with --foxglove.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/foxglove.h"
#include "protocol/topics.h"
#include "server/foxglove/services.h"
#include "server/hub/hub.h"

namespace drawbar::server {

class FoxgloveClient;

/// Who comes, as the request for the WebSocket says.
struct FoxgloveVisitor {
  control::Role role = control::Role::Viewer;
  std::string name = "foxglove";
  std::string token;
};

/// The scene that runs, as clients are shown it.
struct ShownScene {
  std::uint32_t branch = 0;  ///< first one that runs the scene
  protocol::Bytes scene;
  std::vector<std::string> frame_names;
  protocol::Bytes geometry;  ///< empty: nobody asked
};

class FoxgloveHost {
 public:
  struct Counters {
    std::uint64_t connections = 0;
    std::uint64_t clients = 0;       ///< connected now
    std::uint64_t bad_messages = 0;  ///< that could not be read, or named what there is not
    std::uint64_t calls = 0;         ///< of services
    std::uint64_t published = 0;     ///< messages with controls
  };

  /// The topics that are advertised; a channel's number is its topic's.
  static constexpr protocol::Topic kOffered[] = {protocol::Topic::poses, protocol::Topic::telemetry,
                                                 protocol::Topic::events, protocol::Topic::transforms,
                                                 protocol::Topic::geometry};

  explicit FoxgloveHost(Hub& hub) : hub_(hub), utc_offset_(utc_offset()) {}

  /// A client of the hub at the other end of `lower`, over which it sends Foxglove's messages.
  std::shared_ptr<FoxgloveClient> connect(std::shared_ptr<Connection> lower, FoxgloveVisitor visitor);

  Hub& hub() { return hub_; }
  Counters& counters() { return counters_; }
  std::string metrics() const;

  /// UTC of a frame's instant.
  std::uint64_t utc(const stream::FrameStamp& stamp) const {
    return stamp.monotonic_ns() + static_cast<std::uint64_t>(utc_offset_);
  }
  void set_utc_offset(Nanoseconds offset) { utc_offset_ = offset; }

  /// The scene that runs as clients are told of it.
  const scene::Scene& scene();
  /// foxglove.SceneUpdate with all of its geometry.
  protocol::BytesView geometry(std::uint64_t utc_ns);
  /// foxglove.FrameTransforms of a frame, made once whoever wants it.
  protocol::BytesView transforms(const Packet& packet, const stream::Frame& frame);
  /// Messages that say what there is: made once.
  const Packet& channels();
  Packet offered_services(control::Role role) const;

 private:
  ShownScene& shown();

  Hub& hub_;
  Nanoseconds utc_offset_;
  Counters counters_;
  std::optional<ShownScene> shown_;
  Packet frame_;  ///< that `transforms_` is of
  protocol::Bytes transforms_;
  Packet channels_;
};

}  // namespace drawbar::server
