// The one interface of all formulations: how State gets from one instant to the next.
#pragma once

#include <span>

#include "physics/model/step_context.h"
#include "physics/model/twist.h"

namespace drawbar::physics {

/// A formulation allocates in its constructor and never after it. Whatever it remembers between substeps that
/// influences the next one is in State; what it keeps itself is scratch.
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// Makes the initial velocities consistent with the joints: the least kinetic energy of the change.
  virtual void project_initial_velocities() = 0;
  /// Before a frame of substeps of length h (s).
  virtual void begin_frame(double h) = 0;
  /// Advances State by h. `is_read`: whether somebody may look at the forces of this substep; where not, what
  /// State holds of them to be read may stay as it was.
  virtual void substep(double h, bool is_read) = 0;
  /// After the frame's last substep: State's velocities belong to the same instant as its positions.
  virtual void end_frame() = 0;
  /// Velocities that belong to the present positions, also between substeps; State is not touched. One entry
  /// for each of Model::bodies.
  virtual void synchronised_velocities(std::span<Twist> out) = 0;
  /// The drives' currents (A) at the instant of the velocities that were asked for last: [drive].
  virtual void synchronised_currents(std::span<double> out) const = 0;
};

}  // namespace drawbar::physics
