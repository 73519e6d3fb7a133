#include "scenes/exercise/simulation.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

namespace drawbar::scenes {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

Simulation::Simulation(physics::WorldConfig config, std::shared_ptr<const ExerciseObserver> exercise)
    : world_(std::move(config)), exercise_(std::move(exercise)), seen_(world_.make_frame_state()) {
  if (!exercise_) return;
  memory_.resize(exercise_->memory_size());
  if (exercise_->initial_state().empty()) return;
  [[maybe_unused]] const bool fits = world_.begin_from(exercise_->initial_state());
  assert(fits && "the exercise's compiler has tried it");
}

void Simulation::observe(physics::FrameState& out) const {
  if (!seen_is_present_) return world_.observe(out);
  out = seen_;
  world_.observe_effects(out);
}

void Simulation::reset_error_peaks() {
  seen_is_present_ = false;
  world_.reset_error_peaks();
}

void Simulation::begin_frame(int substeps) {
  seen_is_present_ = false;
  substep_length_ = world_.config().period / substeps;
  substeps_left_ = substeps;
  world_.begin_frame(substeps);
}

void Simulation::substep() {
  world_.substep();
  const bool frame_ended = --substeps_left_ == 0;
  const bool watches = onlooker_ != nullptr || (exercise_ && exercise_->watches_contacts());
  // Within a frame contacts are all that anybody looks at.
  if (frame_ended && (exercise_ || onlooker_ != nullptr)) {
    world_.observe_motion(seen_);
    seen_is_present_ = true;
  } else if (watches) {
    world_.observe_contacts(seen_);
  }
  if (exercise_ && exercise_->watches_contacts()) exercise_->after_substep(seen_, substep_length_, memory_);
  if (exercise_ && frame_ended) exercise_->after_frame(seen_, memory_);
  if (onlooker_ == nullptr) return;
  onlooker_->after_substep(seen_, substep_length_);
  if (frame_ended) onlooker_->after_frame(seen_);
}

void Simulation::step_frame(int substeps) {
  if (!exercise_ && onlooker_ == nullptr) return world_.step_frame(substeps);
  begin_frame(substeps);
  while (substeps_left_ > 0) substep();
}

void Simulation::save_state(std::vector<std::byte>& out) const {
  world_.save_state(out);
  const auto memory = std::as_bytes(std::span(memory_));
  out.insert(out.end(), memory.begin(), memory.end());
}

std::size_t Simulation::state_capacity() const {
  return world_.state_capacity() + memory_bytes();
}

bool Simulation::restore_state(std::span<const std::byte> bytes) {
  if (bytes.size() < memory_bytes()) return false;
  const auto memory = bytes.last(memory_bytes());
  for (std::size_t i = 0; i < memory_.size(); ++i) {
    double value = 0;
    std::memcpy(&value, memory.data() + i * sizeof value, sizeof value);
    if (!std::isfinite(value)) return false;
  }
  if (!world_.restore_state(bytes.first(bytes.size() - memory.size()))) return false;
  seen_is_present_ = false;
  if (!memory.empty()) std::memcpy(memory_.data(), memory.data(), memory.size());
  return true;
}

std::string Simulation::describe_state(std::span<const std::byte> bytes, std::size_t offset) const {
  const std::size_t own = bytes.size() - std::min(bytes.size(), memory_bytes());
  if (offset < own) return world_.describe_state(bytes.first(own), offset);
  return "exercise[" + std::to_string((offset - own) / sizeof(double)) + "]";
}

void Simulation::apply(const WorldInput& input, int& substeps) {
  seen_is_present_ = false;
  const bool for_exercise =
      input.kind == WorldInput::Kind::trigger || input.kind == WorldInput::Kind::end_exercise;
  if (!for_exercise) return scenes::apply(input, world_, substeps);
  if (!exercise_) return;
  const bool acts = input.kind == WorldInput::Kind::trigger && input.index < exercise_->triggers().size() &&
                    exercise_->outcome(memory_) == exercise::Outcome::running;
  if (acts) {
    const TriggerRule& rule = exercise_->triggers()[input.index];
    for (const physics::EffectId effect : rule.cleared) world_.clear_effect(effect);
    // Where kMostEffects act, it does not begin, here and whenever this is computed again.
    for (const physics::Effect& effect : rule.effects) (void)world_.begin_effect(effect);
  }
  exercise_->take_input(input, memory_);
}

}  // namespace drawbar::scenes
