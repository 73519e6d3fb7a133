// The scene file is read again while everybody stays.
#include <cmath>
#include <csignal>

#include "server/scene/scene_source.h"
#include "tests/server/daemon_fixture.h"
#include "tests/server/replayed.h"

namespace drawbar::server::test {
namespace {

using control::Role;

/// Another scene with the same channels: one body more, half the period.
std::string changed_scene() {
  std::string text = pendulum_scene();
  const auto replace = [&text](const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
  };
  replace(R"("bodies": [)",
          R"("bodies": [ { "name": "stone", "mass": 1, "inertia": [1, 1, 1], "position": [9, 0, 9] },)");
  replace(R"("period_ms": 40, "substeps": 8)", R"("period_ms": 20, "substeps": 4)");
  return text;
}

TEST(ServedScene, IsGovernedDownToTheSubstepsThatItsFileSays) {
  const TemporaryFolder folder;
  std::string text = pendulum_scene();
  const std::string substeps = R"("substeps": 8)";
  text.replace(text.find(substeps), substeps.size(), R"("substeps": 8, "min_substeps": 3)");
  const auto scene = read_scene(write_file(folder.file("scene.json"), text));
  ASSERT_TRUE(scene) << scene.error().text;
  EXPECT_EQ(scene->minimum_substeps, 3);
}

class Reload : public Daemon {
 protected:
  /// True for a Reply.
  bool reload(SocketClient& instructor, const std::string& scene) {
    write_file(scene_file_, scene);
    instructor.send(control::ReloadT{}, 77);
    return instructor.answered(77);
  }
};

TEST_F(Reload, AnotherSceneOfTheFolderBeginsAndIsTheOneThatIsReadAgain) {
  start({"--record", folder_.file("two.mcap")});
  write_file(folder_.file("other.json"), changed_scene());
  const auto instructor = joined(Role::Instructor, "teacher");
  control::ReloadT other;
  other.scene = "other.json";
  instructor->send(other, 1);
  EXPECT_EQ(instructor->receive_body<stream::SceneT>()->body_names.front(), "stone");
  instructor->send(control::ReloadT{}, 2);
  EXPECT_EQ(instructor->receive_body<stream::SceneT>()->body_names.front(), "stone");
  ASSERT_TRUE(instructor->answered(2));
  instructor->receive_until<stream::FrameT>([](const auto& f) { return f.stamp->branch() == 2; });
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);
  const Replayed recorded = test::replay(folder_.file("two.mcap"));
  EXPECT_EQ(recorded.scenes.size(), 3u);
  EXPECT_EQ(recorded.differing, 0u);
}

// Who sat there before had it slow: the next trainee's attempt is at full speed.
TEST_F(Reload, BeginsAtFullSpeed) {
  start();
  const auto instructor = joined(Role::Instructor, "teacher");
  const auto speed_on = [&](std::uint32_t branch, double wanted) {
    return instructor->receive_until<stream::TelemetryT>(
        [=](const auto& t) { return t.stamp->branch() == branch && std::fabs(t.speed - wanted) < 1e-6; });
  };
  control::SpeedT slow;
  slow.factor = 0.5;
  instructor->send(slow, 1);
  EXPECT_TRUE(speed_on(0, 0.5));
  instructor->send(control::ReloadT{}, 2);
  EXPECT_TRUE(speed_on(1, 1));
}

TEST_F(Reload, OnlyAFileOfTheFolderIsTakenAndTheOldSceneGoesOn) {
  start();
  const auto instructor = joined(Role::Instructor, "teacher");
  const auto answer = [&](const std::string& name) {
    control::ReloadT message;
    message.scene = name;
    instructor->send(message, 1);
    return *instructor->receive_body<stream::ErrorT>();
  };
  for (const char* name : {"../scene.json", "/etc/passwd", ".json", "scene", "a/b.json"}) {
    const stream::ErrorT error = answer(name);
    EXPECT_EQ(error.code, stream::ErrorCode::BadValue) << name;
    EXPECT_EQ(error.field, "Reload.scene");
  }
  const stream::ErrorT missing = answer("nowhere.json");
  EXPECT_EQ(missing.code, stream::ErrorCode::NoSuchName);
  EXPECT_NE(missing.text.find("nowhere.json is not in the library; there are: scene.json"), std::string::npos)
      << missing.text;
  EXPECT_TRUE(instructor->receive_until<stream::FrameT>(
      [](const auto& f) { return f.stamp->branch() == 0 && f.stamp->frame() > 5; }));
}

TEST_F(Reload, EverybodyStaysAndGetsTheNewScene) {
  start();
  const auto instructor = joined(Role::Instructor, "teacher");
  const auto operator_ = driver();
  SocketClient web(daemon_->web_port(), SocketClient::Transport::web_socket);
  ASSERT_TRUE(web.join(Role::Viewer));
  const auto before = operator_->receive_body<stream::FrameT>();
  ASSERT_TRUE(before);
  ASSERT_TRUE(reload(*instructor, changed_scene())) << daemon_->log();
  for (SocketClient* client : {operator_.get(), &web}) {
    const auto scene = client->receive_body<stream::SceneT>();
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->body_names, (std::vector<std::string>{"stone", "rod", "bob"}));
    EXPECT_EQ(scene->branch, 1u);
    EXPECT_EQ(scene->period_ns, 20'000'000u);
    const auto first = client->receive_body<stream::FrameT>();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->stamp->branch(), 1u);
    EXPECT_EQ(first->stamp->frame(), 0u);
    EXPECT_GT(first->stamp->tick(), before->stamp->tick());
    const auto second = client->receive_body<stream::FrameT>();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->bodies.size(), 3u);
    EXPECT_EQ(second->stamp->monotonic_ns() - first->stamp->monotonic_ns(),
              20'000'000u * (second->stamp->tick() - first->stamp->tick()));
  }
  SocketClient late(daemon_->tcp_port());
  EXPECT_EQ(late.join(Role::Viewer)->scene->body_names.size(), 3u);
}

