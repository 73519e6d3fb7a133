// After a state was taken over, levers that stand elsewhere are told, and time can wait for them.
#include <gtest/gtest.h>

#include "tests/server/hub_in_slots.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using stream::EventKind;

/// A trainee whose lever stood at 0.8 when the state was saved, and at -0.5 now.
class Levers : public testing::Test {
 protected:
  Levers() {
    EXPECT_EQ(hall_.ask(trainee_, control::TakeControlT{}), "Reply");
    move(0.8);
    hall_.run_slots(3);
    control::SaveT save;
    save.name = "there";
    EXPECT_EQ(hall_.ask(instructor_, save), "Reply");
    move(-0.5);
    hall_.run_slots(2);
  }

  void move(double value) {
    control::ControlT message;
    message.sequence = ++sequence_;
    message.values.emplace_back(0u, value);
    hall_.send(trainee_, std::move(message));
  }

  void restore(bool wait) {
    control::RestoreT message;
    message.name = "there";
    message.wait = wait;
    EXPECT_EQ(hall_.ask(instructor_, message), "Reply");
  }

  std::vector<stream::EventT> told(EventKind kind) const {
    std::vector<stream::EventT> events;
    for (stream::EventT& event : trainee_.connection->all<stream::EventT>()) {
      if (event.kind == kind) events.push_back(std::move(event));
    }
    return events;
  }

  HubInSlots hall_;
  Person trainee_ = hall_.join(Role::Operator, "trainee");
  Person instructor_ = hall_.join(Role::Instructor, "instructor");
  std::uint64_t sequence_ = 0;
};

TEST_F(Levers, ThoseThatStandElsewhereAreToldWhereToGo) {
  restore(false);
  const auto differ = told(EventKind::LeversDiffer);
  ASSERT_EQ(differ.size(), 1u);
  EXPECT_EQ(differ[0].ids, std::vector<std::uint32_t>{0});
  EXPECT_EQ(differ[0].values, std::vector<double>{0.8});
  EXPECT_NE(differ[0].text.find("throttle to 0.80"), std::string::npos) << differ[0].text;
  hall_.run_slots(3);
  EXPECT_FALSE(hall_.newest().frozen) << "nobody asked to wait";
  move(0.79);
  hall_.run_slots(2);
  EXPECT_EQ(told(EventKind::LeversAgree).size(), 1u);
}

