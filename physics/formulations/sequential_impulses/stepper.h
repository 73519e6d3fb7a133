// The real-time solver: articulations as one block in linear time, second order in time (PHYSICS 4 and 5).
#pragma once

#include <array>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/articulation/tree_factor.h"
#include "physics/formulations/sequential_impulses/contact/contact_problem.h"
#include "physics/formulations/sequential_impulses/contact/impact_correction.h"
#include "physics/formulations/sequential_impulses/control/energy_guard.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/sleep.h"
#include "physics/formulations/sequential_impulses/control/substep_level.h"
#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"
#include "physics/formulations/sequential_impulses/joint/loop_constraints.h"
#include "physics/formulations/sequential_impulses/tree/constraint_residual.h"
#include "physics/formulations/sequential_impulses/tree/link.h"
#include "physics/formulations/sequential_impulses/wide/wide_links.h"
#include "physics/formulations/shared/contact_search.h"
#include "physics/formulations/shared/stepper.h"
#include "physics/joint/joint_geometry.h"

namespace drawbar::physics {

/// A leapfrog on (linear momentum, world angular momentum): a frame opens and closes with half a kick,
/// between them whole kicks and drifts alternate, and the positions after each drift are projected along the
/// constraint directions of its beginning (SHAKE), the corrections staying in the velocities.
class ArticulatedStepper final : public Stepper {
 public:
  explicit ArticulatedStepper(const StepContext& context);

  void project_initial_velocities() override;
  void begin_frame(double h) override;
  void substep(double h) override;
  void end_frame() override;
  void synchronised_velocities(std::span<Twist> out) override;
  void synchronised_currents(std::span<double> out) const override;

 private:
  // Where a group stands between two kicks.
  struct Phase {
    double unkicked = 0;  // s: drifted since the middle of the last kick; 0 between frames
    double drift = 0;     // s: length of the last drift
  };

  std::vector<LinkModel> describe_links() const;
  bool holds_nothing_else(const TreeNode& node) const;
  void note_turning();
  void note_turning_up(double kick);
  void note_nutation(double kick);
  double mobility_across(std::size_t node, const Vec3& axle) const;
  template <class Turn>
  double fastest_turning_squared(std::size_t group, Turn turn) const;
  void note_loop_error(std::size_t joint);
  // Square of the part of `w` that turns directions.
  double turning_squared(std::size_t node, const Vec3& w) const;

  // What follows concerns this island, until the next call.
  void take(const Island& island);
  int depth() const;
  const Phase& phase() const { return phase_[island_->groups[0]]; }
  void set_phase(const Phase& phase);
  KickTimes closing_kick() const;
  void align(const Island& island);
  void advance(double h, int depth);
  bool attempt(double h, double kick, int depth);
  bool solve_kick(const KickTimes& times, int depth);
  void synchronise();
  void solve_closing_kick();
  void take_velocities();
  // From State.
  void refresh_frames();
  // Kick equations at the present positions: geometry, momenta, predicted biases, laws of the axes; what
  // touches at those of `touch_frames`.
  void prepare(const KickTimes& times, std::span<const BodyFrame> touch_frames);
  void prepare_link(std::size_t node, const KickTimes& times);
  LinkArrays link_arrays();
  Vec3 last_force(std::size_t node) const;
  void tighten(std::size_t node);
  void add_stiffness(const KickTimes& times);
  void stiffen(double h);
  // The velocities after the kick, with the right pieces of the axes' laws.
  void solve_velocities(bool with_bias);
  // Trees and loops under the accumulated impulses of the rows that may let go.
  void solve_trees(bool with_bias);
  // The same by the present factor, where what touches has other impulses than before.
  void solve_trees_again();
  void close_loops();
  // The same velocities from all impulses as forces, for the axes' own balance.
  void solve_under_all_impulses();
  CarriedChange solve_touching();
  bool axes_change(bool one_only);
  bool solve_positions(double h);
  bool bends();
  double kinetic_energy(const Tree& tree) const;
  void remember_energy();
  bool energy_grew() const;
  // After a drift: the errors of closure, and how they changed since the drift before.
  Closure drift_all(double h);
  Closure measure();
  JointError joint_error_at(std::size_t node, const BodyFrame& parent, const BodyFrame& child) const;
  void measure_links(Closure& closure);
  void measure_link(std::size_t node);
  // Of the axes' laws, for TreeFactor::up; nothing where no axis has one.
  std::span<const std::array<double, 3>> axis_impulses() const {
    return loads_.empty() ? std::span<const std::array<double, 3>>() : axis_impulse_;
  }
  double correct_velocities(double h, double relaxation);
  void fall_back(double h);
  double slowing(double work = 0) const;
  void slow_down(double scale);
  double joint_gap() const;
  bool turns_too_far(double h) const;
  void commit(const KickTimes& times);
  // State of the bodies and joints after the drift; then a node's frame, and what its joint is open by.
  void commit_links(double h);
  void commit_link(std::size_t node, double h);
  void settle(std::size_t node);
  void find_reactions();
  void store_reactions(const KickTimes& times);
  void store_forces(double kick);
  // Joints that break.
  template <class Visit>
  void for_each_breakable(Visit visit);
  double breaking_load(std::size_t joint, double kick) const;
  double breaks_after(const JointState& joint, double load, const KickTimes& times) const;
  bool lets_go(const KickTimes& times);
  void owe(std::size_t joint, double part);
  void pay();
  void hold_on();
  void store_loads(const KickTimes& times);
  bool put_back(const KickTimes& times);
  void bound_impacts(double work);
  void displace(double scale);
  void push_apart(double h);
  void close_positions();
  void renew_contacts(double h);
  // Of the factor, over the island's trees.
  void up(std::span<const std::array<double, 3>> axis_impulse);
  void down(std::span<const Spatial> bias, std::span<Spatial> velocity,
            std::span<std::array<double, 3>> rates) const;

