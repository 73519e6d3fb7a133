// Numbers of any width packed into bytes, least significant bit first.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

#include "protocol/bytes.h"

namespace drawbar::protocol {

/// Fewest bits that hold all of these in two's complement; 0 for zeros alone.
template <class... Integers>
int signed_width(Integers... values) {
  const auto width = [](std::int64_t value) {
    const auto magnitude = static_cast<std::uint64_t>(value < 0 ? ~value : value);
    return value == 0 ? 0 : static_cast<int>(std::bit_width(magnitude)) + 1;
  };
  return std::max({width(values)...});
}

/// Writes numbers of any width, low bits first.
class BitWriter {
 public:
  /// The low `width` bits (0 to 64) of a value; two's complement for negative ones.
  void write(std::uint64_t value, int width) {
    assert(width >= 0 && width <= 64);
    for (int done = 0; done < width;) {
      if (bits_ % 8 == 0) {
        bytes_.push_back(std::byte{0});
      }
      const int at = static_cast<int>(bits_ % 8);
      const int count = std::min(8 - at, width - done);
      const std::uint64_t piece = (value >> done) & ((std::uint64_t{1} << count) - 1);
      bytes_.back() |= static_cast<std::byte>(piece << at);
      bits_ += static_cast<std::size_t>(count);
      done += count;
    }
  }
  /// A signed number in two's complement of `width` bits.
  void write_signed(std::int64_t value, int width) { write(static_cast<std::uint64_t>(value), width); }

  /// Forgets all but the first `bits` bits.
  void truncate(std::size_t bits) {
    assert(bits <= bits_);
    bits_ = bits;
    bytes_.resize((bits + 7) / 8);
    if (bits % 8 != 0) {
      bytes_.back() &= static_cast<std::byte>((1u << (bits % 8)) - 1);
    }
  }

  std::size_t bits() const { return bits_; }     ///< Bits written.
  const Bytes& bytes() const { return bytes_; }  ///< The bytes written; the last one is filled up with zeros.

 private:
  Bytes bytes_;
  std::size_t bits_ = 0;
};

/// Reads what a BitWriter wrote.
class BitReader {
 public:
  explicit BitReader(BytesView bytes) : bytes_(bytes) {}  ///< `bytes` must outlive this object.

  /// The next `width` bits (0 to 64), or nothing if fewer are left.
  std::optional<std::uint64_t> read(int width) {
    if (static_cast<std::size_t>(width) > bytes_.size() * 8 - position_) {
      return std::nullopt;
    }
    std::uint64_t value = 0;
    for (int done = 0; done < width;) {
      const int at = static_cast<int>(position_ % 8);
      const int count = std::min(8 - at, width - done);
      const auto byte = static_cast<std::uint64_t>(bytes_[position_ / 8]);
      value |= ((byte >> at) & ((std::uint64_t{1} << count) - 1)) << done;
      position_ += static_cast<std::size_t>(count);
      done += count;
    }
    return value;
  }
  /// The next `width` bits as two's complement, or nothing if fewer are left.
  std::optional<std::int64_t> read_signed(int width) {
    const auto value = read(width);
    if (!value || width == 0) {
      return value ? std::optional<std::int64_t>(0) : std::nullopt;
    }
    const int unused = 64 - width;
    return static_cast<std::int64_t>(*value << unused) >> unused;
  }

 private:
  BytesView bytes_;
  std::size_t position_ = 0;  ///< bits
};

}  // namespace drawbar::protocol
