#include "physics/formulations/sequential_impulses/wide/equal_links.h"

namespace drawbar::physics {
namespace {

bool same_body(const BodyModel& a, const BodyModel& b) {
  return a.mass == b.mass && a.inertia == b.inertia && a.inverse_inertia == b.inverse_inertia;
}

// Whether two links are alike in all that follows from the body; the axes of a rod may differ where the
// moments agree.
bool same_link(const LinkModel& a, const LinkModel& b) {
  return a.lone == b.lone && a.counts_turns == b.counts_turns && a.predicts_bias == b.predicts_bias &&
         a.rod.slender == b.rod.slender && a.rod.round == b.rod.round &&
         a.rod.principal_axes == b.rod.principal_axes;
}

bool same_joint(const JointModel& a, const JointModel& b) {
  return a.type == b.type && a.parent_anchor == b.parent_anchor && a.child_anchor == b.child_anchor &&
         a.parent_frame == b.parent_frame && a.child_frame == b.child_frame;
}

}  // namespace

bool are_equal_links(const Model& model, const Topology& topology, std::span<const LinkModel> links,
                     std::size_t node, std::size_t other) {
  const TreeNode& a = topology.nodes[node];
  const TreeNode& b = topology.nodes[other];
  if (!same_body(model.bodies[a.body], model.bodies[b.body]) || !same_link(links[node], links[other])) {
    return false;
  }
  if (a.joint == kNone || b.joint == kNone) return a.joint == b.joint;
  return a.sign == b.sign && same_joint(model.joints[a.joint], model.joints[b.joint]);
}

}  // namespace drawbar::physics
