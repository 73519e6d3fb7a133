// UDP: the pose stream to addresses that proved a session's key, and to a multicast group.
#include "server/transport/udp_server.h"

#include <spdlog/spdlog.h>

#include "protocol/decode.h"
#include "protocol/encode.h"
#include "server/session/random_key.h"
#include "server/system/host_port.h"
#include "server/system/udp_socket.h"

namespace drawbar::server {

namespace {

/// Room for the datagrams of one frame to many clients at once.
constexpr int kDatagramBufferBytes = 4 * 1024 * 1024;

/// "239.1.2.3:4041" or "[ff15::1]:4041", of the same family as `own`.
Result<udp::endpoint> parse_group(const std::string& text, const asio::ip::address& own) {
  ErrorCode error;
  const auto given = read_host_port(text);
  const auto group = given ? asio::ip::make_address(given->host, error) : asio::ip::address();
  if (error || !group.is_multicast() || group.is_v6() != own.is_v6()) {
    return fail(ErrorKind::usage, "--multicast " + text +
                                      ": GROUP:PORT is needed, such as 239.1.2.3:4041 or " +
                                      "[ff15::1]:4041, of the same family as --bind");
  }
  return udp::endpoint(group, given->port);
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
  const std::string where = "UDP " + address + ":" + std::to_string(port);
  ErrorCode error;
  const asio::ip::address ip = asio::ip::make_address(address, error);
  if (error) return fail(ErrorKind::usage, where + ": not an IPv4 or IPv6 address");
  std::optional<udp::endpoint> group;
  if (!multicast.empty()) {
    const auto parsed = parse_group(multicast, ip);
    if (!parsed) return tl::unexpected(parsed.error());
    group = *parsed;
  }
  auto opened = open_udp(context, {ip, port}, where, "choose another, or 0 for any free one");
  if (!opened && any_port) opened = open_udp(context, {ip, 0}, where, "");
  if (!opened) return tl::unexpected(opened.error());
  udp::socket& socket = *opened;
  if (group) choose_interface(socket, ip, error);
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
  // Wrong datagrams get no answer: an answer could be aimed at someone else.
  if (datagram.size() > protocol::kDatagramLimit) return;
  if (const auto id = protocol::sealed_session(datagram)) {
    const Session* session = hub_.session(*id);
    if (session == nullptr || !session->seals_udp()) return;
    UdpLink& link = link_of(*session);
    const auto opened = link.open(datagram);
    if (!opened) return;
    const auto message = protocol::decode_client_message(*opened);
    if (message) answer(*session, link, **message, datagram.size());
    return;
  }
  const auto message = protocol::decode_client_message(datagram);
  if (!message) return;
  const control::Key* key = nullptr;
  if (const auto* hello = (*message)->body_as_UdpHello()) key = hello->udp_key();
  if (const auto* echo = (*message)->body_as_UdpChallengeEcho()) key = echo->udp_key();
  const Session* session = key == nullptr ? nullptr : hub_.session_of_udp(*key);
  if (session == nullptr || session->connection == nullptr || session->seals_udp()) return;
  answer(*session, link_of(*session), **message, datagram.size());
}

void UdpServer::answer(const Session& session, UdpLink& link, const control::ClientMessage& message,
                       std::size_t asked) {
  const control::Key challenge = challenges_.of(session.udp_key, from_);
  if (message.body_as_UdpHello() != nullptr) {
    stream::UdpChallengeT body;
    body.challenge = std::make_unique<control::Key>(challenge);
    const Packet packet = link.close(make_packet(protocol::encode_server(std::move(body))));
    ErrorCode ignored;
    if (packet->size() <= asked) socket_.send_to(asio::buffer(*packet), from_, 0, ignored);
    return;
  }
  const auto* echo = message.body_as_UdpChallengeEcho();
  if (echo == nullptr || echo->challenge() == nullptr || !same_key(challenge, *echo->challenge())) return;
  const Nanoseconds now = monotonic_now();
  const bool renewed = link.address(now) == from_;
  if (link.prove(from_, without_mapping(from_).address().to_string(), session.connection->address(), now) &&
      !renewed) {
    spdlog::info("session {}: poses over UDP to {}", session.id, text_of(from_));
  }
}

UdpLink& UdpServer::link_of(const Session& session) {
  const auto found = links_.find(session.id);
  if (found != links_.end() && !found->second.serves(session)) links_.erase(found);
  return links_.try_emplace(session.id, session).first->second;
}

void UdpServer::on_frame(const EncodedFrame& frame) {
  if (!frame.slot().newest) return;
  const Nanoseconds now = monotonic_now();
  std::erase_if(links_, [this](const auto& entry) {
    const Session* session = hub_.session(entry.first);
    return session == nullptr || !entry.second.serves(*session);
  });
  for (auto& [id, link] : links_) {
    Session& session = *hub_.session(id);
    const auto address = link.address(now);
    if (!address || !session.stream.over_udp()) continue;
    const PosePackets packets = session.stream.poses(frame, true);
    for (const Packet& packet : packets.keys) session.connection->send(packet, Traffic::reliable);
    for (const Packet& packet : packets.poses) send(link.close(packet), *address);
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
