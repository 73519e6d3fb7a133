#include "tools/console/levers.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace drawbar::tools {

namespace {

constexpr double kRepeatGap = 0.2;  // s: keys closer together are one key held down
constexpr double kFirstRepeat =
    0.6;                        // s: a held key starts to repeat within this time (250 to 500 ms is usual)
constexpr double kNotch = 0.1;  // of the reach, per press of a lever
constexpr double kSteeringNotch = 0.25;  // of the reach, per press of a steering key
constexpr double kLeverRate = 0.8;       // of the reach per second, while a key repeats
constexpr double kSteeringRate = 1.6;    // likewise
constexpr double kReturnRate = 3;        // of the reach per second, springing back

/// The first channel whose name contains `word`, in letters of either case; the number of channels if none
/// does.
std::size_t find_channel(const std::vector<std::string>& names, const std::string& word) {
  const auto contains = [&](std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name.find(word) != std::string::npos;
  };
  return static_cast<std::size_t>(std::find_if(names.begin(), names.end(), contains) - names.begin());
}

}  // namespace

std::vector<KeyPair> assign_keys(const std::vector<std::string>& channel_names) {
  std::vector<KeyPair> pairs(channel_names.size());
  static constexpr KeyPair kLevers[] = {{'w', 's'}, {'r', 'f'}, {'t', 'g'}, {'y', 'h'},
                                        {'u', 'j'}, {'i', 'k'}, {'o', 'l'}};
  const std::size_t steering = find_channel(channel_names, "steer");
  const std::size_t throttle = find_channel(channel_names, "throttle");
  std::size_t next = throttle < pairs.size() ? 1 : 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i == steering) {
      pairs[i] = {'a', 'd', true};
    } else if (i == throttle) {
      pairs[i] = kLevers[0];
    } else if (next < std::size(kLevers)) {
      pairs[i] = kLevers[next++];
    }
  }
  return pairs;
}

double Levers::Lever::reach() const {
  return std::max(channel.upper - channel.neutral, channel.neutral - channel.lower);
}

void Levers::Lever::move(double change) {
  const double before = value - channel.neutral;
  double after = before + change;
  if (before * after < 0) {
    after = 0;
    detent = true;
  }
  // A notch that is off by a rounding error would never be neutral again.
  if (std::abs(after) < 1e-9 * reach()) {
    after = 0;
  }
  value = std::clamp(channel.neutral + after, channel.lower, channel.upper);
}

Levers::Levers(std::vector<Channel> channels, double now) : last_key_(now), advanced_(now) {
  for (const Channel& channel : channels) {
    Lever lever;
    lever.channel = channel;
    lever.value = channel.neutral;
    lever.last_press = now - kFirstRepeat;
    levers_.push_back(lever);
  }
}

void Levers::press(std::size_t channel, int direction, double now) {
  advance(now);
  last_key_ = now;
  Lever& lever = levers_[channel];
  const bool same_way = direction == lever.direction;
  const double gap = now - lever.last_press;
  // The first repeat comes after a longer gap than the others.
  lever.repeating = same_way && gap < (lever.repeating ? kRepeatGap : kFirstRepeat);
  const bool springs = lever.channel.springs_back;
  if (!lever.repeating) {
    lever.detent = false;
    // A spring that is still on its way back from the other side does not hold the new direction up.
    if (springs && (lever.value - lever.channel.neutral) * direction < 0) {
      lever.value = lever.channel.neutral;
    }
    lever.move(direction * lever.reach() * (springs ? kSteeringNotch : kNotch));
  } else if (!lever.detent) {
    // Two quick presses look like a repeat: their step is bounded, so that they feel like notches.
    const double time = std::min(gap, kRepeatGap);
    lever.move(direction * lever.reach() * time * (springs ? kSteeringRate : kLeverRate));
  }
  lever.direction = direction;
  lever.last_press = now;
  lever.held_until = now + (lever.repeating ? kRepeatGap : kFirstRepeat);
}

void Levers::touch(double now) {
  advance(now);
  last_key_ = now;
}

void Levers::to_neutral(std::size_t channel) {
  levers_[channel].value = levers_[channel].channel.neutral;
  levers_[channel].detent = true;
}

void Levers::all_neutral() {
  for (std::size_t i = 0; i < levers_.size(); ++i) {
    to_neutral(i);
  }
}

void Levers::advance(double now) {
  for (Lever& lever : levers_) {
    if (!lever.channel.springs_back || now <= lever.held_until) {
      continue;
    }
    const double time = now - std::max(advanced_, lever.held_until);
    const double offset = lever.value - lever.channel.neutral;
    const double back = std::min(std::abs(offset), kReturnRate * lever.reach() * time);
    lever.move(offset > 0 ? -back : back);
  }
  if (presence_left(now) <= 0) {
    all_neutral();
  }
  advanced_ = std::max(advanced_, now);
}

double Levers::value(std::size_t channel) const {
  return levers_[channel].value;
}

bool Levers::at_neutral() const {
  return std::all_of(levers_.begin(), levers_.end(),
                     [](const Lever& lever) { return lever.value == lever.channel.neutral; });
}

double Levers::presence_left(double now) const {
  return std::max(0.0, last_key_ + kPresence - now);
}

}  // namespace drawbar::tools
