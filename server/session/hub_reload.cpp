// The meeting place: the scene file is read again while everybody stays.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/session/hub.h"
#include "server/session/scene_source.h"

namespace drawbar::server {

namespace {

struct Prepared {
  ServedScene scene;
  std::unique_ptr<Stage> stage;
};

Result<Prepared> prepare(const std::string& path) {
  auto scene = read_scene(path);
  if (!scene) return tl::unexpected(scene.error());
  auto stage = std::make_unique<Stage>(scene->world, scene->minimum_substeps);
  return Prepared{std::move(*scene), std::move(stage)};
}

template <class Things>
bool same_names(const Things& a, const Things& b) {
  return std::ranges::equal(
      a, b, {}, [](const auto& thing) { return thing.name; }, [](const auto& thing) { return thing.name; });
}

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ';');
  return text;
}

}  // namespace

Hub::Outcome Hub::reload(Session& session, std::uint32_t request) {
  if (background_ == nullptr || preparing_) {
    return Refusal{stream::ErrorCode::Busy, "another rewind or reload is on its way", "Reload"};
  }
  preparing_ = true;
  background_->run(
      [path = scene_.path](const std::atomic<bool>&) { return prepare(path); },
      [this, id = session.id, asked_as = request,
       asked_over = session.connection](Result<Prepared> prepared) {
        Session* asker = this->session(id);
        const std::uint32_t request = asker != nullptr && asker->connection == asked_over ? asked_as : 0;
        if (!prepared) {
          preparing_ = false;
          const std::string why = one_line(prepared.error().text);
          spdlog::warn("the scene was not reloaded: {}", why);
          if (asker == nullptr || !asker->connection) return;
          refuse(*asker->connection, request, {stream::ErrorCode::SceneInvalid, why, "Reload"});
          return;
        }
        next_scene_ = std::move(prepared->scene);
        const std::uint64_t number = loop_.change_stage(std::move(prepared->stage));
        acknowledgements_.push_back(
            {number, id, request,
             make_event(stream::EventKind::Reloaded, id,
                        (asker == nullptr ? "an instructor" : asker->name) + " reloaded " + next_scene_->name,
                        {}, 0),
             nullptr});
      });
  return {};
}

void Hub::begin_scene(std::uint32_t branch) {
  const ServedScene before = std::exchange(scene_, std::move(*next_scene_));
  next_scene_.reset();
  preparing_ = false;
  scene_.first_branch = branch;
  spdlog::info("scene {} read again from {}: it runs from branch {} on", scene_.name, scene_.path, branch);

  // An id means the same thing only while the lists are the same.
  Channels channels(scene_.silences);
  if (same_names(before.world.controls, scene_.world.controls)) {
    for (std::uint32_t i = 0; i < channels.size(); ++i) {
      if (channels_.holder(i) != kNobody) channels.give(i, channels_.holder(i), monotonic_now());
    }
  }
  channels_ = std::move(channels);
  const bool same_bodies = same_names(before.world.bodies, scene_.world.bodies);
  body_ids_ = body_ids(scene_.world);
  for (auto& [id, session] : sessions_) session.stream.begin_scene(same_bodies, body_ids_);
  compact_ = protocol::CompactEncoder();
  history_ = History(scene_.world.period, options_.history_bytes);
  saves_.clear();
  substeps_told_ = scene_.world.substeps;
  broken_told_.assign(scene_.world.joints.size(), false);
  overlaps_told_.clear();
  machines_ = machines_of(scene_.world);

  const Packet packet = make_packet(protocol::encode_server(std::move(*describe_scene())));
  for (auto& [id, session] : sessions_) {
    if (session.connection) session.connection->send(packet, Traffic::reliable);
  }
  for (FrameSink* sink : sinks_) sink->on_scene(scene_);
}

}  // namespace drawbar::server
