// Collects what an import changes or cannot take: one line for each kind, with the file and line where it
// first stands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/import/model.h"

namespace drawbar::import {

class Warnings {
 public:
  /// One warning of its own.
  void add(const Place& place, std::string text);
  /// A warning of a kind: the first is kept, further ones are counted.
  void add_kind(const Place& place, std::string_view kind, std::string text);

  /// "FILE:LINE: text", in the order of their coming, with how often a kind came.
  std::vector<std::string> lines() const;

 private:
  struct Entry {
    Place place;
    std::string kind;
    std::string text;
    std::size_t count = 1;
  };
  std::vector<Entry> entries_;
};

/// "FILE:LINE: text"
std::string located(const Place& place, std::string_view text);

}  // namespace drawbar::import
