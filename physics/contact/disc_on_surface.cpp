// The end of a wheel on triangulated ground. Its plane cuts the ground in a chain of segments; on it the rim
// is a circle that touches segments where the foot of its centre falls, and convex joints of the chain
// otherwise.
#include <algorithm>
#include <array>
#include <cmath>

#include "physics/contact/surface_query.h"

namespace drawbar::physics {
namespace {

constexpr std::size_t kMaxJoints = 128;

/// Where the disc's plane crosses an edge of the ground: a joint between two segments of the chain.
struct Joint {
  std::uint32_t edge;
  int count;  ///< segments that found this end nearest, at most 2
  Vec3 point;
  std::array<Vec3, 2> normal;  ///< of those segments' triangles
  bool vetoed;                 ///< a segment has a nearer point
};

/// Not initialised before use: the hot loop of every wheel.
class Joints {
 public:
  void report(std::uint32_t edge, const Vec3& point, const Vec3& normal, bool is_nearest) {
    Joint* joint = find(edge, point);
    if (joint == nullptr) return;
    joint->vetoed |= !is_nearest;
    if (is_nearest && joint->count < 2) joint->normal[static_cast<std::size_t>(joint->count++)] = normal;
  }
  std::span<const Joint> items() const { return {items_.data(), count_}; }

 private:
  Joint* find(std::uint32_t edge, const Vec3& point) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (items_[i].edge == edge) return &items_[i];
    }
    if (count_ == items_.size()) return nullptr;
    Joint& joint = items_[count_++];
    joint.edge = edge;
    joint.count = 0;
    joint.point = point;
    joint.vetoed = false;
    return &joint;
  }

  std::array<Joint, kMaxJoints> items_;
  std::size_t count_ = 0;
};

struct Cut {
  std::array<Vec3, 2> point;
  std::array<std::size_t, 2> edge{};
  int count = 0;
};

/// The segment in which the plane through `centre` cuts a triangle. A corner in the plane counts as above it,
/// and an edge's crossing is computed the same way from both sides, so that segments meet exactly.
Cut cut_triangle(const SurfaceTriangle& t, const Vec3& centre, const Vec3& axis) {
  std::array<double, 3> height{};
  for (std::size_t k = 0; k < 3; ++k) height[k] = axis.dot(t.corner[k] - centre);
  Cut cut;
  for (std::size_t k = 0; k < 3; ++k) {
    std::size_t from = k;
    std::size_t to = (k + 1) % 3;
    if ((height[from] >= 0) == (height[to] >= 0)) continue;
    if (t.vertex[from] > t.vertex[to]) std::swap(from, to);
    const double part = height[from] / (height[from] - height[to]);
    const auto slot = static_cast<std::size_t>(cut.count++);
    cut.point[slot] = t.corner[from] + part * (t.corner[to] - t.corner[from]);
    cut.edge[slot] = k;
  }
  return cut;
}

/// The normal between those of the joint's two triangles that looks, seen along the axis, towards the centre.
Vec3 joint_normal(const Joint& joint, const Vec3& towards, const Vec3& axis) {
  if (joint.count < 2) return towards;  // the surface's border: nothing bounds the direction
  const Vec3 across = axis.cross(towards);
  const double first = joint.normal[0].dot(across);
  const double second = joint.normal[1].dot(across);
  const double part = first != second ? std::clamp(first / (first - second), 0.0, 1.0) : 0.5;
  return (joint.normal[0] + part * (joint.normal[1] - joint.normal[0])).normalized();
}

}  // namespace

void add_disc_contacts(const SurfaceQuery& query, const Vec3& centre, const Vec3& axis, double radius,
                       std::uint64_t body_feature) {
  const bool inside = query.is_inside(centre);
  Joints joints;
  for (const SurfaceTriangle& t : query.triangles()) {
    const Cut cut = cut_triangle(t, centre, axis);
    if (cut.count != 2) continue;
    const Vec3 along = cut.point[1] - cut.point[0];
    const double length_squared = along.squaredNorm();
    const double foot = length_squared > 0 ? (centre - cut.point[0]).dot(along) / length_squared : 0;
    joints.report(t.edge[cut.edge[0]], cut.point[0], t.normal, foot <= 0);
    joints.report(t.edge[cut.edge[1]], cut.point[1], t.normal, foot >= 1);
    const double cosine = t.normal.dot(axis);
    if (foot <= 0 || foot >= 1 || std::abs(cosine) > kCapCosine) continue;
    const double distance = t.height(centre);
    if ((distance < 0) != inside) continue;  // the back of some other slope
    const double sine = std::sqrt(1 - cosine * cosine);
    const Vec3 up = (t.normal - cosine * axis) / sine;
    query.add_round(centre, up, t.normal, distance - radius * sine,
                    surface_feature(body_feature, GroundFeature::triangle, t.index), false);
  }
  for (const Joint& joint : joints.items()) {
    if (joint.vetoed || joint.count == 0) continue;
    const Vec3 away = centre - joint.point;
    const double distance = away.norm();
    if (distance < kOnSurface) continue;
    Vec3 up = away / distance;
    const Vec3 outward = joint.count == 2 ? Vec3(joint.normal[0] + joint.normal[1]) : joint.normal[0];
    const double side = up.dot(outward) >= 0 ? 1 : -1;
    if ((side < 0) != inside) continue;
    up *= side;
    const Vec3 normal = joint_normal(joint, up, axis);
    if (std::abs(normal.dot(axis)) > kCapCosine) continue;
    query.add_round(centre, up, normal, (side * distance - radius) * up.dot(normal),
                    surface_feature(body_feature, GroundFeature::edge, joint.edge), false);
  }
}

}  // namespace drawbar::physics
