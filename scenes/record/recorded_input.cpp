// The inputs that act on a World between frames, as recordings keep them.
#include "scenes/record/recorded_input.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "physics/effect/possible.h"
#include "protocol/exercise_generated.h"
#include "protocol/input_bodies.h"

namespace drawbar::scenes {

namespace {

tl::unexpected<Error> refuse(const record::InputT& input, const std::string& what) {
  return fail(ErrorKind::wrong, "recorded input " + std::to_string(input.order) + " of branch " +
                                    std::to_string(input.branch) + ", frame " + std::to_string(input.frame) +
                                    ": " + what);
}

std::string no_such(const char* what, std::uint32_t index, std::size_t count) {
  return std::string(what) + " " + std::to_string(index) + " does not exist, the scene has " +
         std::to_string(count);
}

std::optional<physics::Effect> effect_from(const record::SetEffectT& recorded) {
  physics::Effect effect;
  if (recorded.type > static_cast<std::uint8_t>(physics::kLastEffectType) ||
      recorded.target_kind > static_cast<std::uint8_t>(physics::kLastTargetKind) ||
      recorded.parameters.size() > effect.parameters.size()) {
    return std::nullopt;
  }
  effect.id = physics::EffectId{recorded.effect};
  effect.type = static_cast<physics::EffectType>(recorded.type);
  effect.target = {static_cast<physics::TargetKind>(recorded.target_kind), recorded.target, recorded.part};
  std::ranges::copy(recorded.parameters, effect.parameters.begin());
  effect.strength = recorded.strength;
  effect.ramp = recorded.ramp;
  effect.duration = recorded.duration;
  return effect;
}

std::unique_ptr<record::SetEffectT> recorded_from(const physics::Effect& effect) {
  auto recorded = std::make_unique<record::SetEffectT>();
  recorded->effect = static_cast<std::uint32_t>(effect.id);
  recorded->type = static_cast<std::uint8_t>(effect.type);
  recorded->target_kind = static_cast<std::uint8_t>(effect.target.kind);
  recorded->target = effect.target.index;
  recorded->part = effect.target.part;
  recorded->parameters.assign(effect.parameters.begin(), effect.parameters.end());
  recorded->strength = effect.strength;
  recorded->ramp = effect.ramp;
  recorded->duration = effect.duration;
  return recorded;
}

}  // namespace

void apply(const WorldInput& input, physics::World& world, int& substeps) {
  switch (input.kind) {
    case WorldInput::Kind::control:
      world.set_control(physics::ControlId{input.index}, input.value);
      return;
    case WorldInput::Kind::drive_fault:
      world.set_drive_enabled(physics::DriveId{input.index},
                              input.value == static_cast<double>(control::FaultKind::Ok));
      return;
    case WorldInput::Kind::substeps:
      substeps = static_cast<int>(input.value);
      return;
    case WorldInput::Kind::effect:
      // One too many changes nothing, then as when it is computed again; senders are told before.
      (void)world.begin_effect(input.effect);
      return;
    case WorldInput::Kind::clear_effect:
      if (input.index == 0) {
        world.clear_effects();
      } else {
        world.clear_effect(physics::EffectId{input.index});
      }
      return;
    case WorldInput::Kind::trigger:
    case WorldInput::Kind::end_exercise:
      return;
  }
}

Result<WorldInput> from_record(const record::InputT& input, const physics::WorldConfig& config) {
  WorldInput result;
  result.session = input.session;
  if (protocol::bodies_of(input) != 1) {
    return refuse(input, "exactly one of those from control on must be there");
  }
  if (input.control) {
    const record::SetControlT& set = *input.control;
    if (set.channel >= config.controls.size()) {
      return refuse(input, no_such("channel", set.channel, config.controls.size()));
    }
    if (!std::isfinite(set.value)) return refuse(input, "the channel's value must be finite");
    result.kind = WorldInput::Kind::control;
    result.index = set.channel;
    result.value = set.value;
    result.sequence = set.sequence;
    result.reason = set.reason;
  } else if (input.drive_fault) {
    const record::SetDriveFaultT& fault = *input.drive_fault;
    if (fault.drive >= config.drives.size()) {
      return refuse(input, no_such("drive", fault.drive, config.drives.size()));
    }
    result.kind = WorldInput::Kind::drive_fault;
    result.index = fault.drive;
    result.value = static_cast<double>(fault.kind);
  } else if (input.effect) {
    const auto effect = effect_from(*input.effect);
    if (!effect || !physics::is_possible(*effect, config)) {
      return refuse(input, "the effect's target, type or numbers are none that the scene has");
    }
    result.kind = WorldInput::Kind::effect;
    result.effect = *effect;
  } else if (input.clear_effect) {
    result.kind = WorldInput::Kind::clear_effect;
    result.index = input.clear_effect->effect;
  } else if (input.trigger) {
    result.kind = WorldInput::Kind::trigger;
    result.index = input.trigger->trigger;
  } else if (input.exercise_end) {
    result.kind = WorldInput::Kind::end_exercise;
    result.value = input.exercise_end->outcome;
    if (result.value < 1 || result.value > static_cast<double>(exercise::Outcome::stopped)) {
      return refuse(input, "no exercise can end with outcome " + std::to_string(input.exercise_end->outcome));
    }
  } else {
    const std::uint32_t substeps = input.substeps->substeps;
    if (substeps == 0 || substeps > kMostSubsteps) {
      return refuse(input, "substeps must be 1 to " + std::to_string(kMostSubsteps));
    }
    result.kind = WorldInput::Kind::substeps;
    result.value = substeps;
  }
  return result;
}

record::InputT to_record(const WorldInput& input, std::uint32_t branch, std::uint64_t frame,
                         std::uint32_t order) {
  record::InputT result;
  result.branch = branch;
  result.frame = frame;
  result.order = order;
  result.session = input.session;
  switch (input.kind) {
    case WorldInput::Kind::control:
      result.control = std::make_unique<record::SetControlT>();
      result.control->channel = input.index;
      result.control->value = input.value;
      result.control->sequence = input.sequence;
      result.control->reason = input.reason;
      break;
    case WorldInput::Kind::drive_fault:
      result.drive_fault = std::make_unique<record::SetDriveFaultT>();
      result.drive_fault->drive = input.index;
      result.drive_fault->kind = static_cast<control::FaultKind>(input.value);
      break;
    case WorldInput::Kind::substeps:
      result.substeps = std::make_unique<record::SetSubstepsT>();
      result.substeps->substeps = static_cast<std::uint32_t>(input.value);
      break;
    case WorldInput::Kind::effect:
      result.effect = recorded_from(input.effect);
      break;
    case WorldInput::Kind::clear_effect:
      result.clear_effect = std::make_unique<record::UnsetEffectT>();
      result.clear_effect->effect = input.index;
      break;
    case WorldInput::Kind::trigger:
      result.trigger = std::make_unique<record::FireTriggerT>();
      result.trigger->trigger = input.index;
      break;
    case WorldInput::Kind::end_exercise:
      result.exercise_end = std::make_unique<record::EndExerciseT>();
      result.exercise_end->outcome = static_cast<std::uint8_t>(input.value);
      break;
  }
  return result;
}

}  // namespace drawbar::scenes
