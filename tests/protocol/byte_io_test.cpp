// Files as recordings use them: what is refused, of what kind that is, and what stays in the file.
#include "protocol/byte_io.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace drawbar::protocol {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() : folder_(fs::path(testing::TempDir()) / ("drawbar_byte_io_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    std::ofstream(path("there")) << "0123456789";
  }
  ~Files() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string text_in(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static BytesView bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

 private:
  fs::path folder_;
};

TEST_F(Files, WhatCannotBeReadIsSaidWithItsKind) {
  fs::create_directory(path("folder"));
  fs::create_symlink("loop", path("loop"));
  const std::string long_name(300, 'n');
  const std::pair<std::string, std::string> cases[] = {
      {"missing", ": cannot open: No such file or directory"},
      {"there/below", ": cannot open: Not a directory"},
      {"loop", ": cannot open: Too many levels of symbolic links"},
      {long_name, ": cannot open: File name too long"},
      {"folder", ": is not a regular file"},
  };
  for (const auto& [name, why] : cases) {
    const auto source = open_file(path(name));
    ASSERT_FALSE(source) << name;
    EXPECT_EQ(source.error().text, path(name) + why);
    EXPECT_EQ(source.error().kind, ErrorKind::wrong) << name;
  }
  EXPECT_EQ(kind_of_failed_open(EACCES), ErrorKind::environment);
  EXPECT_EQ(kind_of_failed_open(EMFILE), ErrorKind::environment);
}

TEST_F(Files, AreReadFromWhereverIsAskedUpToTheEndThatTheyHad) {
  const auto source = open_file(path("there"));
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->size(), 10u);
  std::ofstream(path("there"), std::ios::app) << "later";
  EXPECT_EQ((*source)->size(), 10u);
  Bytes three(3);
  ASSERT_TRUE((*source)->read(4, three));
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(three.data()), 3), "456");
  fs::resize_file(path("there"), 6);
  const auto shorter = (*source)->read(4, three);
  ASSERT_FALSE(shorter);
  EXPECT_EQ(shorter.error().text, path("there") + ": became shorter while it was read");
  EXPECT_EQ(shorter.error().kind, ErrorKind::environment);
}

TEST_F(Files, OneThatIsWrittenNobodyElseWrites) {
  const auto first = create_file(path("new"), false);
  ASSERT_TRUE(first);
  ASSERT_TRUE((*first)->write(bytes_of("mine")));
  for (const bool append : {false, true}) {
    const auto second = append ? append_to_file(path("new"), 0) : create_file(path("new"), true);
    ASSERT_FALSE(second) << append;
    EXPECT_EQ(second.error().text, path("new") + ": is being written by another program");
    EXPECT_EQ(second.error().kind, ErrorKind::environment);
  }
  EXPECT_EQ(text_in("new"), "mine") << "and nothing of it is lost";
}

TEST_F(Files, WhatIsWrittenAgainBeginsAtOnceOrBehindWhatStays) {
  {
    const auto sink = append_to_file(path("there"), 4);
    ASSERT_TRUE(sink);
    EXPECT_EQ(text_in("there"), "0123") << "it is cut off there";
    ASSERT_TRUE((*sink)->write(bytes_of("ab")));
    ASSERT_TRUE((*sink)->write(bytes_of("cd")));
    EXPECT_TRUE((*sink)->sync());
  }
  EXPECT_EQ(text_in("there"), "0123abcd");
  {
    const auto sink = create_file(path("there"), true);
    ASSERT_TRUE(sink);
    ASSERT_TRUE((*sink)->write(bytes_of("x")));
  }
  EXPECT_EQ(text_in("there"), "x") << "nothing of the longer file stays";
  const auto none = append_to_file(path("missing"), 0);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().text, path("missing") + ": cannot write: No such file or directory");
  EXPECT_FALSE(fs::exists(path("missing")));
}

TEST_F(Files, ADeviceIsWrittenThoughItHasNoLength) {
  const auto sink = create_file("/dev/zero", true);
  ASSERT_TRUE(sink) << sink.error().text;
  EXPECT_TRUE((*sink)->write(bytes_of("gone")));
  EXPECT_TRUE((*sink)->sync());
  EXPECT_FALSE(open_file("/dev/zero")) << "nor is it a recording";
}

}  // namespace
}  // namespace drawbar::protocol
