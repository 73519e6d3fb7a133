// Every reading that telemetry sends can be wrong: whoever is not told of malfunctions is sent the wrong one
// in its place, the recording has the true one beside it, and what no loop reads moves nothing.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "physics/effect/channels.h"
#include "physics/world/world.h"
#include "scenes/effects/effect_catalogue.h"
#include "scenes/record/frame_tables.h"
#include "tests/effects/observed.h"
#include "tests/scenes/shipped_scene.h"

namespace drawbar::test {
namespace {

using physics::TargetKind;

std::vector<std::uint8_t> bytes_of(stream::TelemetryT telemetry) {
  telemetry.stamp = std::make_unique<stream::FrameStamp>();
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(stream::Telemetry::Pack(builder, &telemetry));
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

bool is_read_by_a_loop(TargetKind kind) {
  return kind == TargetKind::joint_position || kind == TargetKind::joint_velocity ||
         kind == TargetKind::drive_reading;
}

/// What is sent of this frame, and what those are sent who are not told of malfunctions.
struct Sent {
  std::vector<std::uint8_t> truth;
  std::vector<std::uint8_t> shown;
};

Sent sent(const physics::FrameState& state, const physics::WorldConfig& config) {
  stream::TelemetryT telemetry = scenes::telemetry_of(state, config, false);
  stream::TelemetryT plain = scenes::telemetry_of(state, config, false);
  plain.faulted.clear();
  scenes::hide_malfunctions(config, telemetry);
  return {bytes_of(std::move(plain)), bytes_of(std::move(telemetry))};
}

TEST(FaultyReading, OfEveryKindIsSentInPlaceOfTheTrueOneWhichTheRecordingKeeps) {
  const scenes::LoadedScene loaded = scenes::load(scenes::kFolder / "car_trailer.json");
  const scenes::EffectCatalogue catalogue(loaded.world);
  physics::World start(loaded.world);
  const physics::FrameState before = observed_after(start, 1);
  const std::vector<std::byte> begin = saved(start);
  std::set<TargetKind> kinds;
  for (const auto& entry : catalogue.entries()) {
    if (entry.type->name != std::string_view("bias")) continue;
    for (const std::string& name : entry.targets) {
      const auto effect = catalogue.find({name, "bias", {{"value", 0.0}}});
      ASSERT_TRUE(effect) << effect.error().text;
      physics::Effect fault = *effect;
      if (fault.target.kind == TargetKind::control) continue;  // what the machine feels, no console shows
      const double off = physics::reading_of(fault.target, before) >= 0.5 ? -1 : 1;  // opens what is closed
      fault.id = physics::EffectId{1};
      fault.parameters[0] = off;
      physics::World world(loaded.world);
      ASSERT_TRUE(world.restore_state(begin));
      ASSERT_TRUE(world.begin_effect(fault)) << name;
      const physics::FrameState state = observed_after(world, 0.04);
      ASSERT_EQ(state.faulted.size(), 1u) << name;
      EXPECT_EQ(state.faulted[0].value, physics::reading_of(fault.target, state) + off) << name;
      const Sent of_it = sent(state, loaded.world);
      EXPECT_NE(of_it.shown, of_it.truth) << name;
      kinds.insert(fault.target.kind);
      if (is_read_by_a_loop(fault.target.kind)) continue;
      world.clear_effects();
      physics::World other(loaded.world);
      ASSERT_TRUE(other.restore_state(begin));
      observed_after(world, 0.04);
      observed_after(other, 0.08);
      EXPECT_EQ(saved(world), saved(other)) << name << " left a trace";
    }
  }
  for (auto kind = TargetKind::joint_position; kind <= physics::kLastTargetKind;
       kind = static_cast<TargetKind>(static_cast<int>(kind) + 1))
    EXPECT_TRUE(kinds.contains(kind)) << static_cast<int>(kind) << ": the scene has none, nothing was tried";
}

}  // namespace
}  // namespace drawbar::test
