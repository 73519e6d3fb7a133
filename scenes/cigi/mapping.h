// What of a scene an image generator is shown, and by which numbers: the scene's section `cigi`, its names
// resolved.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/world_config.h"
#include "protocol/cigi/packets.h"
#include "protocol/scene_generated.h"
#include "scenes/cigi/placement.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

struct CigiEntity {
  std::uint32_t body = 0;
  std::uint16_t id = 0;
  std::uint16_t type = 0;
  physics::Vec3 position = physics::Vec3::Zero();         ///< of the model in body axes, m
  physics::Quat orientation = physics::Quat::Identity();  ///< model axes (z up) to body axes
};

struct CigiPart {
  std::uint16_t entity = 0;
  std::uint8_t part = 0;
  cigi::Degree degree = cigi::Degree::x;
  std::uint32_t joint = 0;
  std::uint8_t axis = 0;
  double factor = 1;  ///< m or deg of the part per m or rad of the joint
  double offset = 0;  ///< m or deg
};

struct CigiComponent {
  std::uint16_t component = 0;
  std::uint16_t instance = 0;
  std::uint8_t component_class = 0;
  std::uint8_t on = 1;
  std::uint8_t off = 0;
  std::function<double(const physics::FrameState&)> value;  ///< of a quantity; null: a malfunction
  double above = 0;
  double below = 0;
  physics::EffectType type{};      ///< of a malfunction
  physics::EffectTarget target{};  ///< likewise

  struct Shown {
    std::uint8_t state = 0;
    float value = 0;  ///< of the quantity, or the malfunction's strength
    bool operator==(const Shown&) const = default;
  };
  Shown shown(const physics::FrameState& frame) const;
};

struct CigiMapping {
  std::int8_t database = 0;
  CigiPlacement placement;
  std::uint16_t world_id = 1;
  std::uint16_t world_type = 1;
  std::vector<CigiEntity> entities;
  std::vector<CigiPart> parts;  ///< those of one entity one behind the other
  std::vector<CigiComponent> components;
  cigi::ByteOrder order = cigi::ByteOrder::big;
  bool smoothing = true;
  std::size_t datagram_bytes = cigi::kDatagramBytes;

  /// What tells an image generator of the entity `id` that stands at `pose`.
  static cigi::EntityControl entity_control(std::uint16_t id, std::uint16_t type, const CigiPose& pose);
  /// Of the entity that stands for the world.
  cigi::EntityControl world_entity() const { return entity_control(world_id, world_type, placement.world()); }
};

/// Of a valid scene, from which `config` was built. `section`: its `cigi`; null: what the fields are when
/// left out. Adds an error for everything in it that cannot be.
CigiMapping cigi_mapping(const scene::CigiT* section, const physics::WorldConfig& config,
                         Diagnostics& errors);

}  // namespace drawbar::scenes
