// A hundred vehicles over gentle hills (PEERS S4), and what their comparison asks of an engine. A peer is one
// file in peers/ that implements this.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "physics/model/shape.h"

namespace drawbar::bench {

/// Cars of 1500 kg with four sprung wheels at rest, heading along x, ten abreast in ten rows, each row in a
/// valley. What drives them is constant: a voltage or a force.
struct Fleet {
  static constexpr double kMass = 1500;        ///< kg, of a car
  static constexpr double kWheelbase = 2.5;    ///< m
  static constexpr double kTrack = 1.5;        ///< m
  static constexpr double kWheelRadius = 0.3;  ///< m
  static constexpr double kFriction = 0.9;
  static constexpr double kGravity = 9.81;
  static constexpr double kStep = 0.01;  ///< s

  static constexpr int kAbreast = 10, kRows = 10;
  static constexpr double kPitch = 8;     ///< m, abreast
  static constexpr double kValleys = 40;  ///< m from one to the next along x
  static constexpr double kAhead = 200;   ///< m of ground before the first row
  static constexpr double kMargin = 20;   ///< m of ground on the other sides

  /// Of the ground (m): hills of 0.4 to 0.8 m.
  static double height(double x, double y) {
    constexpr double kTurn = 6.283185307179586, kAcross = 50;
    return (0.3 + 0.1 * std::cos(kTurn * y / kAcross)) * (1 - std::cos(kTurn * x / kValleys));
  }
  /// Under the middle of each car, in the bottom of a valley (m).
  static std::vector<physics::Vec3> starts() {
    std::vector<physics::Vec3> places;
    for (int row = 0; row < kRows; ++row) {
      for (int i = 0; i < kAbreast; ++i) places.emplace_back(kValleys * row, kPitch * i, 0);
    }
    return places;
  }
  static physics::Vec3 ground_middle() {
    return {0.5 * (kValleys * (kRows - 1) + kAhead - kMargin), 0.5 * kPitch * (kAbreast - 1), 0};
  }
  /// The heights every metre, about ground_middle().
  static physics::Heightfield ground() {
    constexpr double kLength = kValleys * (kRows - 1) + kAhead + kMargin;
    constexpr double kWidth = kPitch * (kAbreast - 1) + 2 * kMargin;
    physics::Heightfield field;
    field.columns = static_cast<int>(kLength) + 1;
    field.rows = static_cast<int>(kWidth) + 1;
    field.spacing = 1;
    for (int row = 0; row < field.rows; ++row) {
      for (int column = 0; column < field.columns; ++column)
        field.heights.push_back(height(column - kMargin, row - kMargin));
    }
    return field;
  }
};

class VehicleEngine {
 public:
  virtual ~VehicleEngine() = default;
  /// So many steps of Fleet::kStep; a whole number of frames of 40 ms.
  virtual void advance(int steps) = 0;
  /// Centres of the cars' bodies (m), in the order of Fleet::starts().
  virtual void read(std::vector<physics::Vec3>& centres) = 0;
};

/// One way to compute the fleet, none of which ever sleeps.
struct VehicleMethod {
  std::string name;
  std::function<std::unique_ptr<VehicleEngine>()> make;
};

/// The car of scenes/car_trailer.json with its trailer and without.
std::vector<VehicleMethod> drawbar_vehicles();
/// Those that were found when the build was configured.
std::vector<VehicleMethod> peer_vehicles();

}  // namespace drawbar::bench
