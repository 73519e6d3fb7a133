// What reads foreign files does so in a process of its own, within bounds.
#include "tools/import/shelter.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "tests/support/sanitizers.h"

namespace drawbar::import {
namespace {

TEST(Shelter, GivesTheStatusOfItsWorkAndNothingOfItsMemory) {
  int touched = 0;
  for (const int status : {0, 3, 7}) {
    EXPECT_EQ(sheltered([&] {
                touched = 1;
                return status;
              }),
              status);
  }
  EXPECT_EQ(touched, 0);
}

TEST(Shelter, BoundsTimeAndMemoryLeavesNoCoreAndEndsWithItsParent) {
  const auto work = [] {
    const auto limit = [](auto resource) {
      rlimit found{};
      getrlimit(resource, &found);
      return found;
    };
    int wrong = 0;
    const rlimit time = limit(RLIMIT_CPU), core = limit(RLIMIT_CORE);
    if (time.rlim_cur != kMostSeconds || time.rlim_max != kMostSeconds) wrong |= 1;
    if (core.rlim_cur != 0 || core.rlim_max != 0) wrong |= 2;
#ifndef DRAWBAR_SANITIZED
    const rlimit memory = limit(RLIMIT_AS);
    if (memory.rlim_cur != kMostMemory || memory.rlim_max != kMostMemory) wrong |= 4;
#endif
    int signal = 0;
    if (prctl(PR_GET_PDEATHSIG, &signal) != 0 || signal != SIGKILL) wrong |= 8;
    const unsigned left = alarm(0);
    if (left > 2 * kMostSeconds || left + 5 < 2 * kMostSeconds) wrong |= 16;
    return wrong;
  };
  EXPECT_EQ(sheltered(work), 0);
}

TEST(Shelter, SaysByWhichSignalItsWorkWasEnded) {
  const auto ended = sheltered([] { return std::raise(SIGTERM); });
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().kind, ErrorKind::wrong);
  EXPECT_EQ(ended.error().text,
            "the library that reads it broke off (Terminated); the scene was not written");
}

}  // namespace
}  // namespace drawbar::import
