// What the programs print: every line of every transcript of this folder.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "tests/simulate/command_line.h"
#include "tests/support/paths.h"
#include "tests/transcripts/transcript.h"

namespace drawbar::test {
namespace {

std::filesystem::path folder() {
  return tests::source_folder() / "tests/transcripts";
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".t") found.push_back(entry.path().stem().string());
  }
  std::ranges::sort(found);
  return found;
}

class Transcripts : public testing::TestWithParam<std::string> {};

TEST_P(Transcripts, ReadAsTheyDid) {
  const std::filesystem::path file = folder() / (GetParam() + ".t");
  const std::string text = text_of(file);
  std::vector<Exchange> exchanges = parse_transcript(text);
  const std::vector<Exchange> before = exchanges;
  ASSERT_NO_FATAL_FAILURE(run_transcript(exchanges));
  if (std::getenv("DRAWBAR_RENEW_TRANSCRIPTS") != nullptr) {
    std::ofstream(file, std::ios::binary) << transcript_text(exchanges);
    return;
  }
  ASSERT_EQ(transcript_text(before), text) << "the file's form: tests/transcripts/README.md";
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(transcript_text({exchanges[i]}), transcript_text({before[i]}));
}

INSTANTIATE_TEST_SUITE_P(Commands, Transcripts, testing::ValuesIn(names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace drawbar::test
