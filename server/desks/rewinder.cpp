// Going back to every moment of the session's past.
#include "server/desks/rewinder.h"

#include <spdlog/spdlog.h>

#include <memory>
#include <optional>
#include <utility>

#include "server/history/compute_again.h"

namespace drawbar::server {

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
      [scene = present_.scene.world, exercise = present_.scene.observer(),
       plan = std::move(*plan)](const std::atomic<bool>& ending) {
        return compute_again(scenes::Simulation(scene, exercise), plan, ending);
      },
      [this, reached, wait = message.wait()](Session* asker, std::uint32_t waits,
                                             const Result<std::vector<std::byte>>& state) {
        finish(asker, waits, reached, state, wait);
      });
}

void Rewinder::finish(Session* asker, std::uint32_t request, const RewindPlan& plan,
                      const Result<std::vector<std::byte>>& state, bool wait) {
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
    point->freeze = wait;
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
}

}  // namespace drawbar::server
