// What the hub answers, as the JSON that a service answers with.
#pragma once

#include "protocol/control_generated.h"
#include "protocol/stream_generated.h"
#include "server/foxglove/wire.h"

namespace drawbar::server::fox {

/// JSON Schema of what a service answers whose message has this body.
std::string answer_schema(control::ClientBody body);

/// Of a Reply: the frame from which on it is so.
json::object answer_of(const stream::FrameStamp& stamp);
/// What the scene allows to be broken or pushed, and what is.
json::object answer_of(const stream::Effects& effects);

}  // namespace drawbar::server::fox
