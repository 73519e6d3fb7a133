// Wakes the loop before its slot begins.
#pragma once

#include <semaphore.h>

#include <ctime>

#include "server/loop/clock.h"

namespace drawbar::server {

/// One thread waits, others ring. A ring that comes while nobody waits is kept.
class Doorbell {
 public:
  Doorbell() { sem_init(&rings_, 0, 0); }
  ~Doorbell() { sem_destroy(&rings_); }
  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;

  void ring() { sem_post(&rings_); }
  /// True when it rang; false at `instant`, or after a signal to the thread.
  bool wait_until(Nanoseconds instant) {
    const timespec time{instant / kSecond, instant % kSecond};
    if (sem_clockwait(&rings_, CLOCK_MONOTONIC, &time) != 0) return false;
    while (sem_trywait(&rings_) == 0) {
    }
    return true;
  }

 private:
  sem_t rings_;
};

}  // namespace drawbar::server
