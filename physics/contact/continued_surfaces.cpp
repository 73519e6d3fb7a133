#include "physics/contact/continued_surfaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace drawbar::physics {
namespace {

/// Pieces continue each other over a gap or an overlap of at most 10 mm along the surface: it is felt for
/// this far beyond a piece's border (m), at these places.
constexpr std::array<double, 3> kBeyond{0.001, 0.006, 0.011};
/// Beside the border, on the piece itself (m): far enough in for its face to be what is nearest.
constexpr double kBeside = 0.003;
/// Radius (m) of the ball that feels: it lies on the surface.
constexpr double kProbe = 0.01;
/// Pieces that differ by 0.2 mm continue each other, by 2 mm they do not; between the two either is right
/// (m).
constexpr double kSameHeight = 0.001;
/// Cosine of 1.5 degrees: pieces continue each other up to a bend of 1 degree.
constexpr double kSameSlope = 0.999657;
/// A normal is that of a face up to about this cosine (a milliradian, what iterated directions reach):
/// between it and the slope above, an edge would still push.
constexpr double kOwnFace = 1 - 5e-7;
/// The ball is laid along the normal of another contact, which at a gap may look aside by as much (cosine of
/// 40 degrees).
constexpr double kSameSide = 0.766;
/// Sine of the angle up to which a normal is across a cylinder's axis.
constexpr double kAcross = 0.5;
/// Two points nearer than this (m) with one normal are one, met twice where pieces overlap.
constexpr double kSamePoint = 0.001;
/// Of those, a piece that is deeper by this much (m) is the one that carries.
constexpr double kDeeper = 1e-4;

constexpr std::uint64_t kBridge = std::uint64_t{1} << 62;  // features of points on a seam

Vec3 on_ground(const ContactPoint& point, bool mover_is_b) {
  return point.position - (mover_is_b ? 0.5 : -0.5) * point.gap * point.normal;
}

Vec3 on_mover(const ContactPoint& point, bool mover_is_b) {
  return point.position + (mover_is_b ? 0.5 : -0.5) * point.gap * point.normal;
}

/// Out of the ground.
Vec3 normal_of(const ContactPoint& point, bool mover_is_b) {
  return mover_is_b ? point.normal : Vec3(-point.normal);
}

}  // namespace

ContinuedSurfaces::ContinuedSurfaces(std::span<const CollisionShape> shapes,
                                     std::vector<std::uint32_t> rigid_group, std::size_t manifold_capacity)
    : shapes_(shapes), rigid_group_(std::move(rigid_group)), has_pieces_(rigid_group_.size()) {
  std::vector<int> pieces(rigid_group_.size());
  for (const CollisionShape& shape : shapes) {
    if (!shape.is_sensor) ++pieces[rigid_group_[shape.body]];
  }
  for (std::size_t group = 0; group < pieces.size(); ++group) has_pieces_[group] = pieces[group] > 1;
  touches_.reserve(2 * manifold_capacity);
  ghosts_.reserve(kMaxManifoldPoints * manifold_capacity);
  bridges_.reserve(kMaxManifoldPoints * manifold_capacity);
  probe_.kind = ShapeKind::sphere;
  probe_.radius = probe_.size = kProbe;
  surface_.kind = ShapeKind::plane;
}