TEST_F(Reload, ChannelsStayWithTheirHolderWhereTheyAreTheSame) {
  start();
  const auto instructor = joined(Role::Instructor);
  const auto operator_ = driver();
  ASSERT_TRUE(reload(*instructor, changed_scene()));
  operator_->send(throttle(1, 0.5), 2);
  EXPECT_TRUE(operator_->answered(2)) << "still held";
  std::string other = changed_scene();
  other.replace(other.find("\"spare\""), 7, "\"brake\"");
  ASSERT_TRUE(reload(*instructor, other));
  operator_->send(throttle(2, 0.5), 3);
  EXPECT_FALSE(operator_->answered(3)) << "an id of the old scene must not act on the new one";
  operator_->send(control::TakeControlT{}, 4);
  EXPECT_TRUE(operator_->answered(4));
}

TEST_F(Reload, SceneWithErrorsIsRefusedAndTheOldOneGoesOn) {
  start();
  const auto instructor = joined(Role::Instructor);
  write_file(scene_file_, "{ \"name\": 3 }");
  instructor->send(control::ReloadT{}, 1);
  const auto error = instructor->receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, stream::ErrorCode::SceneInvalid);
  EXPECT_NE(error->text.find(scene_file_), std::string::npos) << error->text;
  EXPECT_EQ(error->text.find('\n'), std::string::npos) << error->text;
  const auto frame = instructor->receive_body<stream::FrameT>();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->stamp->branch(), 0u);
  EXPECT_TRUE(reload(*instructor, pendulum_scene())) << "a later reload is not blocked";
}

