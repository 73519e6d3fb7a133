// Parts of the surface routines: the ground near one shape, and how a found point becomes a candidate.
#pragma once

#include <cstdint>

#include "physics/contact/smooth_ground.h"
#include "physics/contact/surface_contacts.h"

namespace drawbar::physics {

/// What of the ground touches; with the body's own feature it makes the point's.
enum class GroundFeature : std::uint64_t { triangle = 0, edge = 1, vertex = 2, edge_end = 3 };

constexpr std::uint64_t surface_feature(std::uint64_t body_feature, GroundFeature kind, std::uint32_t id) {
  return (body_feature << 40) | (static_cast<std::uint64_t>(kind) << 36) | id;
}

/// A point less than this (m) inside the ground counts as on it, so that rounding decides nothing.
inline constexpr double kOnSurface = 1e-9;

/// One shape against one surface, in the surface's axes.
struct SurfaceQuery {
  const PlacedShape& surface;
  PlacedShape shape;  ///< the convex shape, in the surface's axes
  double margin;
  Smoothing smoothing;  ///< of the ground beneath a cylinder; of other shapes none
  SurfaceScratch& scratch;
  Candidates& out;

  std::span<const SurfaceTriangle> triangles() const { return scratch.triangles.items(); }
  /// Adds a point of the shape that lies `gap` (m) above the ground, if near enough. In surface axes.
  void add(const Vec3& on_shape, const Vec3& normal, double gap, std::uint64_t feature) const {
    if (gap > margin) return;
    out.add_on_b(surface.to_world(on_shape), surface.rotation * normal, gap, feature);
  }
  /// The same for a point on the round side of a cylinder or capsule, beside `on_axis` on its axis; `up` is
  /// the unit vector thither. A cylinder feels a heightfield's hills as smooth: there its rims carry it, and
  /// what lies between the ends of one no wider than a cell adds nothing.
  void add_round(const Vec3& on_axis, const Vec3& up, const Vec3& normal, double gap, std::uint64_t feature,
                 bool between_ends) const;
  /// Whether a point lies inside the ground by more than kOnSurface. A mesh does not know its inside: false.
  bool is_inside(const Vec3& point) const;
};

/// A ball about `centre`. Radius 0: a corner of the shape. `depth` is how deep in a mesh, which knows no
/// inside, the centre may be and still be pushed out.
void add_ball_contacts(const SurfaceQuery& query, const Vec3& centre, double radius, double depth,
                       std::uint64_t body_feature);

/// The rim of a disc with unit normal `axis`: the end of a wheel.
void add_disc_contacts(const SurfaceQuery& query, const Vec3& centre, const Vec3& axis, double radius,
                       std::uint64_t body_feature);

/// Both ends of a cylinder on hills that are bent much less than it is: no triangles are needed. Nothing is
/// added, and false returned, where the hills are bent more, or it may lie on an end.
bool add_rims_on_hills(const SurfaceQuery& query);

/// The side of a capsule or cylinder between its ends, against convex edges and corners of the ground.
void add_side_contacts(const SurfaceQuery& query);

/// The flat ends of a cylinder on ground that faces them.
void add_cap_contacts(const SurfaceQuery& query);

/// A box or hull.
void add_polytope_contacts(const SurfaceQuery& query);

/// Ground whose normal is this near to a cylinder's axis (cosine) meets its flat end rather than its rim.
inline constexpr double kCapCosine = 0.7;

}  // namespace drawbar::physics
