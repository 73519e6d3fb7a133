// The topics of a session and their schemas.
#include "protocol/topics.h"

#include <array>

#include "protocol/foxglove_bfbs_generated.h"
#include "protocol/frame_bfbs_generated.h"
#include "protocol/record_bfbs_generated.h"

namespace drawbar::protocol {
namespace {

template <class Schema>
BytesView binary_schema() {
  return std::as_bytes(std::span(Schema::data(), Schema::size()));
}

}  // namespace

std::span<const TopicInfo> all_topics() {
  static const BytesView ours = binary_schema<record::InputBinarySchema>();
  static const BytesView frame = binary_schema<stream::FrameBinarySchema>();
  static const BytesView theirs = binary_schema<foxglove::SceneUpdateBinarySchema>();
  static const std::array<TopicInfo, 12> topics{{
      {"/drawbar/build", "drawbar.record.BuildIdentity", ours},
      {"/drawbar/scene", "drawbar.record.SceneRecord", ours},
      {"/drawbar/exercise", "drawbar.record.ExerciseRecord", ours},
      {"/drawbar/branch", "drawbar.record.Branch", ours},
      {"/drawbar/input", "drawbar.record.Input", ours},
      {"/drawbar/hash", "drawbar.record.FrameHash", ours},
      {"/drawbar/snapshot", "drawbar.record.Snapshot", ours},
      {"/poses", "drawbar.stream.Frame", frame},
      {"/telemetry", "drawbar.stream.Telemetry", frame},
      {"/events", "drawbar.stream.Event", frame},
      {"/tf", "foxglove.FrameTransforms", theirs},
      {"/scene", "foxglove.SceneUpdate", theirs},
  }};
  return topics;
}

}  // namespace drawbar::protocol
