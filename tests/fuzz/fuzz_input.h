// What libFuzzer gives, as our bytes.
#pragma once

#include "protocol/bytes.h"

namespace drawbar::fuzz {

inline protocol::BytesView as_bytes(const std::uint8_t* data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}

/// An expectation of a fuzz target: unlike assert() it also holds in release builds.
inline void require(bool condition) {
  if (!condition) {
    __builtin_trap();
  }
}

}  // namespace drawbar::fuzz
