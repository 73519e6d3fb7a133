// Going back: states kept under a name, and every moment of the session's past.
#include "server/session/rewinder.h"

#include <spdlog/spdlog.h>

#include <memory>
#include <optional>
#include <utility>

#include "server/history/compute_again.h"

namespace drawbar::server {

namespace {

constexpr std::size_t kMostSaves = 64;

}  // namespace

Outcome Rewinder::save(const Session& session, const control::Save& message, std::uint32_t request) {
  const std::string name = message.name()->str();
  if (saves_.size() >= kMostSaves && !saves_.contains(name)) {
    return Refusal{stream::ErrorCode::Busy, "at most " + std::to_string(kMostSaves) + " states are kept",
                   "Save.name"};
  }
  saves_[name] = {present_.stamp.branch(), present_.stamp.frame(), present_.newest->saved_state};
  messenger_.reply(session, request);
  stream::EventT event =
      messenger_.make_event(stream::EventKind::Saved, session.id, session.name + " saved " + name);
  event.name = name;
  spdlog::info("session {}: {}", session.id, event.text);
  messenger_.announce(std::move(event));
  return {};
}

Outcome Rewinder::restore(const Session& session, const control::Restore& message, std::uint32_t request) {
  const std::string name = message.name()->str();
  const auto saved = saves_.find(name);
  if (saved == saves_.end()) {
    return Refusal{stream::ErrorCode::NoSuchName, "no state was saved as " + name, "Restore.name"};
  }
  auto point = std::make_unique<RestorePoint>();
  point->cause = record::BranchCause::Restore;
  point->parent_branch = saved->second.branch;
  point->parent_frame = saved->second.frame;
  point->name = name;
  point->state = saved->second.state;
  stream::EventT event =
      messenger_.make_event(stream::EventKind::Restored, session.id, session.name + " restored " + name);
  event.name = name;
  return requests_.take_over(session, request, std::move(point), std::move(event));
}

Outcome Rewinder::rewind(const Session& session, const control::Rewind& message, std::uint32_t request) {
  std::optional<std::uint64_t> frame;
  std::optional<double> time;
  if (message.frame()) frame = *message.frame();
  if (message.time()) time = *message.time();
  auto plan = history_.plan(message.branch().value_or(present_.stamp.branch()), frame, time);
  if (!plan) {
    return Refusal{stream::ErrorCode::NoSuchMoment, plan.error().text,
                   frame ? "Rewind.frame" : "Rewind.time"};
  }
  RewindPlan reached = *plan;
  reached.state.clear();
  reached.inputs.clear();
  return requests_.prepare(
      "Rewind", session, request,
      [scene = present_.scene.world, plan = std::move(*plan)](const std::atomic<bool>& ending) {
        return compute_again(scene, plan, ending);
      },
      [this, reached](Session* asker, std::uint32_t waits, const Result<std::vector<std::byte>>& state) {
        finish(asker, waits, reached, state);
      });
}

void Rewinder::finish(Session* asker, std::uint32_t request, const RewindPlan& plan,
                      const Result<std::vector<std::byte>>& state) {
  requests_.prepared();
  if (asker == nullptr) return;
  Outcome outcome;
  if (!state) {
    spdlog::error("rewind to branch {}, frame {}: {}", plan.branch, plan.to_frame, state.error().text);
    outcome = Refusal{stream::ErrorCode::NoSuchMoment, state.error().text, "Rewind"};
  } else {
    auto point = std::make_unique<RestorePoint>();
    point->cause = record::BranchCause::Rewind;
    point->parent_branch = plan.branch;
    point->parent_frame = plan.to_frame;
    point->state = *state;
    outcome = requests_.take_over(
        *asker, request, std::move(point),
        messenger_.make_event(stream::EventKind::Rewound, asker->id,
                              asker->name + " went back to branch " + std::to_string(plan.branch) +
                                  ", frame " + std::to_string(plan.to_frame),
                              {}, static_cast<double>(plan.to_frame)));
  }
  if (outcome && asker->connection) messenger_.refuse(*asker->connection, request, *outcome);
}

void Rewinder::begin_scene() {
  history_ = History(present_.scene.world.period, history_bytes_);
  saves_.clear();
}

std::vector<std::string> Rewinder::saves() const {
  std::vector<std::string> names;
  for (const auto& [name, state] : saves_) names.push_back(name);
  return names;
}

}  // namespace drawbar::server
