// The scene as clients are told of it.
#include "server/session/scene_message.h"

#include <memory>
#include <utility>

#include "server/session/texts.h"

namespace drawbar::server {

namespace {

std::unique_ptr<stream::ExerciseInfoT> described(const ServedScene& served) {
  if (served.exercise == nullptr) return nullptr;
  const exercise::ExerciseT& exercise = served.exercise->text;
  auto info = std::make_unique<stream::ExerciseInfoT>();
  info->name = exercise.name;
  info->title = text_of(exercise.title->en, exercise.title->ru);
  info->briefing = text_of(exercise.briefing->en, exercise.briefing->ru);
  info->time_limit = exercise.time_limit;
  info->pass_mark = exercise.pass_mark;
  info->trainee = served.trainee;
  info->first_attempt = served.first_attempt;
  info->variant = exercise.variant;
  for (const auto& variant : exercise.variants) {
    if (variant->name != exercise.variant || variant->title == nullptr) continue;
    info->variant_title = text_of(variant->title->en, variant->title->ru);
  }
  return info;
}

}  // namespace

stream::SceneT describe_scene(const ServedScene& served, const Channels& channels) {
  stream::SceneT scene;
  scene.name = served.name;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(served.for_clients().data());
  scene.scene.assign(bytes, bytes + served.for_clients().size());
  const physics::WorldConfig& world = served.world;
  for (const auto& body : world.bodies) scene.body_names.push_back(body.name);
  for (const auto& joint : world.joints) {
    auto info = std::make_unique<stream::JointInfoT>();
    info->name = joint.name;
    info->axes = static_cast<std::uint8_t>(physics::free_axis_count(joint.type));
    scene.joints.push_back(std::move(info));
  }
  for (const auto& drive : world.drives) scene.drive_names.push_back(drive.name);
  for (std::uint32_t i = 0; i < world.controls.size(); ++i) {
    auto info = std::make_unique<stream::ChannelInfoT>();
    info->name = world.controls[i].name;
    info->minimum = world.controls[i].lower;
    info->maximum = world.controls[i].upper;
    info->neutral = world.controls[i].neutral;
    const auto& timeout = channels.silence(i).timeout;
    info->timeout_ms = timeout ? static_cast<std::uint32_t>(*timeout / kMillisecond) : 0;
    info->holder = channels.holder(i);
    scene.channels.push_back(std::move(info));
  }
  scene.period_ns = static_cast<std::uint64_t>(served.period());
  scene.branch = served.first_branch;
  scene.exercise = described(served);
  return scene;
}

}  // namespace drawbar::server
