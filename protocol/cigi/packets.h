// CIGI 3.3 as bytes: the packets that a host writes, and those of an image generator that it reads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/bytes.h"
#include "protocol/result.h"

namespace drawbar::cigi {

/// Of a sender; whoever reads tells it from the magic number in the first packet.
enum class ByteOrder : std::uint8_t { big, little };

enum class IgMode : std::uint8_t { standby, operate, debug, offline };

/// Timestamps count these since any instant; they wrap after half a day.
inline constexpr std::int64_t kNanosecondsPerTick = 10'000;

/// First packet of every message to an image generator.
struct IgControl {
  std::int8_t database = 0;  ///< to load; 0: no request
  IgMode mode = IgMode::operate;
  bool smoothing = false;  ///< it may extrapolate and interpolate
  std::uint32_t frame = 0;
  std::uint32_t timestamp = 0;      ///< ticks
  std::uint32_t last_ig_frame = 0;  ///< number of the newest Start of Frame
};

enum class EntityState : std::uint8_t { standby, active, destroyed };

/// Angles: turned by yaw about z, then pitch about y, then roll about x.
struct EntityControl {
  std::uint16_t entity = 0;
  EntityState state = EntityState::active;
  std::optional<std::uint16_t> parent;
  bool smoothing = false;
  std::uint16_t type = 0;  ///< number of a model
  float roll = 0;          ///< deg, -180 to 180
  float pitch = 0;         ///< deg, -90 to 90
  float yaw = 0;           ///< deg, 0 to 360
  double x = 0;            ///< of a child m; else latitude, deg
  double y = 0;            ///< of a child m; else longitude, deg
  double z = 0;            ///< of a child m; else altitude, m
};

/// Along and about the entity's own axes.
struct RateControl {
  std::uint16_t entity = 0;
  std::array<float, 3> linear{};   ///< m/s
  std::array<float, 3> angular{};  ///< deg/s
};

enum class Degree : std::uint8_t { none, x, y, z, yaw, pitch, roll };

struct PartDegree {
  std::uint8_t part = 0;
  Degree degree = Degree::none;
  float value = 0;  ///< m or deg
};

/// One or two degrees of freedom of an entity's parts.
struct ShortArticulatedPart {
  std::uint16_t entity = 0;
  PartDegree first;
  PartDegree second;  ///< of degree `none`: there is no second
};

struct ShortComponentControl {
  std::uint16_t component = 0;
  std::uint16_t instance = 0;
  std::uint8_t component_class = 0;
  std::uint8_t state = 0;
  float data = 0;
};

/// Asks for the height above the terrain of a point.
struct HeightRequest {
  std::uint16_t id = 0;
  std::optional<std::uint16_t> entity;  ///< whose axes the point is given in, m; else geodetic
  double x = 0;
  double y = 0;
  double z = 0;
};

/// Bytes of one packet.
inline constexpr std::size_t kIgControlBytes = 24;
inline constexpr std::size_t kEntityControlBytes = 48;
inline constexpr std::size_t kRateControlBytes = 32;
inline constexpr std::size_t kShortArticulatedPartBytes = 16;
inline constexpr std::size_t kShortComponentControlBytes = 16;
inline constexpr std::size_t kHeightRequestBytes = 32;
/// What one Ethernet frame carries over UDP and IPv4.
inline constexpr std::size_t kDatagramBytes = 1472;

/// Each appends one packet.
void write(protocol::Bytes& out, ByteOrder order, const IgControl& packet);
void write(protocol::Bytes& out, ByteOrder order, const EntityControl& packet);
void write(protocol::Bytes& out, ByteOrder order, const RateControl& packet);
void write(protocol::Bytes& out, ByteOrder order, const ShortArticulatedPart& packet);
void write(protocol::Bytes& out, ByteOrder order, const ShortComponentControl& packet);
void write(protocol::Bytes& out, ByteOrder order, const HeightRequest& packet);

/// First packet of every message of an image generator: a frame of its own begins.
struct StartOfFrame {
  std::int8_t database = 0;  ///< loaded; negative: being loaded; kNoSuchDatabase; 0: its own choice
  std::uint8_t status = 0;   ///< 0: no error
  IgMode mode = IgMode::standby;
  std::uint32_t frame = 0;
  std::uint32_t last_host_frame = 0;  ///< number of the newest message that it has read
};

inline constexpr std::int8_t kNoSuchDatabase = -128;

struct HeightResponse {
  std::uint16_t id = 0;
  bool valid = false;
  bool above_terrain = true;  ///< else of the terrain
  double height = 0;          ///< m; finite
};

struct IgMessage {
  StartOfFrame start;
  ByteOrder order = ByteOrder::big;
  std::vector<HeightResponse> heights;
};

/// One datagram of an image generator. Packets that a host has no use for are passed over. An error: it is no
/// message of CIGI 3.2 or 3.3, or a packet does not fit into it.
Result<IgMessage> read_ig_message(protocol::BytesView datagram);

}  // namespace drawbar::cigi
