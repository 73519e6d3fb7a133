// Who may be what: the tokens of a file.
#include "server/session/tokens.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>

#include "protocol/check.h"

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

/// `2026-12-31T18:00Z`: nanoseconds of UTC since 1970.
std::optional<Nanoseconds> instant_of(const std::string& text) {
  int year = 0;
  unsigned month = 0, day = 0, hour = 0, minute = 0;
  int read = 0;
  if (std::sscanf(text.c_str(), "%4d-%2u-%2uT%2u:%2uZ%n", &year, &month, &day, &hour, &minute, &read) != 5 ||
      text.size() != 17 || static_cast<std::size_t>(read) != text.size()) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!date.ok() || hour > 23 || minute > 59) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  return ((days * 24 + static_cast<int>(hour)) * 60 + static_cast<int>(minute)) * 60 * kSecond;
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
    std::string rest = line.substr(0, line.find('#'));
    Entry entry;
    if (const std::size_t at = rest.find(" name="); at != std::string::npos) {
      entry.grant.name = rest.substr(at + 6);
      entry.grant.name.erase(entry.grant.name.find_last_not_of(" \t\r") + 1);
      rest.resize(at);
      if (entry.grant.name.empty() || entry.grant.name.size() > protocol::kNameLimit) {
        return refuse("a name has 1 to " + std::to_string(protocol::kNameLimit) + " bytes");
      }
    }
    std::istringstream words(rest);
    std::vector<std::string> parts{std::istream_iterator<std::string>(words), {}};
    if (parts.empty() && entry.grant.name.empty()) continue;
    if (!parts.empty() && parts.back().starts_with("until=")) {
      const std::string date = parts.back().substr(6);
      entry.grant.until = instant_of(date);
      if (!entry.grant.until)
        return refuse("until=" + date + ": a minute of UTC such as 2026-12-31T18:00Z is needed");
      parts.pop_back();
    }
    if (parts.empty() || parts.size() > 2) {
      return refuse("a line is ROLE TOKEN [until=2026-12-31T18:00Z] [name=NAME], the role may be left out");
    }
    entry.token = parts.back();
    if (entry.token.starts_with("name=") || entry.token.starts_with("until=")) {
      return refuse("'" + entry.token +
                    "' stands where the token should; a line is ROLE TOKEN [until=...] [name=NAME]");
    }
    if (parts.size() == 2) {
      const auto role = role_named(parts.front());
      if (!role) return refuse("unknown role '" + parts.front() + "', allowed: viewer, operator, instructor");
      entry.grant.role = *role;
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

std::optional<Grant> Tokens::grant_of(std::string_view token) const {
  if (!required_) return Grant();
  const Grant* found = nullptr;
  if (token.size() > kLongestToken) token = {};
  for (const Entry& entry : entries_) {
    if (same_token(token, entry.token) && (found == nullptr || found->role < entry.grant.role))
      found = &entry.grant;
  }
  if (found == nullptr) return std::nullopt;
  return *found;
}

}  // namespace drawbar::server
