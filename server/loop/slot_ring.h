// A lock-free ring of preallocated elements from one producing thread to one consuming thread.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace drawbar::server {

/// Elements are made once and written in place, so that an element may own large buffers and yet neither side
/// allocates. Neither side ever waits: a full ring gives the producer nothing, an empty one the consumer.
template <class T>
class SlotRing {
 public:
  /// `make` is called `capacity` times, here and never again.
  SlotRing(std::size_t capacity, const std::function<T()>& make) {
    assert(capacity > 0);
    slots_.reserve(capacity);
    for (std::size_t i = 0; i < capacity; ++i) slots_.push_back(make());
  }

  std::size_t capacity() const { return slots_.size(); }

  /// Elements published and not yet released; exact only when both threads rest.
  std::size_t size() const {
    return written_.load(std::memory_order_acquire) - read_.load(std::memory_order_acquire);
  }

  // --- the producer ---

  /// The next element to write, or null while the ring is full.
  T* claim() {
    const std::size_t written = written_.load(std::memory_order_relaxed);
    if (written - read_.load(std::memory_order_acquire) == slots_.size()) return nullptr;
    return &slots_[written % slots_.size()];
  }

  /// Hands the claimed element to the consumer.
  void publish() { written_.store(written_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

  /// claim, copy and publish; false while the ring is full.
  bool push(const T& value) {
    T* slot = claim();
    if (slot == nullptr) return false;
    *slot = value;
    publish();
    return true;
  }

  // --- the consumer ---

  /// The oldest element, or null while the ring is empty.
  T* front() {
    const std::size_t read = read_.load(std::memory_order_relaxed);
    if (read == written_.load(std::memory_order_acquire)) return nullptr;
    return &slots_[read % slots_.size()];
  }

  /// Gives the oldest element back to the producer.
  void release() { read_.store(read_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

 private:
  std::vector<T> slots_;
  // On lines of their own: the two threads write them at the same time.
  alignas(64) std::atomic<std::size_t> written_{0};
  alignas(64) std::atomic<std::size_t> read_{0};
};

}  // namespace drawbar::server
