#include "protocol/cigi/packets.h"

#include <bit>
#include <cmath>
#include <string>
#include <type_traits>

namespace drawbar::cigi {

namespace {

constexpr std::uint8_t kMajorVersion = 3;
constexpr std::uint8_t kMinorVersion = 3;
constexpr std::uint16_t kMagic = 0x8000;
constexpr std::uint16_t kMagicOfOtherOrder = 0x0080;

constexpr std::uint8_t kIgControl = 1;
constexpr std::uint8_t kEntityControl = 2;
constexpr std::uint8_t kShortComponentControl = 5;
constexpr std::uint8_t kShortArticulatedPart = 7;
constexpr std::uint8_t kRateControl = 8;
constexpr std::uint8_t kHeightRequest = 24;
constexpr std::uint8_t kStartOfFrame = 101;
constexpr std::uint8_t kHeightResponse = 102;

constexpr std::size_t kStartOfFrameBytes = 24;
constexpr std::size_t kHeightResponseBytes = 16;

template <class Number>
using BitsOf = std::conditional_t<
    sizeof(Number) == 1, std::uint8_t,
    std::conditional_t<sizeof(Number) == 2, std::uint16_t,
                       std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>>>;

/// The numbers of one packet, one behind the other.
class PacketWriter {
 public:
  PacketWriter(protocol::Bytes& out, ByteOrder order, std::uint8_t id, std::size_t size)
      : out_(out), order_(order) {
    put(id);
    put(static_cast<std::uint8_t>(size));
  }

  template <class Number>
  void put(Number value) {
    const auto bits = std::bit_cast<BitsOf<Number>>(value);
    for (std::size_t i = 0; i < sizeof bits; ++i) {
      const std::size_t byte = order_ == ByteOrder::big ? sizeof bits - 1 - i : i;
      out_.push_back(static_cast<std::byte>(bits >> (8 * byte)));
    }
  }

