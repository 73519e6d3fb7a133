// Rules of client messages that hold whatever the session's state: what a schema cannot say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/control_generated.h"
#include "protocol/stream_generated.h"

namespace drawbar::protocol {

/// Why a message is refused, in the words of stream::Error.
struct Refusal {
  stream::ErrorCode code = stream::ErrorCode::Unknown;
  std::string text;   ///< one line: what is wrong, what is allowed
  std::string field;  ///< path in the message, such as "Control.values[2].value"
};

inline constexpr std::size_t kNameLimit = 64;                ///< bytes of UTF-8 in names that clients choose
inline constexpr std::size_t kNoteLimit = 500;               ///< bytes of UTF-8 in notes
inline constexpr std::size_t kStateFileLimit = 16UL << 20;   ///< bytes of a state's file
inline constexpr std::size_t kStatePieceLimit = 48UL << 10;  ///< bytes of it in one ImportState
inline constexpr std::size_t kRayLimit = 256;                ///< rays of one CastRays
inline constexpr double kRayLength = 1e6;                    ///< m

/// Path of an element of a message's list: "Control.values[2]".
std::string element(const char* message, const char* list, std::size_t index);

/// A file's name with this ending, and no way to another folder.
bool is_file_name(std::string_view name, std::string_view ending);

/// The first rule that this message breaks, if any: finite numbers, names, ranges, exactly one of frame and
/// time. Unknown bodies break none.
std::optional<Refusal> check(const control::ClientMessage& message);

}  // namespace drawbar::protocol
