// What waits to be written to one connection: bounded, poses dropped oldest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "server/session/connection.h"

namespace drawbar::server {

/// The message being written has left the queue (take()), so that dropping never tears a message.
class OutgoingQueue {
 public:
  static constexpr std::size_t kMostNewest = 16;                       ///< packets of Traffic::newest
  static constexpr std::size_t kMostReliableBytes = 24 * 1024 * 1024;  ///< a Welcome with its scene fits

  bool empty() const { return packets_.empty(); }
  std::size_t bytes() const { return bytes_; }
  std::uint64_t dropped() const { return dropped_; }

  /// False: what may not be dropped exceeds its bound; the connection must be closed.
  [[nodiscard]] bool push(const Packet& packet, Traffic traffic) {
    if (traffic == Traffic::newest && newest_ == kMostNewest) drop_oldest();
    packets_.push_back({packet, traffic});
    bytes_ += packet->size();
    if (traffic == Traffic::newest) {
      ++newest_;
      return true;
    }
    reliable_bytes_ += packet->size();
    return reliable_bytes_ <= kMostReliableBytes;
  }

  Packet take() {
    Entry entry = std::move(packets_.front());
    packets_.pop_front();
    forget(entry);
    return std::move(entry.packet);
  }

  /// Drops everything of Traffic::newest: the connection is about to close.
  void keep_reliable_only() {
    while (newest_ > 0) drop_oldest();
  }

 private:
  struct Entry {
    Packet packet;
    Traffic traffic;
  };

  void forget(const Entry& entry) {
    bytes_ -= entry.packet->size();
    if (entry.traffic == Traffic::newest) {
      --newest_;
    } else {
      reliable_bytes_ -= entry.packet->size();
    }
  }

  void drop_oldest() {
    for (auto entry = packets_.begin(); entry != packets_.end(); ++entry) {
      if (entry->traffic != Traffic::newest) continue;
      forget(*entry);
      packets_.erase(entry);
      ++dropped_;
      return;
    }
  }

  std::deque<Entry> packets_;
  std::size_t newest_ = 0;
  std::size_t bytes_ = 0;
  std::size_t reliable_bytes_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace drawbar::server
