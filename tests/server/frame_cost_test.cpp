// What a frame costs the loop's thread: no allocation, no lock, and no system call but the clock, the sleep
// and one wake-up.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "scenes/loader/loader.h"
#include "server/loop/simulation_loop.h"
#include "tests/server/daemon_process.h"
#include "tests/support/allocation_count.h"
#include "tests/support/sanitizers.h"

// Sanitizers lock and call the system on their own account.
#ifndef DRAWBAR_SANITIZED
#define WATCH_LOCKS_AND_CALLS

#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#endif

#ifdef WATCH_LOCKS_AND_CALLS
namespace {
thread_local std::size_t locks = 0;
}  // namespace

/// Stands before the C library's.
extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  ++locks;
  static const auto lock =
      reinterpret_cast<int (*)(pthread_mutex_t*)>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  return lock(mutex);
}
#endif

namespace drawbar::server::test {
namespace {

#ifdef WATCH_LOCKS_AND_CALLS
std::atomic<int> forbidden_call{0};

void note_call(int, siginfo_t* info, void* context) {
  forbidden_call = info->si_syscall;
#ifdef __x86_64__
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX] = -ENOSYS;
#else
  static_cast<void>(context);
#endif
}

/// From now on calls of this thread but the clock, the sleep, a write to `wake_up` and the thread's end are
/// noted and not carried out. False where the kernel does not filter.
bool forbid_calls(int wake_up) {
  struct sigaction action {};
  action.sa_sigaction = note_call;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &action, nullptr);
  constexpr unsigned kLoad = BPF_LD | BPF_W | BPF_ABS;
  constexpr unsigned kEqual = BPF_JMP | BPF_JEQ | BPF_K;
  constexpr unsigned kReturn = BPF_RET | BPF_K;
  const auto allowed_after = [](std::uint8_t steps, std::uint32_t call) {
    return sock_filter{kEqual, steps, 0, call};
  };
  std::array<sock_filter, 14> filter{{
      {kLoad, 0, 0, offsetof(seccomp_data, nr)},
      allowed_after(11, SYS_clock_nanosleep),
      allowed_after(10, SYS_clock_gettime),
      allowed_after(9, SYS_restart_syscall),
      allowed_after(8, SYS_rt_sigreturn),
      allowed_after(7, SYS_rt_sigprocmask),
      allowed_after(6, SYS_madvise),
      allowed_after(5, SYS_munmap),
      allowed_after(4, SYS_exit),
      {kEqual, 0, 2, SYS_write},
      {kLoad, 0, 0, offsetof(seccomp_data, args)},
      allowed_after(1, static_cast<std::uint32_t>(wake_up)),
      {kReturn, 0, 0, SECCOMP_RET_TRAP},
      {kReturn, 0, 0, SECCOMP_RET_ALLOW},
  }};
  const sock_fprog program{filter.size(), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#endif

TEST(SimulationLoop, NeitherAllocatesNorLocksNorCallsTheSystemInFramesInputsRestoresAndReloads) {
  auto loaded = scenes::load_text(pendulum_scene(10), "pendulum", ".");
  ASSERT_TRUE(loaded) << loaded.error().text;
  Stage stage(loaded->world, 2);
  Stage next(std::move(loaded->world), 2);
  Inbox inbox(1024, [] { return LoopInput(); });
  const WakeUp wake_up;
  SimulationLoop loop(stage, inbox, wake_up, {});
  std::atomic<bool> stop{false};
  std::size_t allocations = 0;
  std::size_t locked = 0;
  int called = 0;
  std::thread thread([&] {
#ifdef WATCH_LOCKS_AND_CALLS
    const std::size_t locked_before = locks;
    if (!forbid_calls(wake_up.descriptor()))
      std::puts("system calls are not watched: the kernel cannot filter");
#endif
    const std::size_t before = drawbar::test::allocation_count();
    loop.run(stop);
    allocations = drawbar::test::allocation_count() - before;
#ifdef WATCH_LOCKS_AND_CALLS
    locked = locks - locked_before;
    called = forbidden_call;
#endif
  });

  RestorePoint point;
  const auto next_frame = [&stage]() -> FrameSlot& {
    while (stage.outbox.front() == nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return *stage.outbox.front();
  };
  bool restored = false;
  LoopInput reload;
  reload.kind = LoopInput::Kind::reload;
  reload.stage = &next;
  for (int i = 0; i < 20 || !restored; ++i) {
    const FrameSlot& slot = next_frame();
    restored = restored || slot.restored != nullptr;
    if (i == 2) point.state = slot.saved_state;
    stage.outbox.release();
    LoopInput input;
    input.input.value = 0.1 * i;
    inbox.push(input);
    input.frame = static_cast<std::uint64_t>(i + 5);
    inbox.push(input);
    if (i == 8) {
      input.kind = LoopInput::Kind::restore;
      input.restore = &point;
      inbox.push(input);
    }
  }
  inbox.push(reload);
  while (next.outbox.size() < 10) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(next.outbox.front()->begins_scene);
  stop = true;
  thread.join();
  EXPECT_TRUE(restored && point.accepted);
  EXPECT_EQ(allocations, 0u);
  EXPECT_EQ(locked, 0u);
  EXPECT_EQ(called, 0) << "a system call by its number";
#ifdef WATCH_LOCKS_AND_CALLS
  std::uint64_t wake_ups = 0;
  ASSERT_EQ(read(wake_up.descriptor(), &wake_ups, sizeof wake_ups), static_cast<ssize_t>(sizeof wake_ups));
  while (next.outbox.size() > 1) next.outbox.release();
  EXPECT_LE(wake_ups, next.outbox.front()->tick + 1) << "one for each slot";
#endif
}

}  // namespace
}  // namespace drawbar::server::test
