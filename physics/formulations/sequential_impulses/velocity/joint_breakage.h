// Joints that break under what they bear.
//
// The force known in a kick is its mean, that of the instant in the kick's middle. The half kick that opens a
// frame and the one that closed the frame before are one: what strikes within half a kick gives no more than
// within a whole one. Between two kicks it is taken for straight, which gives the instant t* at which it came
// to what breaks the joint. The joint then is no constraint of this kick any more, but an impulse: what it
// still had to give from the kick's beginning until t*, or, where the kick before had gone on beyond t*, what
// it had given too much. So the motion afterwards errs with the square of the substep, though t* falls
// anywhere in it. A force that jumps (an impact) breaks the joint where it was.
#pragma once

#include <span>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/tree/joint_reactions.h"
#include "physics/formulations/sequential_impulses/tree/tree_system.h"
#include "physics/formulations/sequential_impulses/velocity/constraint_set.h"

namespace drawbar::physics {

class JointBreakage {
 public:
  JointBreakage(const StepView& view, const Topology& topology, TrialJoints& joints, const LinkData& data,
                const TreeSystem& trees, const ConstraintSet& constraints);

  /// A new trial of a kick.
  void begin();
  /// Impulses that joints which broke in this kick still give, to the links' momenta.
  void add_release_impulses(const Island& island, LinkData& data);
  /// After a solve of the kick; `reaction` [node] as find_joint_reactions. Joints that bear too much break:
  /// first without and, once no other follows them, with what they still give. Those that follow break at the
  /// same instant. True if the kick must be solved again.
  bool find_broken(const Island& island, const KickTimes& times, std::span<const Spatial> reaction);

  /// Joints that broke in the accepted trial.
  std::span<const std::size_t> broken_now() const { return broken_now_; }
  /// visit(joint, what it bears in this kick as a part of what breaks it) for the island's joints that may
  /// break.
  template <class Visit>
  void for_each_load(const Island& island, const KickTimes& times, std::span<const Spatial> reaction,
                     Visit visit) const {
    for_each_breakable(island,
                       [&](std::size_t j) { visit(j, load_of(j, joined_reaction(j, times, reaction))); });
  }

 private:
  bool is_breakable(std::size_t joint) const;
  template <class Visit>
  void for_each_breakable(const Island& island, Visit visit) const {
    if (!any_breakable_) return;
    for (std::size_t group : island.groups) {
      for (std::size_t j : topology_.groups[group].joints) {
        if (is_breakable(j)) visit(j);
      }
    }
  }
  JointReaction reaction_of(std::size_t joint, double kick, std::span<const Spatial> reaction) const;
  JointReaction joined_reaction(std::size_t joint, const KickTimes& times,
                                std::span<const Spatial> reaction) const;
  double load_of(std::size_t joint, const JointReaction& reaction) const;
  double breaks_after(const JointState& joint, double load, const KickTimes& times) const;
  void release(std::size_t joint, double part, std::span<const Spatial> reaction);

  StepView view_;
  const Topology& topology_;
  TrialJoints& joints_;
  const LinkData& data_;
  const TreeSystem& trees_;
  const ConstraintSet& constraints_;
  bool any_breakable_ = false;
  std::vector<std::size_t> broken_now_;   // in this kick
  std::vector<Spatial> release_impulse_;  // [node] of these
  double first_break_ = 0;                // s after the kick's beginning
  bool applies_release_ = false;          // this solve of the kick includes the impulses
};

}  // namespace drawbar::physics
