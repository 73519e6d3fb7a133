#include "physics/contact/continued_surfaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "physics/math/rotation.h"

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
/// What comes over a round piece no deeper than this (m) passes.
constexpr double kFlush = 2e-4;
/// Cosine of 1.5 degrees: pieces continue each other up to a bend of 1 degree.
constexpr double kSameSlope = 0.999657;
/// Pieces that bend more, up to about 45 degrees (cosine), meet in a ridge or a valley.
constexpr double kMostBend = 0.7;
/// By so much (sine of 1 degree) a normal leans beyond those of a ridge.
constexpr double kBeyondFan = 0.0175;
/// A normal is that of a face up to about this cosine (a milliradian, what iterated directions reach):
/// between it and the slope above, an edge would still push.
constexpr double kOwnFace = 1 - 5e-7;
/// The ball is laid along the normal of another contact, which at a gap may look aside by as much (cosine of
/// 40 degrees).
constexpr double kSameSide = 0.766;
/// Sine of the angle up to which a normal is across a cylinder's axis.
constexpr double kAcross = 0.5;
/// Below this sine two normals are each other's opposite.
constexpr double kUpsideDown = 1e-6;
/// Two points nearer than this (m) with one normal are one, met twice where pieces overlap.
constexpr double kSamePoint = 0.001;
/// Of those, a piece that is deeper by this much (m) is the one that carries.
constexpr double kDeeper = 1e-4;
/// Bodies whose ways in a substep differ by no more (m) move as one.
constexpr double kSameTravel = 2e-5;

constexpr std::uint64_t kBridge = std::uint64_t{1} << 62;  // features of points on a seam

Vec3 on_ground(const ContactPoint& point, bool mover_is_b) {
  return point.position - (mover_is_b ? 0.5 : -0.5) * point.gap * point.normal;
}

Vec3 on_mover(const ContactPoint& point, bool mover_is_b) {
  return point.position + (mover_is_b ? 0.5 : -0.5) * point.gap * point.normal;
}

bool is_polytope(const CollisionShape& shape) {
  return shape.kind == ShapeKind::box || shape.kind == ShapeKind::hull;
}

bool is_round(const CollisionShape& shape) {
  return shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::capsule ||
         shape.kind == ShapeKind::cylinder;
}

/// Whether pieces that pass over the shape can meet it with their seams: moving, or an edge that stays.
bool has_edges(const CollisionShape& shape) {
  return !shape.is_static || is_polytope(shape);
}

/// Out of the ground.
Vec3 normal_of(const ContactPoint& point, bool mover_is_b) {
  return mover_is_b ? point.normal : Vec3(-point.normal);
}

}  // namespace

ContinuedSurfaces::ContinuedSurfaces(std::span<const CollisionShape> shapes,
                                     std::vector<std::uint32_t> rigid_group,
                                     std::span<const std::uint32_t> sliders, std::size_t manifold_capacity)
    : shapes_(shapes),
      rigid_group_(std::move(rigid_group)),
      goes_with_(rigid_group_.size()),
      is_pieces_(rigid_group_.size()) {
  std::vector<int> pieces(rigid_group_.size());
  for (const CollisionShape& shape : shapes) {
    if (!shape.is_sensor) ++pieces[rigid_group_[shape.body]];
    if (shape.is_static && !shape.is_moved) ground_ = rigid_group_[shape.body];
  }
  for (std::size_t group = 0; group < pieces.size(); ++group) is_pieces_[group] = pieces[group] > 1;
  has_pieces_ = is_pieces_;
  std::iota(goes_with_.begin(), goes_with_.end(), 0u);
  for (const std::uint32_t body : sliders) {
    const auto same = [&](std::uint32_t other) { return rigid_group_[other] == rigid_group_[body]; };
    if (std::none_of(sliders_.begin(), sliders_.end(), same)) sliders_.push_back(body);
  }
  touches_.reserve(2 * manifold_capacity);
  ghosts_.reserve(kMaxManifoldPoints * manifold_capacity);
  bridges_.reserve(kMaxManifoldPoints * manifold_capacity);
  probe_.kind = ShapeKind::sphere;
  probe_.radius = probe_.size = kProbe;
  surface_.kind = ShapeKind::plane;
}

void ContinuedSurfaces::follow(std::span<const Vec3> travel) {
  travel_ = travel;
  if (sliders_.empty()) return;
  for (const std::uint32_t body : sliders_) {
    const std::uint32_t group = rigid_group_[body];
    goes_with_[group] = group;
    has_pieces_[group] = is_pieces_[group];
  }
  if (ground_) has_pieces_[*ground_] = is_pieces_[*ground_];
  if (travel.empty()) return;
  const auto join = [&](std::uint32_t group, std::uint32_t with) {
    goes_with_[group] = goes_with_[with];
    has_pieces_[goes_with_[with]] = 1;
  };
  for (std::size_t i = 0; i < sliders_.size(); ++i) {
    const Vec3& way = travel[sliders_[i]];
    const std::uint32_t group = rigid_group_[sliders_[i]];
    if (ground_ && way.squaredNorm() <= kSameTravel * kSameTravel) {
      join(group, *ground_);
      continue;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if ((travel[sliders_[j]] - way).squaredNorm() > kSameTravel * kSameTravel) continue;
      join(group, rigid_group_[sliders_[j]]);
      break;
    }
  }
}

