// Requests on their way to the loop, and the answers that wait until it has taken them.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/loop/loop_port.h"
#include "server/session/background.h"
#include "server/session/messenger.h"
#include "server/session/unfinished_requests.h"

namespace drawbar::server {

class RequestQueue {
 public:
  /// What is answered and announced when the loop has taken a request.
  struct Acknowledgement {
    std::uint64_t number = 0;  ///< of the request to the loop
    SessionId session = kNobody;
    std::uint32_t request = 0;  ///< of the client's message; 0: nobody waits for an answer
    std::optional<stream::EventT> event;
    std::unique_ptr<RestorePoint> restore;  ///< when the request was to take over a state
  };

  RequestQueue(LoopPort& loop, SessionTable& sessions, Messenger& messenger)
      : loop_(loop), sessions_(sessions), messenger_(messenger) {}

  /// Without one, nothing can be prepared. It outlives the queue's use.
  void set_background(Background& background) { background_ = &background; }

  /// Why the loop can take no request just now.
  Outcome refusal() const;
  /// Answers and announces when the loop has taken it. Refuses when the loop is behind with too many.
  Outcome ask(const Session& session, std::uint32_t request, const LoopInput& input,
              std::optional<stream::EventT> event);
  /// The same, where it has been asked whether the loop can take it.
  void tell(const Session& session, std::uint32_t request, const LoopInput& input,
            std::optional<stream::EventT> event);
  /// Number of the newest request to the loop: it was taken when FrameSlot::requests_taken has reached it.
  std::uint64_t newest() const { return loop_.sent(); }
  /// The server's own: it is never refused, and nobody waits for an answer.
  void send(const LoopInput& input) { loop_.send(input); }
  /// Steps: announced when the loop has taken them, answered when their last frame is there.
  Outcome step(const Session& session, std::uint32_t request, const LoopInput& input, stream::EventT event);
  /// Inputs for a frame, of which it has been asked whether the loop can take them: answered when that frame
  /// has been computed with them.
  void tell_ahead(const Session& session, std::uint32_t request, const std::vector<LoopInput>& inputs);
  /// What was told ahead for this channel does not act.
  void cancel_ahead(std::uint32_t channel);
  /// When the steps that this session has asked for have ended; now, where there are none. `act` answers.
  void after_steps(const Session& session, std::uint32_t request,
                   std::function<void(Session& asker, std::uint32_t request)> act);
  /// A state to go on from, on a new branch.
  Outcome take_over(const Session& session, std::uint32_t request, std::unique_ptr<RestorePoint> point,
                    stream::EventT event);
  /// Another scene to go on with; until its first frame has come every other request is refused. `point`:
  /// `begin.point`, to be kept until then.
  void change_stage(SessionId session, std::uint32_t request, std::unique_ptr<Stage> stage,
                    stream::EventT event, LoopPort::StageBegin begin,
                    std::unique_ptr<RestorePoint> point = nullptr);

  // --- requests that take long ---

  /// `done(asker, request, work(ending))`, with `work` on the background thread. `asker` is null when the
  /// session is gone, `request` 0 when its answer is no longer waited for. One at a time, from here to
  /// prepared(); another is refused.
  template <class Work, class Done>
  Outcome prepare(const char* message, const Session& session, std::uint32_t request, Work work, Done done) {
    if (background_ == nullptr || preparing_) {
      return Refusal{stream::ErrorCode::Busy, "another rewind or reload is on its way", message};
    }
    preparing_ = true;
    background_->run(std::move(work), [this, id = session.id, request, asked_over = session.connection,
                                       done = std::move(done)](auto result) mutable {
      Session* asker = sessions_.find(id);
      const bool waits = sessions_.find(id, asked_over) != nullptr;
      done(asker, waits ? request : 0, std::move(result));
    });
    return {};
  }
  void prepared() { preparing_ = false; }

  // --- what comes back ---

  /// The first frame of the stage that was changed to has come.
  void stage_changed();
  /// Sends on what waits; gives what the loop had taken when it published this frame, in order.
  std::vector<Acknowledgement> taken(const FrameSlot& slot);
  /// Answers and announces.
  void acknowledge(Acknowledgement& acknowledgement);
  /// Answers what has had its effect with this frame, or will have none any more.
  void finish(const FrameSlot& slot);
  /// The numbers of requests that this session still waits for mean nothing any more.
  void forget_numbers(SessionId session);

 private:
  LoopPort& loop_;
  SessionTable& sessions_;
  Messenger& messenger_;
  Background* background_ = nullptr;
  std::deque<Acknowledgement> waiting_;
  UnfinishedRequests unfinished_;
  bool preparing_ = false;
  bool changing_stage_ = false;
};

}  // namespace drawbar::server
