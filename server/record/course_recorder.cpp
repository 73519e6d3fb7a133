// Attempts that have ended go into the course records, on a thread of its own.
#include "server/record/course_recorder.h"

#include <utility>

#include "server/loop/clock.h"

namespace drawbar::server {

Result<std::unique_ptr<CourseRecorder>> CourseRecorder::open(const std::string& path, std::string station,
                                                             std::string recording) {
  auto records = scenes::CourseRecords::open(path);
  if (!records) return tl::unexpected(records.error());
  return std::unique_ptr<CourseRecorder>(
      new CourseRecorder(std::move(*records), std::move(station), std::move(recording)));
}

CourseRecorder::CourseRecorder(scenes::CourseRecords records, std::string station, std::string recording)
    : records_(std::move(records)),
      station_(std::move(station)),
      recording_(std::move(recording)),
      thread_([this] { run(); }) {}

CourseRecorder::~CourseRecorder() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void CourseRecorder::add(const scenes::Score& score) {
  scenes::AttemptRow row = scenes::attempt_row(score, station_, recording_, monotonic_now() + utc_offset());
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(row));
  }
  wake_.notify_one();
}

std::string CourseRecorder::take_failure() {
  const std::lock_guard lock(mutex_);
  return std::exchange(failure_, {});
}

void CourseRecorder::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    while (!waiting_.empty()) {
      const scenes::AttemptRow row = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      const auto added = records_.add(row);
      lock.lock();
      if (!added) failure_ = added.error().text;
    }
    if (ending_) return;
  }
}

}  // namespace drawbar::server