/// Leaves in touches_ those of a mover with two or more pieces that move as one.
void ContinuedSurfaces::find_touches() {
  touches_.clear();
  const auto add = [&](std::uint32_t index, std::uint32_t mover, std::uint32_t ground, bool mover_is_b) {
    const std::uint32_t group = group_of(shapes_[ground].body);
    if (has_pieces_[group] != 0) touches_.push_back({mover, ground, group, index, mover_is_b});
  };
  for (std::uint32_t i = 0; i < manifolds_.size(); ++i) {
    const Manifold& manifold = manifolds_[i];
    add(i, manifold.shape_b, manifold.shape_a, true);
    if (has_edges(shapes_[manifold.shape_a])) add(i, manifold.shape_a, manifold.shape_b, false);
  }
  std::sort(touches_.begin(), touches_.end(), [](const Touch& x, const Touch& y) {
    return std::tie(x.mover, x.group, x.ground) < std::tie(y.mover, y.group, y.ground);
  });
  std::size_t kept = 0;
  for_each_run(Floor(touches_), same_floor, [&](Floor floor) {
    if (floor.size() < 2) return;
    std::copy(floor.begin(), floor.end(), touches_.begin() + static_cast<std::ptrdiff_t>(kept));
    kept += floor.size();
  });
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
    for (std::size_t j = i + 1; j < floor.size(); ++j) remove_doubles(floor[i], floor[j]);
  }
}

