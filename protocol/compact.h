// Compact poses: quantised once per frame, only bodies that differ from the key frame, every message useful
// alone.
#pragma once

#include <array>
#include <cstdint>

#include "protocol/bytes.h"
#include "protocol/encode.h"
#include "protocol/result.h"
#include "protocol/stream_generated.h"

namespace drawbar::protocol {

/// Steps of the quantisation, all powers of two so that it is exact arithmetic on every machine.
inline constexpr double kPositionStep = 1.0 / 2048;        ///< m
inline constexpr double kLinearVelocityStep = 1.0 / 128;   ///< m/s
inline constexpr double kAngularVelocityStep = 1.0 / 128;  ///< rad/s
inline constexpr int kOrientationBits = 14;                ///< of each of the three smallest components

/// What decoding may differ by from what was encoded (finite values, |position| below 2^40 m).
inline constexpr double kPositionError = kPositionStep / 2;                ///< m per axis
inline constexpr double kLinearVelocityError = kLinearVelocityStep / 2;    ///< m/s per axis
inline constexpr double kAngularVelocityError = kAngularVelocityStep / 2;  ///< rad/s per axis
inline constexpr double kOrientationError = 3.1e-4;                        ///< rad, the whole rotation

/// A body in integer steps; equal values encode to equal bits.
struct QuantisedBody {
  std::uint32_t id = 0;
  std::array<std::int64_t, 3> position{};
  std::array<std::int64_t, 3> linear_velocity{};
  std::array<std::int64_t, 3> angular_velocity{};
  std::array<std::int32_t, 3>
      orientation{};         ///< the components other than the largest, in the order w, x, y, z
  std::uint8_t largest = 0;  ///< 0 to 3: w, x, y, z
  bool absent = false;

  bool operator==(const QuantisedBody&) const = default;
};

/// The nearest numbers that a compact frame can carry.
QuantisedBody quantise(const stream::BodyState& body);

/// Encodes frames for all clients that see the same bodies. Every `key_interval` ticks, and whenever the set
/// of bodies changes, a frame is a key: it holds every body. Other frames hold the bodies that differ from
/// the key.
class CompactEncoder {
 public:
  /// `key_interval`: ticks from one key to the next, at least 1.
  explicit CompactEncoder(std::uint64_t key_interval = 25) : key_interval_(key_interval) {}

  /// Quantises a frame (ascending ids) and decides whether it is the new key. Ticks must ascend.
  void take(const stream::FrameStamp& stamp, std::span<const stream::BodyState> bodies);

  /// The frame last taken as messages of at most `limit` bytes. At least one.
  std::vector<Bytes> messages(std::size_t limit) const;

  /// Tick of the present key. A client that has not been sent this key needs key_messages() first: a new one,
  /// or one that receives every n-th frame only.
  std::uint64_t key_tick() const { return key_stamp_.tick(); }
  /// The present key as messages of at most `limit` bytes each.
  std::vector<Bytes> key_messages(std::size_t limit) const;

 private:
  std::uint64_t key_interval_;
  bool has_key_ = false;
  stream::FrameStamp key_stamp_;
  stream::FrameStamp stamp_;
  std::vector<QuantisedBody> key_;
  std::vector<QuantisedBody> bodies_;
};

/// The bodies that a message lists, ascending ids. An error for data that is cut off, too long or out of
/// order, and for absent bodies that it does not list.
Result<std::vector<stream::BodyState>> decode_compact(const stream::CompactFrame& frame);

}  // namespace drawbar::protocol
