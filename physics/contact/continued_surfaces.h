// Floors made of pieces: where one shape's surface continues another's, only the surface's own normal is
// real.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "physics/contact/candidates.h"
#include "physics/contact/collision_shape.h"
#include "physics/contact/manifold.h"
#include "physics/contact/narrow_phase.h"

namespace drawbar::physics {

/// `take(run)` for every longest run of neighbours in `items` that are `same` as the first of it.
template <class Item, class Same, class Take>
void for_each_run(std::span<const Item> items, Same same, Take take) {
  while (!items.empty()) {
    std::size_t count = 1;
    while (count < items.size() && same(items[0], items[count])) ++count;
    take(items.first(count));
    items = items.subspan(count);
  }
}

/// What slides over a seam of two pieces of ground meets the second piece's side or edge, which the first
/// piece covers: a contact that the union of the two does not have. The rule here is about that union, not
/// about matched edges, so that it holds for pieces of any kind and of several bodies, turned against each
/// other, and where edges meet in a T (README.md, "Floors of pieces").
class ContinuedSurfaces {
 public:
  ContinuedSurfaces() = default;
  /// `rigid_group`: by body; bodies of equal number move as one (all static bodies do). `sliders`: bodies
  /// that do not turn against the world; they move as one, and with what is static, while they travel alike.
  /// `shapes` outlive this.
  ContinuedSurfaces(std::span<const CollisionShape> shapes, std::vector<std::uint32_t> rigid_group,
                    std::span<const std::uint32_t> sliders, std::size_t manifold_capacity);

  /// Which sliders move as one, by each body's way in the coming substep (m, world; empty: none does).
  /// `travel` outlives the next apply().
  void follow(std::span<const Vec3> travel);

  /// One shape that meets several pieces of ground that move as one.
  struct Touch {
    std::uint32_t mover = 0;   ///< shape
    std::uint32_t ground = 0;  ///< shape
    std::uint32_t group = 0;   ///< rigid group of the ground
    std::uint32_t manifold = 0;
    bool mover_is_b = true;
  };

  /// A point that stands for one on the seam: on the continued surface, of manifold `manifold`.
  struct Bridge {
    std::uint32_t manifold = 0;
    Candidate point;                       ///< from a to b
    const SurfacePair* surface = nullptr;  ///< of a point that another manifold had; null: the manifold's own
  };

  /// Removes from `manifolds` the points that the union of the pieces does not have, and leaves in bridges()
  /// those that take their place where the mover touches nothing else of the surface. True if anything met a
  /// floor of pieces at all. Points that are removed are no longer counted in their manifold; manifolds
  /// without points stay.
  bool apply(std::span<Manifold> manifolds, std::span<const PlacedShape> placed, double margin,
             NarrowPhaseScratch& scratch);

  std::span<const Bridge> bridges() const { return bridges_; }
  /// Of the last apply(): those that meet floors of pieces, in order of mover.
  std::span<const Touch> touches() const { return touches_; }
  bool move_as_one(std::uint32_t body, std::uint32_t other) const {
    return group_of(body) == group_of(other);
  }

 private:
  /// Where one piece's face ends and another goes on.
  struct Seam {
    Vec3 border = Vec3::Zero();     ///< of the face, m, world
    Vec3 normal = Vec3::UnitZ();    ///< of the continued surface, out of the ground
    Vec3 outwards = Vec3::UnitX();  ///< along the surface, from the face over the seam
    Vec3 felt = Vec3::UnitZ();      ///< normal of the mover's contact on the other piece
  };
  /// A point whose normal the surface of the two pieces does not have.
  struct Ghost {
    std::uint32_t touch = 0;  ///< of the floor
    int point = 0;
    Seam seam;
  };
  using Floor = std::span<const Touch>;  ///< one mover on pieces that move as one

  void find_touches();
  static bool same_floor(const Touch& x, const Touch& y) { return x.mover == y.mover && x.group == y.group; }
  void remove_doubles(Floor floor) const;
  void remove_doubles(const Touch& one, const Touch& other) const;
  void unite_lines(Floor floor);
  void remove_point(std::uint32_t manifold, int index) const;
  void leave_out_passed(const Touch& touch, NarrowPhaseScratch& scratch);
  void find_ghosts(Floor floor, NarrowPhaseScratch& scratch);
  std::optional<Seam> seam_at(const ContactPoint& point, const Touch& touch, const Touch& other,
                              NarrowPhaseScratch& scratch);
  const Candidate* feel(const PlacedShape& ground, const Vec3& point, const Vec3& up,
                        NarrowPhaseScratch& scratch);
  void resolve(Floor floor, double margin);
  void bridge(const Touch& touch, const Seam& seam, double margin);

  std::span<const CollisionShape> shapes_;
  std::uint32_t group_of(std::uint32_t body) const { return goes_with_[rigid_group_[body]]; }

  std::vector<std::uint32_t> rigid_group_;  // by body
  std::vector<std::uint32_t> sliders_;      // one body of each rigid group that slides
  std::optional<std::uint32_t> ground_;     // the rigid group of what is static
  std::vector<std::uint32_t> goes_with_;    // by rigid group: the first of those that move as one with it
  std::vector<std::uint8_t> is_pieces_;     // by rigid group: whether it is made of more than one shape
  std::vector<std::uint8_t> has_pieces_;    // likewise with all that moves as one with it
  std::span<const Vec3> travel_;            // of the last follow()
  std::span<Manifold> manifolds_;           // of the last apply()
  std::span<const PlacedShape> placed_;
  std::vector<Touch> touches_;
  std::vector<Ghost> ghosts_;  // of one floor
  std::vector<Bridge> bridges_;
  CollisionShape probe_;    // a ball that feels for surfaces
  CollisionShape surface_;  // a plane in place of a seam
  Candidates found_;
};

}  // namespace drawbar::physics