TEST_F(Reload, SavesAndBranchesOfTheOldSceneAreGone) {
  start();
  const auto instructor = joined(Role::Instructor);
  control::SaveT save;
  save.name = "here";
  instructor->send(std::move(save), 1);
  ASSERT_TRUE(instructor->answered(1));
  ASSERT_TRUE(reload(*instructor, changed_scene()));
  control::RestoreT restore;
  restore.name = "here";
  instructor->send(std::move(restore), 2);
  EXPECT_EQ(instructor->receive_body<stream::ErrorT>()->code, stream::ErrorCode::NoSuchName);
  control::RewindT rewind;
  rewind.branch = 0;
  rewind.frame = 1;
  instructor->send(std::move(rewind), 3);
  EXPECT_EQ(instructor->receive_body<stream::ErrorT>()->code, stream::ErrorCode::NoSuchMoment);
}

TEST_F(Reload, SubscriptionByIdGoesOnOnlyWhereTheBodiesAreTheSameByNameWhereverTheyAre) {
  start();
  const auto instructor = joined(Role::Instructor);
  const auto subscribed = [this](control::SubscribeT subscribe) {
    auto viewer = joined(Role::Viewer);
    viewer->send(std::move(subscribe), 1);
    EXPECT_TRUE(viewer->answered(1));
    return viewer;
  };
  control::SubscribeT ids;
  ids.bodies = {1};
  const auto by_id = subscribed(std::move(ids));
  control::SubscribeT names;
  names.body_names = {"bob"};
  const auto by_name = subscribed(std::move(names));
  const auto bodies_on = [](SocketClient& viewer, std::uint32_t branch) {
    const auto frame =
        viewer.receive_until<stream::FrameT>([branch](const auto& f) { return f.stamp->branch() == branch; });
    std::vector<std::uint32_t> bodies;
    for (const stream::BodyState& body : frame ? frame->bodies : std::vector<stream::BodyState>()) {
      bodies.push_back(body.id());
    }
    return bodies;
  };
  using Ids = std::vector<std::uint32_t>;
  EXPECT_EQ(bodies_on(*by_id, 0), Ids{1});
  EXPECT_EQ(bodies_on(*by_name, 0), Ids{1});
  ASSERT_TRUE(reload(*instructor, pendulum_scene()));
  EXPECT_EQ(bodies_on(*by_id, 1), Ids{1});
  ASSERT_TRUE(reload(*instructor, changed_scene()));
  EXPECT_EQ(bodies_on(*by_id, 2), (Ids{0, 1, 2}));
  EXPECT_EQ(bodies_on(*by_name, 2), Ids{2});
}

TEST_F(Reload, IsRecordedAndComputesToTheSameBitsAgain) {
  const std::string file = folder_.file("session.mcap");
  start({"--record", file});
  const auto instructor = joined(Role::Instructor);
  instructor->send(control::TakeControlT{}, 1);
  ASSERT_TRUE(instructor->answered(1));
  instructor->send(throttle(1, 0.5), 2);
  ASSERT_TRUE(instructor->answered(2));
  ASSERT_TRUE(reload(*instructor, changed_scene()));
  instructor->send(throttle(2, -0.5), 3);
  ASSERT_TRUE(instructor->answered(3));
  ASSERT_TRUE(instructor->receive_until<stream::FrameT>(
      [](const auto& f) { return f.stamp->branch() == 1 && f.stamp->frame() >= 20; }));
  daemon_->signal(SIGTERM);
  EXPECT_EQ(daemon_->wait(), 0);
  const Replayed replayed = replay(file);
  EXPECT_TRUE(replayed.complete);
  EXPECT_EQ(replayed.scenes.size(), 2u);
  ASSERT_EQ(replayed.branches.size(), 2u);
  EXPECT_EQ(replayed.branches[1].cause, record::BranchCause::Reload);
  EXPECT_EQ(replayed.branches[1].frame, 0u);
  EXPECT_EQ(replayed.differing, 0u);
}

}  // namespace
}  // namespace drawbar::server::test
