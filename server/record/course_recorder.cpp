// Attempts that have ended go into the course records, on a thread of its own.
#include "server/record/course_recorder.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "server/loop/clock.h"

namespace drawbar::server {
namespace {

/// After an attempt that the records did not take.
constexpr std::chrono::seconds kBetweenTries{2};

}  // namespace

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
  std::string why;  // of the last try; empty: it succeeded
  while (true) {
    if (!why.empty()) {
      wake_.wait_for(lock, kBetweenTries, [this] { return ending_; });
    } else {
      wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    }
    while (!waiting_.empty()) {
      const scenes::AttemptRow row = waiting_.front();
      lock.unlock();
      const auto added = records_.add(row);
      lock.lock();
      if (!added) {
        if (why.empty()) {
          failure_ = fmt::format("{}; the attempt is kept, and tried again every {} s", added.error().text,
                                 kBetweenTries.count());
        }
        why = added.error().text;
        break;
      }
      if (!why.empty()) spdlog::info("the course records take attempts again");
      why.clear();
      waiting_.pop_front();
    }
    if (!ending_) continue;
    for (const scenes::AttemptRow& row : waiting_)
      spdlog::error("lost: attempt {} of {} at {}: {}", row.attempt, row.trainee, row.exercise, why);
    return;
  }
}

}  // namespace drawbar::server
