// Datagrams sealed with AES-128-GCM: UDP beside TLS.
#include "protocol/seal.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace drawbar::protocol {
namespace {

constexpr std::size_t kHeadSize = 16;
constexpr std::size_t kTagSize = 16;
constexpr std::array<char, 4> kIdentifier{'D', 'B', 'R', 'X'};

static_assert(kHeadSize + kTagSize == kSealOverhead);

using Key = std::array<unsigned char, 16>;
using Nonce = std::array<unsigned char, 12>;

template <class Value>
void put(void* to, Value value) {
  std::memcpy(to, &value, sizeof value);
}

/// The 16 bytes as they stand in the Welcome.
Key bytes_of(const control::Key& key) {
  Key bytes;
  put(bytes.data(), key.high());
  put(bytes.data() + 8, key.low());
  return bytes;
}

Nonce nonce_of(Direction direction, std::uint64_t number) {
  Nonce nonce;
  put(nonce.data(), static_cast<std::uint32_t>(direction));
  put(nonce.data() + 4, number);
  return nonce;
}

unsigned char* raw(std::byte* bytes) {
  return reinterpret_cast<unsigned char*>(bytes);
}
const unsigned char* raw(const std::byte* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}

/// Of calls that cannot fail but for want of memory.
void must(int result) {
  if (result != 1) throw std::runtime_error("AES-128-GCM: OpenSSL failed");
}

}  // namespace

std::optional<std::uint32_t> sealed_session(BytesView datagram) {
  if (datagram.size() < kSealOverhead || std::memcmp(datagram.data() + 4, kIdentifier.data(), 4) != 0) {
    return std::nullopt;
  }
  return load<std::uint32_t>(datagram);
}

void DatagramSealer::Free::operator()(evp_cipher_ctx_st* context) const {
  EVP_CIPHER_CTX_free(context);
}

DatagramSealer::DatagramSealer(const control::Key& key, std::uint32_t session, Direction direction)
    : context_(EVP_CIPHER_CTX_new()), session_(session), direction_(direction) {
  must(EVP_EncryptInit_ex(context_.get(), EVP_aes_128_gcm(), nullptr, bytes_of(key).data(), nullptr));
}

Bytes DatagramSealer::seal(BytesView datagram) {
  Bytes sealed(datagram.size() + kSealOverhead);
  std::byte* const head = sealed.data();
  put(head, session_);
  std::memcpy(head + 4, kIdentifier.data(), 4);
  put(head + 8, next_number_);
  const Nonce nonce = nonce_of(direction_, next_number_++);
  EVP_CIPHER_CTX* const context = context_.get();
  int length = 0;
  must(EVP_EncryptInit_ex(context, nullptr, nullptr, nullptr, nonce.data()));
  must(EVP_EncryptUpdate(context, nullptr, &length, raw(head), static_cast<int>(kHeadSize)));
  std::byte* const body = head + kHeadSize;
  must(EVP_EncryptUpdate(context, raw(body), &length, raw(datagram.data()),
                         static_cast<int>(datagram.size())));
  must(EVP_EncryptFinal_ex(context, raw(body) + length, &length));
  must(
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, static_cast<int>(kTagSize), body + datagram.size()));
  return sealed;
}

DatagramOpener::DatagramOpener(const control::Key& key, Direction direction)
    : context_(EVP_CIPHER_CTX_new()), direction_(direction) {
  must(EVP_DecryptInit_ex(context_.get(), EVP_aes_128_gcm(), nullptr, bytes_of(key).data(), nullptr));
}

std::optional<Bytes> DatagramOpener::open(BytesView sealed) {
  if (!sealed_session(sealed)) return std::nullopt;
  const auto number = load<std::uint64_t>(sealed.subspan(8));
  if (!window_.fresh(number)) return std::nullopt;
  Bytes datagram(sealed.size() - kSealOverhead);
  std::array<std::byte, kTagSize> tag;
  std::ranges::copy(sealed.last(kTagSize), tag.begin());
  const Nonce nonce = nonce_of(direction_, number);
  EVP_CIPHER_CTX* const context = context_.get();
  int length = 0;
  must(EVP_DecryptInit_ex(context, nullptr, nullptr, nullptr, nonce.data()));
  must(EVP_DecryptUpdate(context, nullptr, &length, raw(sealed.data()), static_cast<int>(kHeadSize)));
  must(EVP_DecryptUpdate(context, raw(datagram.data()), &length, raw(sealed.data() + kHeadSize),
                         static_cast<int>(datagram.size())));
  must(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, static_cast<int>(kTagSize), tag.data()));
  // The one call that tells whether it is genuine.
  if (EVP_DecryptFinal_ex(context, raw(datagram.data()) + length, &length) != 1) return std::nullopt;
  window_.take(number);
  return datagram;
}

}  // namespace drawbar::protocol
