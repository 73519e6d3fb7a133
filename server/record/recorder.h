// The recorder: a sink that hands every frame and event to a thread of its own, which writes them to disk.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "protocol/result.h"
#include "scenes/record/session_writer.h"
#include "scenes/record/snapshot_interval.h"
#include "server/frames/frame_encoder.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

struct RecorderOptions {
  std::string path;
  bool overwrite = false;
  double snapshot_interval = scenes::kSnapshotInterval;  ///< s of simulation
  bool at_once = true;    ///< false: from the scene's first frame on, which is still to come
  std::string station{};  ///< where this is, for the course records
};

class Recorder : public FrameSink {
 public:
  /// Creates the file, with the scene in it, and starts the thread. What cannot be written leaves no file.
  static Result<std::unique_ptr<Recorder>> open(const RecorderOptions& options, const ServedScene& scene);

  /// Writes what is left and closes the file.
  ~Recorder() override;

  void on_frame(const EncodedFrame& frame) override;
  void on_event(const stream::EventT& event, const Packet& packet) override;
  void on_scene(const ServedScene& scene) override;
  bool behind() const override;

  /// What /metrics says of it.
  struct Figures {
    bool recording = true;    ///< false: it ended early
    std::size_t waiting = 0;  ///< frames and events that the disk has not taken yet
  };
  Figures figures() const;

  /// Why recording ended early (disk full or the like); said once, empty otherwise.
  std::string take_failure();

 private:
  struct SceneJob {
    record::SceneRecordT scene;
    std::optional<record::ExerciseRecordT> exercise;
    std::uint64_t monotonic_ns = 0;
  };
  using Job = std::variant<SceneJob, scenes::FrameRecord, stream::EventT>;

  Recorder(const RecorderOptions& options, scenes::SessionWriter writer, const ServedScene& scene);
  void push(Job job);
  void run();
  Result<void> write(const Job& job);

  std::string path_;
  std::string station_;
  double snapshot_interval_;       ///< s
  std::uint32_t first_branch_;     ///< that the file begins with
  bool begun_;                     ///< what comes is of that branch or later
  std::uint64_t snapshot_frames_;  ///< the same, of the present scene

  scenes::SessionWriter writer_;  ///< the thread's own after construction

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  bool ending_ = false;
  std::string failure_;
  bool failed_ = false;
  std::thread thread_;
};

}  // namespace drawbar::server
