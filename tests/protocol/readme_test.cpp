// The protocol's document: its examples are what the code really sends.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/protocol/message_examples.h"
#include "tests/support/paths.h"

namespace drawbar::protocol {
namespace {

/// 32 bytes per line, as the document shows them.
std::string hex_of(const Bytes& bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    constexpr std::array kDigits{'0', '1', '2', '3', '4', '5', '6', '7',
                                 '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    const auto byte = static_cast<unsigned>(bytes[i]);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
    out += i + 1 == bytes.size() || i % 32 == 31 ? "\n" : i % 4 == 3 ? " " : "";
  }
  return out;
}

/// Hex blocks of the README by the name in the heading above them ("### Hello").
std::map<std::string, std::string> blocks_of_readme() {
  std::ifstream file(tests::source_folder() / "protocol/README.md");
  std::map<std::string, std::string> blocks;
  std::string name;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("### ")) {
      name = line.substr(4, line.find(' ', 4) - 4);
    } else if (line.starts_with("```")) {
      inside = line == "```hex";
    } else if (inside) {
      blocks[name] += line + "\n";
    }
  }
  return blocks;
}

TEST(Readme, ShowsEveryMessageAsItIsSent) {
  auto blocks = blocks_of_readme();
  const auto compare = [&](const std::vector<MessageExample>& examples) {
    for (const MessageExample& example : examples) {
      EXPECT_EQ(blocks[example.name], hex_of(example.bytes)) << "### " << example.name;
    }
  };
  compare(client_examples());
  compare(server_examples());
  EXPECT_EQ(blocks.size(), client_examples().size() + server_examples().size());
}

TEST(Readme, HasAnExampleOfEveryBodyOfTheSchemas) {
  EXPECT_EQ(client_examples().size(), static_cast<std::size_t>(control::ClientBody::MAX));
  EXPECT_EQ(server_examples().size(), static_cast<std::size_t>(stream::ServerBody::MAX));
}

}  // namespace
}  // namespace drawbar::protocol
