// The page as the web port finds it inside the program.
#include "server/web/embedded_files.h"

#include <gtest/gtest.h>

namespace drawbar::server {
namespace {

TEST(EmbeddedFiles, RootIsTheIndexPage) {
  const EmbeddedFile* index = find_embedded_file("/");
  ASSERT_NE(index, nullptr);
  EXPECT_EQ(index, find_embedded_file("/index.html"));
  EXPECT_EQ(index->content_type, "text/html; charset=utf-8");
  EXPECT_FALSE(index->content.empty());
}

TEST(EmbeddedFiles, NothingElseIsFound) {
  EXPECT_EQ(find_embedded_file(""), nullptr);
  EXPECT_EQ(find_embedded_file("index.html"), nullptr);
  EXPECT_EQ(find_embedded_file("/../index.html"), nullptr);
}

TEST(EmbeddedFiles, EtagsAreQuotedHashesThatDifferWithTheContent) {
  for (const EmbeddedFile& file : embedded_files()) {
    ASSERT_EQ(file.etag.size(), 34U) << file.path;
    EXPECT_EQ(file.etag.front(), '"');
    EXPECT_EQ(file.etag.back(), '"');
    for (const EmbeddedFile& other : embedded_files()) {
      EXPECT_EQ(file.etag == other.etag, file.content == other.content) << file.path << " " << other.path;
    }
  }
}

}  // namespace
}  // namespace drawbar::server
