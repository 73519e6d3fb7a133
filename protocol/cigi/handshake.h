// What a host tells an image generator of its mode and database until that shows what it was told.
#pragma once

#include "protocol/cigi/packets.h"

namespace drawbar::cigi {

enum class DatabaseState : std::uint8_t { none_asked, asked, loading, loaded, refused };

/// An image generator that begins, or begins anew, stands by: it looks at nothing but mode and database. A
/// database is asked for until it shows the number negative (it loads), then with 0 until it shows it
/// positive (it has loaded).
class Handshake {
 public:
  /// `database`: 0: whatever it has.
  explicit Handshake(std::int8_t database = 0) : wanted_(database) { forget(); }

  /// It is silent: what it showed does not count any more.
  void forget() {
    operates_ = false;
    database_ = wanted_ == 0 ? DatabaseState::none_asked : DatabaseState::asked;
  }

  void take(const StartOfFrame& start) {
    operates_ = start.mode == IgMode::operate || start.mode == IgMode::debug;
    if (wanted_ == 0) return;
    if (start.database == wanted_) {
      database_ = DatabaseState::loaded;
    } else if (start.database == -wanted_) {
      database_ = DatabaseState::loading;
    } else {
      database_ = start.database == kNoSuchDatabase ? DatabaseState::refused : DatabaseState::asked;
    }
  }

  /// For IgControl::database.
  std::int8_t request() const { return database_ == DatabaseState::asked ? wanted_ : std::int8_t{0}; }
  DatabaseState database() const { return database_; }
  bool operates() const { return operates_; }
  /// Whether it looks at entities.
  bool ready() const {
    return operates_ && (database_ == DatabaseState::none_asked || database_ == DatabaseState::loaded);
  }

 private:
  std::int8_t wanted_;
  bool operates_ = false;
  DatabaseState database_ = DatabaseState::none_asked;
};

}  // namespace drawbar::cigi
