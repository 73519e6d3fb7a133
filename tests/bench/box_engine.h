// Piles and stacks of boxes on a plane, and what their comparison asks of an engine. A peer is one file in
// peers/ that implements this.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "physics/math/types.h"

namespace drawbar::bench {

/// Equal cubes at rest with their axes along the world's, above a plane at height 0.
struct Boxes {
  static constexpr double kSize = 1;  ///< m
  static constexpr double kMass = 1;  ///< kg
  static constexpr double kFriction = 0.5;
  static constexpr double kGravity = 9.81;
  static constexpr double kStep = 0.01;  ///< s

  std::vector<physics::Vec3> centres;  ///< m

  /// A cube of boxes with gaps between them; of a brick pattern, every other layer is a quarter of the pitch
  /// aside, so that each box rests on four.
  static Boxes pile(int side, bool brick) {
    constexpr double kPitch = kSize + 0.1;
    Boxes boxes;
    for (int layer = 0; layer < side; ++layer) {
      const double aside = brick && layer % 2 == 1 ? 0.25 * kPitch : 0.0;
      for (int i = 0; i < side * side; ++i) {
        boxes.centres.push_back(
            {kPitch * (i % side) + aside, kPitch * (i / side) + aside, kPitch * layer + 0.6 * kSize});
      }
    }
    return boxes;
  }
  static Boxes stack(int height) {
    Boxes boxes;
    for (int i = 0; i < height; ++i) boxes.centres.push_back({0, 0, (i + 0.5) * kSize});
    return boxes;
  }
};

class BoxEngine {
 public:
  virtual ~BoxEngine() = default;
  /// So many steps of Boxes::kStep; a whole number of frames of 40 ms.
  virtual void advance(int steps) = 0;
  virtual void read(std::vector<physics::Vec3>& centres) = 0;
};

/// One way to compute the boxes; none of the peers' ever sleeps.
struct BoxMethod {
  std::string name;
  std::function<std::unique_ptr<BoxEngine>(const Boxes& boxes)> make;
};

BoxMethod drawbar_boxes(bool sleep);
/// Those that were found when the build was configured.
std::vector<BoxMethod> peer_boxes();

}  // namespace drawbar::bench