/// Leaves in touches_ those of a mover with two or more pieces that move as one.
void ContinuedSurfaces::find_touches() {
  touches_.clear();
  const auto add = [&](std::uint32_t index, std::uint32_t mover, std::uint32_t ground, bool mover_is_b) {
    const std::uint32_t group = rigid_group_[shapes_[ground].body];
    if (has_pieces_[group] != 0) touches_.push_back({mover, ground, group, index, mover_is_b});
  };
  for (std::uint32_t i = 0; i < manifolds_.size(); ++i) {
    const Manifold& manifold = manifolds_[i];
    add(i, manifold.shape_b, manifold.shape_a, true);
    if (!shapes_[manifold.shape_a].is_static) add(i, manifold.shape_a, manifold.shape_b, false);
  }
  std::sort(touches_.begin(), touches_.end(), [](const Touch& x, const Touch& y) {
    return std::tie(x.mover, x.group, x.ground) < std::tie(y.mover, y.group, y.ground);
  });
  std::size_t kept = 0;
  for (std::size_t first = 0, last = 0; first < touches_.size(); first = last) {
    while (last < touches_.size() && touches_[last].mover == touches_[first].mover &&
           touches_[last].group == touches_[first].group) {
      ++last;
    }
    if (last - first < 2) continue;
    for (std::size_t i = first; i < last; ++i) touches_[kept++] = touches_[i];
  }
  touches_.resize(kept);
}

void ContinuedSurfaces::remove_point(std::uint32_t manifold, int index) const {
  Manifold& from = manifolds_[manifold];
  for (int i = index; i + 1 < from.point_count; ++i) {
    from.points[static_cast<std::size_t>(i)] = from.points[static_cast<std::size_t>(i + 1)];
  }
  --from.point_count;
}

/// Where pieces overlap, a point of the mover is met twice; a tyre's spring would be there twice.
void ContinuedSurfaces::remove_doubles(Floor floor) const {
  for (std::size_t i = 0; i < floor.size(); ++i) {
    const Manifold& one = manifolds_[floor[i].manifold];
    for (std::size_t j = i + 1; j < floor.size(); ++j) {
      const Manifold& other = manifolds_[floor[j].manifold];
      for (int k = 0; k < one.point_count; ++k) {
        for (int l = 0; l < other.point_count; ++l) {
          const ContactPoint& x = one.points[static_cast<std::size_t>(k)];
          const ContactPoint& y = other.points[static_cast<std::size_t>(l)];
          const Vec3 apart = on_mover(x, floor[i].mover_is_b) - on_mover(y, floor[j].mover_is_b);
          if (apart.squaredNorm() > kSamePoint * kSamePoint) continue;
          if (normal_of(x, floor[i].mover_is_b).dot(normal_of(y, floor[j].mover_is_b)) < kSameSlope) continue;
          if (y.gap < x.gap - kDeeper) {
            remove_point(floor[i].manifold, k--);
            break;
          }
          remove_point(floor[j].manifold, l--);
        }
      }
    }
  }
}

/// A cylinder that lies across a seam meets each piece along a part of its line: the two ends of the whole
/// line are what it stands on, in one manifold, so that a tyre's spring is pressed once.
void ContinuedSurfaces::unite_lines(Floor floor) {
  if (shapes_[floor[0].mover].kind != ShapeKind::cylinder) return;
  struct End {
    std::size_t touch = 0;
    int point = 0;
    double along = 0;
  };
  std::array<End, 32> line;
  std::size_t count = 0;
  const Vec3 axis = placed_[floor[0].mover].axis();
  Vec3 normal = Vec3::Zero();
  for (std::size_t t = 0; t < floor.size(); ++t) {
    if (floor[t].mover_is_b != floor[0].mover_is_b) return;
    const Manifold& manifold = manifolds_[floor[t].manifold];
    for (int k = 0; k < manifold.point_count && count < line.size(); ++k) {
      const ContactPoint& point = manifold.points[static_cast<std::size_t>(k)];
      if (std::fabs(axis.dot(point.normal)) > kAcross) continue;
      if (count == 0) normal = point.normal;
      if (normal.dot(point.normal) < kSameSlope) continue;
      line[count++] = {t, k, axis.dot(point.position)};
    }
  }
  if (count < 2 || line[0].touch == line[count - 1].touch) return;
  const auto by_place = [](const End& x, const End& y) { return x.along < y.along; };
  const auto [first, last] =
      std::minmax_element(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(count), by_place);
  const std::size_t home = std::min(first->touch, last->touch);
  for (std::size_t i = count; i-- > 0;) {
    const End& end = line[i];
    const bool is_end = &end == &*first || &end == &*last;
    if (is_end && end.touch == home) continue;
    const Touch& touch = floor[end.touch];
    const ContactPoint point = manifolds_[touch.manifold].points[static_cast<std::size_t>(end.point)];
    remove_point(touch.manifold, end.point);
    if (!is_end || bridges_.size() == bridges_.capacity()) continue;
    const Vec3 half = 0.5 * point.gap * point.normal;
    const std::uint64_t feature = kBridge | (static_cast<std::uint64_t>(touch.ground) << 20) | point.feature;
    bridges_.push_back({floor[home].manifold,
                        {point.position - half, point.position + half, point.normal, point.gap, feature},
                        point.surface});
  }
}

