// What one session's recording holds, above the container: written by the server's recorder thread, read by
// verify, replay and info.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/decode.h"
#include "protocol/foxglove.h"
#include "protocol/mcap_reader.h"
#include "protocol/mcap_writer.h"
#include "protocol/record_generated.h"
#include "protocol/scene_generated.h"
#include "protocol/stream_generated.h"
#include "protocol/topics.h"

namespace drawbar::protocol {

/// Writes a session. Calls come in the order in which things act: scene, branch, then for every frame its
/// inputs, record_frame, and what else is known of it. One thread at a time; never the frame loop's. After
/// the first failed call (disk full) every later one returns the same error, and the file is readable up to
/// its last whole chunk.
class SessionRecorder {
 public:
  /// How a recording is written.
  struct Options {
    bool overwrite = false;          ///< an existing file is otherwise an error
    bool compress = true;            ///< zstd
    bool sync_chunks = true;         ///< survives a crash of the machine, too, up to its last whole chunk
    std::int64_t utc_offset_ns = 0;  ///< added to monotonic times for the log times in the file
    record::BuildIdentityT build;
  };

  /// Begins the file `path`; an error where it exists already or cannot be written.
  static Result<SessionRecorder> create(const std::string& path, Options options);
  static Result<SessionRecorder> create(std::unique_ptr<ByteSink> sink, Options options);

  /// Goes on behind what the file `path` holds, closed or cut off: its chunks stay as they are, and until
  /// close() it is readable like one whose writer was killed. An error where another program writes it.
  static Result<SessionRecorder> append(const std::string& path);

  /// The scene that `scene.branch` and later branches run.
  Result<void> record_scene(const record::SceneRecordT& scene, std::uint64_t monotonic_ns);
  /// The exercise from its branch on; after its scene, before its branch.
  Result<void> record_exercise(const record::ExerciseRecordT& exercise, std::uint64_t monotonic_ns);
  /// A branch begins with this state. Its hash is computed here.
  Result<void> record_branch(record::BranchT branch, std::uint64_t monotonic_ns);
  /// Inputs of a frame come before its record_frame, in their order.
  Result<void> record_input(const record::InputT& input, std::uint64_t monotonic_ns);
  /// A frame was computed: its state hash and its poses (also as Foxglove transforms). Times are the stamp's.
  Result<void> record_frame(const stream::FrameStamp& stamp, std::uint64_t state_hash,
                            std::span<const stream::BodyState> bodies);
  /// Full state after the frame of `stamp`.
  Result<void> record_snapshot(const stream::FrameStamp& stamp, BytesView state);
  Result<void> record_telemetry(const stream::TelemetryT& telemetry);  ///< Telemetry of a frame.
  Result<void> record_event(const stream::EventT& event);  ///< An event, at the time of its stamp.
  /// With this log time (UTC, ns) in place of the stamp's.
  Result<void> record_event_at(const stream::EventT& event, std::uint64_t time);

  /// Brings everything so far to disk; to be called once a second when nothing else comes.
  Result<void> flush();
  Result<void> close();  ///< Writes the last chunk and the index. Nothing can be recorded after it.

 private:
  SessionRecorder(mcap::Writer writer, std::int64_t utc_offset_ns);
  /// Schemas and channels that the file does not have yet.
  Result<void> add_channels();
  Result<void> put(Topic topic, std::uint64_t monotonic_ns, flatbuffers::FlatBufferBuilder& builder);
  Result<void> put_transforms(const stream::FrameStamp& stamp, std::span<const stream::BodyState> bodies);
  /// What of the geometry has gone or is back since the frame before.
  Result<void> put_presence(const stream::FrameStamp& stamp, std::span<const stream::BodyState> bodies);

  mcap::Writer writer_;
  std::int64_t utc_offset_ns_;
  std::vector<std::uint16_t> channels_;  ///< by Topic
  std::vector<std::string> body_names_;  ///< of the present scene, by id
  PresenceWatch presence_;
  std::optional<Message<scene::Scene>> scene_;
};

/// A damaged chunk, passed over: what it held is missing here.
struct RecordingGap {
  std::string text;              ///< byte in the file, and what is wrong there
  std::uint64_t start_time = 0;  ///< log times of the first and last message that are lost (UTC, ns)
  std::uint64_t end_time = 0;

  /// Length of the gap, s.
  double seconds() const { return static_cast<double>(end_time - start_time) * 1e-9; }
};

/// One thing that happened, in the order in which it was recorded; or a gap in what is known.
using SessionItem = std::variant<record::BuildIdentityT, record::SceneRecordT, record::ExerciseRecordT,
                                 record::BranchT, record::InputT, record::FrameHashT, record::SnapshotT,
                                 stream::FrameT, stream::TelemetryT, stream::EventT, RecordingGap>;

/// Which items a cursor gives; decoding costs, so ask for what is needed.
struct ItemFilter {
  bool simulation = true;  ///< build, scenes, branches, inputs, hashes
  bool snapshots = true;
  bool poses = true;
  bool telemetry = true;
  bool events = true;
};

/// Reads a session, also one whose writer was killed.
class SessionRecord {
 public:
  /// Opens the file `path`; an error where it is no recording of drawbar.
  static Result<SessionRecord> open(const std::string& path);
  static Result<SessionRecord> open(std::unique_ptr<ByteSource> source, std::string name);

  const mcap::Reader& container() const { return *reader_; }  ///< The MCAP file itself.
  /// Whether it was closed; otherwise container().note() says why not.
  bool complete() const { return reader_->complete(); }
  /// Log time of the first and last message (UTC, ns); 0 without messages.
  std::uint64_t start_time() const;
  std::uint64_t end_time() const;  ///< Log time of the last message (UTC, ns); 0 without messages.

  /// Walks through the items in the order in which they were recorded. Cheap to make; reads a chunk at a
  /// time.
  class Cursor {
   public:
    /// The next item, nothing at the end, or the error of a message that its schema does not allow. A
    /// damaged chunk comes as a RecordingGap, whatever the filter.
    Result<std::optional<SessionItem>> next();
    /// For the items from here on.
    void set_filter(ItemFilter filter) { filter_ = filter; }
    /// Log time of the item that next() gave last (UTC, ns).
    std::uint64_t time() const { return time_; }

   private:
    friend class SessionRecord;
    Cursor(std::shared_ptr<const mcap::Reader> reader, ItemFilter filter, std::size_t chunk)
        : reader_(std::move(reader)), filter_(filter), next_chunk_(chunk) {}

    std::shared_ptr<const mcap::Reader> reader_;
    ItemFilter filter_;
    std::size_t next_chunk_;
    mcap::Chunk chunk_;
    std::size_t next_message_ = 0;
    std::uint64_t time_ = 0;
  };

  /// All items from the beginning on.
  Cursor items(ItemFilter filter = {}) const { return {reader_, filter, 0}; }
  /// From the chunk that holds this log time on: for seeking; items before it in the chunk come too.
  Cursor items_from(std::uint64_t time, ItemFilter filter = {}) const;

  /// Every frame that was computed, in order: where to seek, and what rewinding can reach.
  struct FrameEntry {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::uint64_t tick = 0;
    std::uint64_t hash = 0;
    std::uint64_t time = 0;  ///< log time, ns
  };
  /// Every frame that has a hash, in the order of recording.
  Result<std::vector<FrameEntry>> frames() const;

 private:
  explicit SessionRecord(mcap::Reader reader)
      : reader_(std::make_shared<const mcap::Reader>(std::move(reader))) {}

  std::shared_ptr<const mcap::Reader> reader_;
};

}  // namespace drawbar::protocol
