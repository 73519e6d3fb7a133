// All that is described before the first step and never changes after it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "physics/model/body_config.h"
#include "physics/model/drive_config.h"
#include "physics/model/effect.h"
#include "physics/model/joint_config.h"
#include "physics/model/spring_config.h"
#include "physics/model/vehicle_config.h"

namespace drawbar::physics {

/// Solver of a scene (formulations/README.md).
enum class Formulation {
  sequential_impulses,        ///< articulations solved as one block, second order in time
  sequential_impulses_plain,  ///< row by row, semi-implicit Euler
  penalty,                    ///< joints as stiff springs (paper 000)
  composite_body,             ///< generalised coordinates, Cholesky of the joint-space matrix (paper 001)
  articulated_body,           ///< generalised coordinates in linear time (paper 001)
  lagrange_multipliers,       ///< joint reactions by block Cholesky (paper 001)
  inverse_iterative,          ///< variable metric on the inverse joint-space matrix (paper 001)
  direct_iterative,           ///< variable metric on the joint-space matrix (paper 001)
  hamiltonian,                ///< coordinates and momenta, loops closed at momentum level (paper 002)
};

/// Coefficients of the penalty formulation, per kg of effective mass (paper 000 section 5).
struct PenaltyConfig {
  double stiffness = 5000;        ///< translations, 1/s^2
  double damping = 25;            ///< 1/s
  double turn_stiffness = 10000;  ///< rotations: m^2/s^2 per kg, or 1/s^2 when scaled by inertia
  double turn_damping = 10;       ///< m^2/s per kg, or 1/s when scaled by inertia
  /// Rotations scaled by the row's own effective inertia, not by mass: what the paper leaves out.
  bool scale_by_inertia = false;
};

/// How the hamiltonian formulation keeps loops closed.
enum class LoopClosure {
  momentum,      ///< velocities closed by momenta (paper 002)
  acceleration,  ///< the twice differentiated conditions, for comparison
  baumgarte,     ///< the same with Baumgarte's stabilisation
};

/// A control: a lever, pedal or switch that an operator moves.
struct ControlConfig {
  std::string name;
  double lower = -1;
  double upper = 1;
  double neutral = 0;  ///< value until something sets it
};

/// An effect that the world begins itself, in the first frame that begins at this time (s) or later. Those
/// that are at work are as all others: they are cleared and replaced by their ids.
struct ScheduledEffect {
  Effect effect;
  double at = 0;
};

/// All that a World is built from. Ids are indices into these lists.
struct WorldConfig {
  Vec3 gravity{0, 0, -9.81};  ///< m/s^2
  double air_density = 1.2;   ///< kg/m^3
  double period = 0.04;       ///< s, one frame
  int substeps = 8;           ///< equal substeps of a frame unless begin_frame is told otherwise
  Formulation formulation = Formulation::sequential_impulses;
  /// Whether what has come to rest is left alone until something acts on it (sequential_impulses).
  bool sleep = true;
  /// Generalised coordinates: each substep integrated adaptively to this tolerance (ground truth) instead of
  /// by one fixed step.
  std::optional<double> adaptive_tolerance;
  PenaltyConfig penalty;
  LoopClosure loop_closure = LoopClosure::momentum;
  std::vector<BodyConfig> bodies;
  std::vector<JointConfig> joints;
  std::vector<CouplingConfig> couplings;
  std::vector<SpringConfig> springs;
  std::vector<DriveConfig> drives;
  std::vector<WheelConfig> wheels;
  std::vector<BrakeConfig> brakes;
  std::vector<SteeringConfig> steerings;
  std::vector<HitchConfig> hitches;
  std::vector<ControlConfig> controls;
  std::vector<ScheduledEffect> effects;  ///< begun in this order
  std::size_t material_count = 1;
  std::vector<std::string> material_names;  ///< of material 1 and so on; 0 is the surface without one
  std::vector<SurfacePair> surface_pairs{
      SurfacePair{}};  ///< material_count^2, symmetric: [a * material_count + b]
};

}  // namespace drawbar::physics
