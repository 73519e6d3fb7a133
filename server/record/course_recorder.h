// Attempts that have ended go into the course records, on a thread of its own.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "scenes/course/course_records.h"

namespace drawbar::server {

class CourseRecorder {
 public:
  /// Opens the file `path`, or makes it. `station`: of the rows; `recording`: of those that come from now on.
  static Result<std::unique_ptr<CourseRecorder>> open(const std::string& path, std::string station,
                                                      std::string recording);
  /// Adds what waits, if the file takes it.
  ~CourseRecorder();

  /// An attempt has ended, or was broken off. Never waits.
  void add(const scenes::Score& score);
  /// Why an attempt could not be added; said once, empty otherwise. It is tried again until the file takes
  /// it, before those that follow.
  std::string take_failure();

 private:
  CourseRecorder(scenes::CourseRecords records, std::string station, std::string recording);
  void run();

  scenes::CourseRecords records_;  ///< the thread's own after construction
  std::string station_;
  std::string recording_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<scenes::AttemptRow> waiting_;
  std::string failure_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace drawbar::server
