// The meeting place: what an instructor may order.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>

#include "server/session/compute_again.h"
#include "server/session/hub.h"

namespace drawbar::server {

namespace {

constexpr std::size_t kMostSaves = 64;
constexpr std::ptrdiff_t kMostTakeovers = 8;  ///< on their way to the loop

LoopInput plain(LoopInput::Kind kind) {
  LoopInput input;
  input.kind = kind;
  return input;
}

std::string frames_of(const ReplayIndex& index, std::uint32_t branch) {
  std::optional<std::uint64_t> first;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (index.at(i).branch != branch) continue;
    if (!first) first = index.at(i).frame;
    last = index.at(i).frame;
  }
  return first ? "frames " + std::to_string(*first) + " to " + std::to_string(last) : "no frames";
}

}  // namespace

Hub::Outcome Hub::instruct(Session& session, const control::ClientMessage& message) {
  const control::ClientBody type = message.body_type();
  const std::string what = control::EnumNameClientBody(type);
  if (!may_instruct(session)) {
    return Refusal{stream::ErrorCode::NotAllowed, what + " is for instructors; join as one", what};
  }
  const std::uint32_t request = message.request();
  const auto event = [&](stream::EventKind kind, std::string text, double value = 0) {
    return make_event(kind, session.id, session.name + " " + text, {}, value);
  };
  switch (type) {
    case control::ClientBody::Freeze:
      return ask_loop(session, request, plain(LoopInput::Kind::freeze),
                      event(stream::EventKind::Frozen, "froze"));
    case control::ClientBody::Run:
      return ask_loop(session, request, plain(LoopInput::Kind::run),
                      event(stream::EventKind::Running, "let it run"));
    case control::ClientBody::Step: {
      LoopInput input = plain(LoopInput::Kind::step);
      input.frame = message.body_as_Step()->frames();
      return ask_loop(session, request, input,
                      event(stream::EventKind::Stepped, fmt::format("stepped {}", input.frame),
                            static_cast<double>(input.frame)));
    }
    case control::ClientBody::Speed: {
      LoopInput input = plain(LoopInput::Kind::speed);
      input.value = message.body_as_Speed()->factor();
      const int most = options_.replay != nullptr ? kMostReplayFramesPerSlot : kMostFramesPerSlot;
      if (input.value > most) {
        return Refusal{stream::ErrorCode::BadValue,
                       fmt::format("speed {:g}: above 0 and at most {} is allowed", input.value, most),
                       "Speed.factor"};
      }
      return ask_loop(session, request, input,
                      event(stream::EventKind::SpeedChanged,
                            fmt::format("changed the speed to {:g}", input.value), input.value));
    }
    default:
      break;
  }
  if (type == control::ClientBody::Seek) return seek(session, *message.body_as_Seek(), request);
  if (options_.replay != nullptr) {
    return Refusal{stream::ErrorCode::Unsupported, what + " is not possible in a replay", what};
  }
  switch (type) {
    case control::ClientBody::Save:
      return save(session, *message.body_as_Save(), request);
    case control::ClientBody::Restore:
      return restore(session, *message.body_as_Restore(), request);
    case control::ClientBody::Rewind:
      return rewind(session, *message.body_as_Rewind(), request);
    case control::ClientBody::DriveFault:
      return drive_fault(session, *message.body_as_DriveFault(), request);
    case control::ClientBody::Reload:
      return reload(session, request);
    default:
      return Refusal{stream::ErrorCode::Unsupported, what + " is not possible in this mode", what};
  }
}

Hub::Outcome Hub::seek(Session& session, const control::Seek& message, std::uint32_t request) {
  if (options_.replay == nullptr) {
    return Refusal{stream::ErrorCode::Unsupported, "Seek is for replays; Rewind takes a live session back",
                   "Seek"};
  }
  const std::uint32_t branch = message.branch().value_or(stamp_.branch());
  const auto position = message.frame() ? options_.replay->find(branch, *message.frame())
                                        : options_.replay->find_time(branch, message.time().value_or(0));
  if (!position) {
    return Refusal{stream::ErrorCode::NoSuchMoment,
                   "not in the recording; branch " + std::to_string(branch) + " has " +
                       frames_of(*options_.replay, branch),
                   message.frame() ? "Seek.frame" : "Seek.time"};
  }
  LoopInput input = plain(LoopInput::Kind::seek);
  input.frame = *position;
  return ask_loop(session, request, input,
                  make_event(stream::EventKind::Sought, session.id, session.name + " went to another moment",
                             {}, static_cast<double>(options_.replay->at(*position).frame)));
}

