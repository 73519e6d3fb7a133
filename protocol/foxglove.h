// A session in the schemas that Foxglove and Lichtblick show in 3D: geometry once per scene, transforms every
// frame.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "protocol/bytes.h"
#include "protocol/foxglove_generated.h"
#include "protocol/scene_generated.h"
#include "protocol/stream_generated.h"

namespace drawbar::protocol {

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

}  // namespace drawbar::protocol
