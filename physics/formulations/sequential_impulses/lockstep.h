// Many equal trees: which of them are stepped side by side.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "physics/formulations/sequential_impulses/link.h"
#include "physics/formulations/sequential_impulses/refinement.h"
#include "physics/formulations/stepper.h"

namespace drawbar::physics {

/// Steps groups of one tree without shapes, loops, springs and anything on its joints' axes: nothing acts on
/// them within a frame, so that they can be taken through all of its substeps before the others begin. Trees
/// with the same kinds of links and joints, whatever their masses and measures, are taken four or eight at a
/// time. A lane does what ArticulatedStepper does, operation by operation, and has the same bits at the end.
/// What that meets as a rule is all it can: where a substep would have to be cut or would not converge, the
/// tree stays where it was, and its frame is ArticulatedStepper's.
class Lockstep {
 public:
  virtual ~Lockstep() = default;

  /// What the ArticulatedStepper keeps of where all things are.
  struct Place {
    std::span<BodyFrame> frames;       ///< [body] set, as at the end of the frame, for what is there
    std::span<Refinement> refinement;  ///< [group]
    std::span<std::uint8_t> is_ahead;  ///< [group] set to 1 for those that are at the end of the frame
  };
  /// A frame of so many substeps of length h (s), from its opening half kick to its closing one.
  virtual void step_frame(double h, int substeps, const Place& place) = 0;
};

/// With as many lanes as fill this processor's registers: what is wider is kept in memory, and every
/// operation loads and stores it.
std::unique_ptr<Lockstep> make_lockstep(const StepContext& context, const Topology& topology,
                                        std::span<const LinkModel> links);

}  // namespace drawbar::physics