Hub::Outcome Hub::save(Session& session, const control::Save& message, std::uint32_t request) {
  const std::string name = message.name()->str();
  if (saves_.size() >= kMostSaves && !saves_.contains(name)) {
    return Refusal{stream::ErrorCode::Busy, "at most " + std::to_string(kMostSaves) + " states are kept",
                   "Save.name"};
  }
  saves_[name] = {stamp_.branch(), stamp_.frame(), newest_->saved_state};
  reply(session, request);
  stream::EventT event =
      make_event(stream::EventKind::Saved, session.id, session.name + " saved " + name, {}, 0);
  event.name = name;
  spdlog::info("session {}: {}", session.id, event.text);
  announce(std::move(event));
  return {};
}

Hub::Outcome Hub::restore(Session& session, const control::Restore& message, std::uint32_t request) {
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
      make_event(stream::EventKind::Restored, session.id, session.name + " restored " + name, {}, 0);
  event.name = name;
  return take_over(session, request, std::move(point), std::move(event));
}

Hub::Outcome Hub::rewind(Session& session, const control::Rewind& message, std::uint32_t request) {
  if (background_ == nullptr || preparing_) {
    return Refusal{stream::ErrorCode::Busy, "another rewind or reload is on its way", "Rewind"};
  }
  std::optional<std::uint64_t> frame;
  std::optional<double> time;
  if (message.frame()) frame = *message.frame();
  if (message.time()) time = *message.time();
  auto plan = history_.plan(message.branch().value_or(stamp_.branch()), frame, time);
  if (!plan) {
    return Refusal{stream::ErrorCode::NoSuchMoment, plan.error().text,
                   frame ? "Rewind.frame" : "Rewind.time"};
  }
  preparing_ = true;
  RewindPlan reached = *plan;
  reached.state.clear();
  reached.inputs.clear();
  background_->run([scene = scene_.world, plan = std::move(*plan)](
                       const std::atomic<bool>& ending) { return compute_again(scene, plan, ending); },
                   [this, id = session.id, request, asked_over = session.connection,
                    reached](const Result<std::vector<std::byte>>& state) {
                     const Session* asker = this->session(id);
                     const bool same = asker != nullptr && asker->connection == asked_over;
                     finish_rewind(id, same ? request : 0, reached, state);
                   });
  return {};
}

void Hub::finish_rewind(SessionId id, std::uint32_t request, const RewindPlan& plan,
                        const Result<std::vector<std::byte>>& state) {
  preparing_ = false;
  Session* asker = session(id);
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
    outcome = take_over(*asker, request, std::move(point),
                        make_event(stream::EventKind::Rewound, id,
                                   asker->name + " went back to branch " + std::to_string(plan.branch) +
                                       ", frame " + std::to_string(plan.to_frame),
                                   {}, static_cast<double>(plan.to_frame)));
  }
  if (outcome && asker->connection) refuse(*asker->connection, request, *outcome);
}

Hub::Outcome Hub::take_over(Session& session, std::uint32_t request, std::unique_ptr<RestorePoint> point,
                            stream::EventT event) {
  if (auto refusal = refuse_request()) return refusal;
  // The loop takes one per slot, and each holds a whole state.
  const auto waiting =
      std::ranges::count_if(acknowledgements_, [](const auto& a) { return a.restore != nullptr; });
  if (waiting >= kMostTakeovers) {
    return Refusal{stream::ErrorCode::Busy, std::to_string(waiting) + " states wait to be taken over", ""};
  }
  LoopInput input = plain(LoopInput::Kind::restore);
  input.restore = point.get();
  const std::uint64_t number = loop_.send(input);
  acknowledgements_.push_back({number, session.id, request, std::move(event), std::move(point)});
  return {};
}

Hub::Outcome Hub::drive_fault(Session& session, const control::DriveFault& message, std::uint32_t request) {
  const auto& drives = scene_.world.drives;
  if (message.drive() >= drives.size()) {
    return Refusal{stream::ErrorCode::NoSuchId,
                   "drive " + std::to_string(message.drive()) + " does not exist, the scene has " +
                       std::to_string(drives.size()),
                   "DriveFault.drive"};
  }
  LoopInput input;
  input.input.kind = scenes::WorldInput::Kind::drive_fault;
  input.input.index = message.drive();
  input.input.value = static_cast<double>(message.kind());
  input.input.session = session.id;
  const bool off = message.kind() != control::FaultKind::Ok;
  stream::EventT event = make_event(stream::EventKind::DriveFaultChanged, session.id,
                                    drives[message.drive()].name + (off ? " switched off" : " works again"),
                                    {message.drive()}, static_cast<double>(message.kind()));
  return ask_loop(session, request, input, std::move(event));
}

}  // namespace drawbar::server
