// The table of samples (CSV) as a file.
#pragma once

#include <string>
#include <utility>

#include "tools/command/output_file.h"
#include "tools/simulate/csv_table.h"

namespace drawbar::tools {

class SampleTable {
 public:
  /// `config` must outlive it.
  SampleTable(OutputFile file, const physics::WorldConfig& config)
      : file_(std::move(file)), config_(config), text_(csv_header(config)) {}

  /// The row of `state` at `time` (s).
  void add(const physics::FrameState& state, double time) {
    append_csv_row(text_, config_, state, time);
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
  const physics::WorldConfig& config_;
  std::string text_;
};

}  // namespace drawbar::tools
