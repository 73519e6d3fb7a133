// UDP: the pose stream to addresses that proved a session's secret, and to a multicast group.
#include "server/transport/udp_server.h"

#include <spdlog/spdlog.h>

#include <charconv>

#include "protocol/decode.h"
#include "protocol/encode.h"
#include "server/session/random_key.h"

namespace drawbar::server {

namespace {

/// Room for the datagrams of one frame to many clients at once.
constexpr int kDatagramBufferBytes = 4 * 1024 * 1024;

/// "239.1.2.3:4041" or "[ff15::1]:4041", of the same family as `own`.
Result<udp::endpoint> parse_group(const std::string& text, const asio::ip::address& own) {
  const std::size_t colon = text.rfind(':');
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  ErrorCode error;
  const asio::ip::address group = asio::ip::make_address(host, error);
  std::uint16_t port = 0;
  if (colon != std::string::npos) std::from_chars(text.data() + colon + 1, text.data() + text.size(), port);
  if (error || !group.is_multicast() || port == 0 || group.is_v6() != own.is_v6()) {
    return fail(ErrorKind::usage, "--multicast " + text +
                                      ": GROUP:PORT is needed, such as 239.1.2.3:4041 or " +
                                      "[ff15::1]:4041, of the same family as --bind");
  }
  return udp::endpoint(group, port);
}

void choose_interface(udp::socket& socket, const asio::ip::address& own, ErrorCode& error) {
  namespace multicast = asio::ip::multicast;
  socket.set_option(multicast::hops(1), error);
  if (error || own.is_unspecified()) return;
  if (own.is_v4()) {
    socket.set_option(multicast::outbound_interface(own.to_v4()), error);
  } else {
    socket.set_option(multicast::outbound_interface(static_cast<unsigned>(own.to_v6().scope_id())), error);
  }
}

}  // namespace

Result<std::unique_ptr<UdpServer>> UdpServer::open(asio::io_context& context, Hub& hub,
                                                   const std::string& address, std::uint16_t port,
                                                   bool any_port, const std::string& multicast) {
  ErrorCode error;
  const asio::ip::address ip = asio::ip::make_address(address, error);
  std::optional<udp::endpoint> group;
  if (!error && !multicast.empty()) {
    const auto parsed = parse_group(multicast, ip);
    if (!parsed) return tl::unexpected(parsed.error());
    group = *parsed;
  }
  udp::socket socket(context);
  if (!error) socket.open(ip.is_v6() ? udp::v6() : udp::v4(), error);
  if (!error) socket.bind({ip, port}, error);
  if (error == asio::error::address_in_use && any_port) socket.bind({ip, 0}, error);
  if (!error) socket.non_blocking(true, error);
  if (!error && group) choose_interface(socket, ip, error);
  const std::string where = "UDP " + address + ":" + std::to_string(port);
  if (error == asio::error::address_in_use) {
    return fail(ErrorKind::environment,
                where + ": the port is in use; choose another, or 0 for any free one");
  }
  if (error) return fail(ErrorKind::environment, where + ": " + error.message());
  ErrorCode ignored;
  socket.set_option(asio::socket_base::send_buffer_size(kDatagramBufferBytes), ignored);
  std::unique_ptr<UdpServer> server(new UdpServer(hub, std::move(socket), group));
  server->receive();
  return server;
}

UdpServer::UdpServer(Hub& hub, udp::socket socket, std::optional<udp::endpoint> multicast)
    : hub_(hub), socket_(std::move(socket)), multicast_(std::move(multicast)) {}

void UdpServer::stop() {
  ErrorCode ignored;
  socket_.close(ignored);
}

void UdpServer::receive() {
  socket_.async_receive_from(asio::buffer(received_), from_, [this](ErrorCode error, std::size_t size) {
    if (error == asio::error::operation_aborted || !socket_.is_open()) return;
    // Other errors are of datagrams sent before (the port of a client that left): nothing to read, go on.
    if (!error) take(std::as_bytes(std::span(received_.data(), size)));
    receive();
  });
}

void UdpServer::take(protocol::BytesView datagram) {
  if (datagram.size() > protocol::kDatagramLimit) return;
  const auto message = protocol::decode_client_message(datagram);
  // Wrong datagrams get no answer: an answer could be aimed at someone else.
  if (!message || !protocol::is_known(**message)) return;
  if (const auto* hello = (*message)->body_as_UdpHello();
      hello != nullptr && hello->resume_key() != nullptr) {
    const Session* session = hub_.session_of(*hello->resume_key());
    if (session == nullptr) return;
    stream::UdpChallengeT challenge;
    challenge.challenge = std::make_unique<control::Key>(challenge_for(session->id));
    answer(protocol::encode_server(std::move(challenge)), datagram.size());
    return;
  }
  const auto* echo = (*message)->body_as_UdpChallengeEcho();
  if (echo == nullptr || echo->resume_key() == nullptr || echo->challenge() == nullptr) return;
  const Session* session = hub_.session_of(*echo->resume_key());
  if (session == nullptr) return;
  const Nanoseconds now = monotonic_now();
  // An echo again renews the lease of the address that proved it.
  for (auto* targets : {&asking_, &streaming_}) {
    const auto found = targets->find(session->id);
    if (found == targets->end() || found->second.endpoint != from_ ||
        !same_key(found->second.challenge, *echo->challenge())) {
      continue;
    }
    Target target = found->second;
    if (targets == &asking_) asking_.erase(found);
    if (!streaming_.contains(session->id)) {
      spdlog::info("session {}: poses over UDP to {}", session->id, text_of(from_));
    }
    target.lease_end = now + kLease;
    streaming_[session->id] = target;
    return;
  }
}

control::Key UdpServer::challenge_for(SessionId session) {
  // An address that asks again gets the challenge it was given: its echo of that one may be on its way.
  for (const auto* targets : {&streaming_, &asking_}) {
    const auto found = targets->find(session);
    if (found != targets->end() && found->second.endpoint == from_) return found->second.challenge;
  }
  Target& target = asking_[session];
  target.endpoint = from_;
  target.challenge = random_key();
  return target.challenge;
}

void UdpServer::answer(const protocol::Bytes& datagram, std::size_t asked) {
  if (datagram.size() > asked) return;
  ErrorCode ignored;
  socket_.send_to(asio::buffer(datagram), from_, 0, ignored);
}

void UdpServer::on_frame(const EncodedFrame& frame) {
  if (!frame.slot().newest) return;
  const Nanoseconds now = monotonic_now();
  std::erase_if(asking_, [this](const auto& entry) { return hub_.session(entry.first) == nullptr; });
  std::erase_if(streaming_, [this, now](const auto& entry) {
    const Session* session = hub_.session(entry.first);
    return session == nullptr || !session->connection || now > entry.second.lease_end;
  });
  for (const auto& [id, target] : streaming_) {
    Session& session = *hub_.session(id);
    if (!session.stream.over_udp()) continue;
    const PosePackets packets = session.stream.poses(frame, true);
    for (const Packet& packet : packets.keys) session.connection->send(packet, Traffic::reliable);
    for (const Packet& packet : packets.poses) send(packet, target.endpoint);
  }
  if (!multicast_) return;
  for (const Packet& packet : frame.pose_datagrams()) send(packet, *multicast_);
}

void UdpServer::send(const Packet& packet, const udp::endpoint& to) {
  ErrorCode error;
  socket_.send_to(asio::buffer(*packet), to, 0, error);
  ++(error ? not_sent_ : sent_);
}

}  // namespace drawbar::server
