// One simulation stepped for Python, with what it shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "protocol/bytes.h"
#include "python/native/readings.h"
#include "python/native/task.h"

namespace drawbar::python {

/// Steps as `drawbar simulate` does, so that both come to the same bits. Not for two threads at once.
class Lane {
 public:
  /// `row`: the layout's size in numbers, kept up to date from now on.
  Lane(std::shared_ptr<const Task> task, const RowLayout& layout, double* row, ColumnSets& columns,
       std::size_t index);

  const Task& task() const { return *task_; }
  const std::shared_ptr<const Task>& shared_task() const { return task_; }
  scenes::Simulation& simulation() { return simulation_; }
  const scenes::Simulation& simulation() const { return simulation_; }
  const physics::FrameState& shown() const { return shown_; }

  /// Substeps of the frames that begin from now on.
  int substeps() const { return substeps_; }
  void set_substeps(int substeps) { substeps_ = substeps; }
  /// Of the open frame; 0: none is open.
  int substeps_left() const { return left_; }

  /// Whole frames, without showing what they came to; none may be open.
  void advance(std::uint64_t frames);
  /// Opens a frame where none is open.
  void advance_substep();
  /// The rows and columns become those of the present instant. Joints' errors: the largest since the show
  /// before.
  void show();

  /// Between frames.
  void save(std::vector<std::byte>& state) const { simulation_.save_state(state); }
  /// Between frames, as the bytes of a state file.
  protocol::Bytes state_file();
  std::uint64_t hash();
  /// What save() gave. False, and nothing changed: of another scene or exercise.
  [[nodiscard]] bool restore(std::span<const std::byte> state);

 private:
  void apply_decisions();

  std::shared_ptr<const Task> task_;
  const RowLayout& layout_;
  double* row_;
  ColumnSets& columns_;
  std::size_t index_;
  scenes::Simulation simulation_;
  physics::FrameState shown_;
  std::vector<std::byte> bytes_;
  int substeps_;
  int left_ = 0;
};

}  // namespace drawbar::python
