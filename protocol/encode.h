// From messages to bytes: the same message always gives the same bytes.
#pragma once

#include <optional>
#include <utility>

#include "protocol/bytes.h"
#include "protocol/control_generated.h"
#include "protocol/seal.h"
#include "protocol/stream_generated.h"

namespace drawbar::protocol {

inline constexpr std::uint16_t kProtocolMajor = 1;
inline constexpr std::uint16_t kProtocolMinor = 2;
/// The first minor version whose datagrams carry the UDP key instead of the one that resumes a session.
inline constexpr std::uint16_t kUdpKeyMinor = 2;
/// Bit of stream::BodyState::flags: the body is not there.
inline constexpr std::uint32_t kBodyAbsent = 1;
/// Largest datagram either side sends (bytes): passes every network without fragments.
inline constexpr std::size_t kDatagramLimit = 1200;
/// Largest message in a datagram, so that it can be sealed.
inline constexpr std::size_t kDatagramMessageLimit = kDatagramLimit - kSealOverhead;

/// Bytes of a message, without the length that TCP puts before it.
Bytes encode(const control::ClientMessageT& message);
Bytes encode(const stream::ServerMessageT& message);

/// A client message with this body (control::HelloT, control::ControlT, ...). `request` not 0 asks for a
/// Reply.
template <class Body>
Bytes encode_client(Body body, std::uint32_t request = 0) {
  control::ClientMessageT message;
  message.request = request;
  message.body.Set(std::move(body));
  return encode(message);
}

/// A server message with this body (stream::WelcomeT, stream::EventT, ...).
template <class Body>
Bytes encode_server(Body body) {
  stream::ServerMessageT message;
  message.body.Set(std::move(body));
  return encode(message);
}

/// A UdpHello of the size that the server demands of it. `udp_key`: nothing where the datagram will be
/// sealed.
Bytes encode_udp_hello(const std::optional<control::Key>& udp_key);
/// The echo of a UdpChallenge. `udp_key`: nothing where the datagram will be sealed.
Bytes encode_udp_echo(const std::optional<control::Key>& udp_key, const control::Key& challenge);

/// One Frame message with all these bodies, for a connection.
Bytes encode_frame(const stream::FrameStamp& stamp, std::span<const stream::BodyState> bodies);

/// The same frame as datagrams of at most `limit` bytes, each a Frame message useful alone. At least one,
/// even for no bodies: the stamp itself is news.
std::vector<Bytes> encode_frame_datagrams(const stream::FrameStamp& stamp,
                                          std::span<const stream::BodyState> bodies,
                                          std::size_t limit = kDatagramMessageLimit);

}  // namespace drawbar::protocol
