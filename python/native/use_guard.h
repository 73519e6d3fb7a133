// Keeps a second thread out of what the first one steps without Python's lock.
#pragma once

#include <atomic>

#include "python/native/errors.h"

namespace drawbar::python {

/// Throws Failure where another thread is within.
class UseGuard {
 public:
  UseGuard(std::atomic_flag& used, const char* what) : used_(used) {
    if (used_.test_and_set())
      throw Failure(std::string(what) + " is in use by another thread; allowed: one at a time");
  }
  ~UseGuard() { used_.clear(); }
  UseGuard(const UseGuard&) = delete;
  UseGuard& operator=(const UseGuard&) = delete;

 private:
  std::atomic_flag& used_;
};

}  // namespace drawbar::python
