// Bodies that are moved: whatever they meet, they are where their motion says.
//
// Such a body has no mass for those it meets, as the static ones; but it has a velocity, and every row that
// acts between it and a free body feels it:
//   J V = J_free V_free + J_moved V_moved,
// V_moved known. In a drift of h it is the mean velocity ((x(t+h) - x(t))/h, log(q(t+h) q(t)^-1)/h), so that
// the drift ends where the motion says; in a kick that closes a frame it is the motion's own. Both are of
// second order, as the leapfrog is: what stands on a deck of constant acceleration a is pressed by m (g + a)
// in every substep.
//
// A pose is a function of State and time alone: a table's of the time, a follower's of what State has of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "physics/math/pose.h"
#include "physics/model/model.h"
#include "physics/model/state.h"
#include "physics/model/twist.h"
#include "physics/motion/path.h"

namespace drawbar::physics {

/// A body that is moved, in the substep at hand. The pose is that of its frame, which is its centre, too.
struct MovedBody {
  BodyIndex body = 0;
  Pose start;  ///< of the substep
  Pose end;
  Twist twist;                  ///< of the kick at hand
  Mat3 turning = Mat3::Zero();  ///< 1/s: of velocity_at()
  bool has_moved = false;       ///< in the substep before
};

class PrescribedMotions {
 public:
  explicit PrescribedMotions(const WorldConfig& config);

  bool any() const { return !bodies_.empty(); }
  std::span<const MovedBody> bodies() const { return bodies_; }
  /// Null for bodies that nothing moves so.
  const MovedBody* find(BodyIndex body) const {
    return any() && place_of_[body] != kNoMotion ? &bodies_[place_of_[body]] : nullptr;
  }

  /// Where it is so long (s) after the beginning of the substep: pieces of it go by the same twist.
  Pose pose_after(const MovedBody& moved, double elapsed) const;
  /// At a point, `arm` from the centre of another body that meets it there. A body's centre drifts along a
  /// straight line: one that goes with the moved body must do so along the chord, v + (exp(h [w]x) - 1)/h r
  /// with r between the centres, and turn about itself. (On the tangent it would leave a turntable by
  /// h w^2 r/2 in every second.)
  Vec3 velocity_at(const MovedBody& moved, const State& state, BodyIndex other, const Vec3& arm) const {
    const Vec3 between = state.bodies[other].center - state.bodies[moved.body].center;
    return moved.twist.linear + moved.turning * between + moved.twist.angular.cross(arm);
  }
  /// The kick at hand is that before a drift of `h` (s), of 0 one that closes a drift.
  void cut(double h);
  /// Whether it is moving now.
  bool moves(BodyIndex body) const {
    const MovedBody* moved = find(body);
    return moved != nullptr && (moved->twist.linear != Vec3::Zero() || moved->twist.angular != Vec3::Zero());
  }

  /// State at time 0.
  void begin(State& state) const;
  /// Before a substep of h (s) that begins `now` s after its frame: what follows a control goes on, and the
  /// twists are those of the drift.
  void drift(double now, double h, State& state);
  /// After the substep: into State.
  void arrive(State& state);
  /// The twists are those at `now`, for a kick that closes the frame or a reading.
  void close(double now, const State& state);
  /// The twists, into State.
  void store_velocities(State& state) const;

 private:
  static constexpr std::size_t kNoMotion = static_cast<std::size_t>(-1);

  PathPlace place(std::size_t k, const State& state, double now) const;
  PathPlace place_on_axis(const AxisMotion& axis, const AxisPlace& at, std::size_t k) const;
  double wanted(const AxisFollower& law, const State& state) const;

  const WorldConfig& config_;
  double length_ = 0;                  // s, of the substep
  std::vector<MovedBody> bodies_;      // in the order of their indices, as State::motions
  std::vector<MotionConfig> motions_;  // complete
  std::vector<std::size_t> place_of_;  // [body]
};

/// The motion's place in State::motions of a body that has one.
std::size_t motion_of(const WorldConfig& config, BodyIndex body);

}  // namespace drawbar::physics