 private:
  protocol::Bytes& out_;
  ByteOrder order_;
};

/// The number at `at`, which the caller has checked to lie within `bytes`.
template <class Number>
Number get(protocol::BytesView bytes, std::size_t at, ByteOrder order) {
  BitsOf<Number> bits = 0;
  for (std::size_t i = 0; i < sizeof bits; ++i) {
    const std::size_t byte = order == ByteOrder::big ? sizeof bits - 1 - i : i;
    bits = static_cast<BitsOf<Number>>(bits | static_cast<BitsOf<Number>>(bytes[at + i]) << (8 * byte));
  }
  return std::bit_cast<Number>(bits);
}

std::uint8_t bit(bool is_set, int place) {
  return static_cast<std::uint8_t>((is_set ? 1 : 0) << place);
}

template <class... Bits>
std::uint8_t flags(Bits... bits) {
  return static_cast<std::uint8_t>((bits | ...));
}

tl::unexpected<Error> wrong(std::string text) {
  return fail(ErrorKind::wrong, std::move(text));
}

HeightResponse read_height(protocol::BytesView packet, ByteOrder order) {
  HeightResponse response;
  response.id = get<std::uint16_t>(packet, 2, order);
  const auto bits = get<std::uint8_t>(packet, 4, order);
  response.height = get<double>(packet, 8, order);
  response.valid = (bits & 1) != 0 && std::isfinite(response.height);
  response.above_terrain = (bits & 2) == 0;
  if (!response.valid) response.height = 0;
  return response;
}

}  // namespace

void write(protocol::Bytes& out, ByteOrder order, const IgControl& packet) {
  PacketWriter to(out, order, kIgControl, kIgControlBytes);
  to.put(kMajorVersion);
  to.put(packet.database);
  constexpr bool kTimestampValid = true;
  to.put(flags(kMinorVersion << 4, bit(packet.smoothing, 3), bit(kTimestampValid, 2),
               static_cast<std::uint8_t>(packet.mode)));
  to.put(std::uint8_t{0});
  to.put(kMagic);
  to.put(packet.frame);
  to.put(packet.timestamp);
  to.put(packet.last_ig_frame);
  to.put(std::uint32_t{0});
}

void write(protocol::Bytes& out, ByteOrder order, const EntityControl& packet) {
  constexpr std::uint8_t kOpaque = 255;
  PacketWriter to(out, order, kEntityControl, kEntityControlBytes);
  to.put(packet.entity);
  to.put(flags(static_cast<std::uint8_t>(packet.state), bit(packet.parent.has_value(), 2)));
  to.put(bit(packet.smoothing, 4));
  to.put(kOpaque);
  to.put(std::uint8_t{0});
  to.put(packet.type);
  to.put(packet.parent.value_or(0));
  to.put(packet.roll);
  to.put(packet.pitch);
  to.put(packet.yaw);
  to.put(packet.x);
  to.put(packet.y);
  to.put(packet.z);
}

void write(protocol::Bytes& out, ByteOrder order, const RateControl& packet) {
  PacketWriter to(out, order, kRateControl, kRateControlBytes);
  constexpr bool kOwnAxes = true;
  to.put(packet.entity);
  to.put(std::uint8_t{0});
  to.put(bit(kOwnAxes, 1));
  to.put(std::uint16_t{0});
  for (const float rate : packet.linear) to.put(rate);
  for (const float rate : packet.angular) to.put(rate);
}

void write(protocol::Bytes& out, ByteOrder order, const ShortArticulatedPart& packet) {
  PacketWriter to(out, order, kShortArticulatedPart, kShortArticulatedPartBytes);
  const bool two = packet.second.degree != Degree::none;
  to.put(packet.entity);
  to.put(packet.first.part);
  to.put(packet.second.part);
  to.put(flags(static_cast<std::uint8_t>(packet.first.degree),
               static_cast<std::uint8_t>(packet.second.degree) << 3, bit(true, 6), bit(two, 7)));
  to.put(std::uint8_t{0});
  to.put(packet.first.value);
  to.put(packet.second.value);
}

void write(protocol::Bytes& out, ByteOrder order, const ShortComponentControl& packet) {
  PacketWriter to(out, order, kShortComponentControl, kShortComponentControlBytes);
  to.put(packet.component);
  to.put(packet.instance);
  to.put(packet.component_class);
  to.put(packet.state);
  to.put(packet.data);
  to.put(std::uint32_t{0});
}

void write(protocol::Bytes& out, ByteOrder order, const HeightRequest& packet) {
  PacketWriter to(out, order, kHeightRequest, kHeightRequestBytes);
  constexpr std::uint8_t kHeightAboveTerrain = 0;
  to.put(packet.id);
  to.put(flags(kHeightAboveTerrain, bit(packet.entity.has_value(), 2)));
  to.put(std::uint8_t{0});  // once
  to.put(packet.entity.value_or(0));
  to.put(packet.x);
  to.put(packet.y);
  to.put(packet.z);
}

Result<IgMessage> read_ig_message(protocol::BytesView datagram) {
  if (datagram.size() < kStartOfFrameBytes ||
      get<std::uint8_t>(datagram, 0, ByteOrder::big) != kStartOfFrame ||
      get<std::uint8_t>(datagram, 1, ByteOrder::big) != kStartOfFrameBytes) {
    return wrong("does not begin with the Start of Frame of CIGI 3.2 or 3.3");
  }
  IgMessage message;
  const auto magic = get<std::uint16_t>(datagram, 6, ByteOrder::big);
  if (magic != kMagic && magic != kMagicOfOtherOrder) return wrong("has no byte order that is known");
  message.order = magic == kMagic ? ByteOrder::big : ByteOrder::little;
  const ByteOrder order = message.order;
  if (get<std::uint8_t>(datagram, 2, order) != kMajorVersion) return wrong("is not of CIGI 3");
  StartOfFrame& start = message.start;
  start.database = get<std::int8_t>(datagram, 3, order);
  start.status = get<std::uint8_t>(datagram, 4, order);
  start.mode = static_cast<IgMode>(get<std::uint8_t>(datagram, 5, order) & 3);
  start.frame = get<std::uint32_t>(datagram, 8, order);
  start.last_host_frame = get<std::uint32_t>(datagram, 16, order);
  for (protocol::BytesView rest = datagram.subspan(kStartOfFrameBytes); !rest.empty();) {
    constexpr std::size_t kUnit = 8;
    const std::size_t size = rest.size() < 2 ? 0 : get<std::uint8_t>(rest, 1, order);
    if (size == 0 || size % kUnit != 0 || size > rest.size()) return wrong("has a packet of a wrong size");
    const auto id = get<std::uint8_t>(rest, 0, order);
    if (id == kStartOfFrame) return wrong("has more than one Start of Frame");
    if (id == kHeightResponse) {
      if (size != kHeightResponseBytes) return wrong("has a HAT/HOT Response of a wrong size");
      message.heights.push_back(read_height(rest, order));
    }
    rest = rest.subspan(size);
  }
  return message;
}

}  // namespace drawbar::cigi
