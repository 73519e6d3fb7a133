// Collects every error found in a scene, each with file, line or path, what is wrong and what is allowed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"

namespace drawbar::scenes {

namespace json {
struct Node;
}

/// Errors beyond this many are counted, not listed.
inline constexpr std::size_t kMaxListedErrors = 100;

class Diagnostics {
 public:
  /// `file` is what every message starts with.
  explicit Diagnostics(std::string file) : file_(std::move(file)) {}

  /// Lets errors that name a path find their line; `root` must outlive this object or the next call.
  void set_tree(const json::Node* root) { root_ = root; }

  /// An error at a line of the text (1 is the first).
  void add_at_line(int line, std::string_view text);
  /// An error at a path such as "bodies[3].mass"; an empty path means the scene as a whole.
  void add(std::string_view path, std::string_view text);
  /// An error about something below `path` that stands at a line of its own (0: not known).
  void add_at(int line, std::string_view path, std::string_view text);

  /// Something that is allowed but surely not meant.
  void warn(std::string_view path, std::string_view text);
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// Whether no error was added.
  bool empty() const { return total_ == 0; }
  /// Whether more errors were found than are listed; searching on would help nobody.
  bool full() const { return total_ > kMaxListedErrors; }
  /// Whether no error is at this path or below it. Once full(), no place counts as clean.
  bool clean(std::string_view path) const;
  /// All errors, one per line. Only when not empty().
  Error error() const;

 private:
  struct Entry {
    int line = 0;
    std::string path;
    std::string text;
  };
  void push(Entry entry);
  std::string located(int line, std::string_view path, std::string_view text) const;
  int line_of(std::string_view path) const;

  std::string file_;
  const json::Node* root_ = nullptr;
  std::vector<Entry> entries_;
  std::vector<std::string> warnings_;
  std::size_t total_ = 0;
};

/// "bodies[3]" from "bodies" and 3.
std::string element(std::string_view path, std::size_t index);
/// "bodies[3].mass" from "bodies[3]" and "mass".
std::string member(std::string_view path, std::string_view name);

}  // namespace drawbar::scenes
