// Frames that a scene's poses may be given in, and what it means to be given in one.
#pragma once

#include <optional>
#include <string>

#include "physics/math/types.h"
#include "scenes/loader/schema/schema.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// A frame in another. What is not turned keeps its numbers to the last bit.
struct Frame {
  physics::Vec3 position = physics::Vec3::Zero();
  physics::Quat rotation = physics::Quat::Identity();
  bool turned = false;

  bool is_identity() const { return !turned && position == physics::Vec3::Zero(); }
};
/// `inner`, which is given in `outer`, in what `outer` is given in.
Frame operator*(const Frame& outer, const Frame& inner);

/// Pose of a body or of an include: position with rotation_deg or orientation. What is malformed, which the
/// schema's check reports, counts as left out.
Frame pose_of(const json::Node& node);
/// What is wrong with the orientation of an include; empty where nothing is, or it has none.
std::string wrong_orientation(const json::Node& node);
/// The three numbers of a member, or nothing.
std::optional<physics::Vec3> vector_of(const json::Node& node, std::string_view member_name);

/// Everything in `node` that the schema calls placed, from `frame` to what that is given in. A body without a
/// pose gets one.
void place(json::Node& node, const ObjectRule& object, const Schema& schema, const Frame& frame);

}  // namespace drawbar::scenes
