// What the world shows of itself at one instant: one immutable value per frame for every sink.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "physics/math/types.h"
#include "physics/model/effect.h"
#include "physics/model/joint_config.h"

namespace drawbar::physics {

/// Motion of a body at the end of a frame.
struct BodyReading {
  Vec3 position = Vec3::Zero();          ///< of the body frame's origin, m, world
  Quat orientation = Quat::Identity();   ///< body axes to world axes
  Vec3 linear_velocity = Vec3::Zero();   ///< of that origin, m/s, world axes
  Vec3 angular_velocity = Vec3::Zero();  ///< rad/s, world axes
  bool absent = false;                   ///< it is not there; the pose is where it was, or will be
};

/// Motion and load of a joint at the end of a frame.
struct JointReading {
  std::array<double, kMaxFreeAxes> position{};  ///< m or rad, in the order of the joint's free axes
  std::array<double, kMaxFreeAxes> velocity{};  ///< their time derivatives
  double error = 0;        ///< m: violation of the constrained translations, largest since the reading before
  double angle_error = 0;  ///< rad: violation of the constrained rotations, likewise
  bool broken = false;
  /// N on the child, world axes, mean over the last substep: what the constraint transmits. Only of
  /// sequential_impulses and, ropes aside, its plain sibling; 0 of the others.
  Vec3 reaction = Vec3::Zero();
  /// N m on the child about the joint's point, likewise; what acts on the free axes (drives, friction,
  /// springs) is part of it, but for loops' joints.
  Vec3 reaction_torque = Vec3::Zero();
};

/// A drive at the end of a frame.
struct DriveReading {
  double current = 0;      ///< A
  double voltage = 0;      ///< V
  double torque = 0;       ///< N m at the joint
  double temperature = 0;  ///< deg C, of the winding; 0 without a thermal model
  bool enabled = true;
};

/// Forces: of all the wheel's contacts together, mean over the last substep. Slips: of the axle's motion now.
struct WheelReading {
  double load = 0;                ///< N, along the ground's normal
  double longitudinal_force = 0;  ///< N on the wheel, forwards
  double lateral_force = 0;       ///< N on the wheel, to the left
  double slip = 0;  ///< longitudinal, of the faster of rolling and moving: 1 spins on the spot, -1 is locked
  double slip_angle = 0;  ///< rad, positive where the wheel moves to its left
};

/// Load of a coupling.
struct CouplingReading {
  double force = 0;  ///< N m or N on the coordinate of its first term, mean over the last substep
};

/// Present strength of a brake.
struct BrakeReading {
  double torque = 0;  ///< N m (N) that it can hold now
};

/// Present angle of a steering.
struct SteeringReading {
  double angle = 0;  ///< rad, of the wheel in the middle
};

/// State of a hitch.
struct HitchReading {
  bool closed = false;
};

/// One contact of the last substep.
struct ContactReading {
  std::uint32_t body_a = 0;  ///< index; 0xFFFFFFFF: world
  std::uint32_t body_b = 0;
  Vec3 position = Vec3::Zero();  ///< m, world
  Vec3 force = Vec3::Zero();     ///< N on body b, world axes, mean over the last substep
};

/// A sensor that overlaps a body (at the beginning of the last substep).
struct OverlapReading {
  std::uint32_t sensor_body = 0;   ///< index of the body that has the sensor
  std::uint32_t sensor_shape = 0;  ///< its place among that body's shapes
  std::uint32_t body = 0;          ///< what overlaps it
};

/// An effect at work.
struct EffectReading {
  Effect effect;
  double age = 0;  ///< s since it began
};

/// What a channel that effects act on shows; the readings themselves are true.
struct FaultedReading {
  EffectTarget channel;
  double value = 0;  ///< of a control: what the machine feels
};

/// Energy of the whole machine.
struct EnergyReading {
  double kinetic = 0;    ///< J, rotors included
  double potential = 0;  ///< J, zero at the world's origin; springs and stops included
};

/// Counters since the world was made; none of them is State.
struct StepStatistics {
  std::uint64_t substeps = 0;  ///< of islands: each that was stepped, and each piece of it, counts
  std::uint64_t sweeps = 0;    ///< velocity sweeps or active-set factorisations
  std::uint64_t split_substeps = 0;
  std::uint64_t unconverged_substeps = 0;
  std::uint64_t dropped_contacts =
      0;                         ///< and pairs, manifolds and triangles: beyond the preallocated capacity
  std::uint64_t recoveries = 0;  ///< times the motion diverged and was stopped (World::substep)
};

/// All that can be read of a World after a frame. World::make_frame_state() sizes it once.
struct FrameState {
  std::uint64_t frame = 0;  ///< simulation frame: 0 is the initial state
  double time = 0;          ///< s of simulation, valid at the END of the frame
  std::vector<BodyReading> bodies;
  std::vector<JointReading> joints;
  std::vector<DriveReading> drives;
  std::vector<WheelReading> wheels;
  std::vector<CouplingReading> couplings;
  std::vector<BrakeReading> brakes;
  std::vector<SteeringReading> steerings;
  std::vector<HitchReading> hitches;
  std::vector<double> controls;
  std::vector<ContactReading> contacts;  ///< capacity reserved up front
  std::vector<OverlapReading> overlaps;  ///< each once, in order; capacity reserved up front
  std::vector<EffectReading> effects;    ///< at work; capacity reserved up front
  std::vector<FaultedReading> faulted;   ///< each channel once; capacity reserved up front
  EnergyReading energy;
  StepStatistics statistics;
};

}  // namespace drawbar::physics
