#include "python/native/lane.h"

#include <utility>

#include "protocol/state_hash.h"
#include "scenes/record/state_file.h"

namespace drawbar::python {

Lane::Lane(std::shared_ptr<const Task> task, const RowLayout& layout, double* row, ColumnSets& columns,
           std::size_t index)
    : task_(std::move(task)),
      layout_(layout),
      row_(row),
      columns_(columns),
      index_(index),
      simulation_(task_->make_simulation()),
      shown_(simulation_.make_frame_state()),
      substeps_(task_->config().substeps) {
  show();
}

void Lane::apply_decisions() {
  const scenes::ExerciseObserver* exercise = simulation_.exercise();
  if (exercise == nullptr) return;
  exercise->decisions(simulation_.memory(),
                      [this](const scenes::WorldInput& input) { simulation_.apply(input, substeps_); });
}

void Lane::advance(std::uint64_t frames) {
  for (; frames > 0; --frames) {
    apply_decisions();
    simulation_.step_frame(substeps_);
  }
}

void Lane::advance_substep() {
  if (left_ == 0) {
    apply_decisions();
    simulation_.begin_frame(substeps_);
    left_ = substeps_;
  }
  simulation_.substep();
  --left_;
}

void Lane::show() {
  simulation_.observe(shown_);
  simulation_.reset_error_peaks();
  layout_.fill(shown_, row_);
  columns_.fill(shown_, index_);
}

std::uint64_t Lane::hash() {
  simulation_.save_state(bytes_);
  return protocol::state_hash(bytes_);
}

protocol::Bytes Lane::state_file() {
  simulation_.save_state(bytes_);
  return scenes::encode_state("drawbar", task_->scene.scene.name, task_->config(), 0, simulation_.frame(),
                              bytes_, simulation_.memory().size_bytes());
}

bool Lane::restore(std::span<const std::byte> state) {
  if (!simulation_.restore_state(state)) return false;
  left_ = 0;
  show();
  return true;
}

}  // namespace drawbar::python
