// Requests whose effect comes later than the loop takes them: steps, and inputs that wait for their frame.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "server/loop/frame_slot.h"
#include "server/session/channels.h"

namespace drawbar::server {

/// Pure bookkeeping. A request is known by the number of its loop input; the loop's frames tell what became
/// of it.
class UnfinishedRequests {
 public:
  /// Who waits for what answer.
  struct Waiter {
    SessionId session = kNobody;
    std::uint32_t request = 0;  ///< of the client's message; 0: nobody waits any more
  };
  /// What answers by itself.
  using Act = std::function<void(Waiter)>;
  struct Ended {
    Waiter waiter;
    Act act;                    ///< instead of an answer, where there is one
    const char* cut = nullptr;  ///< why it had no effect, or not all of it; null: it had
  };

  void add_step(std::uint64_t number, Waiter waiter);
  /// `frame` of `branch`, for these channels.
  void add_scheduled(std::uint64_t number, Waiter waiter, std::uint32_t branch, std::uint64_t frame,
                     std::vector<std::uint32_t> channels);
  /// The loop input `number` cancels what waits for this channel then.
  void cancel(std::uint64_t number, std::uint32_t channel) { cancels_.push_back({number, channel}); }
  /// Whether a step of this session has not ended.
  bool steps(SessionId session) const;
  /// To do when the last step of this session has ended, one way or the other.
  void after_steps(Waiter waiter, Act act);

  /// What has ended with this frame, in order of asking within each kind.
  std::vector<Ended> take(const FrameSlot& slot);
  /// The numbers of this session's requests mean nothing any more.
  void forget_numbers(SessionId session);

 private:
  struct Step {
    std::uint64_t number = 0;
    Waiter waiter;
    Act act;  ///< what waits for the steps before it
  };
  struct Scheduled {
    std::uint64_t number = 0;
    Waiter waiter;
    std::uint32_t branch = 0;
    std::vector<std::uint32_t> channels;
  };
  struct Cancel {
    std::uint64_t number = 0;
    std::uint32_t channel = 0;
  };

  void take_steps(const FrameSlot& slot, std::vector<Ended>& ended);
  void take_scheduled(const FrameSlot& slot, std::vector<Ended>& ended);
  void take_cancels(const FrameSlot& slot, std::vector<Ended>& ended);

  std::vector<Step> steps_;
  std::multimap<std::uint64_t, Scheduled> scheduled_;  ///< by frame
  std::vector<Cancel> cancels_;                        ///< that the loop has not taken
  bool branch_ended_ = false;                          ///< some of scheduled_ may be of one that is no more
};

}  // namespace drawbar::server
