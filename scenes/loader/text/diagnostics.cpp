#include "scenes/loader/text/diagnostics.h"

#include <algorithm>

#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

void Diagnostics::push(Entry entry) {
  ++total_;
  if (entries_.size() < kMaxListedErrors) entries_.push_back(std::move(entry));
}

void Diagnostics::add_at_line(int line, std::string_view text) {
  push(Entry{line, {}, file_ + ":" + std::to_string(line) + ": " + std::string(text)});
}

void Diagnostics::add(std::string_view path, std::string_view text) {
  add_at(line_of(path), path, text);
}

void Diagnostics::add_at(int line, std::string_view path, std::string_view text) {
  push(Entry{line, std::string(path), located(line, path, text)});
}

void Diagnostics::warn(std::string_view path, std::string_view text) {
  if (warnings_.size() < kMaxListedErrors) {
    warnings_.push_back(located(line_of(path), path, "warning: " + std::string(text)));
  }
}

int Diagnostics::line_of(std::string_view path) const {
  return root_ != nullptr ? json::deepest_at(*root_, path).line : 0;
}

std::string Diagnostics::located(int line, std::string_view path, std::string_view text) const {
  std::string full = file_;
  if (line > 0) full += ":" + std::to_string(line);
  full += ": ";
  if (!path.empty()) full += std::string(path) + ": ";
  return full + std::string(text);
}

bool Diagnostics::clean(std::string_view path) const {
  return !full() && std::none_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    if (!entry.path.starts_with(path)) return false;
    return entry.path.size() == path.size() || entry.path[path.size()] == '.' ||
           entry.path[path.size()] == '[';
  });
}

Error Diagnostics::error() const {
  std::vector<Entry> sorted = entries_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Entry& a, const Entry& b) { return a.line < b.line; });
  std::string all;
  for (const Entry& entry : sorted) {
    if (!all.empty()) all += '\n';
    all += entry.text;
  }
  if (total_ > entries_.size()) {
    all += '\n' + file_ + ": and " + std::to_string(total_ - entries_.size()) + " more errors";
  }
  return Error{ErrorKind::wrong, std::move(all)};
}

std::string element(std::string_view path, std::size_t index) {
  return std::string(path) + "[" + std::to_string(index) + "]";
}

std::string member(std::string_view path, std::string_view name) {
  if (path.empty()) return std::string(name);
  return std::string(path) + "." + std::string(name);
}

}  // namespace drawbar::scenes
