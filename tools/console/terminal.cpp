#include "tools/console/terminal.h"

#include <curses.h>
#include <langinfo.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace drawbar::tools {

namespace {

short pair_of(Style style) {
  return static_cast<short>(static_cast<int>(style) + 1);
}

void define_colours() {
  if (!has_colors()) {
    return;
  }
  start_color();
  use_default_colors();
  init_pair(pair_of(Style::plain), -1, -1);
  init_pair(pair_of(Style::dim), -1, -1);
  init_pair(pair_of(Style::title), COLOR_CYAN, -1);
  init_pair(pair_of(Style::good), COLOR_GREEN, -1);
  init_pair(pair_of(Style::warning), COLOR_YELLOW, -1);
  init_pair(pair_of(Style::alarm), COLOR_RED, -1);
}

int attribute_of(Style style) {
  const int colour = has_colors() ? static_cast<int>(COLOR_PAIR(pair_of(style))) : 0;
  switch (style) {
    case Style::dim:
      return colour | static_cast<int>(A_DIM);
    case Style::title:
      return colour | static_cast<int>(A_BOLD);
    case Style::alarm:
      return colour | static_cast<int>(A_BOLD | A_REVERSE);
    default:
      return colour;
  }
}

}  // namespace

Result<Terminal> Terminal::open() {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
    return fail(ErrorKind::usage,
                "drive: standard input and output must be a terminal; to play a file into the daemon give "
                "--controls FILE.csv, to print poses use `drawbar watch`");
  }
  std::setlocale(LC_CTYPE, "");
  const bool unicode = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  const char* kind = std::getenv("TERM");
  // newterm, not initscr: initscr ends the program when it does not know the terminal.
  if (kind == nullptr || newterm(nullptr, stdout, stdin) == nullptr) {
    return fail(ErrorKind::environment, std::string("drive: the kind of terminal (TERM=") +
                                            (kind == nullptr ? "" : kind) +
                                            ") is not known here; TERM=xterm-256color suits most");
  }
  define_colours();
  cbreak();
  noecho();
  nodelay(stdscr, TRUE);
  keypad(stdscr, TRUE);
  set_escdelay(25);
  curs_set(0);
  Terminal terminal;
  terminal.unicode_ = unicode;
  return terminal;
}

Terminal::~Terminal() {
  if (active_) {
    endwin();
  }
}

Terminal::Terminal(Terminal&& other) noexcept
    : active_(std::exchange(other.active_, false)), unicode_(other.unicode_) {}

std::string Terminal::keys() {
  std::string typed;
  for (int key = getch(); key != ERR; key = getch()) {
    switch (key) {
      case KEY_UP:
        typed += 'w';
        break;
      case KEY_DOWN:
        typed += 's';
        break;
      case KEY_LEFT:
        typed += 'a';
        break;
      case KEY_RIGHT:
        typed += 'd';
        break;
      case KEY_ENTER:
        typed += '\n';
        break;
      default:
        if (key > 0 && key < 128) {
          typed += static_cast<char>(key);
        }
    }
  }
  return typed;
}

int Terminal::width() const {
  return getmaxx(stdscr);
}
int Terminal::height() const {
  return getmaxy(stdscr);
}

Glyphs Terminal::glyphs() const {
  return unicode_ ? unicode_glyphs() : ascii_glyphs();
}

void Terminal::draw(const std::vector<Line>& lines) {
  erase();
  for (int row = 0; row < static_cast<int>(lines.size()); ++row) {
    move(row, 0);
    for (const Span& span : lines[static_cast<std::size_t>(row)]) {
      attrset(attribute_of(span.style));
      addstr(span.text.c_str());
    }
  }
  attrset(0);
  refresh();
}

}  // namespace drawbar::tools
