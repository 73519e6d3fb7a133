// Requests on their way to the loop, and the answers that wait until it has taken them.
#include "server/session/request_queue.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace drawbar::server {

namespace {

constexpr std::ptrdiff_t kMostTakeovers = 8;  ///< on their way to the loop

}  // namespace

Outcome RequestQueue::refusal() const {
  if (loop_.full()) return Refusal{stream::ErrorCode::Busy, "too many requests wait for their frame", ""};
  if (changing_stage_) return Refusal{stream::ErrorCode::Busy, "the scene is being reloaded", ""};
  return {};
}

Outcome RequestQueue::ask(const Session& session, std::uint32_t request, const LoopInput& input,
                          std::optional<stream::EventT> event) {
  if (auto why = refusal()) return why;
  tell(session, request, input, std::move(event));
  return {};
}

void RequestQueue::tell(const Session& session, std::uint32_t request, const LoopInput& input,
                        std::optional<stream::EventT> event) {
  const std::uint64_t number = loop_.send(input);
  if (request != 0 || event) waiting_.push_back({number, session.id, request, std::move(event), nullptr});
}

Outcome RequestQueue::step(const Session& session, std::uint32_t request, const LoopInput& input,
                           stream::EventT event) {
  if (auto why = refusal()) return why;
  const std::uint64_t number = loop_.send(input);
  waiting_.push_back({number, session.id, 0, std::move(event), nullptr});
  unfinished_.add_step(number, {session.id, request});
  return {};
}

void RequestQueue::tell_ahead(const Session& session, std::uint32_t request,
                              const std::vector<LoopInput>& inputs) {
  std::uint64_t number = 0;
  std::vector<std::uint32_t> channels;
  for (const LoopInput& input : inputs) {
    number = loop_.send(input);
    channels.push_back(input.input.index);
  }
  if (request == 0) return;
  unfinished_.add_scheduled(number, {session.id, request}, inputs.front().branch, inputs.front().frame,
                            std::move(channels));
}

void RequestQueue::cancel_ahead(std::uint32_t channel) {
  LoopInput cancel;
  cancel.kind = LoopInput::Kind::cancel_scheduled;
  cancel.input.index = channel;
  unfinished_.cancel(loop_.send(cancel), channel);
}

void RequestQueue::after_steps(const Session& session, std::uint32_t request,
                               std::function<void(Session& asker, std::uint32_t request)> act) {
  auto answer = [this, act = std::move(act)](UnfinishedRequests::Waiter waiter) {
    if (Session* asker = sessions_.find(waiter.session)) act(*asker, waiter.request);
  };
  const UnfinishedRequests::Waiter waiter{session.id, request};
  if (unfinished_.steps(session.id)) {
    unfinished_.after_steps(waiter, std::move(answer));
  } else {
    answer(waiter);
  }
}

Outcome RequestQueue::take_over(const Session& session, std::uint32_t request,
                                std::unique_ptr<RestorePoint> point, stream::EventT event) {
  if (auto why = refusal()) return why;
  // The loop takes one per slot, and each holds a whole state.
  const auto takeovers = std::ranges::count_if(waiting_, [](const auto& a) { return a.restore != nullptr; });
  if (takeovers >= kMostTakeovers) {
    return Refusal{stream::ErrorCode::Busy, std::to_string(takeovers) + " states wait to be taken over", ""};
  }
  LoopInput input;
  input.kind = LoopInput::Kind::restore;
  input.restore = point.get();
  const std::uint64_t number = loop_.send(input);
  waiting_.push_back({number, session.id, request, std::move(event), std::move(point)});
  return {};
}

void RequestQueue::change_stage(SessionId session, std::uint32_t request, std::unique_ptr<Stage> stage,
                                stream::EventT event, LoopPort::StageBegin begin,
                                std::unique_ptr<RestorePoint> point) {
  changing_stage_ = true;
  begin.point = point.get();
  const std::uint64_t number = loop_.change_stage(std::move(stage), begin);
  waiting_.push_back({number, session, request, std::move(event), std::move(point)});
}

void RequestQueue::stage_changed() {
  changing_stage_ = false;
  preparing_ = false;
}

std::vector<RequestQueue::Acknowledgement> RequestQueue::taken(const FrameSlot& slot) {
  loop_.flush();
  std::vector<Acknowledgement> result;
  while (!waiting_.empty() && waiting_.front().number <= slot.requests_taken) {
    result.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  return result;
}

void RequestQueue::acknowledge(Acknowledgement& acknowledgement) {
  const Session* asker = sessions_.find(acknowledgement.session);
  if (acknowledgement.restore && !acknowledgement.restore->accepted) {
    if (asker != nullptr && asker->connection) {
      messenger_.refuse(
          *asker->connection, acknowledgement.request,
          {stream::ErrorCode::NoSuchMoment, "the state does not fit the scene that runs now", ""});
    }
    return;
  }
  if (asker != nullptr) messenger_.reply(*asker, acknowledgement.request);
  if (!acknowledgement.event) return;
  spdlog::info("session {}: {}", acknowledgement.session, acknowledgement.event->text);
  messenger_.announce(std::move(*acknowledgement.event));
}

void RequestQueue::finish(const FrameSlot& slot) {
  for (UnfinishedRequests::Ended& ended : unfinished_.take(slot)) {
    const UnfinishedRequests::Waiter& waiter = ended.waiter;
    const Session* asker = sessions_.find(waiter.session);
    if (ended.act) {
      ended.act(waiter);
    } else if (asker == nullptr || waiter.request == 0) {
      continue;
    } else if (ended.cut == nullptr) {
      messenger_.reply(*asker, waiter.request);
    } else if (asker->connection) {
      messenger_.refuse(*asker->connection, waiter.request, {stream::ErrorCode::Cancelled, ended.cut, ""});
    }
  }
}

void RequestQueue::forget_numbers(SessionId session) {
  unfinished_.forget_numbers(session);
  for (Acknowledgement& acknowledgement : waiting_) {
    if (acknowledgement.session == session) acknowledgement.request = 0;
  }
}

}  // namespace drawbar::server
