// The bits of compact poses (README section "Compact poses" is their specification).
#include "protocol/compact.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>

#include "protocol/bit_stream.h"

namespace drawbar::protocol {
namespace {

using Triple = std::array<std::int64_t, 3>;

constexpr int kWidthBits = 6;
/// Largest magnitude of a quantised number: exact in a double, and differences still fit 63 bits.
constexpr double kLargestQuantised = 2251799813685248.0;  // 2^51
constexpr double kOrientationScale = (1 << (kOrientationBits - 1)) - 1;
constexpr std::size_t kMessageOverhead = 200;  ///< everything but data, generously
constexpr std::size_t kBodiesPerMessage = 0xFFFF;

std::int64_t quantise_number(double value, double step) {
  if (std::isnan(value)) {
    return 0;
  }
  return std::llround(std::clamp(value / step, -kLargestQuantised, kLargestQuantised));
}

Triple quantise_vector(double x, double y, double z, double step) {
  return {quantise_number(x, step), quantise_number(y, step), quantise_number(z, step)};
}

void write_triple(BitWriter& out, const Triple& values) {
  const int width = signed_width(values[0], values[1], values[2]);
  out.write(static_cast<std::uint64_t>(width), kWidthBits);
  for (const std::int64_t value : values) {
    out.write_signed(value, width);
  }
}

bool read_triple(BitReader& in, Triple& values) {
  const auto width = in.read(kWidthBits);
  if (!width) {
    return false;
  }
  for (std::int64_t& value : values) {
    const auto read = in.read_signed(static_cast<int>(*width));
    if (!read) {
      return false;
    }
    value = *read;
  }
  return true;
}

void write_body(BitWriter& out, const QuantisedBody& body, std::uint32_t gap, const Triple& origin) {
  out.write(gap == 0 ? 0 : 1, 1);
  if (gap != 0) {
    const int width = static_cast<int>(std::bit_width(gap));
    out.write(static_cast<std::uint64_t>(width), kWidthBits);
    out.write(gap, width);
  }
  write_triple(out,
               {body.position[0] - origin[0], body.position[1] - origin[1], body.position[2] - origin[2]});
  out.write(body.largest, 2);
  for (const std::int32_t component : body.orientation) {
    out.write_signed(component, kOrientationBits);
  }
  write_triple(out, body.linear_velocity);
  write_triple(out, body.angular_velocity);
}

bool read_body(BitReader& in, QuantisedBody& body, std::uint64_t& gap) {
  const auto has_gap = in.read(1);
  if (!has_gap) {
    return false;
  }
  gap = 0;
  if (*has_gap != 0) {
    const auto width = in.read(kWidthBits);
    const auto value = width ? in.read(static_cast<int>(std::min<std::uint64_t>(*width, 32))) : std::nullopt;
    if (!value) {
      return false;
    }
    gap = *value;
  }
  if (!read_triple(in, body.position)) {
    return false;
  }
  const auto largest = in.read(2);
  if (!largest) {
    return false;
  }
  body.largest = static_cast<std::uint8_t>(*largest);
  for (std::int32_t& component : body.orientation) {
    const auto value = in.read_signed(kOrientationBits);
    if (!value) {
      return false;
    }
    component = static_cast<std::int32_t>(*value);
  }
  return read_triple(in, body.linear_velocity) && read_triple(in, body.angular_velocity);
}

stream::Quaternionf restore_orientation(const QuantisedBody& body) {
  std::array<double, 4> q{};
  double rest = 1;
  for (std::size_t i = 0, next = 0; i < 4; ++i) {
    if (i != body.largest) {
      q[i] = body.orientation[next++] / (kOrientationScale * std::sqrt(2.0));
      rest -= q[i] * q[i];
    }
  }
  q[body.largest] = std::sqrt(std::max(rest, 0.0));
  return {static_cast<float>(q[0]), static_cast<float>(q[1]), static_cast<float>(q[2]),
          static_cast<float>(q[3])};
}

stream::Vec3f restore_velocity(const Triple& steps, double step) {
  return {static_cast<float>(static_cast<double>(steps[0]) * step),
          static_cast<float>(static_cast<double>(steps[1]) * step),
          static_cast<float>(static_cast<double>(steps[2]) * step)};
}

/// Middle of the bodies, so that positions relative to it are short.
Triple choose_origin(std::span<const QuantisedBody> bodies) {
  if (bodies.empty()) {
    return {};
  }
  Triple low = bodies.front().position;
  Triple high = low;
  for (const QuantisedBody& body : bodies) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], body.position[axis]);
      high[axis] = std::max(high[axis], body.position[axis]);
    }
  }
  return {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
}

