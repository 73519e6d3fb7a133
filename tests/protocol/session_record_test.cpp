// A session's recording: everything comes back, in order, also after a kill.
#include "protocol/session_record.h"

#include <gtest/gtest.h>

#include "protocol/encode.h"
#include "protocol/foxglove_generated.h"
#include "protocol/scene_generated.h"
#include "protocol/state_hash.h"
#include "tests/protocol/sample_session.h"

namespace drawbar::protocol {
namespace {

SessionRecord open(const Bytes& file) {
  auto record = SessionRecord::open(std::make_unique<MemorySource>(file), "memory");
  EXPECT_TRUE(record) << record.error().text;
  return std::move(*record);
}

template <class T>
std::vector<T> all(const SessionRecord& record, ItemFilter filter = {}) {
  std::vector<T> out;
  auto cursor = record.items(filter);
  for (auto item = cursor.next(); !item || *item; item = cursor.next()) {
    if (!item) {
      ADD_FAILURE() << item.error().text;
      break;
    }
    if (auto* found = std::get_if<T>(&**item)) {
      out.push_back(std::move(*found));
    }
  }
  return out;
}

TEST(SessionRecord, EverythingComesBack) {
  Bytes file;
  record_sample_session(file, 100);
  const SessionRecord record = open(file);
  EXPECT_TRUE(record.complete());

  EXPECT_EQ(all<record::BuildIdentityT>(record).at(0).program, "test 1.0");
  const auto scenes = all<record::SceneRecordT>(record);
  ASSERT_EQ(scenes.size(), 1u);
  EXPECT_EQ(scenes[0].scene, sample_scene());
  const auto branches = all<record::BranchT>(record);
  ASSERT_EQ(branches.size(), 1u);
  EXPECT_EQ(branches[0].state_hash, state_hash(std::as_bytes(std::span(branches[0].state))));
  const auto inputs = all<record::InputT>(record);
  ASSERT_EQ(inputs.size(), 100u);
  EXPECT_EQ(inputs[41].frame, 42u);
  EXPECT_EQ(inputs[41].control->value, sample_control(42));
  const auto hashes = all<record::FrameHashT>(record);
  ASSERT_EQ(hashes.size(), 100u);
  EXPECT_EQ(hashes[99].frame, 100u);
  const auto poses = all<stream::FrameT>(record);
  ASSERT_EQ(poses.size(), 100u);
  EXPECT_EQ(poses[10].bodies, sample_bodies(11));
  EXPECT_EQ(all<stream::TelemetryT>(record).size(), 100u);
  EXPECT_EQ(all<record::SnapshotT>(record).size(), 4u);
  EXPECT_EQ(all<stream::EventT>(record).at(0).text, "console joined");
}

TEST(SessionRecord, InputsComeBeforeTheirFrame) {
  Bytes file;
  record_sample_session(file, 50);
  const SessionRecord record = open(file);
  auto cursor = record.items({.poses = false, .telemetry = false, .events = false});
  std::uint64_t computed = 0;
  for (auto item = cursor.next(); item && *item; item = cursor.next()) {
    if (const auto* hash = std::get_if<record::FrameHashT>(&**item)) {
      computed = hash->frame;
    } else if (const auto* input = std::get_if<record::InputT>(&**item)) {
      EXPECT_EQ(input->frame, computed + 1);
    }
  }
  EXPECT_EQ(computed, 50u);
}

TEST(SessionRecord, FilterLeavesOut) {
  Bytes file;
  record_sample_session(file, 50);
  const SessionRecord record = open(file);
  const ItemFilter only_poses{.simulation = false, .snapshots = false, .telemetry = false, .events = false};
  EXPECT_EQ(all<stream::FrameT>(record, only_poses).size(), 50u);
  EXPECT_TRUE(all<record::InputT>(record, only_poses).empty());
  EXPECT_TRUE(all<stream::TelemetryT>(record, only_poses).empty());
}

TEST(SessionRecord, SeeksByTime) {
  Bytes file;
  record_sample_session(file, 100);
  const SessionRecord record = open(file);
  const auto frames = record.frames();
  ASSERT_TRUE(frames);
  ASSERT_EQ(frames->size(), 100u);
  const auto& wanted = (*frames)[80];
  auto cursor = record.items_from(wanted.time);
  std::uint64_t first = 0, reached = 0;
  for (auto item = cursor.next(); item && *item && reached == 0; item = cursor.next()) {
    if (const auto* hash = std::get_if<record::FrameHashT>(&**item)) {
      first = first == 0 ? hash->frame : first;
      reached = cursor.time() >= wanted.time ? hash->frame : 0;
    }
  }
  EXPECT_EQ(reached, wanted.frame);
  EXPECT_GT(first, wanted.frame - 26);
}

TEST(SessionRecord, FromAnInstantOnComesAllOfThatInstantAlsoWhereAChunkEndsWithIt) {
  Bytes file;
  record_sample_session(file, 100);
  const SessionRecord record = open(file);
  const auto times_from = [](std::uint64_t instant, SessionRecord::Cursor cursor) {
    std::vector<std::uint64_t> times;
    for (auto item = cursor.next(); item && *item; item = cursor.next()) {
      if (cursor.time() >= instant) times.push_back(cursor.time());
    }
    return times;
  };
  ASSERT_GE(record.container().chunks().size(), 4u);
  for (const mcap::ChunkIndex& chunk : record.container().chunks()) {
    const auto found = times_from(chunk.end_time, record.items_from(chunk.end_time));
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front(), chunk.end_time);
    EXPECT_EQ(found, times_from(chunk.end_time, record.items()));
  }
}

TEST(SessionRecord, AfterAKillEverythingUpToTheLastWholeChunkIsThere) {
  Bytes file;
  record_sample_session(file, 100, false);
  const SessionRecord killed = open(file);
  EXPECT_FALSE(killed.complete());
  EXPECT_EQ(all<record::FrameHashT>(killed).size(), 99u);

  const auto& last = killed.container().chunks().back();
  file.resize(last.offset + last.length - 1);
  EXPECT_EQ(all<record::FrameHashT>(open(file)).size(), 74u);
}

TEST(SessionRecord, FoxgloveGetsGeometryAndTransforms) {
  Bytes file;
  record_sample_session(file, 3);
  const SessionRecord record = open(file);
  const auto chunk = record.container().read_chunk(record.container().chunks()[0]);
  ASSERT_TRUE(chunk);
  int transforms = 0, geometries = 0;
  for (const auto& message : chunk->messages) {
    const auto* channel = record.container().channel(message.channel);
    const Bytes copy(message.data.begin(), message.data.end());
    if (channel->topic == "/tf") {
      const auto* all = flatbuffers::GetRoot<foxglove::FrameTransforms>(copy.data())->transforms();
      ASSERT_EQ(all->size(), 3u);
      EXPECT_EQ(all->Get(1)->child_frame_id()->str(), "body 1");
      EXPECT_EQ(all->Get(1)->parent_frame_id()->str(), "world");
      ++transforms;
    } else if (channel->topic == "/scene") {
      const auto* update = flatbuffers::GetRoot<foxglove::SceneUpdate>(copy.data());
      ASSERT_EQ(update->entities()->size(), 3u);
      EXPECT_EQ(update->entities()->Get(0)->cubes()->size(), 1u);
      EXPECT_EQ(update->entities()->Get(1)->cylinders()->size(), 1u);
      EXPECT_EQ(update->entities()->Get(1)->spheres()->size(), 2u);
      EXPECT_EQ(update->entities()->Get(2)->triangles()->Get(0)->points()->size(), 6u);
      EXPECT_TRUE(update->entities()->Get(0)->frame_locked());
      ++geometries;
    }
  }
  EXPECT_EQ(transforms, 3);
  EXPECT_EQ(geometries, 1);
}

TEST(SessionRecord, FoxgloveLosesTheGeometryOfWhatIsAbsentAndGetsItBack) {
  Bytes file;
  {
    auto recorder = SessionRecorder::create(std::make_unique<MemorySink>(file), {});
    ASSERT_TRUE(recorder);
    record::SceneRecordT scene;
    scene.scene = sample_scene();
    ASSERT_TRUE(recorder->record_scene(scene, 0));
    for (std::uint64_t frame = 1; frame <= 6; ++frame) {
      std::vector<stream::BodyState> bodies = sample_bodies(1);
      const stream::BodyState& b = bodies[1];
      const bool absent = frame >= 2 && frame < 5;
      bodies[1] = {b.position(),         b.orientation(), b.linear_velocity(),
                   b.angular_velocity(), b.id(),          absent ? kBodyAbsent : 0};
      ASSERT_TRUE(recorder->record_frame(stamp_at(frame), frame, bodies));
    }
    ASSERT_TRUE(recorder->close());
  }
  const SessionRecord record = open(file);
  const auto chunk = record.container().read_chunk(record.container().chunks()[0]);
  ASSERT_TRUE(chunk);
  std::vector<std::string> changes;
  for (const auto& message : chunk->messages) {
    if (record.container().channel(message.channel)->topic != "/scene") continue;
    const Bytes copy(message.data.begin(), message.data.end());
    const auto* update = flatbuffers::GetRoot<foxglove::SceneUpdate>(copy.data());
    for (const auto* deletion : *update->deletions()) {
      if (deletion->type() == foxglove::SceneEntityDeletionType::MATCHING_ID)
        changes.push_back("- " + deletion->id()->str());
    }
    for (const auto* entity : *update->entities()) changes.push_back("+ " + entity->id()->str());
  }
  EXPECT_EQ(changes, (std::vector<std::string>{"+ body 0", "+ body 1", "+ body 2", "- body 1", "+ body 1"}));
}

TEST(SessionRecord, ForeignMcapIsNamed) {
  Bytes file;
  auto writer = mcap::Writer::create(std::make_unique<MemorySink>(file), {.profile = "ros2"});
  ASSERT_TRUE(writer->close());
  const auto record = SessionRecord::open(std::make_unique<MemorySource>(file), "memory");
  ASSERT_FALSE(record);
  EXPECT_EQ(record.error().text, "memory: is not a recording of drawbar (profile \"ros2\")");
}

TEST(SessionRecord, AMessageThatItsSchemaDoesNotAllowIsNamed) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{64}}) {
    Bytes file;
    auto writer = mcap::Writer::create(std::make_unique<MemorySink>(file), {.profile = "drawbar"});
    const auto schema = writer->add_schema("drawbar.stream.Event", "flatbuffer", {});
    const auto channel = writer->add_channel(*schema, "/events", "flatbuffer");
    ASSERT_TRUE(writer->write(*channel, 5, Bytes(size, std::byte{0xFF})));
    ASSERT_TRUE(writer->close());
    auto cursor = open(file).items();
    const auto item = cursor.next();
    ASSERT_FALSE(item);
    EXPECT_EQ(item.error().text,
              "memory: /events: a message of " + std::to_string(size) + " bytes is not valid for its schema");
    EXPECT_EQ(item.error().kind, ErrorKind::wrong);
  }
}

TEST(SessionRecord, WithoutMessagesHasNoTimesAndOtherwiseThoseOfAllItsChunks) {
  for (const bool written : {false, true}) {
    Bytes file;
    auto writer = mcap::Writer::create(std::make_unique<MemorySink>(file), {.profile = "drawbar"});
    const auto schema = writer->add_schema("any", "flatbuffer", {});
    const auto channel = writer->add_channel(*schema, "/any", "flatbuffer");
    // The second chunk is the earlier one: the machine's clock was set back.
    for (const std::uint64_t time : {30U, 20U, 25U}) {
      if (written) {
        ASSERT_TRUE(writer->write(*channel, time, Bytes(8)));
      }
    }
    ASSERT_TRUE(writer->close());
    const SessionRecord record = open(file);
    EXPECT_EQ(record.start_time(), written ? 20u : 0u);
    EXPECT_EQ(record.end_time(), written ? 30u : 0u);
    EXPECT_EQ(record.container().chunks().size(), written ? 2u : 0u);
  }
}

TEST(SessionRecord, SameSessionGivesSameBytes) {
  Bytes a, b;
  record_sample_session(a, 30);
  record_sample_session(b, 30);
  EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace drawbar::protocol
