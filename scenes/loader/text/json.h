// A strict JSON reader with comments that keeps lines: what FlatBuffers' own text parser does not check.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes::json {

/// Kinds of values in JSON; null is refused.
enum class Kind : unsigned char { object, array, string, number, boolean };

/// One value of the text. Members of an object and elements of an array are its children, in order.
struct Node {
  Kind kind = Kind::object;
  bool boolean = false;
  std::uint16_t source = 0;  ///< as Place
  int line = 0;              ///< 1 is the first; 0: not from a text
  double number = 0;
  std::string name;  ///< of a member of an object
  std::string text;  ///< of a string, or of the expression that a number is the value of
  std::vector<Node> children;

  /// The member of this name, or nothing.
  const Node* find(std::string_view member_name) const;
  Place place() const { return {line, source}; }  ///< Where it stands in the text.
  /// Says where it stands in the text.
  void set_place(Place place) {
    line = place.line;
    source = place.source;
  }
};

/// Deepest nesting accepted.
inline constexpr int kMaxDepth = 32;

/// Reads RFC 8259 JSON plus // and /* */ comments and a byte order mark. Refused, with a line: duplicate
/// names in an object, null, numbers that no finite double can hold, nesting beyond kMaxDepth, text that is
/// not UTF-8. Errors go to `errors`; the tree is meaningful only when none was added.
Node parse(std::string_view text, Diagnostics& errors);

/// The node at a path such as "bodies[3].mass", or the deepest ancestor of it that exists.
const Node& deepest_at(const Node& root, std::string_view path);

/// The text of a member that is a string; empty where there is none.
std::string member_text(const Node& node, std::string_view member_name);

/// Strict JSON without comments, numbers in shortest round-trip form.
std::string write(const Node& root);

/// `text` as a JSON string with quotes.
std::string in_quotes(std::string_view text);

}  // namespace drawbar::scenes::json
