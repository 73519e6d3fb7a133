#include "server/desks/effect_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "physics/effect/scheduled.h"
#include "scenes/effects/effect_numbers.h"
#include "scenes/record/frame_inputs.h"

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

std::uint32_t number_of(const physics::Effect& effect) {
  return static_cast<std::uint32_t>(effect.id);
}

}  // namespace

void EffectDesk::take(const FrameSlot& slot) {
  if (!slot.computed && !slot.begins_branch) return;
  std::vector<std::uint32_t> begun;
  std::size_t settled = 0;
  for (; settled < asked_.size() && asked_[settled].number <= slot.requests_taken; ++settled) {
    const auto& input = asked_[settled].input;
    if (input.kind == scenes::WorldInput::Kind::effect) begun.push_back(number_of(input.effect));
  }
  asked_.erase(asked_.begin(), asked_.begin() + static_cast<std::ptrdiff_t>(settled));
  if (slot.begins_branch) {
    std::ranges::sort(begun);
    begun.erase(std::unique(begun.begin(), begun.end()), begun.end());
    for (const std::uint32_t number : begun) {
      if (!is_there(number)) messenger_.announce(cleared(kNobody, number));
    }
  }
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
    const bool begins = asked.input.kind == scenes::WorldInput::Kind::effect;
    if (!begins && asked.input.index == 0) {
      all.clear();
      continue;
    }
    const std::uint32_t number = begins ? number_of(asked.input.effect) : asked.input.index;
    const auto same = std::find_if(all.begin(), all.end(), [number](const physics::EffectReading& there) {
      return number_of(there.effect) == number;
    });
    if (!begins) {
      if (same != all.end()) all.erase(same);
    } else {
      (same == all.end() ? all.emplace_back() : *same) = {asked.input.effect, 0};
    }
  }
  return all;
}

bool EffectDesk::is_there(std::uint32_t effect) const {
  const auto all = present_and_coming();
  return std::any_of(all.begin(), all.end(), [effect](const physics::EffectReading& reading) {
    return number_of(reading.effect) == effect;
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
  scenes::WorldInput input;
  input.kind = scenes::WorldInput::Kind::effect;
  input.effect = effect;
  input.session = session.id;
  return ask(session, request, input, std::move(event));
}

Outcome EffectDesk::ask(const Session& session, std::uint32_t request, const scenes::WorldInput& input,
                        std::optional<stream::EventT> event) {
  if (asked_.size() >= scenes::FrameInputs::kMostEffectInputs) {
    return Refusal{
        stream::ErrorCode::Busy,
        fmt::format("{} beginnings and ends of effects wait for the next frame, more are not allowed",
                    asked_.size()),
        ""};
  }
  LoopInput next;
  next.input = input;
  if (auto refusal = requests_.ask(session, request, next, std::move(event))) return refusal;
  asked_.push_back({input, requests_.newest()});
  return {};
}

stream::EventT EffectDesk::cleared(SessionId by, std::uint32_t number) const {
  const std::string what = number == 0 ? "all effects" : fmt::format("effect {}", number);
  return messenger_.make_event(stream::EventKind::EffectCleared, by, what + " cleared",
                               number == 0 ? std::vector<std::uint32_t>{} : std::vector{number});
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
  scenes::WorldInput input;
  input.kind = scenes::WorldInput::Kind::clear_effect;
  input.index = number;
  input.session = session.id;
  return ask(session, request, input, cleared(session.id, number));
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
  scenes::WorldInput input;
  input.kind = scenes::WorldInput::Kind::clear_effect;
  input.session = session.id;
  for (const physics::EffectReading& reading : present_and_coming()) {
    if (reading.effect.type != effect.type || reading.effect.target != effect.target ||
        reading.effect.id == effect.id)
      continue;
    input.index = number_of(reading.effect);
    if (auto refusal = ask(session, 0, input, cleared(session.id, input.index))) return refusal;
  }
  input.index = number_of(effect);
  return ask(session, request, input, std::move(event));
}

}  // namespace drawbar::server
