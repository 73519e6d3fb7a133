// A transcript: commands as a user gives them, and what they answered, word for word.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace drawbar::test {

/// One command and what it answered.
struct Exchange {
  std::vector<std::string> prose;    ///< lines before it, for readers
  std::vector<std::string> command;  ///< its lines; a shell reads them
  std::vector<std::string>
      answer;  ///< lines of standard output and standard error as they came, and "[N]": exit code N
};

/// Of the form of README.md.
std::vector<Exchange> parse_transcript(const std::string& text);
std::string transcript_text(const std::vector<Exchange>& exchanges);

/// Gives the commands to one shell, in an empty folder, and puts what they answer in place of what stood
/// there. Where the checkout and that folder lie is written as SOURCE and FOLDER.
void run_transcript(std::vector<Exchange>& exchanges);

}  // namespace drawbar::test
