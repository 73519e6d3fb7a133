// The recording that is served: where its replay stands, and going on live from a moment of it.
#include "server/desks/replay_desk.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace drawbar::server {

struct ReplayDesk::Prepared {
  RecordedState moment;
  std::unique_ptr<Stage> stage;
};

Refusal ReplayDesk::no_such_moment(const char* message, const char* field, std::uint32_t branch) const {
  return {stream::ErrorCode::NoSuchMoment,
          fmt::format("{}: not in the recording; allowed on branch {}: {}", message, branch,
                      recording_->range_of(branch)),
          fmt::format("{}.{}", message, field)};
}

Outcome ReplayDesk::seek(const Session& session, const control::Seek& message, std::uint32_t request) {
  const std::uint32_t branch = message.branch().value_or(present_.stamp.branch());
  const auto position = message.frame() ? recording_->find_shown(branch, *message.frame())
                                        : recording_->find_time(branch, message.time().value_or(0));
  if (!position) return no_such_moment("Seek", message.frame() ? "frame" : "time", branch);
  LoopInput input;
  input.kind = LoopInput::Kind::seek;
  input.frame = *position;
  return requests_.ask(
      session, request, input,
      messenger_.make_event(stream::EventKind::Sought, session.id, session.name + " went to another moment",
                            {}, static_cast<double>(recording_->at(*position).frame)));
}

Outcome ReplayDesk::repeat(const Session& session, const control::Repeat& message, std::uint32_t request) {
  LoopInput input;
  input.kind = LoopInput::Kind::repeat;
  if (message.from()) {
    const std::uint32_t branch = message.branch().value_or(present_.stamp.branch());
    const auto first = recording_->find_time(branch, *message.from());
    const auto last = recording_->find_time(branch, message.to().value_or(0));
    if (!first || !last || *first >= *last) return no_such_moment("Repeat", !first ? "from" : "to", branch);
    input.frame = *first;
    input.until = *last;
  }
  const bool on = message.from().has_value();
  return requests_.ask(
      session, request, input,
      messenger_.make_event(stream::EventKind::Repeating, session.id,
                            session.name + (on ? " repeats a range" : " ended the repetition"), {},
                            on ? 1 : 0));
}

Outcome ReplayDesk::take_over(const Session& session, const control::TakeOver& message,
                              std::uint32_t request) {
  if (recording_ == nullptr) {
    return Refusal{
        stream::ErrorCode::Unsupported,
        "TakeOver goes on from a recording that is served (--replay); Rewind goes back in this session",
        "TakeOver"};
  }
  std::optional<std::uint64_t> frame;
  if (message.frame()) frame = *message.frame();
  if (!frame && !message.time()) {
    if (present_.replay == nullptr) {
      return Refusal{stream::ErrorCode::BadValue,
                     "no recorded frame is shown any more: frame or time must say which", "TakeOver.frame"};
    }
    frame = present_.stamp.frame();
  }
  // Live, the present branch is none of the recording's.
  const std::uint32_t present =
      present_.replay == nullptr ? recording_->last_branch() : present_.stamp.branch();
  const std::uint32_t branch = message.branch().value_or(present);
  const auto position =
      frame ? recording_->find(branch, *frame) : recording_->find_time(branch, message.time().value_or(0));
  if (!position) return no_such_moment("TakeOver", message.time() ? "time" : "frame", branch);
  const protocol::SessionRecord::FrameEntry wanted = recording_->at(*position);
  const ServedScene& scene = recording_->scenes()[recording_->scene_of(wanted.branch)];
  return requests_.prepare(
      "TakeOver", session, request,
      [path = recording_->path(), world = scene.world, exercise = scene.observer(),
       least = scene.minimum_substeps, wanted](const std::atomic<bool>& ending) -> Result<Prepared> {
        auto moment = recorded_state(path, scenes::Simulation(world, exercise), wanted, ending);
        if (!moment) return tl::unexpected(moment.error());
        auto stage = std::make_unique<Stage>(world, least, exercise);
        if (!stage->simulation.restore_state(moment->state))
          return fail(ErrorKind::wrong, "the recorded state does not fit its scene");
        return Prepared{std::move(*moment), std::move(stage)};
      },
      [this, id = session.id, moment = Moment{*position, message.wait()}](Session* asker, std::uint32_t waits,
                                                                          Result<Prepared> prepared) {
        go_on(asker, id, waits, moment, std::move(prepared));
      });
}

void ReplayDesk::go_on(Session* asker, SessionId id, std::uint32_t request, const Moment& moment,
                       Result<Prepared> prepared) {
  const Outcome outcome =
      prepared ? begin(asker, id, request, moment, std::move(*prepared))
               : Refusal{stream::ErrorCode::NoSuchMoment,
                         recording_->path() + ": no take-over there: " + prepared.error().text, "TakeOver"};
  if (!outcome) return;
  requests_.prepared();
  spdlog::warn("{}", outcome->text);
  if (asker != nullptr && asker->connection) messenger_.refuse(*asker->connection, request, *outcome);
}

Outcome ReplayDesk::begin(Session* asker, SessionId id, std::uint32_t request, const Moment& moment,
                          Prepared prepared) {
  const protocol::SessionRecord::FrameEntry& wanted = recording_->at(moment.position);
  const RecordedState& state = prepared.moment;
  const std::uint32_t last_branch = std::max(recording_->last_branch(), present_.stamp.branch());
  ServedScene scene = recording_->scenes()[recording_->scene_of(wanted.branch)];
  scene.first_attempt = scene.attempt(last_branch) + 1;
  scene.first_branch = last_branch + 1;
  if (begin_recording_ && !records_) {
    if (const auto begun = begin_recording_(scene); !begun) {
      return Refusal{stream::ErrorCode::Unsupported,
                     "the new session cannot be recorded: " + begun.error().text, "TakeOver"};
    }
    records_ = true;
  }
  auto point = std::make_unique<RestorePoint>();
  point->cause = record::BranchCause::TakeOver;
  point->parent_branch = wanted.branch;
  point->parent_frame = state.frame;
  point->freeze = moment.wait;
  point->origin = std::make_unique<record::OriginT>();
  point->origin->recording = std::filesystem::path(recording_->path()).filename().string();
  point->origin->utc_start_ns = recording_->build().utc_start_ns;
  point->origin->branch = wanted.branch;
  point->origin->frame = state.frame;
  point->origin->state_hash = state.hash;
  point->origin->wanted_frame = wanted.frame;
  std::string text =
      fmt::format("{} took over from branch {}, frame {} of the recording",
                  asker == nullptr ? "an instructor" : asker->name, wanted.branch, state.frame);
  if (!state.inexact.empty())
    text += fmt::format(", the recorded state nearest to frame {}: {}", wanted.frame, state.inexact);
  next_ = std::move(scene);
  requests_.change_stage(id, request, std::move(prepared.stage),
                         messenger_.make_event(stream::EventKind::TookOver, id, std::move(text), {},
                                               static_cast<double>(state.frame)),
                         {.last_branch = last_branch}, std::move(point));
  return {};
}

ServedScene ReplayDesk::begin_scene(const FrameSlot& slot) {
  if (slot.replay) return recording_->scenes()[slot.replay_scene];
  ServedScene scene = std::move(*next_);
  next_.reset();
  requests_.stage_changed();
  spdlog::info("live from branch {} on", slot.branch);
  return scene;
}

}  // namespace drawbar::server
