// Whether the levers of consoles stand where the controls of a state are that was taken over.
#include "server/desks/lever_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace drawbar::server {

namespace {

/// Of a control's range: levers that are so near agree.
constexpr double kTolerance = 0.02;

}  // namespace

void LeverCheck::begin(bool wait) {
  waits_ = wait;
  wanted_ = present_.newest->state.controls;
  heard_.clear();
  levers_.resize(wanted_.size());
  if (!waits_) controls_.let_go_after_takeover();
  const std::vector<std::uint32_t> channels = differing();
  told_ = channels.size();
  if (!channels.empty()) {
    tell(channels);
    return;
  }
  wanted_.clear();
  if (waits_) end();
}

bool LeverCheck::differs(std::uint32_t channel) const {
  const physics::ControlConfig& config = present_.scene.world.controls[channel];
  const auto apart = [&](double a, double b) {
    return std::abs(a - b) > kTolerance * (config.upper - config.lower);
  };
  const SessionId holder = controls_.channels().holder(channel);
  // Nobody's hand is on it: somebody must take it before it may go on.
  if (!controls_.channels().in_hand(channel)) return waits_ && apart(wanted_[channel], config.neutral);
  const Lever& lever = levers_[channel];
  if (lever.of == holder) return apart(lever.at, wanted_[channel]);
  // A console that sends no value has adopted the one that acts; it says so by any Control.
  return waits_ && !heard_.contains(holder);
}

std::vector<std::uint32_t> LeverCheck::differing() const {
  std::vector<std::uint32_t> channels;
  for (std::uint32_t channel = 0; channel < wanted_.size(); ++channel) {
    if (differs(channel)) channels.push_back(channel);
  }
  return channels;
}

void LeverCheck::tell(const std::vector<std::uint32_t>& channels) const {
  std::string text = "levers to be moved:";
  stream::EventT event = messenger_.make_event(stream::EventKind::LeversDiffer, kNobody, "", channels,
                                               static_cast<double>(channels.size()));
  for (const std::uint32_t channel : channels) {
    text += fmt::format("{} {} to {:.2f}", event.values.empty() ? "" : ",",
                        present_.scene.world.controls[channel].name, wanted_[channel]);
    event.values.push_back(wanted_[channel]);
  }
  event.text = std::move(text);
  messenger_.announce(std::move(event));
}

void LeverCheck::heard(const Session& session, const control::Control& message) {
  levers_.resize(present_.scene.world.controls.size());
  if (message.values() != nullptr) {
    for (const control::ChannelValue* value : *message.values()) {
      const physics::ControlConfig& config = present_.scene.world.controls[value->channel()];
      levers_[value->channel()] = {session.id, std::clamp(value->value(), config.lower, config.upper)};
    }
  }
  if (wanted_.empty()) return;
  heard_.insert(session.id);
  const std::vector<std::uint32_t> channels = differing();
  if (channels.empty()) {
    wanted_.clear();
    messenger_.announce(stream::EventKind::LeversAgree, kNobody, "every lever stands where its control is");
    if (waits_) end();
  } else if (channels.size() < told_) {
    told_ = channels.size();
    tell(channels);
  }
}

void LeverCheck::end() {
  if (!waits_) return;
  waits_ = false;
  wanted_.clear();
  controls_.let_go_after_takeover();
  LoopInput run;
  run.kind = LoopInput::Kind::run;
  requests_.send(run);
}

void LeverCheck::begin_scene() {
  levers_.clear();
  wanted_.clear();
  waits_ = false;
}

}  // namespace drawbar::server
