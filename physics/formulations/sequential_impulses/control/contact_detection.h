// When contacts are searched, and which islands they make.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/formulations/sequential_impulses/control/contact_scratch.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/shared/contact_search.h"

namespace drawbar::physics {

class ContactDetection {
 public:
  ContactDetection(const StepContext& context, const Topology& topology);

  /// Whether something has a shape: otherwise nothing is ever searched.
  bool any_shapes() const { return any_shapes_; }
  /// At the poses of State, for a drift of h (s): all contacts, and islands anew. `mark_unmoved(span)` marks
  /// bodies that have not moved since the last search: [body].
  template <class MarkStill>
  void find(double h, MarkStill mark_unmoved) {
    if (!any_shapes_) return;
    mark_unmoved(std::span<std::uint8_t>(still_));
    find_all(h);
  }
  /// Once more for the bodies of this island, where they have moved since.
  void renew(const Island& island, double h);

  Islands& islands() { return islands_; }
  const CollisionWorld& collisions() const { return collisions_; }
  ContactScratch& scratch() { return scratch_; }
  /// Whether the contacts were found at the present poses of the island at hand.
  bool are_new() const { return are_new_; }
  void set_new(bool are_new) { are_new_ = are_new; }

 private:
  void find_all(double h);

  const Topology& topology_;
  const PrescribedMotions& prescribed_;
  CollisionWorld& collisions_;
  ContactSearch search_;
  Islands islands_;
  ContactScratch scratch_;
  std::vector<std::uint8_t> still_;  // [body] while contacts are searched
  bool any_shapes_ = false;
  bool are_new_ = false;
};

}  // namespace drawbar::physics
