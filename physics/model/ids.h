// Strong identifiers: the index of a thing in its list of WorldConfig.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drawbar::physics {

enum class BodyId : std::uint32_t {};
enum class JointId : std::uint32_t {};
enum class SpringId : std::uint32_t {};
enum class DriveId : std::uint32_t {};
enum class ControlId : std::uint32_t {};
enum class MaterialId : std::uint32_t {};
/// Chosen by whoever begins the effect (effect.h).
enum class EffectId : std::uint32_t {};

/// The immovable frame that scenes call "world".
inline constexpr BodyId kWorldBody{0xFFFFFFFFu};

template <class Id>
constexpr std::size_t index_of(Id id) {
  return static_cast<std::size_t>(id);
}

}  // namespace drawbar::physics
