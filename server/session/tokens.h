// Who may be what: the tokens of a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/control_generated.h"
#include "protocol/result.h"

namespace drawbar::server {

/// Without a token file everyone may take every role (and the daemon binds loopback only).
/// The file has one token per line: `ROLE TOKEN`, with ROLE viewer, operator or instructor, or a TOKEN alone
/// for every role; `#` begins a comment. A role includes those before it.
class Tokens {
 public:
  /// Everyone is let in.
  Tokens() = default;

  static Result<Tokens> read(const std::string& path);
  static Result<Tokens> parse(std::string_view text, const std::string& origin);

  bool required() const { return required_; }

  /// The highest role that the token gives; nothing when it is wrong. Its time does not depend on how much of
  /// a wrong token is right, nor on which of the file's tokens it comes near.
  std::optional<control::Role> role_of(std::string_view token) const;

  bool allows(std::string_view token, control::Role role) const;

 private:
  struct Entry {
    std::string token;
    control::Role role = control::Role::Instructor;
  };
  bool required_ = false;
  std::vector<Entry> entries_;
};

}  // namespace drawbar::server
