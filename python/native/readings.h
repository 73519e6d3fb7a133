// What worlds show, as rows of numbers that NumPy arrays look into.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/world_config.h"
#include "scenes/quantities/catalogue.h"

namespace drawbar::python {

/// Where the parts of one world's row begin, in numbers.
struct RowLayout {
  std::size_t bodies = 0;
  std::size_t axes = 0;  ///< free axes of all joints, one after another
  std::size_t controls = 0;
  std::size_t positions = 0, orientations = 0, linear = 0, angular = 0;
  std::size_t joint_positions = 0, joint_velocities = 0, controls_at = 0;
  std::size_t size = 0;
  std::vector<std::size_t> axes_of;  ///< [joint]

  explicit RowLayout(const physics::WorldConfig& config);

  /// Writes the row of `state`.
  void fill(const physics::FrameState& state, double* row) const;
};

/// Quantities by name, one row of values for each world.
struct ColumnSet {
  std::vector<scenes::Quantity> quantities;
  std::size_t worlds = 1;
  std::vector<double> values;  ///< [world][quantity]

  ColumnSet(std::vector<scenes::Quantity> chosen, std::size_t rows)
      : quantities(std::move(chosen)), worlds(rows), values(quantities.size() * rows) {}

  void fill(const physics::FrameState& state, std::size_t world) {
    double* value = values.data() + world * quantities.size();
    for (const scenes::Quantity& quantity : quantities) *value++ = quantity.value(state);
  }
};

/// The column sets that somebody still has.
class ColumnSets {
 public:
  void add(const std::shared_ptr<ColumnSet>& set) { sets_.push_back(set); }
  void fill(const physics::FrameState& state, std::size_t world) const {
    for (const std::shared_ptr<ColumnSet>& set : sets_) set->fill(state, world);
  }
  /// Forgets those that nobody else has. Not while another thread fills.
  void drop_unused() {
    std::erase_if(sets_, [](const std::shared_ptr<ColumnSet>& set) { return set.use_count() == 1; });
  }

 private:
  std::vector<std::shared_ptr<ColumnSet>> sets_;
};

}  // namespace drawbar::python
