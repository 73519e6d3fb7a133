// CLOCK_MONOTONIC in nanoseconds, and waiting for an instant of it.
#pragma once

#include <atomic>
#include <cstdint>

namespace drawbar::server {

/// Nanoseconds of CLOCK_MONOTONIC, or a difference of two such instants.
using Nanoseconds = std::int64_t;

inline constexpr Nanoseconds kMicrosecond = 1'000;
inline constexpr Nanoseconds kMillisecond = 1'000'000;
inline constexpr Nanoseconds kSecond = 1'000'000'000;

/// Now (ns). Served by the vDSO: not a system call on Linux.
Nanoseconds monotonic_now();

/// CLOCK_REALTIME minus CLOCK_MONOTONIC (ns): what turns our instants into UTC.
Nanoseconds utc_offset();

/// Sleeps to an absolute instant: the kernel's timer up to `spin` before it, then a busy wait, because a
/// timer wakes tens of microseconds late and a spin does not. Where `stop` is given and true, a signal to the
/// thread ends the wait early.
void sleep_until(Nanoseconds instant, Nanoseconds spin, const std::atomic<bool>* stop = nullptr);

}  // namespace drawbar::server
