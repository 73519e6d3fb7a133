// The inputs that act on a World between frames, as recordings keep them.
#pragma once

#include <cstdint>

#include "physics/world/world.h"
#include "protocol/record_generated.h"
#include "protocol/result.h"

namespace drawbar::scenes {

/// Of a frame, that a recording may say.
inline constexpr std::uint32_t kMostSubsteps = 10'000;

/// One input. Whoever drives a World (the daemon live, `verify` from a recording) does it through these and
/// apply(), so that both do exactly the same.
struct WorldInput {
  /// What an input does.
  enum class Kind : std::uint8_t {
    control,       ///< control `index` gets `value`
    drive_fault,   ///< drive `index` gets the fault `value` (record FaultKind): of recordings before effects
    substeps,      ///< frames have `value` substeps from now on
    effect,        ///< `effect` begins
    clear_effect,  ///< the effect of number `index` ends; 0: all of them
    trigger,       ///< the exercise's trigger `index` fires
    end_exercise,  ///< the exercise ends with outcome `value` (exercise.fbs Outcome)
  };
  Kind kind = Kind::control;
  record::SetReason reason = record::SetReason::Operator;  ///< of a control
  std::uint32_t index = 0;
  double value = 0;
  std::uint64_t sequence = 0;  ///< of the Control message; 0: not from a message
  std::uint32_t session = 0;   ///< who; 0: the server
  physics::Effect effect;      ///< of an effect
};

/// Acts on `world` before its next frame, unless it is meant for an exercise (scenes/exercise/simulation.h);
/// `substeps` is what that frame is begun with. The input must be valid.
void apply(const WorldInput& input, physics::World& world, int& substeps);

/// Checks a recorded input against the world it is meant for: indices, finite values.
Result<WorldInput> from_record(const record::InputT& input, const physics::WorldConfig& config);

/// `order` counts the inputs of one frame.
record::InputT to_record(const WorldInput& input, std::uint32_t branch, std::uint64_t frame,
                         std::uint32_t order);

}  // namespace drawbar::scenes
