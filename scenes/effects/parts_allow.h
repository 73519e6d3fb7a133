// Which parts of a scene can have which effect.
#pragma once

#include <vector>

#include "physics/model/effect.h"
#include "physics/model/world_config.h"

namespace drawbar::scenes {

/// Which effects the parts of a scene allow.
class PartsAllow {
 public:
  explicit PartsAllow(const physics::WorldConfig& config);  ///< Keeps what it needs of `config`.

  /// `target` exists.
  bool allow(physics::EffectType type, const physics::EffectTarget& target) const;

 private:
  struct Joint {
    bool loaded = false;  // something acts on its axes already, and friction more can
    bool sprung = false;
    bool drives_belts = false;
    bool driven = false;
    bool limited = false;  // by a range that nothing drives across
  };

  bool body_allows(physics::EffectType type, std::size_t body) const;
  bool joint_allows(physics::EffectType type, const Joint& joint) const;

  std::vector<bool> moves_;          // [body]
  std::vector<bool> stands_;         // [body] static, or held to what is: it cannot be put elsewhere
  std::vector<bool> goes_;           // [body] that is moved from outside
  std::vector<bool> can_be_absent_;  // [body]
  bool has_drag_ = false;            // some body that moves
  std::vector<bool> has_brake_;      // [drive]
  std::vector<Joint> joints_;
  bool joints_break_ = false;        // in this formulation
  bool drives_play_ = false;         // likewise
  std::vector<bool> has_gyroscope_;  // [body]
};

}  // namespace drawbar::scenes