/// The point of `ground` that a ball meets which lies on `point` from the side of `up`, or null.
const Candidate* ContinuedSurfaces::feel(const PlacedShape& ground, const Vec3& point, const Vec3& up,
                                         NarrowPhaseScratch& scratch) {
  const PlacedShape ball{&probe_, point + kProbe * up, Mat3::Identity()};
  found_.clear();
  find_contacts(ground, ball, kProbe, scratch, found_);
  const Candidate* nearest = nullptr;
  for (int i = 0; i < found_.count(); ++i) {
    if (nearest == nullptr || found_[i].gap < nearest->gap) nearest = &found_[i];
  }
  return nearest;
}

/// Whether `other`, which the mover touches at `on_other`, continues a face of `ground` across the side or
/// edge that a contact with `normal` (out of the ground) at the point `on_ground` belongs to.
bool ContinuedSurfaces::is_ghost(const Vec3& on_ground, const Vec3& normal, const PlacedShape& ground,
                                 const PlacedShape& other, const ContactPoint& on_other,
                                 const Vec3& other_normal, NarrowPhaseScratch& scratch, Ghost& ghost) {
  const Vec3 aside = normal - normal.dot(other_normal) * other_normal;
  const double leaning = aside.norm();
  if (leaning < 1e-6) return false;
  // The ground's face beside the border, at the height at which the mover touches the other piece.
  const double height = (on_other.position - on_ground).dot(other_normal);
  const Vec3 beside = on_ground + height * other_normal - (kBeside / leaning) * aside;
  const Candidate* face = feel(ground, beside, other_normal, scratch);
  if (face == nullptr || face->normal.dot(other_normal) < kSameSide) return false;
  ghost.normal = face->normal;
  ghost.border = on_ground + (face->on_a - on_ground).dot(ghost.normal) * ghost.normal;
  if (normal.dot(ghost.normal) > kOwnFace) return false;
  ghost.outwards = (normal - normal.dot(ghost.normal) * ghost.normal).normalized();
  return std::any_of(kBeyond.begin(), kBeyond.end(), [&](double beyond) {
    const Vec3 place = ghost.border + beyond * ghost.outwards;
    const Candidate* next = feel(other, place, ghost.normal, scratch);
    return next != nullptr && next->normal.dot(ghost.normal) > kSameSlope &&
           std::fabs((next->on_a - ghost.border).dot(ghost.normal)) < kSameHeight;
  });
}

void ContinuedSurfaces::find_ghosts(Floor floor, NarrowPhaseScratch& scratch) {
  ghosts_.clear();
  for (std::uint32_t t = 0; t < floor.size(); ++t) {
    const Touch& touch = floor[t];
    const Manifold& manifold = manifolds_[touch.manifold];
    for (int k = 0; k < manifold.point_count; ++k) {
      const ContactPoint& point = manifold.points[static_cast<std::size_t>(k)];
      const Vec3 normal = normal_of(point, touch.mover_is_b);
      const auto covers = [&](const Touch& other) {
        if (other.ground == touch.ground) return false;
        // The nearest of the other piece's points says where its surface is.
        const ContactPoint* nearest = nullptr;
        for (const ContactPoint& candidate : manifolds_[other.manifold].contacts()) {
          if (nearest == nullptr || (candidate.position - point.position).squaredNorm() <
                                        (nearest->position - point.position).squaredNorm()) {
            nearest = &candidate;
          }
        }
        if (nearest == nullptr) return false;
        const Vec3 other_normal = normal_of(*nearest, other.mover_is_b);
        if (normal.dot(other_normal) > kOwnFace) return false;
        Ghost ghost{t, k};
        if (!is_ghost(on_ground(point, touch.mover_is_b), normal, placed_[touch.ground],
                      placed_[other.ground], *nearest, other_normal, scratch, ghost)) {
          return false;
        }
        ghosts_.push_back(ghost);
        return true;
      };
      static_cast<void>(std::any_of(floor.begin(), floor.end(), covers));
    }
  }
}

