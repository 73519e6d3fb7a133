// A row over the bodies of two or three joints: gear, rack and pinion, differential.
#pragma once

#include <array>
#include <span>

#include "physics/constraint/row.h"
#include "physics/joint/kinematics.h"

namespace drawbar::physics {

/// sum of coefficient x joint rate = target, as one bilateral row.
class CouplingRow {
 public:
  /// Rows at the present configuration; its error is the sum of coefficient x position.
  void prepare(const CouplingConfig& config, const Model& model, const Kinematics& kinematics,
               std::span<const JointState> joints, std::span<const BodyResponse> bodies);

  double solve(std::span<Twist> v, double target, double& impulse) const;
  void apply(std::span<Twist> v, double impulse) const;
  double error() const { return error_; }

 private:
  struct Part {
    std::size_t body = 0;
    Vec3 linear = Vec3::Zero();
    Vec3 angular = Vec3::Zero();
    Vec3 pushed = Vec3::Zero();  // M^-1 times the above
    Vec3 turned = Vec3::Zero();
  };
  void add(std::size_t body, const Vec3& linear, const Vec3& angular);

  std::size_t count_ = 0;
  std::array<Part, 6> parts_;
  double response_ = 0;
  double error_ = 0;
};

}  // namespace drawbar::physics
