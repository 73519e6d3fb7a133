#include "scenes/loader/text/json.h"

#include <charconv>
#include <cmath>
#include <cstdint>

#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes::json {
namespace {

constexpr std::size_t kLongestQuote = 40;
/// Far above what any table of the schema has; keeps the search for duplicates cheap.
constexpr std::size_t kMostFields = 256;

/// Text as it may be shown in a message: short, no control characters.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kLongestQuote)) {
    out += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F ? '?' : c;
  }
  return text.size() > kLongestQuote ? out + "..." : out;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Whole numbers as such, where the shortest form would be 1e+05: FlatBuffers' parser takes that for no
/// integer.
void append_json_number(std::string& out, double value) {
  constexpr double kMostPlain = 1e15;
  if (value != std::floor(value) || !(std::abs(value) < kMostPlain) || (value == 0 && std::signbit(value))) {
    append_number(out, value);
  } else {
    out += std::to_string(static_cast<std::int64_t>(value));
  }
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

/// Length of the well-formed UTF-8 sequence at the start of `text`, 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool surrogate = first == 0xED && byte(1) >= 0xA0;
  const bool beyond = first == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

/// Recursive descent over the text. After the first syntax error it only unwinds; what is wrong with a value
/// that can be read past (a duplicate name, nan) does not stop it.
class Reader {
 public:
  Reader(std::string_view text, Diagnostics& errors) : text_(text), errors_(errors) {}

  Node read() {
    Node root;
    if (text_.starts_with("\xEF\xBB\xBF")) position_ = 3;
    skip_blank();
    if (!stopped_ && position_ == text_.size())
      stop("the file holds no scene; allowed: one JSON object { ... }");
    if (!stopped_ && peek() != '{')
      stop("found " + here() + "; a scene is one JSON object and starts with {");
    if (!stopped_) read_value(root, 0);
    skip_blank();
    if (!stopped_ && position_ < text_.size())
      stop("found " + here() + " after the end of the scene; allowed: nothing more");
    return root;
  }

 private:
  char peek() const { return position_ < text_.size() ? text_[position_] : '\0'; }

  /// What stands at the present position, for a message.
  std::string here() const {
    if (position_ >= text_.size()) return "the end of the file";
    const auto byte = static_cast<unsigned char>(text_[position_]);
    if (byte < 0x20 || byte >= 0x7F) {
      constexpr std::string_view hex = "0123456789abcdef";
      return std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15];
    }
    std::size_t end = position_ + 1;
    if (is_word(text_[position_])) {
      while (end < text_.size() && is_word(text_[end])) ++end;
    }
    return "'" + shown(text_.substr(position_, end - position_)) + "'";
  }

  void stop(const std::string& message) {
    if (stopped_) return;
    stopped_ = true;
    errors_.add_at_line(line_, message);
  }

  void skip_blank() {
    while (!stopped_ && position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '\n') ++line_;
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++position_;
      } else if (c == '/' && text_.substr(position_, 2) == "//") {
        while (position_ < text_.size() && text_[position_] != '\n') ++position_;
      } else if (c == '/' && text_.substr(position_, 2) == "/*") {
        skip_block_comment();
      } else {
        return;
      }
    }
  }

  void skip_block_comment() {
    const std::size_t end = text_.find("*/", position_ + 2);
    if (end == std::string_view::npos) return stop("this comment has no end; allowed: /* ... */");
    for (; position_ < end + 2; ++position_) {
      if (text_[position_] == '\n') ++line_;
    }
  }

  void read_value(Node& node, int depth) {
    node.set_place({line_, errors_.source()});
    if (depth >= kMaxDepth) return stop("nested deeper than " + std::to_string(kMaxDepth) + " levels");
    const char c = peek();
    if (c == '{') {
      read_object(node, depth);
    } else if (c == '[') {
      read_array(node, depth);
    } else if (c == '"') {
      node.kind = Kind::string;
      node.text = read_string();
    } else if (c == '-' || is_digit(c)) {
      read_number(node);
    } else if (is_word(c)) {
      read_word(node);
    } else if (c == '+' || c == '.') {
      stop("found " + here() + "; a number starts with a digit or a minus sign");
    } else {
      stop("found " + here() + "; allowed: a value (number, string, true, false, [ ] or { })");
    }
  }

  void read_object(Node& node, int depth) {
    node.kind = Kind::object;
    ++position_;
    skip_blank();
    if (peek() == '}') {
      ++position_;
      return;
    }
    while (!stopped_) {
      skip_blank();
      if (node.children.size() == kMostFields)
        return stop("an object of more than " + std::to_string(kMostFields) + " fields");
      if (peek() != '"') return stop("found " + here() + "; allowed: a field name in double quotes");
      Node child;
      const int name_line = line_;
      std::string name = read_string();
      skip_blank();
      if (stopped_) return;
      if (peek() != ':')
        return stop("found " + here() + " after the field name \"" + shown(name) + "\"; allowed: a colon");
      ++position_;
      skip_blank();
      read_value(child, depth + 1);
      if (stopped_) return;
      if (const Node* earlier = node.find(name)) {
        errors_.add_at_line(name_line, "duplicate field \"" + shown(name) + "\", first given in line " +
                                           std::to_string(earlier->line) + "; allowed: once");
      }
      child.name = std::move(name);
      node.children.push_back(std::move(child));
      skip_blank();
      if (peek() == '}') {
        ++position_;
        return;
      }
      if (!read_comma("}")) return;
    }
  }

  void read_array(Node& node, int depth) {
    node.kind = Kind::array;
    ++position_;
    skip_blank();
    if (peek() == ']') {
      ++position_;
      return;
    }
    while (!stopped_) {
      skip_blank();
      node.children.emplace_back();
      read_value(node.children.back(), depth + 1);
      skip_blank();
      if (stopped_) return;
      if (peek() == ']') {
        ++position_;
        return;
      }
      if (!read_comma("]")) return;
    }
  }

  bool read_comma(const char* closing) {
    if (peek() != ',') {
      stop("found " + here() + "; allowed: a comma or " + closing);
      return false;
    }
    ++position_;
    skip_blank();
    if (peek() == closing[0])
      stop(std::string("a comma before ") + closing + "; allowed: no comma after the last entry");
    return !stopped_;
  }

  std::string read_string() {
    std::string out;
    ++position_;
    while (!stopped_) {
      if (position_ >= text_.size() || text_[position_] == '\n') {
        stop("a string without its closing quote");
        break;
      }
      const char c = text_[position_];
      if (c == '"') {
        ++position_;
        break;
      }
      if (c == '\\') {
        read_escape(out);
        continue;
      }
      const std::size_t length = utf8_length(text_.substr(position_));
      if (length == 0 || static_cast<unsigned char>(c) < 0x20) {
        stop("a string holds " + here() + "; allowed: UTF-8 text without control characters");
        break;
      }
      out += text_.substr(position_, length);
      position_ += length;
    }
    return out;
  }

  void read_escape(std::string& out) {
    const char c = position_ + 1 < text_.size() ? text_[position_ + 1] : '\0';
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    const std::size_t simple = kFrom.find(c);
    if (c != '\0' && simple != std::string_view::npos) {
      out += kTo[simple];
      position_ += 2;
      return;
    }
    std::uint32_t code = 0;
    if (c != 'u' || !read_unicode(code))
      return stop("an unknown escape in a string; allowed: \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
    if (code >= 0xD800 && code < 0xDC00) {
      std::uint32_t low = 0;
      if (text_.substr(position_, 2) != "\\u" || !read_unicode(low) || low < 0xDC00 || low > 0xDFFF) {
        return stop("half of a surrogate pair in a string; allowed: both halves");
      }
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xDC00 && code < 0xE000) {
      return stop("half of a surrogate pair in a string; allowed: both halves");
    }
    append_utf8(out, code);
  }

  bool read_unicode(std::uint32_t& code) {
    const std::string_view digits = text_.substr(position_, 6).substr(2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (digits.size() != 4 || error != std::errc{} || end != digits.data() + 4) return false;
    position_ += 6;
    return true;
  }

  void read_number(Node& node) {
    node.kind = Kind::number;
    const std::size_t start = position_;
    const auto digits = [&] {
      const std::size_t before = position_;
      while (is_digit(peek())) ++position_;
      return position_ - before;
    };
    if (peek() == '-') ++position_;
    const bool leading_zero = peek() == '0';
    const std::size_t whole = digits();
    bool good = whole > 0 && !(leading_zero && whole > 1);
    if (good && peek() == '.') {
      ++position_;
      good = digits() > 0;
    }
    if (good && (peek() == 'e' || peek() == 'E')) {
      ++position_;
      if (peek() == '+' || peek() == '-') ++position_;
      good = digits() > 0;
    }
    if (good && !is_word(peek()) && peek() != '.') {
      const std::string_view token = text_.substr(start, position_ - start);
      const auto result = std::from_chars(token.data(), token.data() + token.size(), node.number);
      if (result.ec != std::errc{}) {
        errors_.add_at_line(
            line_, shown(token) + " is too large or too small; allowed: a number that a double can hold");
        node.number = 0;
      }
      return;
    }
    while (is_word(peek()) || peek() == '.' || peek() == '+' || peek() == '-') ++position_;
    stop("'" + shown(text_.substr(start, position_ - start)) +
         "' is not a number; allowed: such as -12, 0.5, 1.5e-3");
  }

  /// true, false, and the words that some parsers take for values.
  void read_word(Node& node) {
    const std::size_t start = position_;
    while (is_word(peek())) ++position_;
    const std::string_view word = text_.substr(start, position_ - start);
    if (word == "true" || word == "false") {
      node.kind = Kind::boolean;
      node.boolean = word == "true";
      return;
    }
    if (peek() == '(') return stop("'" + shown(word) + "(' is a formula; allowed: a plain number or value");
    node.kind = Kind::number;
    if (word == "null") {
      errors_.add_at_line(line_, "null is not a value; allowed: leave the field out");
    } else if (word == "nan" || word == "NaN" || word == "inf" || word == "Infinity" || word == "infinity") {
      errors_.add_at_line(line_, "'" + std::string(word) + "' is not a number; allowed: a finite number");
    } else {
      stop("found '" + shown(word) + "'; allowed: a value (strings need double quotes)");
    }
  }

  std::string_view text_;
  Diagnostics& errors_;
  std::size_t position_ = 0;
  int line_ = 1;
  bool stopped_ = false;
};

void write_to(std::string& out, const Node& node) {
  switch (node.kind) {
    case Kind::object:
    case Kind::array: {
      const bool object = node.kind == Kind::object;
      out += object ? '{' : '[';
      bool first = true;
      for (const Node& child : node.children) {
        if (!first) out += ',';
        first = false;
        if (object) out += in_quotes(child.name) + ":";
        write_to(out, child);
      }
      out += object ? '}' : ']';
      return;
    }
    case Kind::string:
      out += in_quotes(node.text);
      return;
    case Kind::number:
      append_json_number(out, node.number);
      return;
    case Kind::boolean:
      out += node.boolean ? "true" : "false";
      return;
  }
}

}  // namespace

