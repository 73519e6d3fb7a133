// Strings of FlatBuffers.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <string>

namespace drawbar::protocol {

/// One that may be absent: empty then.
inline std::string text_of(const flatbuffers::String* text) {
  return text == nullptr ? std::string() : text->str();
}

}  // namespace drawbar::protocol
