#include "scenes/loader/text/diagnostics.h"

#include <algorithm>
#include <charconv>

#include "scenes/loader/text/json.h"

namespace drawbar::scenes {
namespace {

/// The expression that a number comes from, where the message about it does not tell.
std::string origin_text(const json::Node& node, std::string_view message) {
  constexpr std::size_t kLongestExpression = 60;
  if (node.kind != json::Kind::number || node.text.empty()) return {};
  const std::string expression = json::in_quotes(node.text.substr(0, kLongestExpression));
  return message.find(expression) == std::string_view::npos ? " (from " + expression + ")" : "";
}

}  // namespace

// What is wrong in a file that is placed many times is told once.
void Diagnostics::push(Entry entry) {
  ++total_;
  const auto is_same = [&](const Entry& known) {
    return known.text == entry.text && known.place.source == entry.place.source;
  };
  // It stays an error of its own place, without a text.
  if (!entry.by.empty() && std::any_of(entries_.begin(), entries_.end(), is_same)) entry.text.clear();
  if (entries_.size() < kMaxListedErrors) entries_.push_back(std::move(entry));
}

void Diagnostics::begin_file(std::string file) {
  files_.push_back(std::move(file));
  source_ = static_cast<std::uint16_t>(files_.size() - 1);
}

std::uint32_t Diagnostics::begin_placement(std::string label) {
  placements_.push_back(std::move(label));
  stack_.push_back(static_cast<std::uint32_t>(placements_.size() - 1));
  return stack_.back();
}

void Diagnostics::end_placement() {
  stack_.pop_back();
}

std::string Diagnostics::at(Place place) const {
  return files_[place.source] + (place.line > 0 ? ":" + std::to_string(place.line) : "");
}

void Diagnostics::add_at_line(int line, std::string_view text) {
  push(located({line, source_}, {}, text));
}

void Diagnostics::add(std::string_view path, std::string_view text) {
  const std::string origin = root_ == nullptr ? "" : origin_text(json::deepest_at(*root_, path), text);
  add_at(place_of(path), path, std::string(text) + origin);
}

void Diagnostics::add_at(Place place, std::string_view path, std::string_view text) {
  push(located(place, path, text));
}

void Diagnostics::warn(std::string_view path, std::string_view text) {
  if (warnings_.size() < kMaxListedErrors) {
    warnings_.push_back(whole(located(place_of(path), path, "warning: " + std::string(text))));
  }
}

Place Diagnostics::place_of(std::string_view path) const {
  if (root_ == nullptr) return {0, source_};
  return json::deepest_at(*root_, path).place();
}

Diagnostics::Entry Diagnostics::located(Place place, std::string_view path, std::string_view text) const {
  Entry entry{place, std::string(path), at(place) + ": ", placement()};
  const std::size_t bracket = path.find('[');
  std::string shown(path);
  const auto list =
      bracket == std::string_view::npos ? origins_.lists.end() : origins_.lists.find(path.substr(0, bracket));
  if (list != origins_.lists.end()) {
    std::size_t index = 0;
    const std::size_t end = std::min(path.find(']', bracket), path.size());
    std::from_chars(path.data() + bracket + 1, path.data() + end, index);
    if (index < list->second.size()) {
      const Origin& origin = list->second[index];
      shown = element(path.substr(0, bracket), origin.index) +
              std::string(path.substr(std::min(end + 1, path.size())));
      entry.by = placements_[origin.placement];
    }
  }
  if (!shown.empty()) entry.text += shown + ": ";
  entry.text += text;
  return entry;
}

std::string Diagnostics::whole(const Entry& entry) {
  return entry.by.empty() ? entry.text : entry.text + " (" + entry.by + ")";
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
  std::stable_sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
    return a.place.source != b.place.source ? a.place.source < b.place.source : a.place.line < b.place.line;
  });
  std::string all;
  for (const Entry& entry : sorted) {
    if (entry.text.empty()) continue;
    if (!all.empty()) all += '\n';
    all += whole(entry);
  }
  if (total_ > entries_.size()) {
    all += '\n' + files_[0] + ": and " + std::to_string(total_ - entries_.size()) + " more errors";
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
