// The table of samples (CSV) as a file.
#pragma once

#include <string>
#include <utility>

#include "tools/simulate/columns.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {

class SampleTable {
 public:
  SampleTable(OutputFile file, Columns columns)
      : file_(std::move(file)), columns_(std::move(columns)), text_(columns_.header()) {}

  /// The row of `state` at `time` (s).
  void add(const physics::FrameState& state, double time) {
    columns_.append_row(text_, state, time);
    if (text_.size() < kWriteAt) return;
    file_.write(text_);
    text_.clear();
  }

  /// Writes what is left; `environment` if any of it could not be written.
  Result<void> close() {
    file_.write(text_);
    text_.clear();
    return file_.close();
  }

 private:
  static constexpr std::size_t kWriteAt = 1u << 16;  // bytes

  OutputFile file_;
  Columns columns_;
  std::string text_;
};

}  // namespace drawbar::tools
