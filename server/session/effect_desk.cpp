#include "server/session/effect_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "physics/effect/scheduled.h"
#include "scenes/effects/effect_numbers.h"

namespace drawbar::server {

namespace {

Refusal refusal_of(const scenes::EffectProblem& problem) {
  const bool names = problem.field == "target" || problem.field == "type";
  return {names ? stream::ErrorCode::NoSuchName : stream::ErrorCode::BadValue, problem.text,
          "BeginEffect." + problem.field};
}

scenes::EffectRequest request_of(const control::BeginEffect& message) {
  scenes::EffectRequest request;
  request.target = message.target()->str();
  request.type = message.type()->str();
  request.strength = message.strength();
  request.ramp = message.ramp();
  request.duration = message.duration();
  if (message.parameters() == nullptr) return request;
  for (const control::EffectParameter* parameter : *message.parameters()) {
    request.parameters.emplace_back(parameter->name()->str(), parameter->value());
  }
  return request;
}

std::unique_ptr<stream::EffectTypeInfoT> described(const scenes::EffectCatalogue::Entry& entry) {
  auto type = std::make_unique<stream::EffectTypeInfoT>();
  type->name = entry.type->name;
  type->meaning = entry.type->meaning;
  type->at_once = physics::acts_at_once(entry.type->type);
  for (const scenes::EffectParameter& parameter : entry.type->parameters) {
    auto& info = *type->parameters.emplace_back(std::make_unique<stream::EffectParameterInfoT>());
    info.name = parameter.name;
    info.unit = parameter.unit;
    info.minimum = parameter.least;
    info.maximum = parameter.most;
    if (parameter.preset) info.preset = *parameter.preset;
    info.meaning = parameter.meaning;
  }
  type->targets = entry.targets;
  return type;
}

std::unique_ptr<stream::EffectInfoT> described(const scenes::EffectCatalogue& catalogue,
                                               const physics::EffectReading& reading) {
  const scenes::EffectRequest request = catalogue.describe(reading.effect);
  auto info = std::make_unique<stream::EffectInfoT>();
  info->effect = static_cast<std::uint32_t>(reading.effect.id);
  info->target = request.target;
  info->type = request.type;
  for (const auto& [name, value] : request.parameters) {
    auto& parameter = *info->parameters.emplace_back(std::make_unique<control::EffectParameterT>());
    parameter.name = name;
    parameter.value = value;
  }
  info->strength = request.strength;
  info->ramp = request.ramp;
  info->duration = request.duration;
  info->age = reading.age;
  return info;
}

}  // namespace

void EffectDesk::take(const FrameSlot& slot) {
  if (!slot.computed && !slot.begins_branch) return;
  const auto settled = std::ranges::stable_partition(
      asked_, [&](const Asked& asked) { return asked.number > slot.requests_taken; });
  if (slot.begins_branch) {
    for (const Asked& asked : settled) {
      const auto number = static_cast<std::uint32_t>(asked.effect.id);
      messenger_.announce(stream::EventKind::EffectCleared, kNobody,
                          fmt::format("effect {} cleared: no frame had begun with it", number), {number});
    }
  }
  asked_.erase(settled.begin(), settled.end());
  if (slot.computed && !slot.replay) tell_of_the_scene(slot.state.frame);
}

void EffectDesk::tell_of_the_scene(std::uint64_t frame) {
  const physics::WorldConfig& world = present_.scene.world;
  for (const physics::ScheduledEffect& scheduled : world.effects) {
    if (physics::first_frame_of(scheduled, world.period) != frame) continue;
    const scenes::EffectRequest request = catalogue_.describe(scheduled.effect);
    const auto number = static_cast<std::uint32_t>(scheduled.effect.id);
    messenger_.announce(stream::EventKind::EffectBegan, kNobody,
                        fmt::format("{} {} ({})", request.target, request.type, number), {number},
                        request.strength);
  }
}

std::vector<physics::EffectReading> EffectDesk::present_and_coming() const {
  std::vector<physics::EffectReading> all;
  if (present_.newest != nullptr) all = present_.newest->state.effects;
  for (const Asked& asked : asked_) {
    const auto same =
        std::ranges::find(all, asked.effect.id, [](const auto& there) { return there.effect.id; });
    (same == all.end() ? all.emplace_back() : *same) = {asked.effect, 0};
  }
  return all;
}

bool EffectDesk::is_there(std::uint32_t effect) const {
  return std::ranges::any_of(present_and_coming(), [effect](const physics::EffectReading& reading) {
    return reading.effect.id == physics::EffectId{effect};
  });
}

std::uint32_t EffectDesk::unused_number() {
  do {
    last_number_ = last_number_ + 1 < scenes::kExerciseEffects ? last_number_ + 1 : 1;
  } while (is_there(last_number_));
  return last_number_;
}

Outcome EffectDesk::begin(const Session& session, physics::Effect effect, std::uint32_t request,
                          stream::EventT event) {
  if (present_and_coming().size() >= physics::kMostEffects) {
    return Refusal{stream::ErrorCode::Busy,
                   fmt::format("{} effects act or are about to, more are not allowed: clear one first",
                               physics::kMostEffects),
                   ""};
  }
  LoopInput input;
  input.input.kind = scenes::WorldInput::Kind::effect;
  input.input.effect = effect;
  input.input.session = session.id;
  if (auto refusal = requests_.ask(session, request, input, std::move(event))) return refusal;
  asked_.push_back({effect, requests_.newest()});
  return {};
}

Outcome EffectDesk::begin(const Session& session, const control::BeginEffect& message,
                          std::uint32_t request) {
  const scenes::EffectRequest asked = request_of(message);
  auto effect = catalogue_.find(asked);
  if (!effect) return refusal_of(effect.error());
  if (message.effect() != 0 && !is_there(message.effect())) {
    return Refusal{stream::ErrorCode::NoSuchId, fmt::format("no effect {} acts", message.effect()),
                   "BeginEffect.effect"};
  }
  const std::uint32_t number = message.effect() != 0 ? message.effect() : unused_number();
  effect->id = physics::EffectId{number};
  return begin(session, *effect, request,
               messenger_.make_event(stream::EventKind::EffectBegan, session.id,
                                     fmt::format("{} {} ({})", asked.target, asked.type, number), {number},
                                     asked.strength));
}

Outcome EffectDesk::clear(const Session& session, const control::ClearEffect& message,
                          std::uint32_t request) {
  const std::uint32_t number = message.effect();
  if (number != 0 && !is_there(number)) {
    return Refusal{stream::ErrorCode::NoSuchId,
                   fmt::format("no effect {} acts; 0 clears all there are", number), "ClearEffect.effect"};
  }
  LoopInput input;
  input.input.kind = scenes::WorldInput::Kind::clear_effect;
  input.input.index = number;
  input.input.session = session.id;
  const std::string what = number == 0 ? "all effects" : fmt::format("effect {}", number);
  auto refusal =
      requests_.ask(session, request, input,
                    messenger_.make_event(stream::EventKind::EffectCleared, session.id, what + " cleared",
                                          number == 0 ? std::vector<std::uint32_t>{} : std::vector{number}));
  if (!refusal) {
    std::erase_if(asked_, [number](const Asked& asked) {
      return number == 0 || asked.effect.id == physics::EffectId{number};
    });
  }
  return refusal;
}

Outcome EffectDesk::list(const Session& session, std::uint32_t request) {
  stream::EffectsT effects;
  effects.request = request;
  for (const scenes::EffectCatalogue::Entry& entry : catalogue_.entries()) {
    effects.types.push_back(described(entry));
  }
  for (const physics::EffectReading& reading : present_and_coming()) {
    effects.active.push_back(described(catalogue_, reading));
  }
  session.connection->send(make_packet(protocol::encode_server(std::move(effects))), Traffic::reliable);
  return {};
}

Outcome EffectDesk::drive_fault(const Session& session, const control::DriveFault& message,
                                std::uint32_t request) {
  const auto& drives = present_.scene.world.drives;
  if (message.drive() >= drives.size()) {
    return Refusal{stream::ErrorCode::NoSuchId,
                   fmt::format("drive {} does not exist, the scene has {}", message.drive(), drives.size()),
                   "DriveFault.drive"};
  }
  const bool off = message.kind() != control::FaultKind::Ok;
  auto event = messenger_.make_event(stream::EventKind::DriveFaultChanged, session.id,
                                     drives[message.drive()].name + (off ? " switched off" : " works again"),
                                     {message.drive()}, static_cast<double>(message.kind()));
  physics::Effect effect;
  effect.id = physics::EffectId{scenes::kDriveFaults + message.drive()};
  effect.type = physics::EffectType::open_winding;
  effect.target = {physics::TargetKind::drive, message.drive()};
  if (off) return begin(session, effect, request, std::move(event));
  // Whatever number they have: only without any of them it works again.
  LoopInput input;
  input.input.kind = scenes::WorldInput::Kind::clear_effect;
  input.input.session = session.id;
  const auto is_off = [&](const physics::Effect& there) {
    return there.type == effect.type && there.target == effect.target;
  };
  if (auto refusal = requests_.refusal()) return refusal;
  for (const physics::EffectReading& reading : present_and_coming()) {
    if (!is_off(reading.effect) || reading.effect.id == effect.id) continue;
    input.input.index = static_cast<std::uint32_t>(reading.effect.id);
    requests_.send(input);
  }
  std::erase_if(asked_, [&](const Asked& asked) { return is_off(asked.effect); });
  input.input.index = static_cast<std::uint32_t>(effect.id);
  requests_.tell(session, request, input, std::move(event));
  return {};
}

}  // namespace drawbar::server
