// Two boxes: the axis of least overlap among 6 face normals and 9 edge products, then the touching faces
// clipped.
#include <algorithm>
#include <array>
#include <cmath>

#include "physics/contact/convex_contacts.h"
#include "physics/contact/polygon_clip.h"

namespace drawbar::physics {
namespace {

// An axis of another kind must be better by this part of the smaller box to be taken: face before edge, a's
// faces before b's, so that resting boxes do not change their minds.
constexpr double kPreference = 1e-3;
// Edges more parallel than this (sine) make no axis of their own.
constexpr double kParallel = 1e-3;

enum class AxisKind { face_a, face_b, edges };

struct Axis {
  AxisKind kind = AxisKind::face_a;
  int i = 0;                   ///< face axis, or edge direction of a
  int j = 0;                   ///< edge direction of b
  double overlap = 0;          ///< separation, m: negative when overlapping
  Vec3 normal = Vec3::Zero();  ///< from a to b, in a's axes
};

/// The box b seen from the box a.
struct Relative {
  Vec3 half_a;
  Vec3 half_b;
  Mat3 rotation;  ///< b's axes to a's
  Vec3 centre;    ///< of b in a's axes
};

bool find_axis(const Relative& r, double margin, Axis& best) {
  const Mat3 absolute = r.rotation.cwiseAbs();
  const double preference = kPreference * std::min(r.half_a.minCoeff(), r.half_b.minCoeff());
  best.overlap = -1e300;
  for (int i = 0; i < 3; ++i) {
    const double s = std::abs(r.centre[i]) - r.half_a[i] - absolute.row(i).dot(r.half_b);
    if (s > margin) return false;
    if (s > best.overlap) best = {AxisKind::face_a, i, 0, s, (r.centre[i] < 0 ? -1 : 1) * Vec3::Unit(i)};
  }
  Axis of_b;
  of_b.overlap = -1e300;
  for (int j = 0; j < 3; ++j) {
    const double along = r.centre.dot(r.rotation.col(j));
    const double s = std::abs(along) - r.half_b[j] - absolute.col(j).dot(r.half_a);
    if (s > margin) return false;
    if (s > of_b.overlap) of_b = {AxisKind::face_b, j, 0, s, (along < 0 ? -1 : 1) * r.rotation.col(j)};
  }
  if (of_b.overlap > best.overlap + preference) best = of_b;

  Axis of_edges;
  of_edges.overlap = -1e300;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const double sine = std::sqrt(std::max(0.0, 1 - r.rotation(i, j) * r.rotation(i, j)));
      if (sine < kParallel) continue;
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      const double along = r.centre[i2] * r.rotation(i1, j) - r.centre[i1] * r.rotation(i2, j);
      const double reach = r.half_a[i1] * absolute(i2, j) + r.half_a[i2] * absolute(i1, j) +
                           r.half_b[j1] * absolute(i, j2) + r.half_b[j2] * absolute(i, j1);
      const double s = (std::abs(along) - reach) / sine;
      if (s > margin) return false;
      if (s > of_edges.overlap) {
        const Vec3 product = Vec3::Unit(i).cross(r.rotation.col(j));
        of_edges = {AxisKind::edges, i, j, s, (along < 0 ? -1 : 1) / sine * product};
      }
    }
  }
  if (of_edges.overlap > best.overlap + preference) best = of_edges;
  return true;
}

