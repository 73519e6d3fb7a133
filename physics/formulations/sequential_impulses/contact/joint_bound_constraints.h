// Rows of joints that may let go: ropes, cones, and what is hard or dry on the axes of loop-closing joints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "physics/formulations/sequential_impulses/contact/row_responses.h"
#include "physics/formulations/sequential_impulses/control/trial_joints.h"

namespace drawbar::physics {

/// Where JointState remembers the impulse of a stop.
struct StopMemory {
  enum class Part : std::uint8_t { swing, twist, limit, friction };
  Part part = Part::limit;
  std::size_t joint = 0;
  std::size_t axis = 0;  ///< not of swing and twist
};
/// That impulse, of a JointState or a const one.
template <class Joint>
auto& impulse_of(const StopMemory& memory, Joint& joint) {
  switch (memory.part) {
    case StopMemory::Part::swing:
      return joint.cone_impulse[0];
    case StopMemory::Part::twist:
      return joint.cone_impulse[1];
    case StopMemory::Part::friction:
      return joint.axes[memory.axis].friction_impulse;
    default:
      return joint.axes[memory.axis].limit_impulse;
  }
}

/// Coordinate of a loop joint's axis where the kick begins, whole turns counted.
struct CountedAxis {
  std::size_t joint = 0;
  std::size_t axis = 0;
  double position = 0;  ///< m or rad
};

class JointBoundConstraints {
 public:
  JointBoundConstraints(const StepView& view, const Topology& topology, const TrialJoints& trial);

  /// Rows that all joints may need at the most.
  static std::size_t most_rows(const WorldConfig& config, const Topology& topology);

  /// In a closing kick, stops that carried no impulse never act.
  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times, RowSet& rows);
  /// Targets of stops that bounce, from the velocities without any impulse of theirs; once for a kick.
  void aim(std::span<const Spatial> velocity, const RowSet& rows, RowResponses& responses);
  /// Whether a stop bounced within the drift, and nothing but stops acts.
  bool delays(const RowSet& rows) const;
  /// Impulses of those that did times the time before their impact (N s^2 or N m s^2), the other way, as
  /// forces.
  void add_delays(const RowSet& rows, std::span<Spatial> forces) const;
  /// visit(StopMemory, its new value): what State remembers of an accepted kick.
  template <class Visit>
  void for_each_outcome(const RowSet& rows, Visit visit) const {
    const double scale = times_.to_memory();
    for (const Stop& stop : stops_) visit(stop.memory, scale * stop.sign * rows.row(stop.row).impulse);
  }
  /// Axes of the island's loop joints.
  std::span<const CountedAxis> counted() const { return counted_; }
  /// visit(joint, impulse on the child in this kick, N s, world) for every rope.
  template <class Visit>
  void for_each_pull(const RowSet& rows, Visit visit) const {
    for (const Stop& stop : stops_) {
      if (stop.rope) visit(stop.memory.joint, Vec3(rows.row(stop.row).impulse * *stop.rope));
    }
  }
  /// That of joint j, 0 if it is no rope.
  Vec3 pull(std::size_t j, const RowSet& rows) const;
  /// `part` of the impulses of joint j as forces on the nodes.
  void add_forces_of(std::size_t j, double part, const RowSet& rows, std::span<Spatial> forces) const;

 private:
  struct Stop {
    std::size_t row = 0;
    StopMemory memory;  // of sign x impulse per substep
    double sign = 1;
    bool one_sided = false;
    double restitution = 0;  // of one that may bounce in this kick
    double room = 0;
    double delay = 0;               // s, of its impact within the drift
    std::optional<Vec3> rope = {};  // of a rope: from the child to the parent, unit, world
  };

  std::size_t add(const PointRow& row, const ConstraintRow& law, double lower, double upper,
                  const StopMemory& memory, double sign);
  void add_room(const PointRow& row, double room, double restitution, const StopMemory& memory, double sign);
  void add_limit(const AxisLimit& limit, double position, const PointRow& along, const StopMemory& memory);
  double remembered(const StopMemory& memory) const;
  void add_joint(std::size_t joint, std::span<const BodyFrame> frames);
  void add_cone(std::size_t joint, const JointGeometry& geometry);
  void add_loop_axes(std::size_t joint, const JointGeometry& geometry);

  StepView view_;
  const Topology& topology_;
  const TrialJoints& trial_;
  RowSet* rows_ = nullptr;                        // during prepare()
  std::vector<std::vector<std::size_t>> joints_;  // [group] those that may need rows
  std::vector<Stop> stops_;
  std::vector<CountedAxis> counted_;
  KickTimes times_;
};

}  // namespace drawbar::physics
