// Mutations that know JSON's brackets and commas: whole items are repeated, removed, carried to another place
// or another file, and values exchanged, which changed bytes hardly ever achieve.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace drawbar::fuzz {

/// Part of a text.
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

/// An element of an array or a member of an object.
struct JsonItem {
  TextSpan whole;
  TextSpan value;  ///< the same, of a member without its name
  bool is_member() const { return value.begin != whole.begin; }
};

/// All items of a text, whatever else is wrong with it; those of an inner list before their list itself.
inline std::vector<JsonItem> json_items(std::string_view text) {
  struct Open {
    std::size_t begin;  // of the item that is being read
    std::size_t value;
  };
  std::vector<JsonItem> items;
  std::vector<Open> open;
  const auto close = [&](std::size_t end) {
    const Open& item = open.back();
    if (item.value < end) items.push_back({{item.begin, end}, {item.value, end}});
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '"':
        for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
        break;
      case '[':
      case '{':
        open.push_back({i + 1, i + 1});
        break;
      case ']':
      case '}':
        if (open.empty()) break;
        close(i);
        open.pop_back();
        break;
      case ',':
        if (open.empty()) break;
        close(i);
        open.back() = {i + 1, i + 1};
        break;
      case ':':
        if (!open.empty()) open.back().value = i + 1;
        break;
      default:
        break;
    }
  }
  return items;
}

class JsonMutation {
 public:
  explicit JsonMutation(unsigned seed) : random_(seed) {}

  /// A change of `text` with what is found in `donor`, which may be the same; nothing where there is none.
  std::optional<std::string> change(std::string_view text, std::string_view donor) {
    const std::vector<JsonItem> items = json_items(text);
    if (items.empty()) return std::nullopt;
    const JsonItem& item = any_of(items);
    switch (below(6)) {
      case 0:  // once more
        return spliced(text, {item.whole.end, item.whole.end}, "," + std::string(of(text, item.whole)));
      case 1: {  // gone, with a comma
        const bool before = item.whole.begin > 0 && text[item.whole.begin - 1] == ',';
        const bool after = item.whole.end < text.size() && text[item.whole.end] == ',';
        return spliced(
            text, {item.whole.begin - (before ? 1 : 0), item.whole.end + (!before && after ? 1 : 0)}, "");
      }
      case 2:
        return spliced(text, item.value, std::string(kValues[below(kValues.size())]));
      default:
        return carried(text, item, donor);
    }
  }

 private:
  static constexpr std::array<std::string_view, 20> kValues{
      "0",       "-0.0",  "1",    "-1", "2",  "0.5",       "1e-300",    "1e308",    "-1e308", "4294967295",
      "\"nan\"", "1e999", "\"\"", "[]", "{}", "[0, 0, 0]", "[1, 2, 2]", "[[0, 1]]", "true",   "null"};

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  const JsonItem& any_of(const std::vector<JsonItem>& items) { return items[below(items.size())]; }
  static std::string_view of(std::string_view text, const TextSpan& span) {
    return text.substr(span.begin, span.size());
  }
  static std::string spliced(std::string_view text, const TextSpan& span, const std::string& put) {
    return std::string(text.substr(0, span.begin)) + put + std::string(text.substr(span.end));
  }

  // An item of the donor beside this one or in its place, or its value in place of this one's.
  std::optional<std::string> carried(std::string_view text, const JsonItem& item, std::string_view donor) {
    const std::vector<JsonItem> givers = json_items(donor);
    if (givers.empty()) return std::nullopt;
    const JsonItem& giver = any_of(givers);
    if (giver.is_member() != item.is_member() || below(3) == 0) {
      return spliced(text, item.value, std::string(of(donor, giver.value)));
    }
    const std::string given(of(donor, giver.whole));
    if (below(2) == 0) return spliced(text, item.whole, given);
    return spliced(text, {item.whole.end, item.whole.end}, "," + given);
  }

  std::minstd_rand random_;
};

}  // namespace drawbar::fuzz
