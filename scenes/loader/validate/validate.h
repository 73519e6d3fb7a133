// The rules of a scene that no single field can break alone: references, mass properties, frames, ranges.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "protocol/scene_generated.h"
#include "scenes/loader/convert/names.h"
#include "scenes/loader/text/diagnostics.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes {

/// Edges, and the lengths of what gives a direction, are not shorter (m).
inline constexpr double kSmallestLength = 1e-9;

/// Adds every breach in a resolved scene to `errors`. Objects that already have errors are passed over. When
/// `errors` stays empty, the scene can be built.
void validate(const scene::SceneT& scene, const Names& names, Diagnostics& errors);

void validate_bodies(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_motion(const scene::BodyT& body, const std::string& path, const Names& names,
                     Diagnostics& errors);
void validate_materials(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_joints(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_couplings(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_springs(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_drives(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_vehicles(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_tyres(const scene::SceneT& scene, Diagnostics& errors);

/// Errors for inputs of unknown controls, of a drive, brake or steering at `path`.
void check_inputs(const std::vector<std::unique_ptr<scene::DriveInputT>>& inputs, const std::string& path,
                  const Names& names, Diagnostics& errors);
/// The joint's index; an error and nothing if there is none of this name, or if it has no such axis to act
/// on.
std::optional<std::size_t> check_axis(const scene::SceneT& scene, const std::string& joint,
                                      std::uint32_t axis, const std::string& path, const Names& names,
                                      Diagnostics& errors);
void validate_groups(const scene::SceneT& scene, Diagnostics& errors);
void validate_belts(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_tracks(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_controls(const scene::SceneT& scene, Diagnostics& errors);
void validate_console(const scene::SceneT& scene, const Names& names, Diagnostics& errors);

/// Error unless empty or "#rrggbb".
void check_color(const std::string& color, const std::string& path, Diagnostics& errors);

/// Error unless of norm 1.
void check_orientation(const scene::Quaternion& q, const std::string& path, Diagnostics& errors);

/// Error unless lower <= upper.
void check_range(const scene::Range& range, const std::string& path, Diagnostics& errors);

}  // namespace drawbar::scenes
