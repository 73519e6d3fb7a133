// States kept under a name, also as files.
#include "server/desks/saved_states.h"

#include <spdlog/spdlog.h>

#include <memory>
#include <span>
#include <utility>

#include "scenes/exercise/simulation.h"
#include "scenes/record/state_file.h"

namespace drawbar::server {

namespace {

constexpr std::size_t kMostStates = 64;
constexpr std::size_t kMostUploads = 4;  ///< files on their way

}  // namespace

Outcome SavedStates::room_for(const std::string& name, const char* field) const {
  if (kept_.size() < kMostStates || kept_.contains(name)) return {};
  return Refusal{stream::ErrorCode::Busy, "at most " + std::to_string(kMostStates) + " states are kept",
                 field};
}

Outcome SavedStates::no_such(const std::string& name, const char* field) const {
  if (kept_.contains(name)) return {};
  return Refusal{stream::ErrorCode::NoSuchName, "no state was saved as " + name, field};
}

void SavedStates::announce(stream::EventKind kind, const Session& session, const std::string& name,
                           const char* did) {
  stream::EventT event = messenger_.make_event(kind, session.id, session.name + " " + did + " " + name);
  event.name = name;
  spdlog::info("session {}: {}", session.id, event.text);
  messenger_.announce(std::move(event));
}

Outcome SavedStates::save(const Session& session, const control::Save& message, std::uint32_t request) {
  requests_.after_steps(session, request,
                        [this, name = message.name()->str()](Session& asker, std::uint32_t waits) {
                          const Outcome outcome = keep_present(asker, name, waits);
                          if (outcome && asker.connection)
                            messenger_.refuse(*asker.connection, waits, *outcome);
                        });
  return {};
}

Outcome SavedStates::keep_present(const Session& session, const std::string& name, std::uint32_t request) {
  if (auto refusal = room_for(name, "Save.name")) return refusal;
  const auto observer = present_.scene.observer();
  kept_[name] = {present_.stamp.branch(),
                 present_.stamp.frame(),
                 scenes::scene_shape(present_.scene.world),
                 present_.newest->saved_state,
                 false,
                 observer == nullptr ? 0 : observer->memory_size() * sizeof(double)};
  messenger_.reply(session, request);
  announce(stream::EventKind::Saved, session, name, "saved");
  return {};
}

Outcome SavedStates::restore(const Session& session, const control::Restore& message, std::uint32_t request) {
  const std::string name = message.name()->str();
  if (auto refusal = no_such(name, "Restore.name")) return refusal;
  const Kept& kept = kept_.at(name);
  auto point = std::make_unique<RestorePoint>();
  point->cause = record::BranchCause::Restore;
  point->parent_branch = kept.branch;
  point->parent_frame = kept.frame;
  point->name = name;
  point->state = kept.state;
  point->freeze = message.wait();
  if (kept.foreign) {
    point->cause = record::BranchCause::TakeOver;
    point->origin = std::make_unique<record::OriginT>();
    point->origin->recording = "state " + name;
    point->origin->branch = kept.branch;
    point->origin->frame = point->origin->wanted_frame = kept.frame;
  }
  stream::EventT event =
      messenger_.make_event(stream::EventKind::Restored, session.id, session.name + " restored " + name);
  event.name = name;
  return requests_.take_over(session, request, std::move(point), std::move(event));
}

Outcome SavedStates::forget(const Session& session, const control::DeleteState& message,
                            std::uint32_t request) {
  const std::string name = message.name()->str();
  if (auto refusal = no_such(name, "DeleteState.name")) return refusal;
  kept_.erase(name);
  messenger_.reply(session, request);
  announce(stream::EventKind::StateDeleted, session, name, "deleted");
  return {};
}

Outcome SavedStates::give(const Session& session, const control::ExportState& message,
                          std::uint32_t request) {
  const std::string name = message.name()->str();
  if (auto refusal = no_such(name, "ExportState.name")) return refusal;
  const Kept& kept = kept_.at(name);
  const protocol::Bytes file = scenes::encode_state("drawbard", present_.scene.name, present_.scene.world,
                                                    kept.branch, kept.frame, kept.state, kept.exercise_bytes);
  stream::StateFileT answer;
  answer.request = request;
  answer.name = name;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.data());
  answer.data.assign(bytes, bytes + file.size());
  session.connection->send(make_packet(protocol::encode_server(std::move(answer))), Traffic::reliable);
  messenger_.reply(session, request);
  return {};
}

Outcome SavedStates::take(const Session& session, const control::ImportState& message,
                          std::uint32_t request) {
  if (message.offset() == 0) {
    if (uploads_.size() >= kMostUploads && !uploads_.contains(session.id)) uploads_.erase(uploads_.begin());
    uploads_[session.id] = {message.name()->str(), {}};
  }
  const auto upload = uploads_.find(session.id);
  if (upload == uploads_.end() || upload->second.name != message.name()->str() ||
      upload->second.bytes.size() != message.offset()) {
    return Refusal{stream::ErrorCode::BadValue,
                   "pieces of a state's file come in order, beginning with offset 0", "ImportState.offset"};
  }
  const auto piece = std::as_bytes(std::span(message.data()->data(), message.data()->size()));
  std::vector<std::byte>& bytes = upload->second.bytes;
  bytes.insert(bytes.end(), piece.begin(), piece.end());
  if (bytes.size() < message.total()) {
    messenger_.reply(session, request);
    return {};
  }
  Upload whole = std::move(upload->second);
  uploads_.erase(upload);
  return keep(session, std::move(whole), request);
}

Outcome SavedStates::keep(const Session& session, Upload upload, std::uint32_t request) {
  if (auto refusal = room_for(upload.name, "ImportState.name")) return refusal;
  const auto refuse = [](const std::string& why) {
    return Refusal{stream::ErrorCode::BadValue, why, "ImportState.data"};
  };
  auto saved = scenes::decode_state(upload.bytes, upload.name);
  if (!saved) return refuse(saved.error().text);
  if (auto fits = scenes::check_state(*saved, present_.scene.name, present_.scene.world, upload.name); !fits)
    return refuse(fits.error().text);
  const auto state = std::as_bytes(std::span(saved->state));
  // A file that was made by hand may say what it likes.
  if (!scenes::Simulation(present_.scene.world, present_.scene.observer()).restore_state(state))
    return refuse(upload.name + ": its state does not fit the scene");
  kept_[upload.name] = {saved->branch, saved->frame,         saved->scene_shape, {state.begin(), state.end()},
                        true,          saved->exercise_bytes};
  messenger_.reply(session, request);
  announce(stream::EventKind::Saved, session, upload.name, "imported");
  return {};
}

void SavedStates::begin_scene() {
  const std::uint64_t shape = scenes::scene_shape(present_.scene.world);
  std::erase_if(kept_, [shape](const auto& entry) { return entry.second.shape != shape; });
  for (auto& [name, kept] : kept_) kept.foreign = true;
  uploads_.clear();
}

std::vector<std::string> SavedStates::names() const {
  std::vector<std::string> names;
  for (const auto& [name, state] : kept_) names.push_back(name);
  return names;
}

}  // namespace drawbar::server
