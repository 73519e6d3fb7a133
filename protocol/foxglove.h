// A session in the schemas that Foxglove and Lichtblick show in 3D: geometry once per scene, transforms every
// frame.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/bytes.h"
#include "protocol/foxglove_generated.h"
#include "protocol/scene_generated.h"
#include "protocol/stream_generated.h"

namespace drawbar::protocol {

/// Names of a scene's bodies by id, which are those of their frames; empty where one has none.
std::vector<std::string> frame_names(const scene::Scene& scene);

/// foxglove.FrameTransforms: every body in the frame "world". `body_names` by id; a body without one is left
/// out.
void build_frame_transforms(flatbuffers::FlatBufferBuilder& out, std::uint64_t utc_ns,
                            std::span<const std::string> body_names,
                            std::span<const stream::BodyState> bodies);

/// foxglove.SceneUpdate: replaces all geometry by that of this scene, locked to its bodies' frames. Large
/// terrain is thinned; a convex hull is shown as the box around it.
void build_scene_update(flatbuffers::FlatBufferBuilder& out, std::uint64_t utc_ns, const scene::Scene& scene);

/// foxglove.SceneUpdate: takes away the geometry of the bodies `gone` and shows that of those that are `back`
/// (ids), all else stays.
void build_presence_update(flatbuffers::FlatBufferBuilder& out, std::uint64_t utc_ns,
                           const scene::Scene& scene, std::span<const std::uint32_t> gone,
                           std::span<const std::uint32_t> back);

/// Which bodies come and go from frame to frame.
class PresenceWatch {
 public:
  /// Since the frame before.
  struct Change {
    std::vector<std::uint32_t> gone;                             ///< ids
    std::vector<std::uint32_t> back;                             ///< ids
    bool any() const { return !gone.empty() || !back.empty(); }  ///< Whether there is something to tell.
  };

  /// A scene of so many bodies begins: all are there.
  void begin_scene(std::size_t bodies) { absent_.assign(bodies, false); }
  Change observe(std::span<const stream::BodyState> bodies);  ///< The next frame.

 private:
  std::vector<bool> absent_;  ///< in the frame before, by id
};

}  // namespace drawbar::protocol
