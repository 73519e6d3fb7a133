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
    virtual void after_substep(const physics::FrameState& state, double length) = 0;
    virtual void after_frame(const physics::FrameState& state) = 0;
  };

  explicit Simulation(physics::WorldConfig config,
                      std::shared_ptr<const ExerciseObserver> exercise = nullptr);

  /// `onlooker` is told of every substep and frame from now on; nothing: nobody.
  void set_onlooker(Onlooker* onlooker) { onlooker_ = onlooker; }

  physics::World& world() { return world_; }
  const physics::World& world() const { return world_; }
  const ExerciseObserver* exercise() const { return exercise_.get(); }
  /// What the exercise remembers; empty without one.
  std::span<const double> memory() const { return memory_; }

  // As of World
  const physics::WorldConfig& config() const { return world_.config(); }
  std::uint64_t frame() const { return world_.frame(); }
  void observe(physics::FrameState& out) const { world_.observe(out); }
  void reset_error_peaks() { world_.reset_error_peaks(); }
  physics::FrameState make_frame_state() const { return world_.make_frame_state(); }
  void begin_frame(int substeps);
  void substep();
  void step_frame(int substeps);
  void save_state(std::vector<std::byte>& out) const;
  std::size_t state_capacity() const;
  [[nodiscard]] bool restore_state(std::span<const std::byte> bytes);
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
  physics::FrameState seen_;
  double substep_length_ = 0;  ///< s, of the open frame
  int substeps_left_ = 0;      ///< of the open frame
};

}  // namespace drawbar::scenes
