// Who may be what: the tokens of a file.
#include "server/session/tokens.h"

#include <array>
#include <fstream>
#include <iterator>
#include <sstream>

namespace drawbar::server {

namespace {

constexpr std::size_t kShortestToken = 8;
constexpr std::size_t kLongestToken = 256;

/// Compares every byte of the longer string, whatever the others say.
bool same_token(std::string_view guess, std::string_view token) {
  unsigned difference = guess.size() == token.size() ? 0U : 1U;
  for (std::size_t i = 0; i < kLongestToken; ++i) {
    const auto a = static_cast<unsigned char>(i < guess.size() ? guess[i] : 0);
    const auto b = static_cast<unsigned char>(i < token.size() ? token[i] : 0);
    difference |= static_cast<unsigned>(a ^ b);
  }
  return difference == 0;
}

std::optional<control::Role> role_named(std::string_view name) {
  if (name == "viewer") return control::Role::Viewer;
  if (name == "operator") return control::Role::Operator;
  if (name == "instructor") return control::Role::Instructor;
  return std::nullopt;
}

}  // namespace

Result<Tokens> Tokens::read(const std::string& path) {
  std::ifstream file(path);
  if (!file) return fail(ErrorKind::environment, path + ": cannot be read; it must hold one token per line");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return parse(text, path);
}

Result<Tokens> Tokens::parse(std::string_view text, const std::string& origin) {
  Tokens tokens;
  tokens.required_ = true;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto refuse = [&](const std::string& what) {
      return fail(ErrorKind::usage, origin + ":" + std::to_string(number) + ": " + what);
    };
    std::istringstream words(line.substr(0, line.find('#')));
    const std::vector<std::string> parts{std::istream_iterator<std::string>(words), {}};
    if (parts.empty()) continue;
    if (parts.size() > 2) return refuse("more than a role and a token");
    Entry entry;
    entry.token = parts.back();
    if (parts.size() == 2) {
      const auto role = role_named(parts.front());
      if (!role) return refuse("unknown role '" + parts.front() + "', allowed: viewer, operator, instructor");
      entry.role = *role;
    }
    if (entry.token.size() < kShortestToken || entry.token.size() > kLongestToken) {
      return refuse("a token has " + std::to_string(kShortestToken) + " to " + std::to_string(kLongestToken) +
                    " characters, this one " + std::to_string(entry.token.size()));
    }
    tokens.entries_.push_back(std::move(entry));
  }
  if (tokens.entries_.empty()) {
    return fail(ErrorKind::usage, origin + ": no token in it; write one per line: ROLE TOKEN");
  }
  return tokens;
}

std::optional<control::Role> Tokens::role_of(std::string_view token) const {
  if (!required_) return control::Role::Instructor;
  std::optional<control::Role> found;
  if (token.size() > kLongestToken) token = {};
  for (const Entry& entry : entries_) {
    if (same_token(token, entry.token) && (!found || *found < entry.role)) found = entry.role;
  }
  return found;
}

bool Tokens::allows(std::string_view token, control::Role role) const {
  const auto highest = role_of(token);
  return highest && role <= *highest;
}

}  // namespace drawbar::server
