// What the solver notes of contacts from a kick to the one that closes it, beside detection's manifolds,
// which stay as they were found.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "physics/contact/meeting.h"

namespace drawbar::physics {

/// Of one point.
struct ContactNote {
  bool had_impact = false;  ///< an impact changed its speed in this substep: for the kick that closes it
  double delay = 0;         ///< s, of an impact within the drift: its impulses act from then on
};

/// Of one manifold.
struct ManifoldNotes {
  std::uint64_t pair = 0;                              ///< Manifold::pair_key
  std::array<ContactNote, kMaxManifoldPoints> points;  ///< as those of the manifold
  std::optional<Meeting> meeting;                      ///< of two balls that meet in flight

  /// A point's as it acts: as it was found, or as the balls meet.
  const Vec3& normal(const ContactPoint& contact) const { return meeting ? meeting->normal : contact.normal; }
  double gap(const ContactPoint& contact) const { return meeting ? meeting->gap : contact.gap; }
};

class ContactScratch {
 public:
  explicit ContactScratch(std::size_t manifold_capacity) {
    notes_.reserve(manifold_capacity);
    before_.reserve(manifold_capacity);
  }

  /// These were found, and nothing is noted of them.
  void begin(std::span<const Manifold> manifolds) {
    before_.clear();
    follow_from_before(manifolds);
  }
  /// These were found anew for one island: the notes of a pair that is still there stay.
  void follow(std::span<const Manifold> manifolds) {
    before_.swap(notes_);
    follow_from_before(manifolds);
  }

  ManifoldNotes& of(std::uint32_t manifold) { return notes_[manifold]; }
  const ManifoldNotes& of(std::uint32_t manifold) const { return notes_[manifold]; }

 private:
  // Both are in order of pairs.
  void follow_from_before(std::span<const Manifold> manifolds) {
    notes_.clear();
    auto old = before_.begin();
    for (const Manifold& manifold : manifolds) {
      const std::uint64_t pair = manifold.pair_key();
      while (old != before_.end() && old->pair < pair) ++old;
      if (old != before_.end() && old->pair == pair) {
        notes_.push_back(*old);
      } else {
        notes_.emplace_back().pair = pair;
      }
    }
  }

  std::vector<ManifoldNotes> notes_;   // [manifold]
  std::vector<ManifoldNotes> before_;  // of the manifolds before
};

}  // namespace drawbar::physics
