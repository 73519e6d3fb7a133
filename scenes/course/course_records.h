// The course records: one SQLite file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "scenes/course/attempt_row.h"

namespace drawbar::scenes {

/// Which attempts; what is empty says nothing.
struct AttemptFilter {
  std::string trainee;
  std::string exercise;
};

/// Not for use by two threads at once. Every error names the file.
class CourseRecords {
 public:
  /// Makes the file where it is not there, and its folder is. A file of an older version becomes one of this,
  /// one of a newer version, or of something else, is refused.
  static Result<CourseRecords> open(const std::string& path);
  /// Of a file that must be there, to read it alone.
  static Result<CourseRecords> open_to_read(const std::string& path);
  ~CourseRecords();
  CourseRecords(CourseRecords&&) noexcept;
  CourseRecords& operator=(CourseRecords&&) noexcept;

  /// On the disk when this returns.
  Result<void> add(const AttemptRow& row);
  /// In the order of adding.
  Result<std::vector<AttemptRow>> attempts(const AttemptFilter& filter) const;
  /// Every attempt of this trainee goes, and what the file still holds of it on the disk is overwritten. How
  /// many there were. An error where another program reads for too long: they are in the log beside it still.
  Result<std::size_t> erase_trainee(const std::string& trainee);
  /// Every attempt that ended before (UTC, ISO 8601 as AttemptRow::ended) goes, likewise.
  Result<std::size_t> erase_before(const std::string& ended);
  /// A copy as of now, whole, while others add. A file that is there is not overwritten.
  Result<void> back_up(const std::string& path) const;

 private:
  Result<std::size_t> erase_where(const char* condition, const std::string& value);
  struct Implementation;
  explicit CourseRecords(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> implementation_;
};

}  // namespace drawbar::scenes