/// The face of `incident` that looks most against `normal` (world), as a polygon over the face `axis` of
/// `reference` (normal = side x its column), clipped to that face.
void clip_faces(const PlacedShape& reference, int axis, double side, const PlacedShape& incident,
                double margin, bool reference_is_a, Candidates& out) {
  const Vec3 normal = side * reference.rotation.col(axis);
  const Vec3 seen = incident.rotation.transpose() * normal;
  int facing = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::abs(seen[k]) > std::abs(seen[facing])) facing = k;
  }
  const double facing_side = seen[facing] > 0 ? -1 : 1;
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  const Vec3& half = reference.shape->half_size;
  const Vec3& incident_half = incident.shape->half_size;

  ClipPolygon polygon;
  const Vec3 face_centre =
      incident.position + facing_side * incident_half[facing] * incident.rotation.col(facing);
  const Vec3 step_u = incident_half[(facing + 1) % 3] * incident.rotation.col((facing + 1) % 3);
  const Vec3 step_v = incident_half[(facing + 2) % 3] * incident.rotation.col((facing + 2) % 3);
  constexpr double kCorner[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  for (int k = 0; k < 4; ++k) {
    const Vec3 local = reference.to_local(face_centre + kCorner[k][0] * step_u + kCorner[k][1] * step_v);
    polygon.add({local[u], local[v], side * local[axis] - half[axis]}, static_cast<std::uint8_t>(k));
  }
  polygon.clip(Vec3(1, 0, 0), half[u], 16);
  polygon.clip(Vec3(-1, 0, 0), half[u], 17);
  polygon.clip(Vec3(0, 1, 0), half[v], 18);
  polygon.clip(Vec3(0, -1, 0), half[v], 19);

  const auto face_id = static_cast<std::uint64_t>((reference_is_a ? 0 : 6) + 2 * axis + (side > 0 ? 1 : 0));
  const auto facing_id = static_cast<std::uint64_t>(2 * facing + (facing_side > 0 ? 1 : 0));
  for (int k = 0; k < polygon.count(); ++k) {
    const ClipVertex& p = polygon[k];
    if (p.position.z() > margin) continue;
    Vec3 local;
    local[u] = p.position.x();
    local[v] = p.position.y();
    local[axis] = side * half[axis];
    const Vec3 on_reference = reference.to_world(local);
    const Vec3 on_incident = on_reference + p.position.z() * normal;
    const std::uint64_t feature = (1 + face_id) << 24 | facing_id << 16 | polygon.feature(k);
    if (reference_is_a) {
      out.add({on_reference, on_incident, normal, p.position.z(), feature});
    } else {
      out.add({on_incident, on_reference, -normal, p.position.z(), feature});
    }
  }
}

void add_edge_contact(const PlacedShape& a, const PlacedShape& b, const Axis& axis, Candidates& out) {
  const Vec3 normal = a.rotation * axis.normal;
  // The edge of each box that reaches farthest along (against) the normal.
  const auto edge_centre = [](const PlacedShape& box, int direction, const Vec3& towards, std::uint64_t& id) {
    Vec3 local = Vec3::Zero();
    id = static_cast<std::uint64_t>(direction) * 4;
    for (int step = 1; step < 3; ++step) {
      const int k = (direction + step) % 3;
      const bool positive = box.rotation.col(k).dot(towards) > 0;
      local[k] = positive ? box.shape->half_size[k] : -box.shape->half_size[k];
      if (positive) id += static_cast<std::uint64_t>(step);
    }
    return box.to_world(local);
  };
  std::uint64_t id_a = 0;
  std::uint64_t id_b = 0;
  const Vec3 centre_a = edge_centre(a, axis.i, normal, id_a);
  const Vec3 centre_b = edge_centre(b, axis.j, -normal, id_b);
  const Vec3 along_a = a.rotation.col(axis.i);
  const Vec3 along_b = b.rotation.col(axis.j);
  // Nearest points of the two lines.
  const Vec3 between = centre_b - centre_a;
  const double cosine = along_a.dot(along_b);
  const double square = 1 - cosine * cosine;
  const double at_a = (between.dot(along_a) - cosine * between.dot(along_b)) / square;
  const double at_b = (cosine * between.dot(along_a) - between.dot(along_b)) / square;
  if (std::abs(at_a) > a.shape->half_size[axis.i] || std::abs(at_b) > b.shape->half_size[axis.j]) return;
  out.add({centre_a + at_a * along_a, centre_b + at_b * along_b, normal, axis.overlap,
           std::uint64_t{1} << 32 | id_a << 8 | id_b});
}

}  // namespace

void find_box_contacts(const PlacedShape& a, const PlacedShape& b, double margin, Candidates& out) {
  const Relative relative{a.shape->half_size, b.shape->half_size, a.rotation.transpose() * b.rotation,
                          a.to_local(b.position)};
  Axis axis;
  if (!find_axis(relative, margin, axis)) return;
  switch (axis.kind) {
    case AxisKind::face_a:
      clip_faces(a, axis.i, axis.normal[axis.i] > 0 ? 1 : -1, b, margin, true, out);
      break;
    case AxisKind::face_b: {
      // The normal looks from a to b, b's face from b to a.
      const double side = axis.normal.dot(relative.rotation.col(axis.i)) > 0 ? -1 : 1;
      clip_faces(b, axis.i, side, a, margin, false, out);
      break;
    }
    case AxisKind::edges:
      add_edge_contact(a, b, axis, out);
      break;
  }
}

}  // namespace drawbar::physics