/// Puts into bridges_ the mover's own points above the surface's plane at the seam.
void ContinuedSurfaces::bridge(const Touch& touch, const Ghost& ghost, double margin) {
  PlacedShape plane{&surface_, ghost.border, Mat3::Identity()};
  const int least = std::fabs(ghost.normal.x()) < 0.6 ? 0 : 1;
  plane.rotation.col(0) = ghost.normal.cross(Vec3::Unit(least)).normalized();
  plane.rotation.col(1) = ghost.normal.cross(plane.rotation.col(0));
  plane.rotation.col(2) = ghost.normal;
  found_.clear();
  find_plane_contacts(plane, placed_[touch.mover], margin, found_);
  if (!touch.mover_is_b) found_.flip();
  found_.reduce({});
  const double reach = 2 * kBeyond.back();
  for (int i = 0; i < found_.count() && bridges_.size() < bridges_.capacity(); ++i) {
    Candidate point = found_[i];
    const Vec3 way = point.on_a - ghost.border;
    if (std::fabs(way.dot(ghost.outwards)) > reach) continue;
    point.feature |= kBridge;
    bridges_.push_back({touch.manifold, point, nullptr});
  }
}

void ContinuedSurfaces::resolve(Floor floor, double margin) {
  const auto is_listed = [&](std::uint32_t touch, int point) {
    return std::any_of(ghosts_.begin(), ghosts_.end(),
                       [&](const Ghost& ghost) { return ghost.touch == touch && ghost.point == point; });
  };
  const auto touches_surface = [&](const Vec3& normal) {
    for (std::uint32_t t = 0; t < floor.size(); ++t) {
      const Manifold& manifold = manifolds_[floor[t].manifold];
      for (int k = 0; k < manifold.point_count; ++k) {
        const Vec3 its = normal_of(manifold.points[static_cast<std::size_t>(k)], floor[t].mover_is_b);
        if (its.dot(normal) > kSameSlope && !is_listed(t, k)) return true;
      }
    }
    return false;
  };
  bool is_bridged = false;
  for (const Ghost& ghost : ghosts_) {
    if (is_bridged || touches_surface(ghost.normal)) continue;
    bridge(floor[ghost.touch], ghost, margin);
    is_bridged = true;
  }
  for (std::size_t g = ghosts_.size(); g-- > 0;) {
    remove_point(floor[ghosts_[g].touch].manifold, ghosts_[g].point);
  }
}

bool ContinuedSurfaces::apply(std::span<Manifold> manifolds, std::span<const PlacedShape> placed,
                              double margin, NarrowPhaseScratch& scratch) {
  manifolds_ = manifolds;
  placed_ = placed;
  bridges_.clear();
  find_touches();
  for (std::size_t first = 0, last = 0; first < touches_.size(); first = last) {
    while (last < touches_.size() && touches_[last].mover == touches_[first].mover &&
           touches_[last].group == touches_[first].group) {
      ++last;
    }
    const Floor floor(touches_.data() + first, last - first);
    find_ghosts(floor, scratch);
    resolve(floor, margin);
    remove_doubles(floor);
    unite_lines(floor);
  }
  return !touches_.empty();
}

}  // namespace drawbar::physics
