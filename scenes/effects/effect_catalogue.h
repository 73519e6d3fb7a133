// The effects that one scene allows: what may act on what, by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "physics/model/world_config.h"
#include "scenes/effects/effect_types.h"
#include "scenes/effects/parts_allow.h"

namespace drawbar::scenes {

/// An effect as people ask for it.
struct EffectRequest {
  std::string target;  ///< name of a thing in the scene
  std::string type;    ///< name of an effect type
  std::vector<std::pair<std::string, double>> parameters;
  double strength = 1;  ///< 0 to 1
  double ramp = 0;      ///< s
  double duration = 0;  ///< s; 0: until it is cleared
};

/// What is wrong with a request.
struct EffectProblem {
  std::string field;  ///< "target", "type", "strength", "parameters[2]", ...
  std::string text;   ///< one line: what is wrong, what is allowed
};

/// A value, or why a request asks for nothing that exists.
template <class Value>
using EffectResult = tl::expected<Value, EffectProblem>;

/// `TARGET TYPE [KEY=VALUE...]`; strength, ramp and duration are keys, too.
EffectResult<EffectRequest> read_effect_words(std::span<const std::string> words);

/// What can be asked of the scene's parts: requests by name become effects.
class EffectCatalogue {
 public:
  /// Of the scene from which `config` was built.
  explicit EffectCatalogue(const physics::WorldConfig& config);

  /// A type that something in the scene allows, and what.
  struct Entry {
    const EffectTypeInfo* type = nullptr;
    std::vector<std::string> targets;
  };
  /// Every type that some part of the scene allows, with those parts.
  const std::vector<Entry>& entries() const { return entries_; }

  /// The effect that a request asks for. Its id is left 0.
  EffectResult<physics::Effect> find(const EffectRequest& request) const;
  /// The same for a request in one line of text (read_effect_words).
  EffectResult<physics::Effect> find_text(const std::string& text) const;
  /// The request that gives this effect, but for the rounding of angles.
  EffectRequest describe(const physics::Effect& effect) const;

 private:
  struct Target {
    std::string name;
    physics::EffectTarget target;
  };
  void add_targets(const physics::WorldConfig& config);
  EffectResult<physics::EffectTarget> find_target(const std::string& name, const EffectTypeInfo& type) const;
  const std::string& name_of(const physics::EffectTarget& target) const;

  PartsAllow parts_;
  std::vector<Target> targets_;
  std::vector<Entry> entries_;
};

}  // namespace drawbar::scenes
