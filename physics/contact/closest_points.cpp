#include "physics/contact/closest_points.h"

#include <algorithm>

namespace drawbar::physics {

TrianglePoint closest_point_on_triangle(const std::array<Vec3, 3>& corner, const Vec3& point) {
  const auto& [a, b, c] = corner;
  const Vec3 ab = b - a;
  const Vec3 ac = c - a;
  const Vec3 ap = point - a;
  const double ab_p = ab.dot(ap);
  const double ac_p = ac.dot(ap);
  if (ab_p <= 0 && ac_p <= 0) return {a, 4};

  const Vec3 bp = point - b;
  const double ab_b = ab.dot(bp);
  const double ac_b = ac.dot(bp);
  if (ab_b >= 0 && ac_b <= ab_b) return {b, 5};

  const double weight_c = ab_p * ac_b - ab_b * ac_p;
  if (weight_c <= 0 && ab_p >= 0 && ab_b <= 0) return {a + ab_p / (ab_p - ab_b) * ab, 1};

  const Vec3 cp = point - c;
  const double ab_c = ab.dot(cp);
  const double ac_c = ac.dot(cp);
  if (ac_c >= 0 && ab_c <= ac_c) return {c, 6};

  const double weight_b = ab_c * ac_p - ab_p * ac_c;
  if (weight_b <= 0 && ac_p >= 0 && ac_c <= 0) return {a + ac_p / (ac_p - ac_c) * ac, 3};

  const double weight_a = ab_b * ac_c - ab_c * ac_b;
  const double to_c = ac_b - ab_b;
  const double to_b = ab_c - ac_c;
  if (weight_a <= 0 && to_c >= 0 && to_b >= 0) return {b + to_c / (to_c + to_b) * (c - b), 2};

  const double sum = weight_a + weight_b + weight_c;
  return {a + weight_b / sum * ab + weight_c / sum * ac, 0};
}

SegmentPair closest_points_of_segments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  constexpr double kParallel = 1e-12;
  const Vec3 u = a1 - a0;
  const Vec3 v = b1 - b0;
  const Vec3 w = a0 - b0;
  const double uu = u.squaredNorm();
  const double vv = v.squaredNorm();
  const double uv = u.dot(v);
  const double uw = u.dot(w);
  const double vw = v.dot(w);
  const double denominator = uu * vv - uv * uv;
  SegmentPair result;
  result.parallel = denominator <= kParallel * uu * vv;
  if (!(uu > 0)) {
    result.t = vv > 0 ? std::clamp(vw / vv, 0.0, 1.0) : 0;
    return result;
  }
  result.s = result.parallel ? 0 : std::clamp((uv * vw - vv * uw) / denominator, 0.0, 1.0);
  result.t = vv > 0 ? (uv * result.s + vw) / vv : 0;
  if (result.t < 0 || !(vv > 0)) {
    result.t = 0;
    result.s = std::clamp(-uw / uu, 0.0, 1.0);
  } else if (result.t > 1) {
    result.t = 1;
    result.s = std::clamp((uv - uw) / uu, 0.0, 1.0);
  }
  return result;
}

}  // namespace drawbar::physics
