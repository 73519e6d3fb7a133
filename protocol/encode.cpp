// Encoding of messages, and the cutting of a frame into datagrams.
#include "protocol/encode.h"

#include <algorithm>
#include <cassert>

namespace drawbar::protocol {
namespace {

Bytes finished(const flatbuffers::FlatBufferBuilder& builder) {
  const auto* data = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
  return Bytes(data, data + builder.GetSize());
}

/// Zeros in a UdpHello: with them it is longer than any answer to it (a test holds this).
constexpr std::size_t kUdpHelloPadding = 64;

Bytes encode_part(const stream::FrameStamp& stamp, std::span<const stream::BodyState> bodies,
                  std::uint16_t part, std::uint16_t parts) {
  flatbuffers::FlatBufferBuilder builder(bodies.size_bytes() + 160);
  const auto vector = builder.CreateVectorOfStructs(bodies.data(), bodies.size());
  const auto frame = stream::CreateFrame(builder, &stamp, vector, part, parts);
  stream::FinishServerMessageBuffer(
      builder, stream::CreateServerMessage(builder, stream::ServerBody::Frame, frame.Union()));
  return finished(builder);
}

}  // namespace

Bytes encode(const control::ClientMessageT& message) {
  flatbuffers::FlatBufferBuilder builder;
  control::FinishClientMessageBuffer(builder, control::CreateClientMessage(builder, &message));
  return finished(builder);
}

Bytes encode(const stream::ServerMessageT& message) {
  flatbuffers::FlatBufferBuilder builder;
  stream::FinishServerMessageBuffer(builder, stream::CreateServerMessage(builder, &message));
  return finished(builder);
}

Bytes encode_udp_hello(const std::optional<control::Key>& udp_key) {
  control::UdpHelloT hello;
  if (udp_key) hello.udp_key = std::make_unique<control::Key>(*udp_key);
  hello.padding.resize(kUdpHelloPadding);
  return encode_client(std::move(hello));
}

Bytes encode_udp_echo(const std::optional<control::Key>& udp_key, const control::Key& challenge) {
  control::UdpChallengeEchoT echo;
  if (udp_key) echo.udp_key = std::make_unique<control::Key>(*udp_key);
  echo.challenge = std::make_unique<control::Key>(challenge);
  return encode_client(std::move(echo));
}

Bytes encode_frame(const stream::FrameStamp& stamp, std::span<const stream::BodyState> bodies) {
  return encode_part(stamp, bodies, 0, 1);
}

std::vector<Bytes> encode_frame_datagrams(const stream::FrameStamp& stamp,
                                          std::span<const stream::BodyState> bodies, std::size_t limit) {
  // Everything but the bodies has one size, with room for alignment.
  static const std::size_t overhead = encode_part(stream::FrameStamp{}, {}, 1, 2).size() + 8;
  assert(limit >= overhead + sizeof(stream::BodyState));
  const std::size_t capacity = (limit - overhead) / sizeof(stream::BodyState);
  const std::size_t parts = std::max<std::size_t>(1, (bodies.size() + capacity - 1) / capacity);
  assert(parts <= 0xFFFF);

  std::vector<Bytes> datagrams;
  datagrams.reserve(parts);
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = part * capacity;
    const auto run = bodies.subspan(begin, std::min(capacity, bodies.size() - begin));
    datagrams.push_back(
        encode_part(stamp, run, static_cast<std::uint16_t>(part), static_cast<std::uint16_t>(parts)));
  }
  return datagrams;
}

}  // namespace drawbar::protocol
