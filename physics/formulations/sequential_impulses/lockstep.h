// Many equal trees: which of them are stepped side by side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/formulations/sequential_impulses/lockstep_frame.h"
#include "physics/formulations/sequential_impulses/refinement.h"
#include "physics/formulations/stepper.h"

namespace drawbar::physics {

/// Steps groups of one tree without shapes, loops, springs and anything on its joints' axes: nothing acts on
/// them within a frame, so that they can be taken through all of its substeps before the others begin. Trees
/// with the same kinds of links and joints, whatever their masses and measures, are taken eight at a time. A
/// lane does what ArticulatedStepper does, operation by operation, and has the same bits at the end. What
/// that meets as a rule is all it can: where a substep would have to be cut or would not converge, the tree
/// stays where it was, and its frame is ArticulatedStepper's.
class Lockstep {
 public:
  Lockstep(const StepContext& context, const Topology& topology, std::span<const LinkModel> links);

  /// What the ArticulatedStepper keeps of where all things are.
  struct Place {
    std::span<BodyFrame> frames;       ///< [body] at the beginning of the frame, then at its end
    std::span<Refinement> refinement;  ///< [group]
    std::span<std::uint8_t> is_ahead;  ///< [group] set to 1 for those that are at the end of the frame
  };
  /// A frame of so many substeps of length h (s), from its opening half kick to its closing one.
  void step_frame(double h, int substeps, const Place& place);

 private:
  struct Batch {
    std::vector<std::size_t> groups;  // by lane; lanes beyond do what the last does
    std::vector<LockstepBody> bodies;

    std::size_t group(std::size_t lane) const { return groups[std::min(lane, groups.size() - 1)]; }
  };

  void add_batch(std::span<const std::size_t> groups, std::span<const LinkModel> links);
  bool is_equal(std::size_t group, std::size_t other, std::span<const LinkModel> links) const;
  void describe(std::span<const LinkModel> links, Batch& batch) const;
  void describe_joint(const TreeNode& node, std::size_t lane, LockstepBody& body) const;
  void gather(const Batch& batch, std::size_t lane, std::span<const BodyFrame> frames);
  void scatter(const Batch& batch, std::size_t lane, std::span<BodyFrame> frames) const;
  const Tree& tree_of(std::size_t group) const { return topology_.trees[topology_.groups[group].trees[0]]; }

  StepContext context_;
  const Topology& topology_;
  std::vector<Batch> batches_;
  std::vector<LockstepLink> links_;  // of the present batch
};

}  // namespace drawbar::physics