struct Part {
  Bytes data;
  std::vector<std::uint32_t> absent;
  std::uint16_t count = 0;
};

std::vector<Part> cut(std::span<const QuantisedBody> bodies, const Triple& origin, std::size_t limit) {
  assert(limit > kMessageOverhead + 64);
  const std::size_t capacity = limit - kMessageOverhead;
  std::vector<Part> parts;
  std::size_t next = 0;
  do {
    BitWriter out;
    std::vector<std::uint32_t> absent;
    const std::size_t begin = next;
    std::uint64_t expected_id = 0;
    while (next < bodies.size() && next - begin < kBodiesPerMessage) {
      const std::size_t before = out.bits();
      const auto gap = static_cast<std::uint32_t>(bodies[next].id - expected_id);
      write_body(out, bodies[next], gap, origin);
      if (bodies[next].absent) absent.push_back(bodies[next].id);
      if (out.bytes().size() + absent.size() * sizeof absent[0] > capacity) {
        out.truncate(before);
        if (bodies[next].absent) absent.pop_back();
        break;
      }
      expected_id = std::uint64_t{bodies[next].id} + 1;
      ++next;
    }
    parts.push_back({out.bytes(), std::move(absent), static_cast<std::uint16_t>(next - begin)});
  } while (next < bodies.size());
  return parts;
}

std::vector<Bytes> build(const stream::FrameStamp& stamp, std::uint64_t key_tick,
                         std::span<const QuantisedBody> bodies, std::size_t limit) {
  const Triple origin = choose_origin(bodies);
  const control::Point point(static_cast<double>(origin[0]) * kPositionStep,
                             static_cast<double>(origin[1]) * kPositionStep,
                             static_cast<double>(origin[2]) * kPositionStep);
  const std::vector<Part> parts = cut(bodies, origin, limit);
  assert(parts.size() <= 0xFFFF);
  std::vector<Bytes> messages;
  messages.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    flatbuffers::FlatBufferBuilder builder(parts[i].data.size() + kMessageOverhead);
    const auto data = builder.CreateVector(reinterpret_cast<const std::uint8_t*>(parts[i].data.data()),
                                           parts[i].data.size());
    flatbuffers::Offset<flatbuffers::Vector<std::uint32_t>> absent;
    if (!parts[i].absent.empty()) absent = builder.CreateVector(parts[i].absent);
    const auto frame = stream::CreateCompactFrame(builder, &stamp, key_tick, &point, parts[i].count, data,
                                                  static_cast<std::uint16_t>(i),
                                                  static_cast<std::uint16_t>(parts.size()), absent);
    stream::FinishServerMessageBuffer(
        builder, stream::CreateServerMessage(builder, stream::ServerBody::CompactFrame, frame.Union()));
    const auto* bytes = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
    messages.emplace_back(bytes, bytes + builder.GetSize());
  }
  return messages;
}

bool same_ids(std::span<const QuantisedBody> a, std::span<const QuantisedBody> b) {
  return std::ranges::equal(a, b, {}, &QuantisedBody::id, &QuantisedBody::id);
}

}  // namespace

