// Files that are replaced whole or not at all.
#include "tools/text/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

namespace fs = std::filesystem;

class ReplacedFile : public CommandLine {
 protected:
  Result<void> replace(const std::string& name) {
    return tools::replace_file((folder_ / name).string(), [](tools::OutputFile& file) { file.write("new"); });
  }
  /// How many files the folder holds.
  auto files() const { return std::distance(fs::directory_iterator(folder_), {}); }
};

TEST_F(ReplacedFile, LeavesNothingButItself) {
  write("table.csv", "old");
  ASSERT_TRUE(replace("table.csv"));
  ASSERT_TRUE(replace("other.csv"));
  EXPECT_EQ(read("table.csv") + read("other.csv"), "newnew");
  EXPECT_EQ(files(), 2);
}

TEST_F(ReplacedFile, BehindALinkIsTheOneThatIsWritten) {
  write("table.csv", "old");
  fs::create_symlink("table.csv", folder_ / "link.csv");
  ASSERT_TRUE(replace("link.csv"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.csv"));
  EXPECT_EQ(read("table.csv"), "new");
}

TEST_F(ReplacedFile, ThatIsAPipeIsWrittenAsItIs) {
  const std::string pipe = (folder_ / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read("pipe"); });
  EXPECT_TRUE(replace("pipe"));
  reader.join();
  EXPECT_EQ(got, "new");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(ReplacedFile, ThatCannotBeIsNamedAndNothingIsLeft) {
  fs::create_directory(folder_ / "taken");
  for (const std::string name : {"taken", "none/table.csv"}) {
    const auto replaced = replace(name);
    ASSERT_FALSE(replaced);
    EXPECT_EQ(replaced.error().text.find((folder_ / name).string() + ": cannot write: "), 0u)
        << replaced.error().text;
  }
  EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace drawbar
