// Who may be what: the tokens of a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/control_generated.h"
#include "protocol/result.h"
#include "server/loop/clock.h"

namespace drawbar::server {

/// What a token gives.
struct Grant {
  control::Role role = control::Role::Instructor;  ///< and those before it
  std::string name;                  ///< who holds it, whatever he calls himself; empty: anybody
  std::optional<Nanoseconds> until;  ///< UTC since 1970; nothing: for ever
};

/// Without a token file everyone may take every role (and the daemon binds loopback only).
/// The file has one token per line: `ROLE TOKEN [until=2026-12-31T18:00Z] [name=NAME]`, with ROLE viewer,
/// operator or instructor, or without ROLE for every role; NAME goes to the end of the line. `#` begins a
/// comment.
class Tokens {
 public:
  /// Everyone is let in.
  Tokens() = default;

  static Result<Tokens> read(const std::string& path);
  static Result<Tokens> parse(std::string_view text, const std::string& origin);

  bool required() const { return required_; }

  /// What the token gives, of several the highest role; nothing when it is wrong. Its time does not depend on
  /// how much of a wrong token is right, nor on which of the file's tokens it comes near.
  std::optional<Grant> grant_of(std::string_view token) const;

 private:
  struct Entry {
    std::string token;
    Grant grant;
  };
  bool required_ = false;
  std::vector<Entry> entries_;
};

}  // namespace drawbar::server
