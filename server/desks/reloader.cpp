// The file of the scene or exercise is read again, or another one, while everybody stays.
#include "server/desks/reloader.h"

#include <spdlog/spdlog.h>

#include <memory>
#include <string>
#include <utility>

namespace drawbar::server {

namespace {

struct Prepared {
  ServedScene scene;
  std::unique_ptr<Stage> stage;
};

Result<Prepared> read_stage(const std::string& path, const scenes::ChosenVariant& variant) {
  auto scene = read_library_file(path, variant);
  if (!scene) return tl::unexpected(scene.error());
  auto stage = std::make_unique<Stage>(scene->world, scene->minimum_substeps, scene->observer());
  return Prepared{std::move(*scene), std::move(stage)};
}

}  // namespace

Outcome Reloader::reload(const Session& session, const control::Reload& message, std::uint32_t request) {
  const std::string path =
      message.scene() == nullptr ? present_.scene.path : library_.path_of(message.scene()->str());
  std::string trainee = message.trainee() == nullptr ? present_.scene.trainee : message.trainee()->str();
  scenes::ChosenVariant variant;
  if (message.variant() != nullptr) {
    variant = message.variant()->str();
  } else if (message.scene() == nullptr) {
    variant = present_.scene.variant;
  }
  return requests_.prepare(
      "Reload", session, request,
      [path, variant = std::move(variant)](const std::atomic<bool>&) { return read_stage(path, variant); },
      [this, id = session.id, trainee = std::move(trainee), freeze = message.freeze()](
          Session* asker, std::uint32_t waits, Result<Prepared> prepared) {
        if (!prepared) {
          requests_.prepared();
          Refusal refusal = library_refusal(prepared.error(), "Reload");
          spdlog::warn("the scene was not reloaded: {}", refusal.text);
          if (asker != nullptr && asker->connection) messenger_.refuse(*asker->connection, waits, refusal);
          return;
        }
        next_ = std::move(prepared->scene);
        next_->trainee = trainee;
        const std::string who = asker == nullptr ? "an instructor" : asker->name;
        requests_.change_stage(
            id, waits, std::move(prepared->stage),
            messenger_.make_event(stream::EventKind::Reloaded, id, who + " reloaded " + next_->name),
            {.freeze = freeze});
      });
}

ServedScene Reloader::begin_scene(std::uint32_t branch) {
  ServedScene scene = std::move(*next_);
  next_.reset();
  requests_.stage_changed();
  scene.first_branch = branch;
  // The same exercise of the same trainee again, whatever was between: his attempts go on being counted.
  const ServedScene& before = present_.scene;
  if (before.exercise != nullptr)
    attempts_[{before.exercise->text.name, before.trainee}] = before.attempt(branch);
  if (scene.exercise != nullptr) {
    const auto counted = attempts_.find({scene.exercise->text.name, scene.trainee});
    if (counted != attempts_.end()) scene.first_attempt = counted->second;
  }
  spdlog::info("scene {} read from {}: it runs from branch {} on", scene.name, scene.path, branch);
  return scene;
}

}  // namespace drawbar::server
