// What the recorder writes of what the loop publishes, item by item.
#include "server/record/recorder.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

#include "protocol/session_record.h"
#include "server/scene/scene_source.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

/// Items of a recording in order, a word each, poses and telemetry left out.
struct Listed {
  std::string words;

  void take(const record::SceneRecordT& scene) { words += "S" + std::to_string(scene.branch) + " "; }
  void take(const record::BranchT& branch) {
    words += "B" + std::to_string(branch.branch) + "@" + std::to_string(branch.frame) +
             record::EnumNameBranchCause(branch.cause);
    if (branch.cause != record::BranchCause::Start && branch.cause != record::BranchCause::Reload)
      words += std::to_string(branch.parent_branch) + "@" + std::to_string(branch.parent_frame) + branch.name;
    if (branch.origin) words += "(" + branch.origin->recording + ")";
    words += " ";
  }
  void take(const record::InputT& input) { words += "I" + std::to_string(input.frame) + " "; }
  void take(const record::FrameHashT& frame) { words += "F" + std::to_string(frame.frame) + " "; }
  void take(const record::SnapshotT& snapshot) { words += "N" + std::to_string(snapshot.frame) + " "; }
  void take(const stream::EventT& event) { words += "E" + event.text + " "; }
  template <class Other>
  void take(const Other&) {}
};

std::string listed(const std::string& path) {
  const auto record = protocol::SessionRecord::open(path);
  EXPECT_TRUE(record) << record.error().text;
  if (!record) return "";
  EXPECT_TRUE(record->complete());
  Listed all;
  auto cursor = record->items();
  while (true) {
    auto item = cursor.next();
    EXPECT_TRUE(item);
    if (!item || !*item) return all.words;
    std::visit([&all](const auto& body) { all.take(body); }, **item);
  }
}

/// A recorder of the pendulum whose frames the test publishes.
class PublishedFrames {
 public:
  explicit PublishedFrames(bool at_once = true)
      : recorder_(std::move(
            *Recorder::open({.path = path(), .snapshot_interval = 0.2, .at_once = at_once}, scene_))) {}

  std::string path() const { return folder_.file("session.mcap"); }
  ServedScene& scene() { return scene_; }
  Recorder& recorder() { return *recorder_; }
  FrameSlot& slot() { return slot_; }

  void publish(std::uint64_t frame, bool computed = true) {
    slot_.state.frame = frame;
    slot_.computed = computed;
    simulation_.save_state(slot_.saved_state);
    recorder_->on_frame(EncodedFrame(slot_, scene_.world, scene_.period(), figures_));
    slot_.begins_branch = slot_.begins_scene = false;
    slot_.restored = nullptr;
    slot_.inputs.clear();
    ++slot_.tick;
  }
  void begin(std::uint32_t branch, std::uint64_t frame, RestorePoint* point = nullptr, bool scene = false) {
    slot_.branch = branch;
    slot_.begins_branch = true;
    slot_.begins_scene = scene;
    slot_.restored = point;
    publish(frame, false);
  }
  void tell(const std::string& text) {
    stream::EventT event;
    event.stamp = std::make_unique<stream::FrameStamp>();
    event.text = text;
    recorder_->on_event(event, nullptr);
  }
  std::string end() {
    recorder_.reset();
    return listed(path());
  }

 private:
  TemporaryFolder folder_;
  ServedScene scene_ = *read_scene(write_file(folder_.file("scene.json"), pendulum_scene()));
  scenes::Simulation simulation_{scene_.world};
  FrameSlot slot_{simulation_};
  SessionFigures figures_;
  std::unique_ptr<Recorder> recorder_;
};

TEST(RecorderItems, AreEveryFrameWithItsInputsAndAStateInEachInterval) {
  PublishedFrames frames;
  frames.begin(0, 0);
  frames.publish(0, false);  // time stands
  for (std::uint64_t frame = 1; frame <= 6; ++frame) {
    if (frame == 3) frames.slot().inputs.set(scenes::WorldInput());
    frames.publish(frame);
    if (frame == 4) frames.publish(4, false);
  }
  frames.tell("x");
  frames.publish(10);
  EXPECT_EQ(frames.end(), "S0 B0@0Start F1 F2 I3 F3 F4 F5 N5 F6 Ex F10 N10 ");
}

TEST(RecorderItems, ABranchSaysWhatItCameFrom) {
  PublishedFrames frames;
  frames.begin(0, 0);
  frames.publish(1);
  RestorePoint point;
  point.cause = record::BranchCause::Rewind;
  point.parent_branch = 0;
  point.parent_frame = 1;
  frames.begin(1, 1, &point);
  point.cause = record::BranchCause::Restore;
  point.parent_branch = 1;
  point.parent_frame = 2;
  point.name = "n";
  frames.begin(2, 2, &point);
  point.origin = std::make_unique<record::OriginT>();
  point.origin->recording = "old.mcap";
  frames.begin(3, 2, &point);
  frames.begin(4, 0, nullptr, true);
  EXPECT_EQ(frames.end(),
            "S0 B0@0Start F1 B1@1Rewind0@1 B2@2Restore1@2n B3@2Restore1@2n(old.mcap) B4@0Reload ");
}

TEST(RecorderItems, AnotherSceneComesBeforeItsFramesWithItsOwnInterval) {
  PublishedFrames frames;
  frames.begin(0, 0);
  ServedScene next = frames.scene();
  next.first_branch = 1;
  next.world.period = 0.1;
  frames.recorder().on_scene(next);
  frames.begin(1, 0, nullptr, true);
  for (std::uint64_t frame = 1; frame <= 5; ++frame) frames.publish(frame);
  EXPECT_EQ(frames.end(), "S0 B0@0Start S1 B1@0Reload F1 F2 N2 F3 F4 N4 F5 ");
}

TEST(RecorderItems, BeginWithTheSceneThatIsWaitedFor) {
  PublishedFrames frames(false);
  frames.begin(0, 0);
  frames.publish(1);
  frames.tell("before");
  ServedScene other = frames.scene();
  other.first_branch = 3;
  frames.recorder().on_scene(other);
  frames.publish(2);
  frames.recorder().on_scene(frames.scene());
  frames.tell("after");
  frames.begin(0, 7);
  frames.publish(8);
  other.first_branch = 9;
  frames.recorder().on_scene(other);
  EXPECT_EQ(frames.end(), "S0 Eafter B0@7Start F8 S9 ");
}

}  // namespace
}  // namespace drawbar::server::test
