// Writes a session frame by frame: what the daemon's recorder and `drawbar simulate --record` share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/session_record.h"
#include "scenes/record/recorded_input.h"

namespace drawbar::scenes {

/// The scene from `branch` on. `path`: as the program was given it; `normalised`: a buffer of scene.fbs.
record::SceneRecordT scene_record(std::string name, std::string path, protocol::BytesView normalised,
                                  const physics::WorldConfig& config, std::uint32_t branch);

/// The first state of a branch begun for `cause`.
std::unique_ptr<record::BranchT> branch_record(record::BranchCause cause, std::uint32_t branch,
                                               std::uint64_t frame, protocol::BytesView state);

/// One frame as a recording holds it.
struct FrameRecord {
  stream::FrameStamp stamp;
  std::uint64_t hash = 0;
  bool computed = false;                    ///< false: it only shows the first state of its branch
  std::unique_ptr<record::BranchT> branch;  ///< that begins with this frame
  std::vector<WorldInput> inputs;           ///< that acted in it, in order
  std::vector<stream::BodyState> bodies;
  std::vector<std::byte> snapshot;  ///< the state after it; empty where none is due
  stream::TelemetryT telemetry;
};

/// After the first failed call every later one gives the same error; the file is readable up to its last
/// chunk.
class SessionWriter {
 public:
  /// How a session is written.
  struct Options {
    std::string path;
    bool overwrite = false;
    bool sync_chunks = true;  ///< survives a crash of the machine, too
    std::int64_t utc_offset_ns = 0;
    std::uint64_t monotonic_ns = 0;  ///< of the begin
    record::BuildIdentityT build{};
  };

  /// Creates the file with the scene in it, on the disk: where that is full now, no session begins that
  /// nobody can replay. `environment` where the file exists and is not to be overwritten, and where it cannot
  /// be written; then none is left.
  static Result<SessionWriter> create(Options options, const record::SceneRecordT& scene);

  Result<void> write(const record::SceneRecordT& scene, std::uint64_t monotonic_ns);
  /// Right after its scene.
  Result<void> write(const record::ExerciseRecordT& exercise, std::uint64_t monotonic_ns);
  Result<void> write(const FrameRecord& frame);
  Result<void> write(const stream::EventT& event);

  /// Brings everything so far to disk; to be called once a second when nothing else comes.
  Result<void> flush() { return recorder_.flush(); }
  Result<void> close() { return recorder_.close(); }  ///< Ends the file: SessionRecorder::close().

 private:
  explicit SessionWriter(protocol::SessionRecorder recorder) : recorder_(std::move(recorder)) {}

  protocol::SessionRecorder recorder_;
};

}  // namespace drawbar::scenes
