// How the comparison measures: thread CPU time, medians, and errors against a tight reference.
#pragma once

#include <algorithm>
#include <ctime>
#include <vector>

#include "tests/bench/engine.h"

namespace drawbar::bench {

/// CPU time of this thread (s): what others do on the machine does not count, but for its caches.
inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

/// Median over `runs` calls of `once`, which returns seconds.
template <class Once>
double median_of(int runs, Once once) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) times.push_back(once());
  return median(times);
}

struct ChainResult {
  bool finished = false;   ///< false: not numbers, or no time left
  double step_time = 0;    ///< s of thread CPU time per step, median
  double separation = 0;   ///< m, largest gap of a hinge, looked at every 40 ms
  double energy_peak = 0;  ///< largest |E - E_0|, of Chain::energy_scale()
  double energy_end = 0;   ///< E_end - E_0, likewise
  double tip_error = 0;    ///< m, at 1 s
};

/// The end of the last link after 1 s, from generalised coordinates integrated to a tolerance of 1e-11.
physics::Vec3 reference_tip(const Chain& chain);

/// `seconds` of simulation, once: all of ChainResult but the cost. The tip's error is there from 1 s on.
ChainResult measure_errors(const Method& method, const Chain& chain, double step, double seconds,
                           const physics::Vec3& tip);

/// `seconds` of simulation, at least 1, once for its errors and three times (its first second) for its cost.
ChainResult measure(const Method& method, const Chain& chain, double step, double seconds,
                    const physics::Vec3& tip);

}  // namespace drawbar::bench
