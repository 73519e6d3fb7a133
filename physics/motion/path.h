// Smooth ways through points: cubic Hermite pieces, whose velocity is continuous.
//
// A coordinate on a piece of T s, s = t/T, from x0 with rate m0 to x1 with rate m1:
//   x = (2s^3-3s^2+1) x0 + (s^3-2s^2+s) T m0 + (3s^2-2s^3) x1 + (s^3-s^2) T m1.
// A rate that is not given is that of Fritsch and Butland: with the slopes d0, d1 of the pieces before and
// after, of h0 and h1 s, 0 where their signs differ, else
//   m = 3 (h0+h1) / ((2 h1+h0)/d0 + (h1+2 h0)/d1),
// and 0 at the ends of a path that does not repeat. So a path goes no farther than its points: a lift does
// not sink through the floor it stops at. (Fritsch, Carlson, Monotone piecewise cubic interpolation, SIAM J.
// Numer. Anal. 17, 1980; Fritsch, Butland, SIAM J. Sci. Stat. Comput. 5, 1984.)
//
// Orientations: q = q0 exp(phi), the rotation vector phi, in the axes of the piece's first point, being such
// a coordinate, from 0 to log(q0^-1 q1). The body rate is J_r(phi) phi', J_r the right Jacobian of SO(3):
//   J_r = 1 - (1-cos a)/a^2 [phi]x + (a-sin a)/a^3 [phi]x^2,  a = |phi|
// (Chirikjian, Stochastic Models, Information Theory, and Lie Groups 2, 2012, section 10.8).
#pragma once

#include "physics/math/pose.h"
#include "physics/model/motion_config.h"
#include "physics/model/twist.h"

namespace drawbar::physics {

/// Of a body frame; the linear velocity is its origin's.
struct PathPlace {
  Pose pose;
  Twist twist;
};

struct AxisPlace {
  double value = 0;  ///< m or rad
  double rate = 0;   ///< per s
};

/// Whether the body keeps its orientation whenever.
bool never_turns(const MotionConfig& motion);

/// With every velocity that is left out filled in.
PathMotion complete(PathMotion path);
AxisTable complete(AxisTable table);

/// At the time t >= 0 (s). The path is complete.
PathPlace place_at(const PathMotion& path, double t);
AxisPlace place_at(const AxisTable& table, double t);

/// On the way from one complete point to another, t within their times.
PathPlace place_between(const PathPoint& from, const PathPoint& to, double t);

}  // namespace drawbar::physics
