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
                                stream::EventT event) {
  changing_stage_ = true;
  const std::uint64_t number = loop_.change_stage(std::move(stage));
  waiting_.push_back({number, session, request, std::move(event), nullptr});
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

void RequestQueue::forget_numbers(SessionId session) {
  for (Acknowledgement& acknowledgement : waiting_) {
    if (acknowledgement.session == session) acknowledgement.request = 0;
  }
}

}  // namespace drawbar::server
