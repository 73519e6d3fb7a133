#include "tests/transcripts/transcript.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "tests/simulate/command_line.h"
#include "tests/support/paths.h"

namespace drawbar::test {

namespace {

constexpr std::string_view kIndent = "  ";
constexpr std::string_view kCommand = "  $ ";
constexpr std::string_view kGoesOn = "  > ";
// Ends an answer; no program prints it.
constexpr std::string_view kEnd =
    "\x1f"
    "answered ";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

void drop_empty_end(std::vector<std::string>& lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
}

std::string shell_script(const std::vector<Exchange>& exchanges) {
  std::string script = "export PATH='" + tests::program("drawbar").parent_path().string() +
                       "':$PATH SOURCE='" + tests::source_folder().string() + "' LC_ALL=C.UTF-8 TZ=UTC\n" +
                       ". \"$SOURCE/tests/transcripts/prelude.sh\"\n";
  for (const Exchange& exchange : exchanges) {
    for (const std::string& line : exchange.command) script += line + "\n";
    script += "printf '\\n\\037answered %d\\n' $?\n";
  }
  return script;
}

}  // namespace

std::vector<Exchange> parse_transcript(const std::string& text) {
  std::vector<Exchange> exchanges;
  std::vector<std::string> prose;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(kCommand)) {
      exchanges.push_back({std::exchange(prose, {}), {line.substr(kCommand.size())}, {}});
    } else if (line.starts_with(kGoesOn) && !exchanges.empty() && exchanges.back().answer.empty()) {
      exchanges.back().command.push_back(line.substr(kGoesOn.size()));
    } else if (line.starts_with(kIndent) && !exchanges.empty()) {
      exchanges.back().answer.push_back(line.substr(kIndent.size()));
    } else if (line.empty() && prose.empty() && !exchanges.empty()) {
      exchanges.back().answer.emplace_back();
    } else {
      prose.push_back(line);
    }
  }
  for (Exchange& exchange : exchanges) drop_empty_end(exchange.answer);
  return exchanges;
}

std::string transcript_text(const std::vector<Exchange>& exchanges) {
  std::string text;
  const auto add = [&text](std::string_view before, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line.empty() ? "\n" : std::string(before) + line + "\n";
  };
  for (const Exchange& exchange : exchanges) {
    if (!text.empty() && !exchange.prose.empty()) text += "\n";
    add("", exchange.prose);
    add(kCommand, {exchange.command.front()});
    add(kGoesOn, {exchange.command.begin() + 1, exchange.command.end()});
    add(kIndent, exchange.answer);
  }
  return text;
}

void run_transcript(std::vector<Exchange>& exchanges) {
  std::string folder = (std::filesystem::temp_directory_path() / "drawbar_transcript_XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::filesystem::path script = folder + ".sh", output = folder + ".out";
  std::ofstream(script) << shell_script(exchanges);
  const std::string run =
      "cd '" + folder + "' && bash '" + script.string() + "' > '" + output.string() + "' 2>&1 < /dev/null";
  const int status = std::system(run.c_str());
  std::string said = text_of(output);
  std::filesystem::remove_all(folder);
  std::filesystem::remove(script);
  std::filesystem::remove(output);
  replace_all(said, folder, "FOLDER");
  replace_all(said, tests::source_folder().string(), "SOURCE");
  std::vector<std::string> answer;
  std::size_t done = 0;
  for (std::string& line : lines_of(said)) {
    if (!line.starts_with(kEnd)) {
      answer.push_back(std::move(line));
      continue;
    }
    ASSERT_LT(done, exchanges.size());
    drop_empty_end(answer);
    if (const std::string code = line.substr(kEnd.size()); code != "0") answer.push_back("[" + code + "]");
    exchanges[done++].answer = std::exchange(answer, {});
  }
  ASSERT_EQ(done, exchanges.size()) << "the shell ended with " << status
                                    << " after this command: " << exchanges[done].command.front() << "\n"
                                    << testing::PrintToString(answer);
}

}  // namespace drawbar::test
