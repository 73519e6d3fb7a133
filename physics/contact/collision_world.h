// Finds where bodies touch: poses in, contact manifolds out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "physics/contact/manifold.h"
#include "physics/math/pose.h"
#include "physics/model/shape.h"

namespace drawbar::physics {

struct PlacedShape;

/// A sensor and a shape of another body that it overlaps, counted over all shapes of all bodies.
struct SensorOverlap {
  std::uint32_t sensor = 0;
  std::uint32_t shape = 0;
};

/// A body as detection sees it.
struct CollisionBody {
  bool is_static = false;
  std::span<const ShapeConfig> shapes;       ///< read during construction only
  std::uint32_t groups = 1;                  ///< groups the body belongs to, one bit each
  std::uint32_t collides_with = 0xFFFFFFFF;  ///< two bodies meet if each collides with a group of the other
  bool is_moved = false;  ///< of a static one: its pose changes, though it meets nothing static
};

/// What a CollisionWorld is built from.
struct CollisionConfig {
  std::vector<CollisionBody> bodies;  ///< in the order of body indices
  std::size_t material_count = 1;
  std::vector<SurfacePair> surface_pairs{SurfacePair{}};  ///< [a * material_count + b], symmetric
  /// Bodies that are joined: they pass through each other. All that such pairs connect is one machine, whose
  /// parts travel together.
  std::vector<std::array<std::uint32_t, 2>> excluded_pairs;
  /// Bodies that a fixed joint makes one: their surfaces continue each other as those of one body do.
  std::vector<std::array<std::uint32_t, 2>> rigid_pairs;
  /// Bodies that slide against the world without turning: while they travel alike their surfaces continue
  /// each other, and while they stand those of what is static.
  std::vector<std::uint32_t> sliding_bodies;
  /// Manifolds that can exist at once; 0: 8 for each shape of a moving body and 64 more.
  std::size_t manifold_capacity = 0;
};

/// The manifolds are a pure function of configuration, poses and the records of the points before: no other
/// history. They are ordered by shape indices, their points by feature. Nothing is allocated after the
/// constructor. Shapes must be valid: plane, heightfield and mesh on static bodies only, hulls with a volume
/// (see convex_hull.h), at most kMaxHullPoints points.
class CollisionWorld {
 public:
  explicit CollisionWorld(const CollisionConfig& config);  ///< Allocates all that detect() will need.
  ~CollisionWorld();
  CollisionWorld(CollisionWorld&&) noexcept;
  CollisionWorld& operator=(CollisionWorld&&) noexcept;

  /// Replaces the manifolds by those at `poses` (of the body frames, one per body). Points up to `margin` (m)
  /// apart are reported too. `travel`, if not empty, is each body's way in the coming substep (m, world), so
  /// that the fast and small do not tunnel: to a pair's margin it adds the length of both, within one machine
  /// that of the difference. Bodies that are marked in `still`, if not empty, have not moved since the
  /// detection before: the manifolds between them, and with static bodies that nothing moves, stay as they
  /// are.
  void detect(std::span<const Pose> poses, double margin, std::span<const Vec3> travel = {},
              std::span<const std::uint8_t> still = {});

  std::span<Manifold> manifolds();  ///< What the last detect() found.
  std::span<const Manifold> manifolds() const;
  /// What the sensors overlapped at the last detect(), in order of shape indices. Sensors do not see each
  /// other.
  std::span<const SensorOverlap> overlaps() const;
  std::size_t overlap_capacity() const;  ///< Largest number of overlaps that there can be.

  /// Bodies that are not there from now on, 1 by body: no detect() and no query finds them.
  void set_absent(std::span<const std::uint8_t> absent);
  bool is_absent(std::uint32_t body) const;  ///< Whether set_absent() took this body away.

  /// What the surfaces do to each other from the next detect() on; as many as before.
  void set_surface_pairs(std::span<const SurfacePair> pairs);

  // --- state ---

  /// Fills `out` with the points' records, in order of (pair_key, feature). Does not allocate once `out` has
  /// record_capacity() records reserved.
  void save_records(std::vector<ContactRecord>& out) const;
  /// Largest number of manifolds there can be, and of records.
  std::size_t manifold_capacity() const;
  std::size_t record_capacity() const;  ///< Largest number of records that save_records() gives.
  /// Forgets the manifolds and takes over records that save_records() gave. The next detect() finds the
  /// points as if detection had gone on from there. False, and nothing changed, if they are too many, out of
  /// order, or of shapes that do not exist.
  [[nodiscard]] bool restore_records(std::span<const ContactRecord> records);
  /// After restore_records(): finds what touches at `poses` with what the records remember, to be read. The
  /// next detect() goes on from the records as if this had not been.
  void show_restored(std::span<const Pose> poses, double margin);

  /// What the points of a body b with set_of[b] == `set` remember becomes 0.
  void forget_memory(std::span<const std::uint32_t> set_of, std::uint32_t set);

  /// Multiplies all remembered impulses: for a substep of another length.
  void scale_impulses(double ratio);

  // --- for queries (collision_query.h) ---

  /// Places the shapes for queries; the next detect() does so anew.
  void place(std::span<const Pose> poses);
  /// All shapes where they were placed last.
  std::span<const PlacedShape> placed_shapes() const;
  /// The collision groups of a body, as one word: bit k for group k.
  std::uint32_t groups_of(std::uint32_t body) const;

  /// Pairs, manifolds and triangles left out so far because capacity was exhausted. Not state.
  std::uint64_t dropped() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace drawbar::physics
