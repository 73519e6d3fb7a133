// What acts on the joints' free axes, as scalar rows: limits, friction, springs and drives.
#pragma once

#include <span>
#include <vector>

#include "physics/constraint/row.h"
#include "physics/drive/dc_motor.h"
#include "physics/joint/kinematics.h"

namespace drawbar::physics {

class AxisRows {
 public:
  AxisRows(const WorldConfig& config, const Model& model);

  /// Rows of every axis of every unbroken joint. `v` are the velocities before this substep's external
  /// impulses.
  void prepare(const StepContext& context, const Kinematics& kinematics,
               std::span<const BodyResponse> responses, std::span<const Twist> v, double h,
               double warm_scale);
  void warm_start(std::span<Twist> v) const;
  /// One visit of every row; the largest speed changed.
  double solve(std::span<Twist> v);
  /// One visit of the pseudo-velocities that bring overrun limits back.
  double solve_positions(std::span<Twist> pseudo);
  /// Impulses, currents and temperatures back to State.
  void store(const StepContext& context, double h) const;

 private:
  // A scalar row and where its impulse is remembered; a limit's upper side remembers the negative.
  struct Remembered {
    ScalarConstraint constraint;
    double* memory = nullptr;
    double sign = 1;
  };
  struct Driven {
    std::size_t drive = 0;
    Row row;
    DriveDemand demand;
    double speed_before = 0;
    double impulse = 0;
    DriveSolution solution;
  };
  void add(const Row& row, double target, double softness, double lower, double upper, double* memory,
           double sign, double warm_scale);
  void add_limit(const AxisLimit& limit, const Row& row, double position, double rate, double h,
                 double* memory, double warm_scale);
  void add_bound(const Row& row, double room, double rate, double restitution, double h, double* memory,
                 double sign, double warm_scale);
  double solve_drive(Driven& driven, std::span<Twist> v);

  const WorldConfig& config_;
  State* state_ = nullptr;
  double h_ = 0;
  std::vector<Remembered> rows_;
  std::vector<Driven> drives_;
  std::vector<ScalarConstraint> pushes_;
};

}  // namespace drawbar::physics
