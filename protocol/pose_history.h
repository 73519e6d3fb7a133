// The last frames of poses, and where every body is at any display time between them.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "protocol/pose_assembler.h"

namespace drawbar::protocol {

/// Where a body is at an instant.
struct DisplayPose {
  std::uint32_t id = 0;
  double position[3] = {0, 0, 0};        ///< m, world
  double orientation[4] = {1, 0, 0, 0};  ///< w, x, y, z; unit
  bool absent = false;                   ///< it is not there: not to be drawn
};

/// Position: the cubic with the positions and velocities of both frames (Hermite); orientation: slerp.
/// Velocities are scaled by the simulation time that passed, so freezing and time scale are right; nothing is
/// interpolated over a change of branch, nor to or from a body's absence. Outside the frames held, the
/// nearest one stands: bodies in contact do not extrapolate well.
class PoseHistory {
 public:
  /// `capacity`: frames kept, at least 1.
  explicit PoseHistory(std::size_t capacity = 32) : capacity_(capacity) {}

  /// Ticks must ascend.
  void push(Poses poses);

  bool empty() const { return frames_.empty(); }          ///< Whether no frame has come.
  const Poses& newest() const { return frames_.back(); }  ///< The last frame; only where there is one.

  /// Every body of the frame at or after `monotonic_ns` (the server's clock). Empty before the first frame.
  std::vector<DisplayPose> at(std::uint64_t monotonic_ns) const;

 private:
  std::size_t capacity_;
  std::deque<Poses> frames_;
};

}  // namespace drawbar::protocol