QuantisedBody quantise(const stream::BodyState& body) {
  QuantisedBody out;
  out.id = body.id();
  out.absent = (body.flags() & kBodyAbsent) != 0;
  const auto& p = body.position();
  out.position = quantise_vector(p.x(), p.y(), p.z(), kPositionStep);
  const auto& v = body.linear_velocity();
  out.linear_velocity = quantise_vector(v.x(), v.y(), v.z(), kLinearVelocityStep);
  const auto& w = body.angular_velocity();
  out.angular_velocity = quantise_vector(w.x(), w.y(), w.z(), kAngularVelocityStep);

  // The sign of a quaternion is free: choose it so that the component left out is positive.
  const std::array<double, 4> q{body.orientation().w(), body.orientation().x(), body.orientation().y(),
                                body.orientation().z()};
  for (std::uint8_t i = 1; i < 4; ++i) {
    if (std::abs(q[i]) > std::abs(q[out.largest])) {
      out.largest = i;
    }
  }
  const double scale = kOrientationScale * std::sqrt(2.0) * (q[out.largest] < 0 ? -1 : 1);
  for (std::size_t i = 0, next = 0; i < 4; ++i) {
    if (i != out.largest) {
      const double component = std::isnan(q[i]) ? 0 : q[i] * scale;
      out.orientation[next++] = static_cast<std::int32_t>(
          std::lround(std::clamp(component, -kOrientationScale, kOrientationScale)));
    }
  }
  return out;
}

void CompactEncoder::take(const stream::FrameStamp& stamp, std::span<const stream::BodyState> bodies) {
  stamp_ = stamp;
  bodies_.clear();
  std::ranges::transform(bodies, std::back_inserter(bodies_), quantise);
  if (!has_key_ || stamp.tick() - key_stamp_.tick() >= key_interval_ || !same_ids(bodies_, key_)) {
    has_key_ = true;
    key_stamp_ = stamp;
    key_ = bodies_;
  }
}

std::vector<Bytes> CompactEncoder::messages(std::size_t limit) const {
  if (stamp_.tick() == key_stamp_.tick()) {
    return key_messages(limit);
  }
  std::vector<QuantisedBody> changed;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i] != key_[i]) {
      changed.push_back(bodies_[i]);
    }
  }
  return build(stamp_, key_stamp_.tick(), changed, limit);
}

std::vector<Bytes> CompactEncoder::key_messages(std::size_t limit) const {
  return build(key_stamp_, key_stamp_.tick(), key_, limit);
}

Result<std::vector<stream::BodyState>> decode_compact(const stream::CompactFrame& frame) {
  const auto refuse = [](const std::string& why) {
    return fail(ErrorKind::wrong, "CompactFrame.data: " + why);
  };
  const auto& origin = *frame.origin();
  BitReader in(std::as_bytes(std::span(frame.data()->data(), frame.data()->size())));
  std::vector<stream::BodyState> bodies;
  // A body has at least 63 bits: a false count cannot make us reserve more than arrived.
  bodies.reserve(std::min<std::size_t>(frame.body_count(), frame.data()->size() / 7));
  const flatbuffers::uoffset_t absent_count = frame.absent() == nullptr ? 0 : frame.absent()->size();
  flatbuffers::uoffset_t next_absent = 0;
  std::uint64_t expected_id = 0;
  for (std::size_t i = 0; i < frame.body_count(); ++i) {
    QuantisedBody body;
    std::uint64_t gap = 0;
    if (!read_body(in, body, gap)) {
      return refuse("ends within body " + std::to_string(i) + " of " + std::to_string(frame.body_count()));
    }
    const std::uint64_t id = expected_id + gap;
    if (id > std::numeric_limits<std::uint32_t>::max()) {
      return refuse("id of body " + std::to_string(i) + " is above 32 bits");
    }
    expected_id = id + 1;
    const bool absent = next_absent < absent_count && frame.absent()->Get(next_absent) == id;
    if (absent) ++next_absent;
    const control::Point position(origin.x() + static_cast<double>(body.position[0]) * kPositionStep,
                                  origin.y() + static_cast<double>(body.position[1]) * kPositionStep,
                                  origin.z() + static_cast<double>(body.position[2]) * kPositionStep);
    bodies.emplace_back(position, restore_orientation(body),
                        restore_velocity(body.linear_velocity, kLinearVelocityStep),
                        restore_velocity(body.angular_velocity, kAngularVelocityStep),
                        static_cast<std::uint32_t>(id), absent ? kBodyAbsent : 0U);
  }
  if (next_absent != absent_count) {
    return fail(ErrorKind::wrong,
                "CompactFrame.absent: ids do not ascend, or are of bodies that data has not");
  }
  return bodies;
}

}  // namespace drawbar::protocol
