// The moments of a recording at both sides of every bound; and what one session gets of a frame.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "protocol/compact.h"
#include "protocol/decode.h"
#include "protocol/framing.h"
#include "scenes/loader/loader.h"
#include "server/frames/pose_stream.h"
#include "tests/server/daemon_process.h"
#include "tests/server/sample_replay.h"

namespace drawbar::server::test {
namespace {

using Position = std::optional<std::size_t>;

/// Branch 0 has frames 1 to 10, branch 1 goes on from frame 4 (5 to 8), branch 2 from branch 1's frame 6 (7
/// to 9), branch 3 began by itself (1 to 3), branch 4 from nothing that was recorded (20 to 21).
ReplayIndex five_branches() {
  std::vector<protocol::SessionRecord::FrameEntry> frames;
  const auto add = [&](std::uint32_t branch, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t frame = first; frame <= last; ++frame)
      frames.push_back({.branch = branch, .frame = frame});
  };
  add(0, 1, 10);
  add(1, 5, 8);
  add(2, 7, 9);
  add(3, 1, 3);
  add(4, 20, 21);
  return sample_replay(std::move(frames), {{1, 0}, {2, 1}});
}

struct Found {
  std::uint32_t branch;
  std::uint64_t frame;
  Position position;  ///< of find()
  Position shown;     ///< of find_shown()
};

TEST(ReplayIndexRows, FindFramesThroughTheBranchesTheyCameFrom) {
  const ReplayIndex index = five_branches();
  for (const Found& row : std::vector<Found>{
           {0, 0, {}, 0},  {0, 1, 0, 0},    {0, 10, 9, 9},   {0, 11, {}, {}}, {1, 0, {}, 0},  {1, 4, 3, 3},
           {1, 5, 10, 10}, {1, 8, 13, 13},  {1, 9, {}, {}},  {2, 4, 3, 3},    {2, 5, 10, 10}, {2, 6, 11, 11},
           {2, 7, 14, 14}, {2, 9, 16, 16},  {2, 10, {}, {}}, {3, 0, {}, 17},  {3, 1, 17, 17}, {3, 4, {}, {}},
           {4, 1, {}, {}}, {4, 19, {}, 20}, {4, 18, {}, {}}, {4, 20, 20, 20}, {5, 1, {}, {}}}) {
    EXPECT_EQ(index.find(row.branch, row.frame), row.position) << row.branch << ", " << row.frame;
    EXPECT_EQ(index.find_shown(row.branch, row.frame), row.shown) << row.branch << ", " << row.frame;
  }
  EXPECT_EQ(index.last_branch(), 4u);
  EXPECT_EQ(index.frames_of(2), 3u);
  EXPECT_EQ(index.frames_of(9), 0u);
  EXPECT_EQ(index.size(), 22u);
  EXPECT_EQ(index.at(10).branch, 1u);
}

TEST(ReplayIndexRows, FindTimesAtTheEndsOfFrames) {
  const ReplayIndex index = five_branches();
  struct Timed {
    std::uint32_t branch;
    double time;
    Position position;
  };
  constexpr double kPeriod = 0.04;
  for (const Timed& row : std::vector<Timed>{
           {0, 0, 0},
           {0, kPeriod - 1e-4, 0},
           {0, 2 * kPeriod, 1},
           {0, 2 * kPeriod - 1e-9, 1},  // what a person typed
           {0, 2 * kPeriod - 1e-4, 0},
           {0, 10 * kPeriod, 9},
           {0, 11 * kPeriod - 1e-4, 9},
           {0, 11 * kPeriod, {}},
           {0, -1e-9, {}},
           {0, std::numeric_limits<double>::quiet_NaN(), {}},
           {0, std::numeric_limits<double>::infinity(), {}},
           {1, 4 * kPeriod, 3},
           {1, 5 * kPeriod, 10},
           {1, 9 * kPeriod, {}},
           {2, 6 * kPeriod, 11},
           {2, 7 * kPeriod, 14},
           {3, 0, 17},
           {4, 0, 20},
           {5, 0, {}},
       }) {
    EXPECT_EQ(index.find_time(row.branch, row.time), row.position) << row.branch << ", " << row.time;
  }
}

TEST(ReplayIndexRows, SayWhatThereIs) {
  const ReplayIndex index = five_branches();
  EXPECT_EQ(index.range_of(0), "0 to 0.4 s (frames 1 to 10)");
  EXPECT_EQ(index.range_of(2), "0 to 0.36 s (frames 1 to 9)");
  EXPECT_EQ(index.range_of(4), "0.8 to 0.84 s (frames 20 to 21)");
  EXPECT_EQ(index.range_of(9), "no such branch");
}

TEST(ReplayIndexRows, OfScenesEachRunsFromItsFirstBranchOn) {
  ReplayIndex::Contents contents;
  for (const std::uint32_t first : {2u, 5u}) {
    contents.scenes.emplace_back();
    contents.scenes.back().first_branch = first;
  }
  ReplayIndex::Branch& empty = contents.branches[2];
  empty.parent = 2;
  const ReplayIndex index(std::move(contents));
  for (const auto& [branch, scene] :
       std::vector<std::pair<std::uint32_t, std::size_t>>{{0, 0}, {2, 0}, {4, 0}, {5, 1}, {9, 1}}) {
    EXPECT_EQ(index.scene_of(branch), scene) << branch;
  }
  EXPECT_EQ(index.range_of(2), "no frames");
}

TEST(ServedSceneRows, EachBranchIsAnAttempt) {
  ServedScene scene;
  scene.first_branch = 4;
  scene.first_attempt = 3;
  EXPECT_EQ(scene.attempt(4), 3u);
  EXPECT_EQ(scene.attempt(6), 5u);
  scene.normalised = protocol::Bytes(2);
  EXPECT_EQ(scene.for_clients().size(), 2u);
  scene.told = protocol::Bytes(1);
  EXPECT_EQ(scene.for_clients().size(), 1u) << "what trainees must not know is not sent";
}

// --- what one session gets ---

/// Frames of bodies that stand 10 m apart on the x axis.
class Encoded {
 public:
  explicit Encoded(int bodies)
      : world_(scenes::load_text(many_bodies_scene(bodies), "many", ".")->world),
        simulation_(world_),
        slot_(simulation_) {
    simulation_.observe(slot_.state);
    for (std::size_t i = 0; i < slot_.state.bodies.size(); ++i)
      slot_.state.bodies[i].position = {10.0 * static_cast<double>(i), 0, 0};
  }
  EncodedFrame next() {
    ++slot_.tick;
    ++slot_.state.frame;
    return {slot_, world_, 40 * kMillisecond, figures_};
  }
  FrameSlot& slot() { return slot_; }

