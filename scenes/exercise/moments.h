// When something was so: a bounded list of spans of time, kept in numbers of an observer's memory.
#pragma once

#include <cstddef>
#include <span>

namespace drawbar::scenes {

/// Spans in order of time. When there are more than fit, the two with the shortest time between them become
/// one: what is told gets coarser, and nothing is lost.
class Moments {
 public:
  static constexpr std::size_t kMost = 16;
  static constexpr std::size_t kNumbers = 2 + 2 * kMost;

  /// `memory`: kNumbers numbers, all 0 at first.
  explicit Moments(std::span<double> memory) : memory_(memory) {}

  /// The frame from `begin` to `end` (s): while it is `active`, the last span grows with it.
  void take(bool active, double begin, double end);
  /// An instant of its own (s).
  void add(double time);

  std::size_t size() const { return static_cast<std::size_t>(memory_[0]); }  ///< How many there are.
  double begin(std::size_t i) const { return memory_[2 + 2 * i]; }           ///< When moment i begins, s.
  double end(std::size_t i) const { return memory_[3 + 2 * i]; }             ///< When moment i ends, s.

 private:
  void open(double begin, double end);
  void join_closest();

  std::span<double> memory_;  ///< size, whether the last one still grows, spans
};

}  // namespace drawbar::scenes
