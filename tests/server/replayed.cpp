// What a recording holds, computed again from its inputs while it is read.
#include "tests/server/replayed.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "protocol/session_record.h"
#include "protocol/state_hash.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/loader.h"
#include "scenes/record/recorded_input.h"

namespace drawbar::server::test {

namespace {

template <class Stepped>
std::uint64_t hash_of_state(const Stepped& stepped) {
  std::vector<std::byte> state;
  stepped.save_state(state);
  return protocol::state_hash(state);
}

/// The recording's simulation as it is read.
struct Run {
  Replayed result;
  std::optional<scenes::LoadedScene> scene;
  std::optional<scenes::Exercise> exercise;
  std::unique_ptr<scenes::Simulation> simulation;
  int substeps = 0;

  void take(const record::SceneRecordT& recorded) {
    end_branch();
    auto loaded = scenes::load_buffer(std::as_bytes(std::span(recorded.scene)), recorded.path);
    ASSERT_TRUE(loaded) << loaded.error().text;
    result.scenes.push_back(recorded.name);
    substeps = loaded->world.substeps;
    scene = std::move(*loaded);
    exercise.reset();
    simulation = std::make_unique<scenes::Simulation>(scene->world);
  }
  void take(const record::ExerciseRecordT& recorded) {
    auto loaded = scenes::load_exercise_buffer(std::as_bytes(std::span(recorded.exercise)), recorded.path,
                                               scene->world);
    ASSERT_TRUE(loaded) << loaded.error().text;
    result.exercises.push_back(recorded);
    exercise = std::move(*loaded);
    simulation = std::make_unique<scenes::Simulation>(scene->world, exercise->observer);
  }
  void take(const record::BranchT& branch) {
    end_branch();
    result.branches.push_back(branch);
    EXPECT_TRUE(simulation->restore_state(std::as_bytes(std::span(branch.state))));
  }
  void take(const record::InputT& input) {
    ++result.inputs;
    const auto checked = scenes::from_record(input, simulation->config());
    ASSERT_TRUE(checked) << checked.error().text;
    result.substep_inputs += checked->kind == scenes::WorldInput::Kind::substeps ? 1 : 0;
    simulation->apply(*checked, substeps);
  }
  void take(const record::FrameHashT& hash) {
    ++result.frames;
    simulation->step_frame(substeps);
    EXPECT_EQ(simulation->frame(), hash.frame);
    result.differing += hash_of(*simulation) == hash.hash ? 0 : 1;
    if (hash.branch == 0) result.hashes[hash.frame] = hash.hash;
  }
  void take(const record::SnapshotT&) { ++result.snapshots; }
  void take(const stream::EventT&) { ++result.events; }
  template <class Other>
  void take(const Other&) {}

  void end_branch() {
    if (!exercise || result.branches.size() == result.scores.size()) return;
    result.scores.push_back(scenes::score_of(*exercise->observer, simulation->memory(), exercise->pass, {}));
  }
};

}  // namespace

std::uint64_t hash_of(const physics::World& world) {
  return hash_of_state(world);
}

std::uint64_t hash_of(const scenes::Simulation& simulation) {
  return hash_of_state(simulation);
}

Replayed replay(const std::string& path) {
  Run run;
  const auto recording = protocol::SessionRecord::open(path);
  EXPECT_TRUE(recording) << recording.error().text;
  if (!recording) return {};
  run.result.complete = recording->complete();
  auto cursor = recording->items();
  while (true) {
    auto item = cursor.next();
    EXPECT_TRUE(item) << item.error().text;
    if (!item || !*item) break;
    std::visit([&run](const auto& body) { run.take(body); }, **item);
  }
  run.end_branch();
  return std::move(run.result);
}

}  // namespace drawbar::server::test
