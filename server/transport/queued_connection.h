// The part of a connection that is the same on every transport: the queue, and closing in good order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/system/asio.h"
#include "server/transport/outgoing_queue.h"

namespace drawbar::server {

/// A transport writes what write() gives it and calls written(); shut_down() and abort() end it. None of its
/// functions calls back into the hub before it returns: the hub may be in the middle of a walk over
/// connections.
class QueuedConnection : public Connection, public std::enable_shared_from_this<QueuedConnection> {
 public:
  /// `peer`: "TRANSPORT ADDRESS:PORT".
  QueuedConnection(const asio::any_io_executor& executor, std::string peer);

  void send(const Packet& packet, Traffic traffic) final;
  void close() final;
  void drop() final;
  std::string peer() const final { return peer_; }
  std::string address() const final;
  std::size_t queued_bytes() const final { return queue_.bytes() + in_flight_bytes_; }
  Nanoseconds last_progress() const final { return last_progress_; }
  std::uint64_t dropped() const final { return queue_.dropped(); }

 protected:
  bool closing() const { return closing_; }
  /// Nothing is written until written() is called: the transport is not ready for it.
  void hold() { writing_ = true; }
  /// The transport wrote everything of the last write().
  void written();
  /// The transport is gone: nothing more is written.
  void stop();

  /// Starts writing these; at least one.
  virtual void write(std::vector<Packet> packets) = 0;
  /// Everything is written: ends the stream so that the other side can still read it.
  virtual void shut_down() = 0;
  /// Ends it now.
  virtual void abort() = 0;

 private:
  void write_more();

  std::string peer_;
  asio::any_io_executor executor_;
  asio::steady_timer linger_;
  OutgoingQueue queue_;
  std::size_t in_flight_bytes_ = 0;
  bool writing_ = false;
  bool closing_ = false;
  bool stopped_ = false;
  Nanoseconds last_progress_;
};

}  // namespace drawbar::server