const Node* Node::find(std::string_view member_name) const {
  if (kind != Kind::object) return nullptr;
  for (const Node& child : children) {
    if (child.name == member_name) return &child;
  }
  return nullptr;
}

Node parse(std::string_view text, Diagnostics& errors) {
  return Reader(text, errors).read();
}

const Node& deepest_at(const Node& root, std::string_view path) {
  const Node* node = &root;
  while (!path.empty()) {
    if (path.front() == '.') path.remove_prefix(1);
    const Node* next = nullptr;
    if (path.starts_with('[')) {
      const std::size_t end = path.find(']');
      if (end == std::string_view::npos) return *node;
      std::size_t index = 0;
      std::from_chars(path.data() + 1, path.data() + end, index);
      path.remove_prefix(end + 1);
      if (node->kind == Kind::array && index < node->children.size()) next = &node->children[index];
    } else {
      const std::string_view name = path.substr(0, path.find_first_of(".["));
      path.remove_prefix(name.size());
      next = node->find(name);
    }
    if (next == nullptr) return *node;
    node = next;
  }
  return *node;
}

std::string member_text(const Node& node, std::string_view member_name) {
  const Node* found = node.find(member_name);
  return found != nullptr && found->kind == Kind::string ? found->text : std::string{};
}

std::string write(const Node& root) {
  std::string out;
  write_to(out, root);
  return out;
}

std::string in_quotes(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += hex[byte >> 4];
      out += hex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace drawbar::scenes::json
