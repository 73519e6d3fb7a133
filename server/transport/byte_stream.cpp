// The bytes of a connection, over TCP or over TLS over TCP.
#include "server/transport/byte_stream.h"

#include <algorithm>

namespace drawbar::server {

namespace {

constexpr std::size_t kMostBytesOfRecord = 16 * 1024;  ///< TLS's own limit (RFC 8446 section 5.1)

/// As many of the bytes as fit into one record: TLS encrypts buffer by buffer, and a short one before each
/// message would cost a record and a write of its own.
template <class Bytes>
asio::const_buffer one_record(const Bytes& bytes, std::vector<std::byte>& record) {
  if (bytes.begin() == bytes.end()) return {};
  if (bytes.begin() + 1 == bytes.end() || bytes.begin()->size() >= kMostBytesOfRecord) return *bytes.begin();
  record.resize(std::min(asio::buffer_size(bytes), kMostBytesOfRecord));
  asio::buffer_copy(asio::buffer(record), bytes);
  return asio::buffer(record);
}

}  // namespace

ByteStream::ByteStream(tcp::socket socket, ssl::context* tls)
    : layers_(std::make_shared<Layers>(std::move(socket))) {
  if (tls != nullptr) layers_->tls.emplace(layers_->socket, *tls);
}

// What is under way keeps the layers: it must end, too.
ByteStream::~ByteStream() {
  if (layers_ != nullptr) close();
}

void ByteStream::read(const Space& space, Completion completion) {
  if (encrypted()) {
    tls().async_read_some(space, std::move(completion));
  } else {
    socket().async_read_some(space, std::move(completion));
  }
}

void ByteStream::write(const Bytes& bytes, Completion completion) {
  if (encrypted()) {
    tls().async_write_some(one_record(bytes, layers_->record), std::move(completion));
  } else {
    socket().async_write_some(bytes, std::move(completion));
  }
}

void ByteStream::async_handshake(std::function<void(ErrorCode)> handler) {
  tls().async_handshake(ssl::stream_base::server, completion(std::move(handler)));
}

void ByteStream::async_shutdown(std::function<void(ErrorCode)> handler) {
  tls().async_shutdown(completion(std::move(handler)));
}

void ByteStream::end_sending() {
  ErrorCode ignored;
  socket().shutdown(tcp::socket::shutdown_send, ignored);
}

void ByteStream::close() {
  ErrorCode ignored;
  socket().close(ignored);
}

}  // namespace drawbar::server