 private:
  physics::WorldConfig world_;
  scenes::Simulation simulation_;
  FrameSlot slot_;
  SessionFigures figures_;
};

std::vector<std::uint32_t> ids_in(const PosePackets& packets) {
  std::vector<std::uint32_t> ids;
  for (const std::vector<Packet>* list : {&packets.keys, &packets.poses}) {
    for (const Packet& packet : *list) {
      const auto message = protocol::decode_server_message(*packet);
      if (const auto* frame = (*message)->body_as_Frame())
        for (const auto* body : *frame->bodies()) ids.push_back(body->id());
      if (const auto* compact = (*message)->body_as_CompactFrame()) {
        const auto bodies = protocol::decode_compact(*compact);
        for (const stream::BodyState& body : *bodies) ids.push_back(body.id());
      }
    }
  }
  return ids;
}

control::SubscribeT subscription(const std::function<void(control::SubscribeT&)>& change) {
  control::SubscribeT made;
  change(made);
  return made;
}

using Ids = std::vector<std::uint32_t>;

TEST(PoseStreamRows, GivesTheBodiesThatWereChosen) {
  struct Chosen {
    const char* what;
    control::SubscribeT subscription;
    Ids ids;
  };
  const auto point = [](double x) { return std::make_unique<control::Point>(x, 0, 0); };
  std::vector<Chosen> rows;
  rows.push_back({"all", {}, {0, 1, 2, 3}});
  rows.push_back({"none", subscription([](auto& s) { s.encoding = control::PoseEncoding::None; }), {}});
  rows.push_back({"two", subscription([](auto& s) { s.bodies = {1, 3}; }), {1, 3}});
  rows.push_back({"around a body, up to the distance itself",
                  subscription([](auto& s) {
                    s.distance = 10;
                    s.around_body = 1;
                  }),
                  {0, 1, 2}});
  rows.push_back({"around a body, a little less",
                  subscription([](auto& s) {
                    s.distance = 9.99;
                    s.around_body = 1;
                  }),
                  {1}});
  rows.push_back({"around a point",
                  subscription([&](auto& s) {
                    s.distance = 6;
                    s.around_point = point(25);
                  }),
                  {2, 3}});
  rows.push_back({"of two those that are near",
                  subscription([](auto& s) {
                    s.bodies = {0, 2};
                    s.distance = 10;
                    s.around_body = 3;
                  }),
                  {2}});
  rows.push_back({"around a body that is no more",
                  subscription([](auto& s) {
                    s.distance = 10;
                    s.around_body = 9;
                  }),
                  {0, 1, 2, 3}});
  for (Chosen& row : rows) {
    SCOPED_TRACE(row.what);
    Encoded encoded(4);
    PoseStream stream{control::SubscribeT(row.subscription)};
    stream.next_frame();
    const EncodedFrame frame = encoded.next();
    EXPECT_EQ(ids_in(stream.poses(frame, false)), row.ids);
    EXPECT_EQ(ids_in(stream.poses(frame, true)), row.ids) << "as datagrams";
  }
}

TEST(PoseStreamRows, MeasuresDistancesAlongEveryAxisFromTheBodyOrElseThePoint) {
  const auto chosen = [](double distance, std::optional<std::uint32_t> body, double x, double y, double z) {
    Encoded encoded(4);
    auto& bodies = encoded.slot().state.bodies;
    bodies[1].position = {0, 3, 0};
    bodies[2].position = {0, 0, -3};
    bodies[3].position = {2, 2, 2};
    PoseStream stream(subscription([&](auto& s) {
      s.distance = distance;
      if (body) s.around_body = *body;
      s.around_point = std::make_unique<control::Point>(x, y, z);
    }));
    stream.next_frame();
    return ids_in(stream.poses(encoded.next(), false));
  };
  EXPECT_EQ(chosen(3, 0, 9, 9, 9), (Ids{0, 1, 2}));
  EXPECT_EQ(chosen(2.999, 0, 9, 9, 9), (Ids{0}));
  EXPECT_EQ(chosen(3.5, 0, 9, 9, 9), (Ids{0, 1, 2, 3})) << "the root of 12 is less";
  EXPECT_EQ(chosen(1, 3, 0, 0, 0), (Ids{3})) << "the body goes before the point";
  EXPECT_EQ(chosen(1, 4, 0, 3, 1), (Ids{1})) << "there is no such body";
  EXPECT_EQ(chosen(1, {}, 0, 0, -4), (Ids{2}));
  EXPECT_EQ(chosen(1, {}, 2, 1, 2), (Ids{3}));
  EXPECT_EQ(chosen(1, {}, 1, 0, 0), (Ids{0}));
}

TEST(PoseStreamRows, GivesPosesTelemetryAndGhostsAtTheirRates) {
  Encoded encoded(1);
  PoseStream stream(subscription([](auto& s) {
    s.every_nth = 2;
    s.telemetry_every_nth = 3;
    s.ghost = true;
  }));
  std::string poses, telemetry, ghosts;
  for (int i = 0; i < 6; ++i) {
    stream.next_frame();
    const EncodedFrame frame = encoded.next();
    poses += stream.poses(frame, false).poses.empty() ? '-' : 'x';
    telemetry += stream.telemetry(frame, false) ? 'x' : '-';
    ghosts += stream.wants_ghost() ? 'x' : '-';
  }
  EXPECT_EQ(poses, "-x-x-x");
  EXPECT_EQ(telemetry, "--x--x");
  EXPECT_EQ(ghosts, "-x-x-x");
  PoseStream without(subscription([](auto& s) { s.telemetry_every_nth = 0; }));
  without.next_frame();
  EXPECT_FALSE(without.telemetry(encoded.next(), false));
  EXPECT_FALSE(without.wants_ghost());
}

TEST(PoseStreamRows, OfCompactPosesTheKeyComesFirstOverTheConnectionAndOnce) {
  for (const bool datagrams : {false, true}) {
    Encoded encoded(3);
    PoseStream stream(subscription([](auto& s) {
      s.encoding = control::PoseEncoding::Compact;
      s.bodies = {0, 2};
    }));
    const auto next = [&] {
      stream.next_frame();
      return stream.poses(encoded.next(), datagrams);
    };
    const PosePackets first = next();
    EXPECT_EQ(first.keys.size(), 1u);
    EXPECT_EQ(first.poses.size(), datagrams ? 1u : 0u) << "a key is the frame, too; a datagram may be lost";
    const PosePackets second = next();
    EXPECT_TRUE(second.keys.empty());
    EXPECT_EQ(second.poses.size(), 1u);
    EXPECT_EQ(ids_in(second), Ids{}) << "nothing differs from the key";
    encoded.slot().state.bodies[2].position.x() += 1;
    encoded.slot().state.bodies[1].position.x() += 1;
    EXPECT_EQ(ids_in(next()), Ids{2});
    for (int i = 0; i < 30; ++i) {
      const PosePackets later = next();
      if (!later.keys.empty()) {
        EXPECT_EQ(i, 22) << "the next key, 25 ticks after the first";
        break;
      }
      EXPECT_LT(i, 29);
    }
    stream.begin_scene(true, {});
    EXPECT_EQ(next().keys.size(), 1u) << "another scene begins with a key";
  }
}

TEST(PoseStreamRows, InAnotherSceneWhatWasChosenByNameGoesOn) {
  const auto chosen = [](bool same_bodies, const BodyIds& ids) {
    Encoded encoded(4);
    PoseStream stream(subscription([](auto& s) {
      s.bodies = {1};
      s.body_names = {"wheel", "cart", "gone"};
      s.distance = 1'000;
      s.around_body = 1;
    }));
    stream.begin_scene(same_bodies, ids);
    stream.next_frame();
    return ids_in(stream.poses(encoded.next(), false));
  };
  EXPECT_EQ(chosen(true, {{"cart", 0}, {"wheel", 2}}), Ids{1});
  EXPECT_EQ(chosen(false, {{"cart", 2}, {"wheel", 0}}), (Ids{0, 2}));
  EXPECT_EQ(chosen(false, {}), (Ids{0, 1, 2, 3})) << "none is left, so all come";
}

TEST(EncodedFrameRows, SayWhatTheSlotSays) {
  Encoded encoded(2);
  FrameSlot& slot = encoded.slot();
  slot.state.time = 1.5;
  slot.branch = 3;
  slot.timing.slot_start = 7'000;
  slot.timing.woken = 7'010;
  slot.timing.compute = 500;
  slot.timing.misses = 11;
  slot.timing.slips = 12;
  slot.speed = 0.5;
  slot.substeps = 6;
  for (const auto& [frozen, replay, flags] : std::vector<std::tuple<bool, bool, std::uint32_t>>{
           {false, false, 0}, {true, false, 1}, {false, true, 2}, {true, true, 3}}) {
    slot.frozen = frozen;
    slot.replay = replay;
    const stream::FrameStamp stamp = stamp_of(slot, 40);
    EXPECT_EQ(stamp.flags(), flags);
    EXPECT_EQ(stamp.monotonic_ns(), 7'040u) << "the end of the slot";
    EXPECT_EQ(stamp.branch(), 3u);
    EXPECT_EQ(stamp.time(), 1.5);
  }
  const physics::WorldConfig world = scenes::load_text(many_bodies_scene(2), "many", ".")->world;
  const SessionFigures figures{{4, 5}, 6, 0.25F};
  const EncodedFrame frame(slot, world, 40, figures);
  const stream::TelemetryT told = frame.describe(false);
  EXPECT_EQ(told.holders, (std::vector<std::uint32_t>{4, 5}));
  EXPECT_EQ(told.clients, 6u);
  EXPECT_EQ(told.image_delay, 0.25F);
  EXPECT_EQ(told.substeps, 6u);
  EXPECT_EQ(told.speed, 0.5);
  EXPECT_EQ(told.compute_ns, 500u);
  EXPECT_EQ(told.lateness_ns, 10u);
  EXPECT_EQ(told.misses, 11u);
  EXPECT_EQ(told.slips, 12u);
  EXPECT_EQ(told.stamp->flags(), 3u);
  EXPECT_EQ(frame.state_hash(), 0u) << "a replay has no state";
  slot.saved_state.assign(3, std::byte{1});
  EXPECT_NE(EncodedFrame(slot, world, 40, figures).state_hash(), 0u);
  EXPECT_EQ(frame.poses(), frame.poses()) << "encoded once";
  EXPECT_EQ(pose_limit(true), protocol::kDatagramMessageLimit);
  EXPECT_EQ(pose_limit(false), protocol::kServerMessageLimit);
}

}  // namespace
}  // namespace drawbar::server::test
