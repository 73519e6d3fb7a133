// The topics of a session and their schemas, as recordings and Foxglove's WebSocket name them.
#pragma once

#include <cstdint>
#include <span>

#include "protocol/bytes.h"

namespace drawbar::protocol {

/// What a message is about: place in all_topics().
enum class Topic : std::uint8_t {
  build,       ///< who wrote the recording
  scene,       ///< the scene with everything in it
  exercise,    ///< the exercise that runs in it
  branch,      ///< a branch begins
  input,       ///< one input of one frame
  hash,        ///< of a frame's state
  snapshot,    ///< a frame's state
  poses,       ///< drawbar.stream.Frame
  telemetry,   ///< drawbar.stream.Telemetry
  events,      ///< drawbar.stream.Event
  transforms,  ///< the poses as foxglove.FrameTransforms
  geometry,    ///< shapes of the bodies, as foxglove.SceneUpdate
};

/// How a topic is called and what its messages are.
struct TopicInfo {
  const char* topic;        ///< its name, such as "/tf"
  const char* schema;       ///< full name of the root table
  BytesView binary_schema;  ///< that has it (.bfbs)
};

/// Encoding of the messages and of their schemas.
inline constexpr const char* kTopicEncoding = "flatbuffer";

/// In the order of Topic.
std::span<const TopicInfo> all_topics();
/// Of one topic.
inline const TopicInfo& topic_info(Topic topic) {
  return all_topics()[static_cast<std::size_t>(topic)];
}

}  // namespace drawbar::protocol
