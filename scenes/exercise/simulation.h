// A World and the exercise that looks on at it, as one: one way to step them, one state.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "scenes/exercise/exercise_observer.h"
#include "scenes/record/recorded_input.h"

namespace drawbar::scenes {

/// Whoever steps a World that may run an exercise steps this: the daemon's loop, the rewinding of its past,
/// `verify`, `simulate`. Without an exercise it is the World, to the bit and byte.
///
/// Its state is the World's with what the exercise remembers behind it, so that what saves, hashes, restores
/// and rewinds one carries the other. Nothing here allocates once a frame is stepped.
class Simulation {
 public:
  /// Another exercise that looks on, remembers elsewhere and decides nothing.
  class Onlooker {
   public:
    virtual ~Onlooker() = default;
    /// Within a frame only the contacts of `state` are new; its effects and faulted readings never are.
    virtual void after_substep(const physics::FrameState& state, double length) = 0;
    /// At the end of a frame, all of `state` is new.
    virtual void after_frame(const physics::FrameState& state) = 0;
  };

  /// The world of `config`, and the exercise that watches it; nothing: none.
  explicit Simulation(physics::WorldConfig config,
                      std::shared_ptr<const ExerciseObserver> exercise = nullptr);

  /// `onlooker` is told of every substep and frame from now on; nothing: nobody.
  void set_onlooker(Onlooker* onlooker) { onlooker_ = onlooker; }

  /// The world itself; what is done to it is done before the next frame is read.
  physics::World& world() {
    seen_is_present_ = false;
    return world_;
  }
  const physics::World& world() const { return world_; }
  const ExerciseObserver* exercise() const { return exercise_.get(); }  ///< What watches; nullptr: nothing.
  /// What the exercise remembers; empty without one.
  std::span<const double> memory() const { return memory_; }

  // As of World
  const physics::WorldConfig& config() const { return world_.config(); }  ///< World::config().
  std::uint64_t frame() const { return world_.frame(); }                  ///< World::frame().
  /// World::observe(); what the exercise has looked at is not read a second time.
  void observe(physics::FrameState& out) const;
  void reset_error_peaks();  ///< World::reset_error_peaks().
  /// World::make_frame_state().
  physics::FrameState make_frame_state() const { return world_.make_frame_state(); }
  void begin_frame(int substeps);  ///< World::begin_frame().
  void substep();                  ///< World::substep(), and what the exercise sees of it.
  void step_frame(int substeps);   ///< World::step_frame(), and what the exercise sees of it.
  /// World::save_state(), followed by what the exercise remembers.
  void save_state(std::vector<std::byte>& out) const;
  std::size_t state_capacity() const;  ///< Bytes that save_state() writes.
  /// Takes over what save_state() wrote; false, and nothing changed, if it does not fit.
  [[nodiscard]] bool restore_state(std::span<const std::byte> bytes);
  /// The field that the byte at `offset` belongs to, with its value, for messages.
  std::string describe_state(std::span<const std::byte> bytes, std::size_t offset) const;

  /// Acts before the next frame; `substeps` is what that frame is begun with. The input must be valid; one
  /// for an exercise is passed over where there is none or where it has no such trigger.
  void apply(const WorldInput& input, int& substeps);

 private:
  std::size_t memory_bytes() const { return memory_.size() * sizeof(double); }

  physics::World world_;
  std::shared_ptr<const ExerciseObserver> exercise_;
  std::vector<double> memory_;
  Onlooker* onlooker_ = nullptr;
  physics::FrameState seen_;      ///< without effects
  bool seen_is_present_ = false;  ///< nothing has happened since it was read at the end of a frame
  double substep_length_ = 0;     ///< s, of the open frame
  int substeps_left_ = 0;         ///< of the open frame
};

}  // namespace drawbar::scenes
