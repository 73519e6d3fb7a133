// Lays the console's view out as styled lines of text; knows nothing of terminals.
#pragma once

#include <string>
#include <vector>

#include "tools/console/view.h"

namespace drawbar::tools {

enum class Style { plain, dim, title, good, warning, alarm };

/// A run of text of one style; UTF-8, every character one cell wide.
struct Span {
  std::string text;
  Style style = Style::plain;
};

using Line = std::vector<Span>;

/// Characters that bars, rules and units are drawn with.
struct Glyphs {
  std::string full, empty, mark, rule, degree;
};
Glyphs unicode_glyphs();
Glyphs ascii_glyphs();

/// The smallest terminal the console is drawn in.
inline constexpr int kMinWidth = 72;
inline constexpr int kMinHeight = 20;

/// At most `height` lines of at most `width` cells, the keys' help last. Motors and joints that do not fit
/// are counted, events give way first.
std::vector<Line> dashboard(const ConsoleView& view, int width, int height, const Glyphs& glyphs);

}  // namespace drawbar::tools
