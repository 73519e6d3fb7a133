// The part of a connection that is the same on every transport: the queue, and closing in good order.
#include "server/transport/queued_connection.h"

#include <spdlog/spdlog.h>

namespace drawbar::server {

namespace {

constexpr std::size_t kMostPacketsPerWrite = 16;
/// A reader that is told why it is closed gets this long to read it.
constexpr auto kLinger = std::chrono::seconds(1);

}  // namespace

QueuedConnection::QueuedConnection(const asio::any_io_executor& executor, std::string peer)
    : peer_(std::move(peer)), executor_(executor), linger_(executor), last_progress_(monotonic_now()) {}

std::string QueuedConnection::address() const {
  const std::size_t begin = peer_.find(' ') + 1;
  const std::string address = peer_.substr(begin, peer_.rfind(':') - begin);
  return address.starts_with('[') ? address.substr(1, address.size() - 2) : address;
}

void QueuedConnection::send(const Packet& packet, Traffic traffic) {
  if (closing_ || stopped_) return;
  if (queued_bytes() == 0) last_progress_ = monotonic_now();
  if (!queue_.push(packet, traffic)) {
    spdlog::warn("{}: too much waits to be sent; connection closed", peer_);
    drop();
    return;
  }
  write_more();
}

void QueuedConnection::close() {
  if (closing_ || stopped_) return;
  closing_ = true;
  queue_.keep_reliable_only();
  linger_.expires_after(kLinger);
  linger_.async_wait([self = shared_from_this()](ErrorCode error) {
    if (!error) self->abort();
  });
  write_more();
}

void QueuedConnection::drop() {
  if (stopped_) return;
  closing_ = true;
  asio::post(executor_, [self = shared_from_this()] { self->abort(); });
}

void QueuedConnection::write_more() {
  if (writing_ || stopped_) return;
  if (queue_.empty()) {
    if (closing_) {
      asio::post(executor_, [self = shared_from_this()] {
        if (!self->stopped_) self->shut_down();
      });
    }
    return;
  }
  std::vector<Packet> packets;
  while (!queue_.empty() && packets.size() < kMostPacketsPerWrite) {
    packets.push_back(queue_.take());
    in_flight_bytes_ += packets.back()->size();
  }
  writing_ = true;
  write(std::move(packets));
}

void QueuedConnection::written() {
  writing_ = false;
  in_flight_bytes_ = 0;
  last_progress_ = monotonic_now();
  write_more();
}

void QueuedConnection::stop() {
  stopped_ = true;
  linger_.cancel();
}

}  // namespace drawbar::server
