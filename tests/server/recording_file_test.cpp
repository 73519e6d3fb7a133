// A recording's file as the web port gives it: found by its name, and read piece by piece.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>
#include <vector>

#include "server/record/recording_file.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

class Recordings : public testing::Test {
 protected:
  Result<RecordingFile> find(const std::string& name) const { return RecordingFile::find(folders_, name); }

  TemporaryFolder first_;
  TemporaryFolder second_;
  std::vector<std::filesystem::path> folders_{first_.file("."), second_.file(".")};
};

TEST_F(Recordings, TheFirstFolderThatHasOneGivesIt) {
  write_file(second_.file("drive.mcap"), "second");
  ASSERT_TRUE(find("drive.mcap"));
  EXPECT_EQ(find("drive.mcap")->read(6).value(), "second");
  write_file(first_.file("drive.mcap"), "first");
  EXPECT_EQ(find("drive.mcap")->read(5).value(), "first");
}

TEST_F(Recordings, ComeInPiecesUpToTheEndThatTheyHadWhenOpened) {
  write_file(first_.file("drive.mcap"), "abcdefg");
  auto file = find("drive.mcap");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->size(), 7u);
  EXPECT_EQ(file->read(4).value(), "abcd");
  EXPECT_EQ(file->read(3).value(), "efg");
}

TEST_F(Recordings, OneThatBecameShorterIsAnErrorThatNamesIt) {
  write_file(first_.file("drive.mcap"), std::string(1 << 20, 'x'));
  auto file = find("drive.mcap");
  ASSERT_TRUE(file);
  std::filesystem::resize_file(first_.file("drive.mcap"), 10);
  const auto piece = file->read(1 << 20);
  ASSERT_FALSE(piece);
  EXPECT_EQ(piece.error().text, "drive.mcap has become shorter than it was, or cannot be read");
}

TEST_F(Recordings, OfMoreThan512MebibytesAreRefused) {
  const std::string path = write_file(first_.file("drive.mcap"), "");
  std::filesystem::resize_file(path, std::uintmax_t{512} << 20);  // holes: no room on the disk
  EXPECT_TRUE(find("drive.mcap"));
  std::filesystem::resize_file(path, std::uintmax_t{513} << 20);
  const auto refused = find("drive.mcap");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().text, "drive.mcap has 513 MiB, more than goes over the web port (512 MiB)");
}

TEST_F(Recordings, WhatIsNoFileIsNoRecording) {
  std::filesystem::create_directory(first_.file("folder.mcap"));
  ASSERT_EQ(::mkfifo(first_.file("pipe.mcap").c_str(), 0600), 0);
  for (const char* name : {"folder.mcap", "pipe.mcap", "gone.mcap"}) {
    const auto refused = find(name);
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().text, std::string(name) + ": there is no such recording here");
  }
}

}  // namespace
}  // namespace drawbar::server::test
