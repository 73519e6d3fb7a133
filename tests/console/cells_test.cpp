// Text in the cells of a terminal: whatever bytes come, what is shown is clean and as wide as asked.
#include "tools/text/cells.h"

#include <gtest/gtest.h>

#include <string>

namespace drawbar::tools {
namespace {

TEST(Cells, CleanTextHasNeitherControlsNorBrokenCharacters) {
  EXPECT_EQ(clean("plain ~ text"), "plain ~ text");
  EXPECT_EQ(clean("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(clean(std::string("a\0b\x1b[2J\n\x7f", 9)), "a?b?[2J??");
  EXPECT_EQ(clean("\xC2\x80|\xC2\x9F|\xC2\xA0"), "?|?|\xC2\xA0") << "controls of two bytes";
  // Overlong, beyond the last, continuations alone, cut off: each byte is one question mark.
  EXPECT_EQ(clean("\xC0\xAF"), "??");
  EXPECT_EQ(clean("\xC1\xBF"), "??");
  EXPECT_EQ(clean("\xF5\x80\x80\x80"), "????");
  EXPECT_EQ(clean("\x80x"), "?x");
  EXPECT_EQ(clean("\xE2\x82"), "??");
  EXPECT_EQ(clean("\xE2\x82x"), "??x");
  EXPECT_EQ(clean("\xF0\x9F\x98"), "???");
}

TEST(Cells, ACharacterIsOneCellHoweverManyBytes) {
  EXPECT_EQ(cell_count(""), 0);
  EXPECT_EQ(cell_count("ab"), 2);
  EXPECT_EQ(cell_count("a\xD0\x96\xE2\x82\xAC"), 3);
  EXPECT_EQ(clipped("a\xD0\x96\xE2\x82\xAC", 2), "a\xD0\x96");
  EXPECT_EQ(clipped("ab", 2), "ab");
  EXPECT_EQ(clipped("ab", 5), "ab");
  EXPECT_EQ(clipped("ab", 0), "");
  EXPECT_EQ(padded("\xD0\x96", 3), "\xD0\x96  ");
  EXPECT_EQ(padded("abcd", 3), "abc");
  EXPECT_EQ(padded("abc", 3), "abc");
}

}  // namespace
}  // namespace drawbar::tools
