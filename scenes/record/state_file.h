// A state in a file of its own: what it must say so that nobody goes on from it in a scene that it does not
// fit.
#pragma once

#include <cstdint>
#include <string>

#include "physics/model/world_config.h"
#include "protocol/bytes.h"
#include "protocol/record_generated.h"
#include "protocol/result.h"

namespace drawbar::scenes {

/// Of the names and kinds of everything in the scene that has state, in order; not of its figures: a state
/// fits the same scene on other ground or with another load.
std::uint64_t scene_shape(const physics::WorldConfig& config);

/// The bytes of the file. `program` made it; `scene`: its name; `state` is after `frame` of `branch`, and the
/// last `exercise_bytes` of it are what an exercise remembered.
protocol::Bytes encode_state(const std::string& program, const std::string& scene,
                             const physics::WorldConfig& config, std::uint32_t branch, std::uint64_t frame,
                             protocol::BytesView state, std::size_t exercise_bytes = 0);

/// `name` starts the errors. What is not whole, or not such a file, is refused.
Result<record::SavedStateT> decode_state(protocol::BytesView bytes, const std::string& name);

/// An error that says why the state is not one of this scene in this build.
Result<void> check_state(const record::SavedStateT& saved, const std::string& scene,
                         const physics::WorldConfig& config, const std::string& name);

}  // namespace drawbar::scenes
