// A recording that runs beside the session as poses only.
#include "server/desks/ghost_desk.h"

#include <spdlog/spdlog.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "protocol/encode.h"
#include "server/frames/frame_encoder.h"

namespace drawbar::server {

namespace {

constexpr std::uint32_t kNoBody = UINT32_MAX;
using Read = Result<std::shared_ptr<const scenes::ReferenceRun>>;

Read read(const std::string& path) {
  auto run = scenes::read_reference(path);
  if (!run) return tl::unexpected(run.error());
  return std::make_shared<const scenes::ReferenceRun>(std::move(*run));
}

}  // namespace

Outcome GhostDesk::set(const Session& session, const control::SetGhost& message, std::uint32_t request) {
  if (message.recording() == nullptr) {
    unwanted_ = reading_;
    show(nullptr);
    messenger_.reply(session, request);
    return {};
  }
  if (background_ == nullptr || reading_)
    return Refusal{stream::ErrorCode::Busy, "another ghost is being read", "SetGhost"};
  reading_ = true;
  unwanted_ = false;
  const std::string path = (std::filesystem::path(folder_) / message.recording()->str()).string();
  background_->run([path](const std::atomic<bool>&) { return read(path); },
                   [this, id = session.id, request, asked_over = session.connection](const Read& run) {
                     reading_ = false;
                     const Session* asker = sessions_.find(id, asked_over);
                     if (run && !unwanted_) show(*run);
                     if (asker == nullptr) return;
                     if (run) return messenger_.reply(*asker, request);
                     messenger_.refuse(
                         *asker->connection, request,
                         {stream::ErrorCode::NoSuchName, run.error().text, "SetGhost.recording"});
                   });
  return {};
}

void GhostDesk::show(std::shared_ptr<const scenes::ReferenceRun> run) {
  run_ = std::move(run);
  spdlog::info("{}", run_ == nullptr ? "no ghost" : "the ghost is " + run_->name);
  find_ids();
}

void GhostDesk::find_ids() {
  ids_.clear();
  if (run_ == nullptr) return;
  const BodyIds known = body_ids(present_.scene.world);
  for (const std::string& name : run_->bodies) {
    const auto body = known.find(name);
    ids_.push_back(body == known.end() ? kNoBody : body->second);
  }
}

Packet GhostDesk::frame(const stream::FrameStamp& stamp) const {
  const scenes::ReferenceRun::Frame& shown = *run_->at(stamp.frame());
  stream::GhostFrameT ghost;
  ghost.stamp = std::make_unique<stream::FrameStamp>(stamp);
  ghost.recording = run_->name;
  ghost.ended = stamp.frame() > run_->frames.back().number;
  for (const stream::BodyState& body : shown.bodies) {
    if (body.id() >= ids_.size() || ids_[body.id()] == kNoBody) continue;
    ghost.bodies.emplace_back(body.position(), body.orientation(), body.linear_velocity(),
                              body.angular_velocity(), ids_[body.id()], body.flags());
  }
  return make_packet(protocol::encode_server(std::move(ghost)));
}

}  // namespace drawbar::server
