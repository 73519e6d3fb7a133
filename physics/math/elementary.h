// The only place for elementary functions: the same bits on every machine.
//
// The C library's sin, atan2, exp ... dispatch on the CPU (FMA or not) and give other bits on another
// machine. These use +, -, *, / and exact operations alone, in a fixed order, and are within 2 ulp of the
// true value for the arguments stated. NaN and infinities give NaN.
#pragma once

#include <limits>

namespace drawbar::physics {

inline constexpr double kPi = 0x1.921fb54442d18p+1;
/// A bound that bounds nothing.
inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

struct SinCos {
  double sin;
  double cos;
};

/// Both at once; 2 ulp for |x| < 1.6e6 rad, beyond that the reduction to one turn loses digits.
SinCos sin_cos(double x);

/// Angle of (x, y), -pi to pi; atan2(0, 0) is 0.
double arc_tangent(double y, double x);

/// -pi/2 to pi/2; the argument is clamped to -1..1.
double arc_sine(double x);

/// e^x; 0 below -708, the largest double above 709.
double exponential(double x);

/// Natural logarithm of a normal number above 0.
double logarithm(double x);

}  // namespace drawbar::physics
