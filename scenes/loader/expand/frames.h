// What relative_to means within one file: frames of its bodies and joints, also of those that it includes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/loader/expand/placing.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

/// A file that has been placed in another: everything in it is in its own frame and called as there.
struct PlacedFile {
  std::string name;     ///< before all of its names; empty: nothing
  std::string path;     ///< "includes[2]"
  json::Node include;   ///< with its pose
  json::Node contents;  ///< of the file
  Origins origins;      ///< of its lists, in the file that they stand in

  /// What something in it is called outside.
  std::string outside(std::string_view own) const {
    return name.empty() ? std::string(own) : name + "/" + std::string(own);
  }
};

class Frames {
 public:
  /// Both must outlive this object; their poses change.
  Frames(json::Node& root, std::vector<PlacedFile>& placed, const Schema& schema, Diagnostics& errors);

  /// Everything that is given relative to something is given in the file's frame from now on, and poses of
  /// includes are.
  void resolve();

 private:
  enum class Progress : unsigned char { none, busy, done };
  /// Something with a frame of its own.
  struct Entry {
    json::Node* node = nullptr;  ///< a body or a joint, or an include
    const ObjectRule* rule = nullptr;
    std::string path;
    std::size_t placed = kOwn;  ///< in which file it is, where not in this
    Progress progress = Progress::none;
  };
  static constexpr std::size_t kOwn = static_cast<std::size_t>(-1);

  void index(json::Node& contents, std::size_t placed);
  void resolve(Entry& entry);
  void resolve_table(json::Node& node, const ObjectRule& object, const std::string& path);
  void resolve_inside(json::Node& node, const ObjectRule& object, const std::string& path);
  std::optional<Frame> frame_of(const std::string& name, Place at, const std::string& path);
  Frame frame_of(Entry& entry);
  Entry* parent_of(const Entry& entry);
  bool is_busy(const Entry& entry) const;

  /// Chains are followed by recursion.
  static constexpr int kMostChain = 500;

  json::Node& root_;
  std::vector<PlacedFile>& placed_;
  const Schema& schema_;
  Diagnostics& errors_;
  std::vector<Entry> includes_;
  std::map<std::string, Entry, std::less<>> entries_;
  int depth_ = 0;
};

}  // namespace drawbar::scenes
