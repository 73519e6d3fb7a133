#include "physics/math/elementary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace drawbar::physics {
namespace {

struct HiLo {
  double hi;
  double lo;
};

// pi/2 and ln 2 in parts of 33 bits, so that n times a part is exact for n < 2^20 (Cody and Waite).
constexpr double kHalfPi1 = 0x1.921fb54400000p+0;
constexpr double kHalfPi2 = 0x1.0b4611a600000p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
constexpr double kLn2Hi = 0x1.62e42fef00000p-1;
constexpr double kLn2Lo = 0x1.473de6af278edp-34;
constexpr double kOneOverLn2 = 0x1.71547652b82fep+0;
constexpr HiLo kPiParts{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr HiLo kHalfPiParts{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// atan(k / 16), k = 0 .. 16, as unevaluated sums.
constexpr std::array<HiLo, 17> kArcTangent{{
    {0x0.0p+0, 0x0.0p+0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
}};

// Taylor sums; on [-pi/4, pi/4] the first term left out is below 1e-19.
double sine_kernel(double r, double correction) {
  const double z = r * r;
  double p = -1.0 / 121645100408832000.0;
  p = p * z + 1.0 / 355687428096000.0;
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return r + (r * z * p + correction * (1.0 - 0.5 * z));
}

double cosine_kernel(double r, double correction) {
  const double z = r * r;
  double p = 1.0 / 2432902008176640000.0;
  p = p * z - 1.0 / 6402373705728000.0;
  p = p * z + 1.0 / 20922789888000.0;
  p = p * z - 1.0 / 87178291200.0;
  p = p * z + 1.0 / 479001600.0;
  p = p * z - 1.0 / 3628800.0;
  p = p * z + 1.0 / 40320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  const double half = 0.5 * z;
  const double head = 1.0 - half;
  const double lost = (1.0 - head) - half;
  return head + (lost + (z * z * p - r * correction));
}

// atan(t) for 0 <= t <= 1 as hi + lo.
HiLo arc_tangent_unit(double y, double x) {
  const double t = y / x;
  const int k = static_cast<int>(t * 16.0 + 0.5);
  const double c = k / 16.0;
  // atan(y/x) = atan(c) + atan((y - c x) / (x + c y)); c has five bits, so that c x loses at most the last of
  // them.
  const double s = (y - c * x) / (x + c * y);
  const double z = s * s;
  double p = -1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z - 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z - 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z - 1.0 / 3.0;
  const double small = s + s * z * p;
  const HiLo base = kArcTangent[static_cast<std::size_t>(k)];
  return {base.hi, base.lo + small};
}

}  // namespace

SinCos sin_cos(double x) {
  if (!(std::fabs(x) < 1.6e6)) {
    x = std::remainder(x, 2.0 * kPi);  // an exact operation; NaN for what is not finite
    if (std::isnan(x)) return {x, x};
  }
  const double n = std::nearbyint(x * kTwoOverPi);
  const double a = x - n * kHalfPi1;
  const double b = n * kHalfPi2;
  const double r = a - b;
  const double correction = ((a - r) - b) - n * kHalfPi3;
  const double s = sine_kernel(r, correction);
  const double c = cosine_kernel(r, correction);
  switch (static_cast<std::int64_t>(n) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

double arc_tangent(double y, double x) {
  const double ay = std::fabs(y);
  const double ax = std::fabs(x);
  if (ax == 0 && ay == 0) return 0;
  if (!(ax <= std::numeric_limits<double>::max() && ay <= std::numeric_limits<double>::max())) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double angle = 0;
  if (ay <= ax) {
    const HiLo t = arc_tangent_unit(ay, ax);
    angle = x < 0 ? (kPiParts.hi - t.hi) + (kPiParts.lo - t.lo) : t.hi + t.lo;
  } else {
    const HiLo t = arc_tangent_unit(ax, ay);
    angle = x < 0 ? (kHalfPiParts.hi + t.hi) + (kHalfPiParts.lo + t.lo)
                  : (kHalfPiParts.hi - t.hi) + (kHalfPiParts.lo - t.lo);
  }
  return y < 0 ? -angle : angle;
}

double arc_sine(double x) {
  const double s = std::clamp(x, -1.0, 1.0);
  return arc_tangent(s, std::sqrt((1.0 - s) * (1.0 + s)));
}

double exponential(double x) {
  if (x < -708.0) return 0;
  if (x > 709.0) return std::numeric_limits<double>::max();
  // To the nearest whole number: what is added leaves no room for a fraction.
  constexpr double kNoFraction = 1.5 * (std::uint64_t{1} << 52);
  const double n = (x * kOneOverLn2 + kNoFraction) - kNoFraction;
  const double hi = x - n * kLn2Hi;
  const double lo = n * kLn2Lo;
  const double r = hi - lo;
  const double correction = (hi - r) - lo;
  double p = 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  const double value = 1.0 + (r + (r * r * p + correction));
  // 2^n is a normal number between the bounds above.
  return value * std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023) << 52);
}

// x = 2^n (1 + f) with 1 + f within sqrt(2) of 1. With s = f / (2 + f), log(1 + f) = 2 artanh s = 2 s + s r,
// r = 2 (s^2/3 + s^4/5 + ...), and 2 s = f - (1 - s) f^2/2, of which f is exact.
double logarithm(double x) {
  constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;
  int n = 0;
  double m = std::frexp(x, &n);
  if (m < kSqrtHalf) {
    m *= 2;
    --n;
  }
  const double f = m - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  double r = 0;
  for (int k = 23; k >= 3; k -= 2) r = z * (2.0 / k + r);
  const double half = 0.5 * f * f;
  return n * kLn2Hi + (f - (half - (s * (half + r) + n * kLn2Lo)));
}

}  // namespace drawbar::physics
