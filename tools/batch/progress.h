// How far a batch is, on a terminal; elsewhere nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace drawbar::tools {

class Progress {
 public:
  /// `count` inputs are to come.
  explicit Progress(std::size_t count);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// One more is done; `known`: it was found, not computed.
  void add(bool good, bool known);
  /// Takes the line away before something else is printed.
  void clear();

  /// "412 of 1000, 3 not good, 24.1 a second, 24 s left"; a rate once one was computed. `elapsed` in s.
  static std::string line(std::size_t done, std::size_t count, std::size_t bad, std::size_t computed,
                          double elapsed);

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t count_;
  bool terminal_;
  std::size_t done_ = 0, bad_ = 0, computed_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_{};
  bool visible_ = false;
};

}  // namespace drawbar::tools
