// Lists the names that are allowed, for the text of an error: the first twelve of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace drawbar::scenes {

class NameList {
 public:
  void add(std::string_view name) {
    if (++count_ > kMostListed) return;
    if (count_ > 1) text_ += ", ";
    text_ += name;
  }
  bool empty() const { return count_ == 0; }
  /// "a, b, c", and ", ..." behind it where there are more.
  std::string text() const { return count_ > kMostListed ? text_ + ", ..." : text_; }

 private:
  static constexpr std::size_t kMostListed = 12;
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace drawbar::scenes
