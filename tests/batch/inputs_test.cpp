// The inputs of a command over many: files, folders and lists, each once, and the files named after them.
#include "tools/batch/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace drawbar::tools {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class BatchInputs : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("inputs_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text = "") const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  std::string error_of(const Names& arguments) const {
    const auto inputs = expanded_inputs(arguments, ".mcap");
    return inputs ? "" : inputs.error().text;
  }

  fs::path folder_;
};

TEST_F(BatchInputs, OfAFolderAreItsFilesOfTheSuffixInOrderWithoutWhatIsHidden) {
  const std::string b = write("b.mcap"), a = write("a/z.mcap");
  write("a/z.json");
  write(".hidden.mcap");
  write(".cache/x.mcap");
  fs::create_directories(folder_ / "folder.mcap");
  EXPECT_EQ(expanded_inputs({folder_.string()}, ".mcap").value(), (Names{a, b}));
}

TEST_F(BatchInputs, ComeOnceHoweverTheyAreNamed) {
  const std::string a = write("a.mcap"), other = (folder_ / "x/../a.mcap").string();
  EXPECT_EQ(expanded_inputs({a, other, folder_.string()}, ".mcap").value(), (Names{a}));
  EXPECT_EQ(expanded_inputs({other, a}, ".mcap").value(), (Names{other})) << "as it was named first";
  EXPECT_EQ(expanded_inputs({"gone.mcap"}, ".mcap").value(), (Names{"gone.mcap"}))
      << "what is not there is for the command";
}

TEST_F(BatchInputs, OfAListAreItsLinesWithoutCommentsAndBlanks) {
  const std::string list = write("list.txt", "# two\r\n/x/a.mcap\r\n\n/x/b c.mcap\n");
  EXPECT_EQ(expanded_inputs({"@" + list}, ".mcap").value(), (Names{"/x/a.mcap", "/x/b c.mcap"}));
  const std::string empty = write("empty.txt", "# nothing\n\n");
  EXPECT_EQ(error_of({"@" + empty}), empty + ": the list names no file; allowed: one path a line");
  const std::string bytes = write("bytes.txt", std::string("a\0b\n", 4));
  EXPECT_EQ(error_of({"@" + bytes}),
            bytes + ": is no list of paths: it has zero bytes; allowed: one path a line");
  EXPECT_EQ(error_of({"@" + folder_.string()}), folder_.string() + ": is a folder; allowed: a file of paths");
  EXPECT_EQ(error_of({"@/nowhere"}), "/nowhere: cannot open: No such file or directory");
}

TEST_F(BatchInputs, OfAFolderWithoutAnyAreAnError) {
  write("a.json");
  EXPECT_EQ(error_of({folder_.string()}),
            folder_.string() + ": the folder holds no file that ends in .mcap; allowed: one that does");
}

TEST_F(BatchInputs, GiveFilesTheirPlacesBelowWhatTheyShare) {
  EXPECT_EQ(files_named_after({"/r/a/x.mcap", "/r/b/x.mcap", "/r/y.mcap"}, "out", ".csv").value(),
            (Names{"out/a/x.csv", "out/b/x.csv", "out/y.csv"}));
  EXPECT_EQ(files_named_after({"/r/a/x.mcap"}, "out", ".csv").value(), (Names{"out/x.csv"}));
  EXPECT_EQ(files_named_after({"/r/a/x.mcap", "/s/x.mcap"}, "out", ".csv").value(),
            (Names{"out/r/a/x.csv", "out/s/x.csv"}));
  EXPECT_TRUE(files_named_after({}, "out", ".csv").value().empty());
  const auto twice = files_named_after({"/r/x.mcap", "/r/x.json"}, "out", ".csv");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().text,
            "/r/x.mcap and /r/x.json would both be written to out/x.csv; allowed: inputs whose names differ");
}

}  // namespace
}  // namespace drawbar::tools
