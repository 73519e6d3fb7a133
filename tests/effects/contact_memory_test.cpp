// What contacts remember goes where a body is put elsewhere, also right after a state was restored.
#include <gtest/gtest.h>

#include "tests/effects/observed.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

WorldBuilder standing_box() {
  WorldBuilder builder;
  builder.ground();
  const BodyId box = builder.body("box", 10, 10.0 / 3 * diagonal(0.5, 0.5, 0.5), Vec3(0, 0, 0.5));
  builder.shape(box, Box{Vec3(0.5, 0.5, 0.5)});
  return builder;
}

Effect put_box_at(const Vec3& position) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = EffectType::place;
  effect.target = {TargetKind::body, 1};
  effect.parameters = {position.x(), position.y(), position.z()};
  return effect;
}

TEST(ContactMemory, IsForgottenByPlaceRightAfterARestoreToo) {
  World world = standing_box().build(), restored = standing_box().build();
  run(world, 20, 8);
  ASSERT_TRUE(restored.restore_state(saved(world)));
  for (World* each : {&world, &restored}) {
    ASSERT_TRUE(each->begin_effect(put_box_at(observed(*each).bodies[1].position)));
  }
  EXPECT_EQ(saved(restored), saved(world));
  run(world, 3, 8);
  run(restored, 3, 8);
  EXPECT_EQ(saved(restored), saved(world));
}

TEST(ContactMemory, OfShapesThatDoNotExistIsRefused) {
  World world = standing_box().build();
  run(world, 20, 8);
  std::vector<std::byte> bytes = saved(world);
  for (const StateField& field : world.state_fields(bytes)) {
    if (field.kind == "contacts.pair_key") bytes[field.offset] = std::byte{0x7F};
  }
  EXPECT_FALSE(world.restore_state(bytes));
}

}  // namespace
}  // namespace drawbar::test
