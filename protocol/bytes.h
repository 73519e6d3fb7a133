// Byte buffers, and the little-endian numbers in them, for everything that leaves the process.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace drawbar::protocol {

using Bytes = std::vector<std::byte>;          ///< Bytes of one's own.
using BytesView = std::span<const std::byte>;  ///< Bytes of somebody else's.

static_assert(std::endian::native == std::endian::little, "drawbar runs on little-endian machines only");

/// The number at the start of `bytes`, which must hold at least sizeof(T).
template <class T>
T load(BytesView bytes) {
  static_assert(std::is_arithmetic_v<T>);
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// Appends the bytes of a number.
template <class T>
void store(Bytes& out, T value) {
  static_assert(std::is_arithmetic_v<T>);
  const std::size_t at = out.size();
  out.resize(at + sizeof value);
  std::memcpy(out.data() + at, &value, sizeof value);
}

/// Appends a copy of `bytes`.
inline void append(Bytes& out, BytesView bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace drawbar::protocol
