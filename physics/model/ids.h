// Strong identifiers: the index of a thing in its list of WorldConfig.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drawbar::physics {

/// Index of a body in WorldConfig.
enum class BodyId : std::uint32_t {};
/// Index of a joint in WorldConfig.
enum class JointId : std::uint32_t {};
/// Index of a spring in WorldConfig.
enum class SpringId : std::uint32_t {};
/// Index of a drive in WorldConfig.
enum class DriveId : std::uint32_t {};
/// Index of a control in WorldConfig.
enum class ControlId : std::uint32_t {};
/// Index of a material in WorldConfig.
enum class MaterialId : std::uint32_t {};
/// Chosen by whoever begins the effect (effect.h).
enum class EffectId : std::uint32_t {};

/// The immovable frame that scenes call "world".
inline constexpr BodyId kWorldBody{0xFFFFFFFFu};

/// The index that an id stands for.
template <class Id>
constexpr std::size_t index_of(Id id) {
  return static_cast<std::size_t>(id);
}

}  // namespace drawbar::physics
