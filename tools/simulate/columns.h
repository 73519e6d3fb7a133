// The columns of the table that `drawbar simulate` and `drawbar export` write (DESIGN section 4, and
// tools/README.md).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/world_config.h"
#include "protocol/result.h"
#include "scenes/quantities/catalogue.h"

namespace drawbar::tools {

/// What a frame's values come from: a World, or a recording's poses and telemetry, which hold less.
enum class ValueSource { world, recording };

class Columns {
 public:
  /// The columns of the contract, in its order.
  static Columns standard(const physics::WorldConfig& config);

  /// Those of a list such as "default,reactions,contacts=wheel+ground,*.slip", in its order, each once. An
  /// error of usage for an item that is no group, no pair of bodies and no pattern that some column matches;
  /// for what `source` does not hold.
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
