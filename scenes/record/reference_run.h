// A recording as a reference: where everything was, frame by frame, on the way to its last frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/frame_generated.h"
#include "protocol/result.h"

namespace drawbar::scenes {

/// Memory that the poses of one may take.
inline constexpr std::size_t kMostReferenceBytes = 256u << 20;

/// A drive to compare with: poses by frame.
struct ReferenceRun {
  /// The poses of one frame.
  struct Frame {
    std::uint64_t number = 0;
    std::vector<stream::BodyState> bodies;
  };
  std::string name;                 ///< of the file, without its folder
  std::string scene;                ///< its name
  std::vector<std::string> bodies;  ///< names, by id
  std::vector<Frame> frames;        ///< ascending

  /// The last frame up to this number, or the first one; null without any.
  const Frame* at(std::uint64_t number) const;
  /// The way of a body on the map (m), thinned out to at most `most` points; empty where there is none of
  /// that name.
  std::vector<control::Point> way_of(const std::string& body, std::size_t most) const;
};

/// Of several scenes in the file the last one, of several branches the way to the last frame.
Result<ReferenceRun> read_reference(const std::string& path);

}  // namespace drawbar::scenes
