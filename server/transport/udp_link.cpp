// What one session's datagrams go through: the proof of its address, and the seal where it has TLS.
#include "server/transport/udp_link.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <cstring>

#include "server/session/random_key.h"

namespace drawbar::server {

UdpLink::UdpLink(const Session& session) : key_(session.udp_key) {
  if (!session.seals_udp()) return;
  seal_ = Seal{protocol::DatagramSealer(key_, session.id, protocol::Direction::to_client),
               protocol::DatagramOpener(key_, protocol::Direction::to_server)};
}

bool UdpLink::serves(const Session& session) const {
  return session.connection != nullptr && same_key(key_, session.udp_key) &&
         seal_.has_value() == session.seals_udp();
}

std::optional<protocol::Bytes> UdpLink::open(protocol::BytesView datagram) {
  if (seal_) return seal_->opener.open(datagram);
  return protocol::Bytes(datagram.begin(), datagram.end());
}

Packet UdpLink::close(const Packet& datagram) {
  return seal_ ? make_packet(seal_->sealer.seal(*datagram)) : datagram;
}

bool UdpLink::prove(const udp::endpoint& address, const std::string& host, const std::string& connected_from,
                    Nanoseconds now) {
  const bool owners = host == connected_from;
  if (owners_ && !owners && now <= lease_end_) return false;
  address_ = address;
  owners_ = owners;
  lease_end_ = now + kLease;
  return true;
}

std::optional<udp::endpoint> UdpLink::address(Nanoseconds now) const {
  if (now > lease_end_) return std::nullopt;
  return address_;
}

UdpChallenges::UdpChallenges() {
  for (std::size_t half = 0; half < 2; ++half) {
    const control::Key random = random_key();
    std::memcpy(secret_.data() + 16 * half, &random, sizeof random);
  }
}

control::Key UdpChallenges::of(const control::Key& key, const udp::endpoint& address) const {
  std::string asked(sizeof key, '\0');
  std::memcpy(asked.data(), &key, sizeof key);
  asked += text_of(address);
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
  HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
       reinterpret_cast<const unsigned char*>(asked.data()), asked.size(), hash.data(), nullptr);
  control::Key challenge;
  std::memcpy(static_cast<void*>(&challenge), hash.data(), sizeof challenge);
  return challenge;
}

}  // namespace drawbar::server
