// The part of a substep that each joined link computes by itself, four links at a time, each in a SIMD lane:
// its share of a kick, its drift, and what its joint remembers.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "physics/articulation/pivot.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/formulations/sequential_impulses/tree/constraint_residual.h"
#include "physics/formulations/sequential_impulses/tree/link.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

/// Constants of four links side by side that hang from joints of one type.
struct WideLinkModel {
  double sign = 1;             ///< as TreeNode's
  bool predicts_bias = false;  ///< as LinkModel's
  bool drifts_alike = false;   ///< all are rods, or none is
  Wide mass;
  Mat3Of<Wide> inertia;  ///< body axes
  Mat3Of<Wide> inverse_inertia;
  SlendernessOf<Wide> rod;
  TreeJointOf<Wide> joint;
};

/// Two to four such links of one group.
struct LinkBatch {
  std::size_t count = 0;                    ///< of links
  std::array<std::size_t, kLanes> nodes{};  ///< the last one again in the lanes left over
  std::array<BodyIndex, kLanes> bodies{};   ///< of the nodes, as all that follow
  std::array<std::size_t, kLanes> joints{};
  std::array<BodyIndex, kLanes> parents{};  ///< the joints'
  std::array<BodyIndex, kLanes> children{};
  const WideLinkModel* model = nullptr;  ///< that of all batches of such links
};

/// Arrays of all links and bodies, by the names of solver_arrays.h.
struct LinkArrays {
  std::span<const BodyFrame> frames;  ///< [body]
  std::span<const Spatial> velocity;  ///< [node]
  std::span<DriftedBody> trial;       ///< [body]
  std::span<LinkOf<double>> links;    ///< [node], as all that follow
  std::span<BodyMass> mass;
  std::span<Pivot> pivots;
  std::span<ConstraintResidual> residuals;
};

/// A lane has the bits of the same link alone. Links are left alone whose joint follows a guide, may break or
/// be a hitch's, and where no other hangs from a joint of its type.
class WideLinks {
 public:
  WideLinks(const StepView& view, const Topology& topology, std::span<const LinkModel> links);

  /// Whether the following concern this node.
  bool takes(std::size_t node) const { return takes_[node] != 0; }
  /// Before a frame: links of which one's joint is no more are computed one by one.
  void find_broken();

  // For all taken links of these groups:

  /// Momentum, mass, pivot and bias at the beginning of a kick.
  void prepare(std::span<const std::size_t> groups, const KickTimes& times, const LinkArrays& arrays) const;
  /// `trial`: where they are after a drift of h (s).
  void drift(std::span<const std::size_t> groups, double h, const LinkArrays& arrays) const;
  /// The errors of their joints there, and what they are for the Closure of all.
  void measure(std::span<const std::size_t> groups, const LinkArrays& arrays) const;
  /// After the last drift of a substep, `part` of a whole one: angular velocities and biases, from the lanes
  /// straight into the parts of State that store.cpp hands over (a copy between would cost a chain 2 %).
  void store(std::span<const std::size_t> groups, double h, double part, bool corrected,
             const LinkArrays& arrays, std::span<BodyState> bodies, std::span<JointState> joints) const;

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  bool is_plain(std::size_t node) const;
  void add_group(const Group& group);
  void add_batch(std::span<const std::size_t> nodes);
  const WideLinkModel& model_of(const LinkBatch& batch);
  void describe(const LinkBatch& batch, WideLinkModel& model) const;
  void drift_each(const LinkBatch& batch, double h, const LinkArrays& arrays) const;
  template <class Visit>
  void for_each_batch(std::span<const std::size_t> groups, Visit visit) const;

  StepView view_;
  const Topology& topology_;
  std::span<const LinkModel> links_;  // [node]
  std::vector<std::uint8_t> takes_;   // [node]
  // Links of a chain are alike, and their one description stays near the processor.
  struct Described {
    std::array<std::size_t, kLanes> nodes;
    WideLinkModel model;
  };
  std::deque<Described> described_;
  std::vector<LinkBatch> batches_;  // group by group
  std::vector<Range> batches_of_;   // [group]
};

}  // namespace drawbar::physics
