// Where a session is recorded to: a file as it is named, and in a folder a new one at every start.
#include "server/record/recording_name.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/server/daemon_fixture.h"

namespace drawbar::server::test {
namespace {

constexpr std::chrono::system_clock::time_point kNow{std::chrono::seconds(1'795'645'321)};

TEST(RecordingName, IsTheFileThatIsNamed) {
  EXPECT_EQ(recording_name("", "one", kNow), "");
  EXPECT_EQ(recording_name("nowhere/a.mcap", "one", kNow), "nowhere/a.mcap");
}

TEST(RecordingName, InAFolderIsANewOneOfStationAndTime) {
  const TemporaryFolder folder;
  const std::string first = recording_name(folder.file(""), "hall/one", kNow);
  EXPECT_EQ(std::filesystem::path(first).filename(), "hall_one-20261125T222201Z.mcap");
  std::ofstream(first) << "x";
  EXPECT_EQ(std::filesystem::path(recording_name(folder.file(""), "hall/one", kNow)).filename(),
            "hall_one-20261125T222201Z-2.mcap");
  EXPECT_EQ(std::filesystem::path(recording_name(folder.file(""), "", kNow)).filename(),
            "session-20261125T222201Z.mcap");
}

}  // namespace
}  // namespace drawbar::server::test
