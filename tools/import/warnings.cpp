#include "tools/import/warnings.h"

#include <algorithm>

#include "tools/text/cells.h"

namespace drawbar::import {

std::string located(const Place& place, std::string_view text) {
  std::string line = place.file;
  if (place.line > 0) line += ":" + std::to_string(place.line);
  return line + ": " + std::string(text);
}

void Warnings::add(const Place& place, std::string text) {
  entries_.push_back({place, {}, std::move(text)});
}

void Warnings::add_kind(const Place& place, std::string_view kind, std::string text) {
  const auto same =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.kind == kind; });
  if (same != entries_.end()) {
    ++same->count;
    return;
  }
  entries_.push_back({place, std::string(kind), std::move(text)});
}

std::vector<std::string> Warnings::lines() const {
  std::vector<std::string> out;
  for (const Entry& entry : entries_) {
    std::string line = located(entry.place, entry.text);
    if (entry.count > 1) line += " (" + std::to_string(entry.count) + " times)";
    out.push_back(tools::clean(line));
  }
  return out;
}

}  // namespace drawbar::import
