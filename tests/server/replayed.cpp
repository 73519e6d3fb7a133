// What a recording holds, computed again from its inputs while it is read.
#include "tests/server/replayed.h"

#include <gtest/gtest.h>

#include <memory>

#include "protocol/session_record.h"
#include "protocol/state_hash.h"
#include "scenes/loader/loader.h"
#include "scenes/record/recorded_input.h"

namespace drawbar::server::test {

std::uint64_t hash_of(const physics::World& world) {
  std::vector<std::byte> state;
  world.save_state(state);
  return protocol::state_hash(state);
}

Replayed replay(const std::string& path) {
  Replayed result;
  const auto recording = protocol::SessionRecord::open(path);
  EXPECT_TRUE(recording) << recording.error().text;
  if (!recording) return result;
  result.complete = recording->complete();
  std::unique_ptr<physics::World> world;
  int substeps = 0;
  auto cursor = recording->items();
  while (true) {
    auto item = cursor.next();
    EXPECT_TRUE(item) << item.error().text;
    if (!item || !*item) return result;
    if (const auto* scene = std::get_if<record::SceneRecordT>(&**item)) {
      auto loaded = scenes::load_buffer(std::as_bytes(std::span(scene->scene)), path);
      EXPECT_TRUE(loaded) << loaded.error().text;
      result.scenes.push_back(scene->name);
      substeps = loaded->world.substeps;
      world = std::make_unique<physics::World>(std::move(loaded->world));
    } else if (const auto* branch = std::get_if<record::BranchT>(&**item)) {
      result.branches.push_back(*branch);
      EXPECT_TRUE(world->restore_state(std::as_bytes(std::span(branch->state))));
    } else if (const auto* input = std::get_if<record::InputT>(&**item)) {
      ++result.inputs;
      const auto checked = scenes::from_record(*input, world->config());
      EXPECT_TRUE(checked) << checked.error().text;
      result.substep_inputs += checked->kind == scenes::WorldInput::Kind::substeps ? 1 : 0;
      scenes::apply(*checked, *world, substeps);
    } else if (const auto* hash = std::get_if<record::FrameHashT>(&**item)) {
      ++result.frames;
      world->step_frame(substeps);
      EXPECT_EQ(world->frame(), hash->frame);
      result.differing += hash_of(*world) == hash->hash ? 0 : 1;
      if (hash->branch == 0) result.hashes[hash->frame] = hash->hash;
    } else if (std::holds_alternative<record::SnapshotT>(**item)) {
      ++result.snapshots;
    } else if (std::holds_alternative<stream::EventT>(**item)) {
      ++result.events;
    }
  }
}

}  // namespace drawbar::server::test
