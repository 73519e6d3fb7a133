#include "scenes/exercise/moments.h"

#include <algorithm>

namespace drawbar::scenes {

void Moments::take(bool active, double begin, double end) {
  if (active && memory_[1] != 0) {
    memory_[1 + 2 * size()] = end;
  } else if (active) {
    open(begin, end);
  }
  memory_[1] = active ? 1 : 0;
}

void Moments::add(double time) {
  open(time, time);
}

void Moments::open(double begin, double end) {
  if (size() == kMost) join_closest();
  const std::size_t at = size();
  memory_[2 + 2 * at] = begin;
  memory_[3 + 2 * at] = end;
  memory_[0] += 1;
}

void Moments::join_closest() {
  std::size_t first = 0;
  for (std::size_t i = 1; i + 1 < kMost; ++i) {
    if (begin(i + 1) - end(i) < begin(first + 1) - end(first)) first = i;
  }
  memory_[3 + 2 * first] = end(first + 1);
  const auto from = memory_.begin() + static_cast<std::ptrdiff_t>(2 + 2 * (first + 2));
  std::copy(from, memory_.begin() + kNumbers, from - 2);
  memory_[0] -= 1;
}

}  // namespace drawbar::scenes
