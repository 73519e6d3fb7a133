// The page as the web port finds it inside the program.
#include "server/web/embedded_files.h"

#include <gtest/gtest.h>

#include "server/web/content_coding.h"

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

TEST(EmbeddedFiles, HashesDifferWithTheContent) {
  for (const EmbeddedFile& file : embedded_files()) {
    ASSERT_EQ(file.hash.size(), 32U) << file.path;
    for (const EmbeddedFile& other : embedded_files()) {
      EXPECT_EQ(file.hash == other.hash, file.content == other.content) << file.path << " " << other.path;
    }
  }
}

constexpr EmbeddedFile kFile{"/a.js", "text/javascript", "as it is", "0123", "br", "gz"};

TEST(ContentCoding, TheSmallestFormThatTheBrowserTakesIsSentUnderAnEtagOfItsOwn) {
  const CodedFile best = coded_file(kFile, "gzip, deflate, br");
  EXPECT_EQ(best.coding, "br");
  EXPECT_EQ(best.content, "br");
  EXPECT_EQ(best.etag, "\"0123-br\"");
  EXPECT_EQ(coded_file(kFile, "deflate, GZIP;q=0.8").coding, "gzip");
  EXPECT_EQ(coded_file(kFile, "").content, "as it is");
  EXPECT_EQ(coded_file(kFile, "").etag, "\"0123\"");
}

TEST(ContentCoding, WhatTheBrowserRefusesOrWeDoNotHaveIsNotSent) {
  EXPECT_EQ(coded_file(kFile, "br;q=0, gzip").coding, "gzip");
  EXPECT_EQ(coded_file(kFile, "br; q=0.000, gzip;q=0").coding, "");
  EXPECT_EQ(coded_file(kFile, "brotli, xgzip, ,;;").coding, "");
  EXPECT_EQ(coded_file({"/a.svg", "image/svg+xml", "small", "4567", {}, {}}, "br, gzip").coding, "");
}

}  // namespace
}  // namespace drawbar::server
