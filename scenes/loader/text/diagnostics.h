// Collects every error found in a scene, each with file, line or path, what is wrong and what is allowed.
#pragma once

#include <cstdint>
#include <map>
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

/// A line of one of the files that are read.
struct Place {
  int line = 0;              ///< 1 is the first; 0: not from a text
  std::uint16_t source = 0;  ///< which file: 0 is the first
};

/// Where an element of a list comes from: its index in the list of the file, and which placing of that.
struct Origin {
  std::uint32_t index = 0;
  std::uint32_t placement = 0;
};
/// Of all elements of lists such as "bodies" that included files lengthened.
struct Origins {
  std::uint32_t own = 0;  ///< placement of the file itself; 0: the scene
  std::map<std::string, std::vector<Origin>, std::less<>> lists;
};

/// Collects what is wrong with a file, each with its line, and tells it as one text.
class Diagnostics {
 public:
  /// `file` is what every message starts with.
  explicit Diagnostics(std::string file) : files_{std::move(file)} {}

  /// Lets errors that name a path find their line; `root` must outlive this object or the next call.
  void set_tree(const json::Node* root) { root_ = root; }
  const json::Node* tree() const { return root_; }  ///< The tree that errors look for their lines in.

  /// Lines are those of another file from now on, until go_on_with() an earlier one.
  void begin_file(std::string file);
  /// Lines are those of the file of this number again (see source()).
  void go_on_with(std::uint16_t source) { source_ = source; }
  std::uint16_t source() const { return source_; }  ///< Number of the present file.
  /// "truck.json:12"
  std::string at(Place place) const;

  /// What is found until end_placement() is of a file as it is placed: `label` tells which and by whom. Its
  /// number, for Origin.
  std::uint32_t begin_placement(std::string label);
  void end_placement();  ///< Ends what begin_placement() began last.
  /// The present label; empty: of the scene itself.
  const std::string& placement() const { return placements_[stack_.back()]; }
  /// From now on paths are those of the scene with all that was placed in it.
  void set_origins(Origins origins) { origins_ = std::move(origins); }

  /// An error at a line of the text (1 is the first).
  void add_at_line(int line, std::string_view text);
  /// An error at a path such as "bodies[3].mass"; an empty path means the scene as a whole.
  void add(std::string_view path, std::string_view text);
  /// An error about something below `path` that stands at a place of its own.
  void add_at(Place place, std::string_view path, std::string_view text);

  /// Something that is allowed but surely not meant.
  void warn(std::string_view path, std::string_view text);
  const std::vector<std::string>& warnings() const { return warnings_; }  ///< The warnings so far.

  /// Whether no error was added.
  bool empty() const { return total_ == 0; }
  std::size_t count() const { return total_; }  ///< Errors so far, also those that are not listed.
  /// Whether more errors were found than are listed; searching on would help nobody.
  bool full() const { return total_ > kMaxListedErrors; }
  /// Whether no error is at this path or below it. Once full(), no place counts as clean.
  bool clean(std::string_view path) const;
  /// All errors, one per line. Only when not empty().
  Error error() const;

 private:
  struct Entry {
    Place place;
    std::string path;
    std::string text;
    std::string by;  ///< of which placing it is, if of one
  };
  void push(Entry entry);
  /// Without what placed it.
  Entry located(Place place, std::string_view path, std::string_view text) const;
  static std::string whole(const Entry& entry);
  Place place_of(std::string_view path) const;

  std::vector<std::string> files_;
  std::uint16_t source_ = 0;
  std::vector<std::string> placements_{""};
  std::vector<std::uint32_t> stack_{0};
  Origins origins_;
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
