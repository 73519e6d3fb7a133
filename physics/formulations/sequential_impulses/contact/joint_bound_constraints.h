// Rows of joints that may let go: ropes, cones, and what is hard or dry on the axes of loop-closing joints.
#pragma once

#include <span>
#include <vector>

#include "physics/formulations/sequential_impulses/contact/pgs_solver.h"

namespace drawbar::physics {

class TouchStops {
 public:
  TouchStops(const StepContext& context, const Topology& topology);

  /// Rows that all joints may need at the most.
  static std::size_t most_rows(const StepContext& context, const Topology& topology);

  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times,
               TouchSolver& solver);
  /// The same rows for a closing kick: stops that carried no impulse are left out.
  void prepare_closing(const KickTimes& times, TouchSolver& solver);
  /// Targets of stops that bounce, from the velocities without any impulse of theirs; once for a kick.
  void aim(std::span<const Spatial> velocity, TouchSolver& solver);
  /// Whether a stop bounced within the drift, and nothing but stops acts.
  bool delays(const TouchSolver& solver) const;
  /// Impulses of those that did times the time before their impact (N s^2 or N m s^2), the other way, as
  /// forces.
  void add_delays(const TouchSolver& solver, std::span<Spatial> forces) const;
  /// Impulses back to State.
  void commit(const TouchSolver& solver);
  /// What joint j, a rope, bears in this kick, N s.
  double pull(std::size_t j, const TouchSolver& solver) const;
  /// `part` of the impulses of joint j as forces on the nodes.
  void add_forces_of(std::size_t j, double part, const TouchSolver& solver, std::span<Spatial> forces) const;

 private:
  struct Stop {
    std::size_t row = 0;
    std::size_t joint = 0;
    double* memory = nullptr;  // sign x impulse per substep
    double sign = 1;
    bool one_sided = false;
    double restitution = 0;  // of one that may bounce in this kick
    double room = 0;
    double delay = 0;  // s, of its impact within the drift
  };

  std::size_t add(const PointRow& row, const TouchRow& law, double lower, double upper, double* memory,
                  double sign);
  void add_room(const PointRow& row, double room, double restitution, double* memory, double sign);
  void add_limit(const AxisLimit& limit, double position, const PointRow& along, double* memory);
  void add_joint(std::size_t joint, std::span<const BodyFrame> frames);
  void add_cone(std::size_t joint, const JointGeometry& geometry);
  void add_loop_axes(std::size_t joint, const JointGeometry& geometry);

  StepContext context_;
  const Topology& topology_;
  TouchSolver* solver_ = nullptr;                 // during prepare()
  std::vector<std::vector<std::size_t>> joints_;  // [group] those that may need rows
  std::vector<Stop> stops_;
  std::size_t joint_ = 0;  // whose rows are added
  KickTimes times_;
};

}  // namespace drawbar::physics