  void refresh_coordinates(std::size_t joint);
  // A motion u of the joint, child against parent, as a motion of the node at its centre.
  void to_center(std::size_t node, const Vec3& linear, const Vec3& angular, Spatial& out) const {
    physics::to_center(links_[node], topology_.nodes[node].sign, linear, angular, out);
  }
  const BodyFrame& trial_frame(BodyIndex body) const { return trial_[body].frame; }

  StepContext context_;
  Topology topology_;
  TreeFactor factor_;
  AxisLoads loads_;
  LoopRows loops_;
  TouchRows touch_;
  ImpactDelay impact_delay_;
  ContactSearch search_;
  Islands islands_;
  Sleep sleep_;
  EnergyBound energy_bound_;
  const Island* island_ = nullptr;      // the present one
  std::vector<Refinement> refinement_;  // [group]
  std::vector<Phase> phase_;            // [group]
  std::vector<double> currents_;        // [drive] when velocities were synchronised last, A
  std::vector<BodyFrame> frames_;       // [body] at the beginning of the substep
  std::vector<BodyFrame> before_;       // [body] at the beginning of the last one
  std::vector<DriftedBody> trial_;      // [body] after the drift
  std::vector<DriftedBody> spare_;
  std::vector<LinkModel> link_models_;  // [node]
  LinksAbreast abreast_;
  std::vector<LinkOf<double>> links_;  // [node], as all that follow but energy_
  std::vector<Closure> closures_;      // of `error`
  std::vector<double> energy_;         // [tree] J, early in the corrections
  std::vector<double> tension_;        // N m, f.r of all joints that pull at it
  std::vector<StiffnessSumOf<double>> stiffness_;
  std::vector<Spatial> force_;
  std::vector<BodyMass> mass_;  // M + G, for every factor of the substep
  std::vector<Spatial> bias_;
  std::vector<std::array<double, 3>> axis_impulse_;
  std::vector<NodeCoordinates> y_;
  std::vector<Spatial> velocity_;
  std::vector<std::array<double, 3>> rates_;
  std::vector<Spatial> correction_;
  std::vector<std::array<double, 3>> rate_corrections_;
  std::vector<Spatial> reaction_;
  std::vector<std::size_t> letting_go_;     // joints that break in this kick
  std::vector<Spatial> owed_;               // impulses of these
  double first_break_ = 0;                  // s after the kick's beginning
  bool pays_ = false;                       // what is owed is part of the kick
  bool may_break_ = false;                  // some joint
  JointGeometry geometry_;                  // of the joint at hand
  std::vector<Spatial> still_;              // no bias
  std::vector<Mat3> inverse_inertia_;       // [body] world axes, for the scales of loop rows
  std::vector<std::uint8_t> still_bodies_;  // while contacts are searched again
  Closing closing_ = Closing::at_once;      // of this substep
  bool frames_are_old_ = false;             // State may have changed since the last frame
  bool touches_ = false;                    // something has a shape
  bool contacts_are_new_ = false;           // found at the present positions of the island
};

}  // namespace drawbar::physics
