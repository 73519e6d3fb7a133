// Contacts as rows: normal, friction, rolling and spinning friction of every manifold point.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/contact/contact_law.h"
#include "physics/formulations/sequential_impulses/contact/moving_surface.h"
#include "physics/formulations/sequential_impulses/contact/pgs_solver.h"

namespace drawbar::physics {

class ContactConstraints {
 public:
  ContactConstraints(const StepView& view, const Topology& topology, const TrialJoints& joints,
                     CollisionWorld& collisions, ContactScratch& scratch, StepStatistics& statistics);

  /// Rows that all contacts may need at the most.
  static std::size_t most_rows(const WorldConfig& config, const CollisionWorld& collisions);

  /// Rows of the present manifolds; in a closing kick, only those that carried an impulse push. Those that
  /// find no room are counted as dropped.
  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times, RowSet& rows);

  /// Whether a contact is deep enough to be pushed apart.
  bool penetrates() const;
  /// Pseudo-velocities that push penetrating contacts apart (paper 003 eqs. 18, 19).
  std::span<SplitImpulseTarget> pushes();

  /// Impulses and slips back to the contacts' memory.
  void commit(std::span<const Spatial> velocity, const RowSet& rows, const RowResponses& responses);
  /// FreeBodyContacts::for_each_impulse.
  template <class Visit>
  void for_each_impulse(const RowSet& rows, Visit visit) const {
    for (const Point& point : points_) {
      Vec3 impulse = rows.row(point.first).impulse * point.normal;
      for (std::size_t k = 0; k < 2; ++k)
        impulse += rows.row(point.first + 1 + k).impulse * point.tangents[k];
      visit(*point.contact, impulse);
    }
  }

 private:
  struct Point {
    ContactPoint* contact = nullptr;
    Vec3 normal = Vec3::Zero();
    double gap = 0;
    std::array<Vec3, 2> tangents;
    std::array<Vec3, 3> turning;  // axes of rolling, once or twice, and of spinning
    std::array<double, 2> surface_speed{};
    std::size_t first = 0;  // row of the normal; two tangents, then those of `turning`
    std::size_t count = 0;
    std::size_t friction = kNone;  // bound of the tangents
  };

  void add(const Manifold& manifold, ManifoldNotes& notes, ContactPoint& contact,
           std::span<const BodyFrame> frames, RowSet& rows);
  ContactPairKind pair_kind(BodyIndex a, BodyIndex b) const;
  void add_tangent(const Vec3& tangent, const PointRow& row, const SurfaceMotion& motion, RowSet& rows);
  void add_turning(Point& point, const SurfacePair& surface, const PointRow& row, const SurfaceMotion& motion,
                   RowSet& rows);
  bool has_room(const RowSet& rows, std::size_t count, const Manifold& manifold,
                const SurfaceMotion& motion) const;

  StepView view_;
  const Topology& topology_;
  CollisionWorld& collisions_;
  ContactScratch& scratch_;
  StepStatistics& statistics_;
  MovingSurfaces belts_;
  std::vector<Point> points_;
  std::vector<SplitImpulseTarget> pushes_;
  KickTimes times_;
};

}  // namespace drawbar::physics
