// What effects are called and what their numbers mean.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "physics/model/effect.h"

namespace drawbar::scenes {

/// One number of an effect, as people give it.
struct EffectParameter {
  std::string_view name;
  std::string_view unit;  ///< empty: a plain number
  double least = 0;
  double most = 0;
  std::optional<double> preset;  ///< when left out; nothing: it must be given
  std::string_view meaning;
  double scale = 1;  ///< times the value is what physics takes
};

/// A type of effect: its name, its figures and what it acts on.
struct EffectTypeInfo {
  physics::EffectType type{};
  std::string_view name;
  std::string_view meaning;
  std::vector<EffectParameter> parameters;  ///< in the order of Effect::parameters
};

/// Every type, in the order of physics::EffectType.
std::span<const EffectTypeInfo> effect_types();
const EffectTypeInfo& info_of(physics::EffectType type);  ///< The entry of a type.

/// Longest ramp and duration that can be asked for, s: a day.
inline constexpr double kLongestEffect = 86'400;

}  // namespace drawbar::scenes
