// The terminal as the console uses it: full screen while the object lives, keys without waiting, styled
// lines.
#pragma once

#include <string>
#include <vector>

#include "protocol/result.h"
#include "tools/console/dashboard.h"

namespace drawbar::tools {

/// One at a time. The destructor gives the terminal back as it was.
class Terminal {
 public:
  /// An error when standard input or output is no terminal, or of a kind without a movable cursor.
  static Result<Terminal> open();
  ~Terminal();
  Terminal(Terminal&& other) noexcept;
  Terminal& operator=(Terminal&&) = delete;

  /// Characters typed since the last call, in order; other keys are left out.
  std::string keys();
  int width() const;
  int height() const;
  /// What this terminal's character set can show.
  Glyphs glyphs() const;
  void draw(const std::vector<Line>& lines);

 private:
  Terminal() = default;
  bool active_ = true;
  bool unicode_ = false;
};

}  // namespace drawbar::tools
