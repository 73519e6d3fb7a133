// Requests whose effect comes later than the loop takes them: steps, and inputs that wait for their frame.
#include "server/session/unfinished_requests.h"

#include <algorithm>
#include <utility>

namespace drawbar::server {

void UnfinishedRequests::add_step(std::uint64_t number, Waiter waiter) {
  steps_.push_back({number, waiter, nullptr});
}

void UnfinishedRequests::add_scheduled(std::uint64_t number, Waiter waiter, std::uint32_t branch,
                                       std::uint64_t frame, std::vector<std::uint32_t> channels) {
  scheduled_.emplace(frame, Scheduled{number, waiter, branch, std::move(channels)});
}

bool UnfinishedRequests::steps(SessionId session) const {
  return std::ranges::any_of(steps_, [session](const Step& step) { return step.waiter.session == session; });
}

void UnfinishedRequests::after_steps(Waiter waiter, Act act) {
  steps_.push_back({0, waiter, std::move(act)});
}

std::vector<UnfinishedRequests::Ended> UnfinishedRequests::take(const FrameSlot& slot) {
  std::vector<Ended> ended;
  take_steps(slot, ended);
  take_scheduled(slot, ended);
  take_cancels(slot, ended);
  return ended;
}

void UnfinishedRequests::take_steps(const FrameSlot& slot, std::vector<Ended>& ended) {
  std::vector<Step> left;
  for (Step& step : steps_) {
    const bool waits = std::ranges::any_of(
        left, [&](const Step& before) { return before.waiter.session == step.waiter.session; });
    if (step.act) {
      if (waits) {
        left.push_back(std::move(step));
      } else {
        ended.push_back({step.waiter, std::move(step.act), nullptr});
      }
    } else if (step.number > slot.requests_taken || slot.stepping == step.number) {
      left.push_back(std::move(step));
    } else {
      const bool whole = slot.step_ended == step.number;
      ended.push_back({step.waiter, nullptr,
                       whole ? nullptr : "another request, or the end, came before its last frame"});
    }
  }
  steps_ = std::move(left);
}

void UnfinishedRequests::take_scheduled(const FrameSlot& slot, std::vector<Ended>& ended) {
  if (slot.begins_branch) branch_ended_ = true;
  if (branch_ended_) {
    branch_ended_ = false;
    std::erase_if(scheduled_, [&](const auto& entry) {
      const Scheduled& scheduled = entry.second;
      if (scheduled.branch == slot.branch) return false;
      const bool taken = scheduled.number <= slot.requests_taken;
      if (taken) ended.push_back({scheduled.waiter, nullptr, "another branch began before its frame"});
      branch_ended_ = branch_ended_ || !taken;
      return taken;
    });
  }
  if (!slot.computed) return;
  for (auto at = scheduled_.begin(); at != scheduled_.end() && at->first <= slot.state.frame;) {
    const Scheduled& scheduled = at->second;
    if (scheduled.number > slot.requests_taken) {
      ++at;
      continue;
    }
    const bool acted = std::ranges::none_of(cancels_, [&](const Cancel& cancel) {
      return cancel.number > scheduled.number && cancel.number <= slot.requests_taken &&
             std::ranges::find(scheduled.channels, cancel.channel) != scheduled.channels.end();
    });
    ended.push_back({scheduled.waiter, nullptr, acted ? nullptr : "it was cancelled before its frame"});
    at = scheduled_.erase(at);
  }
}

void UnfinishedRequests::take_cancels(const FrameSlot& slot, std::vector<Ended>& ended) {
  for (const Cancel& cancel : cancels_) {
    if (cancel.number > slot.requests_taken) continue;
    std::erase_if(scheduled_, [&](const auto& entry) {
      const Scheduled& scheduled = entry.second;
      const bool meant = scheduled.number < cancel.number &&
                         std::ranges::find(scheduled.channels, cancel.channel) != scheduled.channels.end();
      if (meant) ended.push_back({scheduled.waiter, nullptr, "it was cancelled before its frame"});
      return meant;
    });
  }
  std::erase_if(cancels_, [&](const Cancel& cancel) { return cancel.number <= slot.requests_taken; });
}

void UnfinishedRequests::forget_numbers(SessionId session) {
  for (Step& step : steps_) {
    if (step.waiter.session == session) step.waiter.request = 0;
  }
  for (auto& [frame, scheduled] : scheduled_) {
    if (scheduled.waiter.session == session) scheduled.waiter.request = 0;
  }
}

}  // namespace drawbar::server
