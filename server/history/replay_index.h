// What a recording holds besides its frames: where they are, which scenes they run, who was there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/session_record.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

/// Frames in the order in which they were computed. There is at least one scene and one frame.
class ReplayIndex {
 public:
  /// A branch of the recording.
  struct Branch {
    record::BranchCause cause = record::BranchCause::Start;
    std::uint32_t parent = 0;  ///< that it took over from, of those before it; itself: none
    std::uint64_t parent_frame = 0;
    std::optional<record::OriginT> origin;  ///< of a state from elsewhere that it began with
    std::uint64_t first = 0;                ///< frame recorded on it
    std::uint64_t last = 0;
    std::uint64_t frames = 0;
  };
  struct Contents {
    std::vector<protocol::SessionRecord::FrameEntry> frames;
    std::vector<ServedScene> scenes;                ///< in the order of their first branches
    std::map<std::uint32_t, Branch> branches;       ///< by number
    std::map<std::uint32_t, std::string> sessions;  ///< names of the sessions that were recorded, by id
    std::vector<stream::EventT> bookmarks;          ///< in the order in which they were made
    std::string path;                               ///< of the file
    record::BuildIdentityT build;                   ///< that made it
  };

  explicit ReplayIndex(Contents contents) : contents_(std::move(contents)) {}

  std::size_t size() const { return contents_.frames.size(); }
  const protocol::SessionRecord::FrameEntry& at(std::size_t position) const {
    return contents_.frames[position];
  }
  const std::map<std::uint32_t, Branch>& branches() const { return contents_.branches; }
  const std::map<std::uint32_t, std::string>& sessions() const { return contents_.sessions; }
  const std::vector<ServedScene>& scenes() const { return contents_.scenes; }
  const std::vector<stream::EventT>& bookmarks() const { return contents_.bookmarks; }
  const std::string& path() const { return contents_.path; }
  const record::BuildIdentityT& build() const { return contents_.build; }
  /// The newest.
  std::uint32_t last_branch() const { return contents_.branches.rbegin()->first; }
  /// The place in scenes() of the one that runs on this branch.
  std::size_t scene_of(std::uint32_t branch) const;

  /// Frames recorded on this branch.
  std::uint64_t frames_of(std::uint32_t branch) const;

  /// Position of this frame; nothing if it was not recorded. What lies before the branch's begin is on the
  /// branch that it came from.
  std::optional<std::size_t> find(std::uint32_t branch, std::uint64_t frame) const;
  /// Position of the frame that shows this moment: as find(), but that the state which a branch began with,
  /// which is no frame of it, is shown by its first.
  std::optional<std::size_t> find_shown(std::uint32_t branch, std::uint64_t frame) const;
  /// Position of the last frame that ended at or before `time` (s of simulation), likewise; nothing beyond
  /// the branch's last frame.
  std::optional<std::size_t> find_time(std::uint32_t branch, double time) const;
  /// What there is to go to on this branch and those that it came from, for people: "0 to 4 s (frames 1 to
  /// 100)".
  std::string range_of(std::uint32_t branch) const;

 private:
  /// The branch, or the one of those it came from that was the present one in this frame.
  std::uint32_t branch_that_holds(std::uint32_t branch, double frame) const;

  Contents contents_;
};

}  // namespace drawbar::server
