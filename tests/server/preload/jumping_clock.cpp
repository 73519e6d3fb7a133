// Preloaded into a daemon: its wall clock jumps an hour ahead and back every second; the monotonic clock is
// left alone.
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const long result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME && time->tv_sec % 2 == 0) time->tv_sec += 3600;
  return static_cast<int>(result);
}
