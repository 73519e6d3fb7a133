// Wakes the network thread without ever waiting: an eventfd.
#pragma once

namespace drawbar::server {

class WakeUp {
 public:
  WakeUp();
  ~WakeUp();
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  /// For the event loop to wait on: readable after notify().
  int descriptor() const { return descriptor_; }
  void notify() const;
  /// Makes it unreadable until the next notify().
  void clear() const;

 private:
  int descriptor_;
};

}  // namespace drawbar::server
