// Notes on moments: in the recording, whether they were made live or in its replay.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "protocol/session_record.h"
#include "tests/server/debriefing.h"
#include "tests/server/hub_in_slots.h"

namespace drawbar::server::test {
namespace {

using control::Role;

control::BookmarkT note(const std::string& text) {
  control::BookmarkT message;
  message.text = text;
  return message;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What the file holds of them, in its order.
std::vector<stream::EventT> notes_in(const protocol::SessionRecord& record) {
  std::vector<stream::EventT> notes;
  auto cursor = record.items();
  for (auto item = cursor.next(); item && *item; item = cursor.next()) {
    if (auto* event = std::get_if<stream::EventT>(&**item);
        event != nullptr && event->kind == stream::EventKind::Bookmark) {
      notes.push_back(std::move(*event));
    }
  }
  return notes;
}

class Bookmarks : public Debriefing {
 protected:
  std::unique_ptr<SocketClient> recorded_and_replayed() {
    start({"--record", file_}, pendulum_scene(20));
    auto instructor = joined(Role::Instructor, "instructor");
    auto trainee = joined(Role::Operator, "trainee");
    wait_for_frame(*instructor, 0, 60);
    instructor->send(note("made live"), 1);
    EXPECT_TRUE(instructor->answered(1));
    wait_for_frame(*instructor, 0, 110);
    return replay();
  }
};

TEST_F(Bookmarks, AreAppendedInAReplayAndTheDataBeforeStayAsTheyAre) {
  auto instructor = recorded_and_replayed();
  ASSERT_EQ(welcome_->bookmarks.size(), 1u);
  EXPECT_EQ(welcome_->bookmarks[0]->text, "made live");
  const std::string before = bytes_of(file_);
  const std::uint64_t data_end = protocol::SessionRecord::open(file_)->container().data_end();
  for (std::uint32_t i = 0; i < 3; ++i) {
    instructor->send(to(0, 30 + i), 10 + i);
    ASSERT_TRUE(instructor->answered(10 + i));
    instructor->send(note("seen in the replay"), 20 + i);
    ASSERT_TRUE(instructor->answered(20 + i));
  }
  const auto record = protocol::SessionRecord::open(file_);
  ASSERT_TRUE(record);
  EXPECT_TRUE(record->complete());
  EXPECT_EQ(bytes_of(file_).substr(0, data_end), before.substr(0, data_end));
  const auto notes = notes_in(*record);
  ASSERT_EQ(notes.size(), 4u);
  EXPECT_EQ(notes[1].stamp->frame(), 30u);
  EXPECT_EQ(notes[3].stamp->frame(), 32u);
  EXPECT_EQ(notes[3].text, "seen in the replay");
  EXPECT_EQ(record->container().statistics().message_count, [&] {
    std::uint64_t count = 0;
    for (const auto& chunk : record->container().chunks())
      count += record->container().read_chunk(chunk)->messages.size();
    return count;
  }());
  auto late = std::make_unique<SocketClient>(daemon_->tcp_port());
  EXPECT_EQ(late->join(Role::Instructor)->bookmarks.size(), 4u);
  auto viewer = std::make_unique<SocketClient>(daemon_->tcp_port());
  EXPECT_TRUE(viewer->join(Role::Operator)->bookmarks.empty()) << "notes are the instructor's";
}

// Made before the first frame: at a state that nothing computed, and that is no frame of the recording.
TEST_F(Bookmarks, OfTheFirstStateCanBeSought) {
  start({"--record", file_, "--start", "frozen"}, pendulum_scene(20));
  auto instructor = joined(Role::Instructor, "instructor");
  instructor->send(note("before the start"), 1);
  ASSERT_TRUE(instructor->answered(1));
  instructor->send(control::RunT(), 2);
  wait_for_frame(*instructor, 0, 20);
  instructor = replay();
  ASSERT_EQ(welcome_->bookmarks.size(), 1u);
  const stream::FrameStamp& noted = *welcome_->bookmarks[0]->stamp;
  EXPECT_EQ(noted.frame(), 0u);
  instructor->send(to(noted.branch(), noted.frame()), 3);
  EXPECT_TRUE(instructor->answered(3));
  wait_for_frame(*instructor, 0, 1);
}

TEST_F(Bookmarks, AKillBetweenTheNoteAndTheNewEndLeavesAReadableFile) {
  recorded_and_replayed();
  const std::size_t frames = protocol::SessionRecord::open(file_)->frames()->size();
  {
    auto recorder = protocol::SessionRecorder::append(file_);
    ASSERT_TRUE(recorder) << recorder.error().text;
    stream::EventT event;
    event.kind = stream::EventKind::Bookmark;
    event.stamp = std::make_unique<stream::FrameStamp>(1, 30, 0.6, 0, 0, 0);
    ASSERT_TRUE(recorder->record_event_at(event, 1));
    ASSERT_TRUE(recorder->flush());
    EXPECT_FALSE(protocol::SessionRecorder::append(file_)) << "while it is being written nobody else may";
  }  // killed before close()
  const auto record = protocol::SessionRecord::open(file_);
  ASSERT_TRUE(record);
  EXPECT_FALSE(record->complete());
  EXPECT_EQ(record->frames()->size(), frames);
  EXPECT_EQ(notes_in(*record).size(), 2u);
  // The next note gives it an end again.
  auto recorder = protocol::SessionRecorder::append(file_);
  ASSERT_TRUE(recorder);
  ASSERT_TRUE(recorder->close());
  const auto mended = protocol::SessionRecord::open(file_);
  std::uint64_t messages = 0;
  for (const auto& chunk : mended->container().chunks()) {
    messages += mended->container().read_chunk(chunk)->messages.size();
    EXPECT_FALSE(chunk.message_index_offsets.empty());
  }
  EXPECT_EQ(mended->container().statistics().message_count, messages);
  EXPECT_TRUE(protocol::SessionRecord::open(file_)->complete());
  EXPECT_EQ(notes_in(*protocol::SessionRecord::open(file_)).size(), 2u);
}

TEST_F(Bookmarks, TheTraineeIsNotTold) {
  start({}, pendulum_scene(20));
  auto instructor = joined(Role::Instructor, "instructor");
  auto trainee = joined(Role::Operator, "trainee");
  instructor->send(note("hesitates"), 1);
  const auto told = instructor->receive_until<stream::EventT>(
      [](const auto& e) { return e.kind == stream::EventKind::Bookmark; });
  ASSERT_TRUE(told);
  EXPECT_EQ(told->text, "hesitates");
  instructor->send(control::FreezeT{}, 2);
  const auto next = trainee->receive_until<stream::EventT>(
      [](const auto& e) { return e.kind != stream::EventKind::Joined; });
  ASSERT_TRUE(next);
  EXPECT_EQ(next->kind, stream::EventKind::Frozen) << "what came first was not for him";
}

TEST(BookmarkRows, TheNewestThousandAreToldToANewcomer) {
  HubInSlots hall;
  std::vector<Person> people;
  for (const char* name : {"a", "b", "c"}) people.push_back(hall.join(Role::Instructor, name));
  const auto marked = [&hall](const std::string& name) {
    const Person late = hall.join(Role::Instructor, name);
    std::vector<std::string> notes;
    const auto welcomes = late.connection->all<stream::WelcomeT>();
    for (const auto& event : welcomes.at(0).bookmarks) notes.push_back(event->text);
    return notes;
  };
  auto mark = [&, number = 0](int count) mutable {
    for (; count > 0; --count, ++number) {
      hall.send(people[static_cast<std::size_t>(number) / 400], note("n" + std::to_string(number)));
    }
  };
  mark(1'000);
  const auto all = marked("d");
  ASSERT_EQ(all.size(), 1'000u);
  EXPECT_EQ(all.front(), "n0");
  EXPECT_EQ(all.back(), "n999");
  mark(2);
  const auto newest = marked("e");
  ASSERT_EQ(newest.size(), 1'000u);
  EXPECT_EQ(newest.front(), "n2");
  EXPECT_EQ(newest.back(), "n1001");
}

}  // namespace
}  // namespace drawbar::server::test
