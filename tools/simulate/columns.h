// The columns of the table that `drawbar simulate` and `drawbar export` write
// (tools/README.md).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/world_config.h"
#include "protocol/result.h"
#include "scenes/quantities/catalogue.h"
#include "scenes/quantities/selection.h"

namespace drawbar::tools {

using scenes::ValueSource;

class Columns {
 public:
  /// Those of a list (selection.h).
  static Result<Columns> parse(std::string_view list, const physics::WorldConfig& config,
                               ValueSource source = ValueSource::world);

  /// One line for people: the items that a list may have.
  static std::string describe_items();

  /// The header line; `time` is the first.
  std::string header() const;

  /// Appends the row of `state` at `time` (s); numbers read back to the same double.
  void append_row(std::string& out, const physics::FrameState& state, double time) const;

 private:
  explicit Columns(std::vector<scenes::Quantity> columns) : columns_(std::move(columns)) {}

  std::vector<scenes::Quantity> columns_;
};

}  // namespace drawbar::tools