TEST_F(Levers, AMessageThatComesTwiceIsNoWordOfThem) {
  restore(false);
  control::ControlT again;  // of the last sequence, which is ignored
  again.sequence = sequence_;
  again.values.emplace_back(0u, 0.8);
  hall_.send(trainee_, again);
  EXPECT_TRUE(told(EventKind::LeversAgree).empty()) << "its value does not act";
  again.values = {{4'000'000'000u, 0.8}};  // nor is it looked at
  hall_.send(trainee_, again);
  EXPECT_TRUE(told(EventKind::LeversAgree).empty());
}

TEST_F(Levers, TimeWaitsUntilTheyAgree) {
  restore(true);
  hall_.run_slots(5);
  EXPECT_TRUE(hall_.newest().frozen);
  EXPECT_EQ(hall_.control(0), 0.8);
  const std::uint64_t frame = hall_.newest().state.frame;
  move(0.5);
  hall_.run_slots(5);
  EXPECT_TRUE(hall_.newest().frozen) << "on its way";
  EXPECT_EQ(hall_.newest().state.frame, frame);
  move(0.8);
  hall_.run_slots(5);
  EXPECT_FALSE(hall_.newest().frozen);
  EXPECT_GT(hall_.newest().state.frame, frame);
  EXPECT_EQ(told(EventKind::LeversAgree).size(), 1u);
}

TEST_F(Levers, AnothersLeverSaysNothingOfHisWhoHoldsItNow) {
  move(0.8);
  control::TakeControlT take;
  take.channels = {0, 1};
  take.force = true;
  EXPECT_EQ(hall_.ask(instructor_, take), "Reply");
  restore(true);
  hall_.run_slots(5);
  EXPECT_TRUE(hall_.newest().frozen) << "the instructor's console has not said that its lever follows";
  control::ControlT message;
  message.sequence = 1;
  hall_.send(instructor_, std::move(message));
  hall_.run_slots(3);
  EXPECT_FALSE(hall_.newest().frozen);
}

TEST_F(Levers, AnInstructorNeedNotWait) {
  restore(true);
  EXPECT_EQ(hall_.ask(instructor_, control::RunT{}), "Reply");
  hall_.run_slots(3);
  EXPECT_FALSE(hall_.newest().frozen);
}

TEST_F(Levers, AControlThatNobodyHoldsMustBeTakenFirst) {
  EXPECT_EQ(hall_.ask(trainee_, control::ReleaseControlT{}), "Reply");
  restore(true);
  hall_.run_slots(5);
  EXPECT_TRUE(hall_.newest().frozen);
  EXPECT_EQ(hall_.control(0), 0.8) << "it does not go to neutral while it waits";
  ASSERT_EQ(told(EventKind::LeversDiffer).size(), 1u);
  EXPECT_EQ(hall_.ask(trainee_, control::TakeControlT{}), "Reply");
  hall_.run_slots(2);
  EXPECT_TRUE(hall_.newest().frozen) << "its console has not been heard of";
  control::ControlT adopted;  // no value: its levers are where the controls are
  adopted.sequence = ++sequence_;
  hall_.send(trainee_, std::move(adopted));
  hall_.run_slots(3);
  EXPECT_TRUE(hall_.newest().frozen) << "its lever was at -0.5 when it was last heard of";
  move(0.8);
  hall_.run_slots(3);
  EXPECT_FALSE(hall_.newest().frozen);
  EXPECT_EQ(hall_.control(0), 0.8);
}

TEST_F(Levers, AgreeWithinAFiftiethOfTheirRange) {
  for (const auto& [value, agrees] : std::vector<std::pair<double, bool>>{
           {0.759, false}, {0.841, false}, {0.761, true}}) {  // the range is 2
    restore(false);
    hall_.run_slots(1);
    const std::size_t before = told(EventKind::LeversAgree).size();
    move(value);
    EXPECT_EQ(told(EventKind::LeversAgree).size() > before, agrees) << value;
    move(-0.5);
  }
}

TEST_F(Levers, ThatAgreeAlreadyAreNotSpokenOfAndNothingWaits) {
  control::ControlT both;
  both.sequence = ++sequence_;
  both.values.emplace_back(0u, 0.8);
  both.values.emplace_back(1u, 0.0);
  hall_.send(trainee_, std::move(both));
  hall_.run_slots(2);
  restore(true);
  hall_.run_slots(3);
  EXPECT_FALSE(hall_.newest().frozen);
  EXPECT_TRUE(told(EventKind::LeversDiffer).empty());
  EXPECT_TRUE(told(EventKind::LeversAgree).empty());
}

TEST_F(Levers, AreToldAgainWhereFewerDifferAndNotWithEveryMessage) {
  control::ControlT both;
  both.sequence = ++sequence_;
  both.values.emplace_back(0u, 0.8);
  both.values.emplace_back(1u, 0.6);
  hall_.send(trainee_, both);
  hall_.run_slots(3);
  control::SaveT save;
  save.name = "there";
  ASSERT_EQ(hall_.ask(instructor_, save), "Reply");
  both.sequence = ++sequence_;
  both.values = {{0u, 0}, {1u, 0}};
  hall_.send(trainee_, both);
  hall_.run_slots(2);
  restore(true);
  EXPECT_EQ(told(EventKind::LeversDiffer).back().values, (std::vector<double>{0.8, 0.6}));
  move(0.1);
  EXPECT_EQ(told(EventKind::LeversDiffer).size(), 1u) << "both still differ";
  move(0.8);
  ASSERT_EQ(told(EventKind::LeversDiffer).size(), 2u);
  EXPECT_EQ(told(EventKind::LeversDiffer).back().ids, std::vector<std::uint32_t>{1});
  EXPECT_EQ(told(EventKind::LeversDiffer).back().value, 1);
  EXPECT_EQ(told(EventKind::LeversDiffer).back().text, "levers to be moved: spare to 0.60");
}

TEST_F(Levers, OfAnotherSceneNobodyWaitsFor) {
  restore(true);
  hall_.run_slots(2);
  ASSERT_TRUE(hall_.newest().frozen);
  ASSERT_EQ(hall_.ask(instructor_, control::ReloadT{}), "Reply");
  move(0.8);
  hall_.run_slots(3);
  EXPECT_TRUE(told(EventKind::LeversAgree).empty()) << "what was taken over is gone";
}

}  // namespace
}  // namespace drawbar::server::test
