// How the branches of a recording go on from each other.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "protocol/session_record.h"

namespace drawbar::protocol {

/// A part of a way: these frames of this branch, both included.
struct BranchSpan {
  std::uint32_t branch = 0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  /// Whether frame `frame` of branch `of` lies in this span.
  bool holds(std::uint32_t of, std::uint64_t frame) const {
    return of == branch && first <= frame && frame <= last;
  }
};

/// The branches of a recording and how each came out of another.
class BranchTree {
 public:
  /// Reads every branch and frame of the recording. Frames that were not recorded (a cut-off end) are not
  /// there.
  static Result<BranchTree> read(const SessionRecord& record);

  /// The branch that began last.
  std::uint32_t newest() const { return branches_.rbegin()->first; }

  /// The scene that runs on this branch; null if none is recorded before it.
  const record::SceneRecordT* scene_of(std::uint32_t branch) const;

  /// The way to the last frame of `branch`: from the first state of its scene through the branches it came
  /// from, each up to the frame where the next took over. An error where there is no such branch, or where
  /// one that it came from is missing.
  Result<std::vector<BranchSpan>> way_to(std::uint32_t branch) const;

 private:
  struct Branch {
    bool takes_over = false;  ///< from `parent`, after its frame `first`; else its first state is a scene's
    std::uint32_t parent = 0;
    std::uint64_t first = 0;  ///< its first state
    std::uint64_t last = 0;   ///< last frame computed, or `first`
  };
  std::map<std::uint32_t, Branch> branches_;
  std::vector<record::SceneRecordT> scenes_;  ///< in the order in which they began
  std::string name_;
};

}  // namespace drawbar::protocol
