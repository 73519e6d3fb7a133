// Any two convex shapes: direction and depth from their support points, the manifold from their facing
// features.
#include <algorithm>
#include <cmath>

#include "physics/contact/convex_contacts.h"
#include "physics/contact/polygon_clip.h"
#include "physics/contact/separation.h"
#include "physics/contact/support.h"

namespace drawbar::physics {
namespace {

// A face whose normal is this near to the direction found (cosine), and parts the shapes as well up to
// kFaceTolerance of their size, is what touches: its exact normal is taken.
constexpr double kFaceCosine = 0.9999;
constexpr double kFaceTolerance = 1e-7;
// Faces that lean more than this (cosine) do not carry a manifold; the nearest points do.
constexpr double kManifoldCosine = 0.9;
// A manifold that misses the deepest point by more than this part of the smaller shape gets it added.
constexpr double kMissed = 1e-4;

constexpr std::uint64_t kNearestPoints = 1;  // feature of the lone contact

double separation_along(const PlacedShape& a, const PlacedShape& b, const Vec3& normal) {
  return normal.dot(core_support(b, -normal) - core_support(a, normal)) - rounding(*a.shape) -
         rounding(*b.shape);
}

/// Takes the exact normal of a touching face in place of the one found by iteration.
void snap_to_face(const PlacedShape& a, const PlacedShape& b, const Feature& of_a, const Feature& of_b,
                  Separation& s) {
  const double tolerance = kFaceTolerance * std::min(a.shape->size, b.shape->size);
  const auto try_normal = [&](const Vec3& normal) {
    if (normal.dot(s.normal) < kFaceCosine) return false;
    const double gap = separation_along(a, b, normal);
    if (gap < s.gap - tolerance) return false;
    s.normal = normal;
    s.gap = gap;
    return true;
  };
  if (of_a.is_polygon() && try_normal(of_a.normal)) return;
  if (of_b.is_polygon()) try_normal(-of_b.normal);
}

/// Cuts `incident` to the outline of the polygon `reference` and adds its corners with their gaps along
/// `normal`, which looks from the reference to the other shape.
void clip_to_reference(const Feature& reference, const Feature& incident, const Vec3& normal, double margin,
                       bool reference_is_a, Candidates& out) {
  const double facing = reference.normal.dot(normal);
  const Vec3 origin = reference.corner[0];
  const Vec3 u = (reference.corner[1] - origin).cross(normal).normalized().cross(normal);
  const Vec3 v = normal.cross(u);
  const auto flat = [&](const Vec3& x) {
    const Vec3 from = x - origin;
    return Vec3(from.dot(u), from.dot(v), reference.normal.dot(from) / facing);
  };
  ClipPolygon polygon;
  for (int k = 0; k < incident.count; ++k) {
    polygon.add(flat(incident.corner[static_cast<std::size_t>(k)]), static_cast<std::uint8_t>(k));
  }
  for (int k = 0; k < reference.count; ++k) {
    const Vec3 from = flat(reference.corner[static_cast<std::size_t>(k)]);
    const Vec3 to = flat(reference.corner[static_cast<std::size_t>((k + 1) % reference.count)]);
    // Counter-clockwise about the face's normal, so the outside is to the right.
    const Vec3 outward(to.y() - from.y(), from.x() - to.x(), 0);
    const double length = outward.norm();
    if (!(length > 0)) continue;
    polygon.clip(outward / length, outward.dot(from) / length,
                 static_cast<std::uint8_t>(Feature::kCapacity + k));
  }
  const std::uint64_t faces = std::uint64_t{1} << 48 | (reference_is_a ? 0 : std::uint64_t{1} << 47) |
                              reference.id << 32 | incident.id << 16;
  for (int k = 0; k < polygon.count(); ++k) {
    const Vec3& p = polygon[k].position;
    if (p.z() > margin) continue;
    // Height is measured along the normal from the reference's plane to the incident point.
    const Vec3 in_plane = p.x() * u + p.y() * v;
    const double along = (p.z() * facing - reference.normal.dot(in_plane)) / facing;
    const Vec3 on_incident = origin + in_plane + along * normal;
    const Vec3 on_reference = on_incident - p.z() * normal;
    const std::uint64_t feature = faces | polygon.feature(k);
    if (reference_is_a) {
      out.add({on_reference, on_incident, normal, p.z(), feature});
    } else {
      out.add({on_incident, on_reference, -normal, p.z(), feature});
    }
  }
}

/// Two segments that run side by side touch at the ends of their common part. They are lines of round sides
/// of radii that add up to `radius` (m): where they cross, the sides part with the square of the distance.
void add_parallel_segments(const Feature& a, const Feature& b, const Vec3& normal, double radius,
                           double margin, Candidates& out) {
  constexpr double kSideBySide = 0.7;
  const Vec3 along_a = a.corner[1] - a.corner[0];
  const Vec3 along_b = b.corner[1] - b.corner[0];
  const double squared = along_a.squaredNorm();
  if (along_a.cross(along_b).norm() > kSideBySide * along_a.norm() * along_b.norm()) return;
  const double first = (b.corner[0] - a.corner[0]).dot(along_a) / squared;
  const double last = (b.corner[1] - a.corner[0]).dot(along_a) / squared;
  const double low = std::max(0.0, std::min(first, last));
  const double high = std::min(1.0, std::max(first, last));
  if (low >= high) return;
  for (const double part : {low, high}) {
    const Vec3 on_a = a.corner[0] + part * along_a;
    const Vec3 on_b = b.corner[0] + (part - first) / (last - first) * along_b;
    const double straight = normal.dot(on_b - on_a);
    const double aside = (on_b - on_a - straight * normal).squaredNorm();
    const double gap = straight + aside / (2 * radius);
    if (gap <= margin)
      out.add({on_a, on_a + gap * normal, normal, gap, std::uint64_t{1} << 49 | (part == low ? 0u : 1u)});
  }
}

/// Whether b's bounds in the axes of a are further than `margin` from a's own: what a wheel beside a chassis
/// is spared the search for.
bool is_beside(const PlacedShape& a, const PlacedShape& b, double margin) {
  PlacedShape own;
  own.shape = a.shape;
  PlacedShape other;
  other.shape = b.shape;
  other.position = a.to_local(b.position);
  other.rotation = a.rotation.transpose() * b.rotation;
  return !bounds_of(own).expanded(margin).overlaps(bounds_of(other));
}

}  // namespace

void find_general_contacts(const PlacedShape& a, const PlacedShape& b, double margin, Candidates& out) {
  if (is_beside(a, b, margin) || is_beside(b, a, margin)) return;
  Separation s = find_separation(a, b, margin);
  if (s.gap > margin) return;
  const Feature of_a = facing_feature(a, s.normal);
  const Feature of_b = facing_feature(b, -s.normal);
  snap_to_face(a, b, of_a, of_b, s);
  const double facing_a = of_a.is_polygon() ? of_a.normal.dot(s.normal) : 0;
  const double facing_b = of_b.is_polygon() ? -of_b.normal.dot(s.normal) : 0;
  constexpr double kPreferA = 1e-6;
  if (std::max(facing_a, facing_b) > kManifoldCosine) {
    if (facing_a > facing_b - kPreferA) {
      clip_to_reference(of_a, of_b, s.normal, margin, true, out);
    } else {
      clip_to_reference(of_b, of_a, -s.normal, margin, false, out);
    }
  } else if (of_a.is_segment() && of_b.is_segment()) {
    // Only round sides have segments.
    add_parallel_segments(of_a, of_b, s.normal, a.shape->radius + b.shape->radius, margin, out);
  }
  double deepest = margin;
  for (int i = 0; i < out.count(); ++i) deepest = std::min(deepest, out[i].gap);
  if (out.count() == 0 || deepest > s.gap + kMissed * std::min(a.shape->size, b.shape->size)) {
    out.add({s.on_a, s.on_b, s.normal, s.gap, kNearestPoints});
  }
}

}  // namespace drawbar::physics