void ContinuedSurfaces::remove_doubles(const Touch& one, const Touch& other) const {
  const auto is_double = [&](const ContactPoint& x, const ContactPoint& y) {
    const Vec3 apart = on_mover(x, one.mover_is_b) - on_mover(y, other.mover_is_b);
    return apart.squaredNorm() <= kSamePoint * kSamePoint &&
           normal_of(x, one.mover_is_b).dot(normal_of(y, other.mover_is_b)) >= kSameSlope;
  };
  for (int k = 0; k < manifolds_[one.manifold].point_count; ++k) {
    for (int l = 0; l < manifolds_[other.manifold].point_count; ++l) {
      const ContactPoint& x = manifolds_[one.manifold].points[static_cast<std::size_t>(k)];
      const ContactPoint& y = manifolds_[other.manifold].points[static_cast<std::size_t>(l)];
      if (!is_double(x, y)) continue;
      if (y.gap < x.gap - kDeeper) {
        remove_point(one.manifold, k--);
        break;
      }
      remove_point(other.manifold, l--);
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

/// The seam across which `other`, which the mover touches too, continues a face of `touch`'s ground, if
/// `point` belongs to a side or an edge of that ground which the other thereby covers.
std::optional<ContinuedSurfaces::Seam> ContinuedSurfaces::seam_at(const ContactPoint& point,
                                                                  const Touch& touch, const Touch& other,
                                                                  NarrowPhaseScratch& scratch) {
  const Vec3 normal = normal_of(point, touch.mover_is_b);
  const Vec3 on_border = on_ground(point, touch.mover_is_b);
  // The nearest of the other piece's points says where its surface is.
  const auto others = std::as_const(manifolds_[other.manifold]).contacts();
  const auto nearest =
      std::min_element(others.begin(), others.end(), [&](const ContactPoint& x, const ContactPoint& y) {
        return (x.position - point.position).squaredNorm() < (y.position - point.position).squaredNorm();
      });
  if (nearest == others.end()) return std::nullopt;
  const Vec3 up = normal_of(*nearest, other.mover_is_b);
  const Vec3 aside = normal - normal.dot(up) * up;
  const double leaning = aside.norm();
  if (normal.dot(up) > kOwnFace || leaning < kUpsideDown) return std::nullopt;
  // The ground's face beside the border, at the height at which the mover touches the other piece.
  const double height = (nearest->position - on_border).dot(up);
  const Vec3 beside = on_border + height * up - (kBeside / leaning) * aside;
  const Candidate* face = feel(placed_[touch.ground], beside, up, scratch);
  if (face == nullptr || face->normal.dot(up) < kSameSide) return std::nullopt;
  Seam seam;
  seam.normal = face->normal;
  seam.felt = up;
  seam.border = on_border + (face->on_a - on_border).dot(seam.normal) * seam.normal;
  if (normal.dot(seam.normal) > kOwnFace) return std::nullopt;
  seam.outwards = (normal - normal.dot(seam.normal) * seam.normal).normalized();
  const double lean = normal.dot(seam.outwards);
  const bool continues = std::any_of(kBeyond.begin(), kBeyond.end(), [&](double beyond) {
    const Vec3 place = seam.border + beyond * seam.outwards;
    const Candidate* next = feel(placed_[other.ground], place, seam.normal, scratch);
    if (next == nullptr || next->normal.dot(seam.normal) < kMostBend) return false;
    // The other's face, as it goes on to the border.
    if (!(std::fabs((next->on_a - seam.border).dot(next->normal)) < kSameHeight)) return false;
    // Over a ridge the normals between those of the two faces are real, in a valley none is.
    const bool is_smooth = next->normal.dot(seam.normal) > kSameSlope;
    return is_smooth || lean > std::max(0.0, next->normal.dot(seam.outwards)) + kBeyondFan;
  });
  return continues ? std::optional(seam) : std::nullopt;
}

/// A point ahead bounds the mover by the plane that touches there; a round piece falls away from that plane.
/// Where a box or hull passes over such a piece in the coming substep, as over the next of a row of rollers,
/// the point is left out.
void ContinuedSurfaces::leave_out_passed(const Touch& touch, NarrowPhaseScratch& scratch) {
  if (travel_.empty() || shapes_[touch.mover].is_static || !is_polytope(shapes_[touch.mover]) ||
      !is_round(shapes_[touch.ground])) {
    return;
  }
  const Vec3 way = travel_[shapes_[touch.mover].body] - travel_[shapes_[touch.ground].body];
  const auto is_ahead = [&](const ContactPoint& point) {
    return point.gap > 0 && -2 * normal_of(point, touch.mover_is_b).dot(way) > point.gap;
  };
  const auto points = std::as_const(manifolds_[touch.manifold]).contacts();
  if (std::none_of(points.begin(), points.end(), is_ahead)) return;
  PlacedShape moved = placed_[touch.mover];
  moved.position += way;
  found_.clear();
  if (touch.mover_is_b) {
    find_contacts(placed_[touch.ground], moved, 0, scratch, found_);
  } else {
    find_contacts(moved, placed_[touch.ground], 0, scratch, found_);
  }
  for (int i = 0; i < found_.count(); ++i) {
    if (found_[i].gap < -kFlush) return;
  }
  for (int k = manifolds_[touch.manifold].point_count; k-- > 0;) {
    if (is_ahead(manifolds_[touch.manifold].points[static_cast<std::size_t>(k)]))
      remove_point(touch.manifold, k);
  }
}

void ContinuedSurfaces::find_ghosts(Floor floor, NarrowPhaseScratch& scratch) {
  ghosts_.clear();
  for (std::uint32_t t = 0; t < floor.size(); ++t) {
    const Manifold& manifold = manifolds_[floor[t].manifold];
    for (int k = 0; k < manifold.point_count; ++k) {
      const ContactPoint& point = manifold.points[static_cast<std::size_t>(k)];
      for (const Touch& other : floor) {
        if (other.ground == floor[t].ground) continue;
        const auto seam = seam_at(point, floor[t], other, scratch);
        if (!seam) continue;
        ghosts_.push_back({t, k, *seam});
        break;
      }
    }
  }
}

/// Puts into bridges_ the mover's own points above the surface's plane at the seam.
void ContinuedSurfaces::bridge(const Touch& touch, const Seam& seam, double margin) {
  Vec3 first, second;
  tangents_of(seam.normal, first, second);
  PlacedShape plane{&surface_, seam.border, Mat3::Identity()};
  plane.rotation << first, second, seam.normal;
  found_.clear();
  find_plane_contacts(plane, placed_[touch.mover], margin, found_);
  if (!touch.mover_is_b) found_.flip();
  found_.reduce({});
  const double reach = 2 * kBeyond.back();
  for (int i = 0; i < found_.count() && bridges_.size() < bridges_.capacity(); ++i) {
    Candidate point = found_[i];
    const Vec3 way = point.on_a - seam.border;
    if (std::fabs(way.dot(seam.outwards)) > reach) continue;
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
  const auto unsupported = std::find_if(ghosts_.begin(), ghosts_.end(), [&](const Ghost& ghost) {
    return !touches_surface(ghost.seam.normal) && !touches_surface(ghost.seam.felt);
  });
  if (unsupported != ghosts_.end()) bridge(floor[unsupported->touch], unsupported->seam, margin);
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
  for_each_run(touches(), same_floor, [&](Floor floor) {
    for (const Touch& touch : floor) leave_out_passed(touch, scratch);
    find_ghosts(floor, scratch);
    resolve(floor, margin);
    // An edge that stays has no spring that would be pressed twice.
    if (shapes_[floor[0].mover].is_static) return;
    remove_doubles(floor);
    unite_lines(floor);
  });
  return !touches_.empty();
}

}  // namespace drawbar::physics
