// Contacts of islands whose bodies have no joints: stacks and piles.
//
// The rows and the sequential impulses of TouchContacts and TouchSolver, for thousands of points: every point
// is one record, read in sequence, with its normal and its friction solved on one reading of two bodies'
// velocities.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/articulation/tree_factor.h"
#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/islands.h"
#include "physics/formulations/sequential_impulses/kick_times.h"
#include "physics/formulations/stepper.h"
#include "physics/world/kinematics.h"

namespace drawbar::physics {

class LoneContacts {
 public:
  LoneContacts(const StepContext& context, const Topology& topology);

  /// Whether the island's bodies have no joints, and what touches there is no wheel, no running surface and
  /// has no friction against turning.
  bool fits(const Island& island) const;

  /// Rows of the present manifolds, for a kick before a drift or for one that closes a frame.
  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times);
  bool empty() const { return points_.empty(); }
  /// Whether a contact is deep enough to be pushed apart.
  bool penetrates() const;
  /// Sweeps that there is time for.
  int most_sweeps() const;
  /// Bodies that move.
  std::size_t body_count() const { return bodies_.size() - 1; }

  void add_forces(std::span<Spatial> forces) const;
  /// After the factor of the trees.
  void factor(const TreeFactor& factor);

  struct Sweeps {
    double first_change = 0;  ///< largest change of a row's speed in the first one, m/s
    bool settled = false;     ///< the last one changed next to nothing
  };
  /// At most so many sweeps, from these velocities with the accumulated impulses in them.
  Sweeps solve(std::span<const Spatial> velocity, int most_sweeps);
  /// The changes that the sweeps made, added to y.
  void finish(const TreeFactor& factor, std::span<NodeCoordinates> y) const;
  /// Pseudo-velocities that push penetrating contacts apart (paper 003 eqs. 18, 19), added to y.
  void solve_pushes(const TreeFactor& factor, std::span<NodeCoordinates> y);

  /// Impulses and slips back to the contacts' memory.
  void commit(std::span<const Spatial> velocity);

 private:
  using Triple = std::array<double, 3>;
  struct Body {
    Triple velocity{};
    Triple angular_velocity{};
    double inverse_mass = 0;
    std::array<double, 6> inverse_inertia{};  // xx xy xz yy yz zz, world axes
  };
  // What a visit reads and writes. Rows: the normal, two tangents.
  struct Point {
    std::array<std::uint32_t, 2> body{};  // places in bodies_
    std::array<Triple, 3> direction{};
    Triple arm_a{}, arm_b{};  // from the centres, m
    Triple target{};
    Triple impulse{};
    Triple softness{};
    double response = 0;               // of the normal, without softness
    double inverse_normal = 0;         // of its response with softness
    Triple inverse_tangents{};         // of the matrix of both tangents: 00, 11, 01
    std::array<double, 2> coupling{};  // response of each tangent to the normal
    double largest_tangent = 0;        // of the responses of the tangents
    double lower = 0, upper = 0;
    double coefficient = 0;
    bool slides = false;
  };
  // What the law of a contact keeps of its rows until they are factored.
  struct Law {
    ContactPoint* contact = nullptr;
    Triple give{};
    Triple eased{};
  };

  std::uint32_t place_of(BodyIndex body) const;
  void add(const Manifold& manifold, ContactPoint& contact, std::span<const BodyFrame> frames);
  Triple velocity_between(const Point& point) const;
  void apply(const Point& point, const Triple& impulse);
  double visit(Point& point);
  double sweep(bool backwards);
  // From these velocities, none if empty.
  void start_from(std::span<const Spatial> velocity);

  StepContext context_;
  const Topology& topology_;
  KickTimes times_;
  std::vector<std::uint8_t> plain_;  // [shape] no wheel, no running surface
  std::vector<std::uint32_t> place_of_node_;
  std::span<const std::size_t> nodes_;  // of the island
  std::vector<Body> bodies_;            // of its nodes, and one that stands for all that does not move
  std::vector<Spatial> start_;          // [body] velocities before the sweeps
  std::vector<Point> points_;
  std::vector<Law> laws_;  // [point]
};

}  // namespace drawbar::physics
