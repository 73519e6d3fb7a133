// Sequential impulses on the contact points of four pairs of bodies at a time.
//
// What touches is cut into blocks of up to four pairs that share no moving body: its lanes. Within a block
// point after point is solved, the first of every pair, the second of every pair, and so on, and every
// point's normal and friction on one reading of its two bodies' velocities.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/articulation/spatial.h"
#include "physics/math/wide.h"

namespace drawbar::physics {

class WideContactSolver {
 public:
  struct Body {
    Triple<double> velocity{};                ///< of the centre, m/s
    Triple<double> angular_velocity{};        ///< rad/s
    double inverse_mass = 0;                  ///< 1/kg
    std::array<double, 6> inverse_inertia{};  ///< xx xy xz yy yz zz, world axes, 1/(kg m^2)
  };
  /// The rows of one point, as ConstraintRow has them: its normal, two tangents.
  struct Point {
    Triple<double> arm{};  ///< from a's centre, m
    Triple<double> target{}, impulse{}, relative_compliance{}, reference_impulse{};
    double normal_softness = 0;
    double coefficient = 0;   ///< of the disc of friction
    bool prescribed = false;  ///< the normal's impulse stays what it is
    bool rigid = true;        ///< is pushed apart where it penetrates
  };
  struct Answer {
    Triple<double> impulse{};     ///< N s
    double tangent_softness = 0;  ///< what the give came to, m/s per N s
    bool slides = false;          ///< friction is at its bound
  };
  /// Where a pair's points lie.
  struct Pair {
    std::uint32_t block = 0;
    std::uint32_t lane = 0;
  };

  WideContactSolver(std::size_t most_bodies, std::size_t most_points);
  std::size_t most_points() const { return most_points_; }

  /// Bodies 0 to count - 1 and, as number `count`, one that stands for all that does not move.
  void begin(std::size_t count);
  std::size_t body_count() const { return bodies_.size() - 1; }
  Body& body(std::size_t i) { return bodies_[i]; }
  const Body& body(std::size_t i) const { return bodies_[i]; }

  /// First every pair, in an order of no account but the same every time, ...
  Pair add_pair(std::array<std::uint32_t, 2> bodies, std::size_t points);
  /// ... then their place, ...
  void lay_out();
  /// ... then their rows. `directions`: normal from a to b, and two tangents; `offset`: from b's centre to
  /// a's, m.
  void set_pair(Pair pair, const Triple<Triple<double>>& directions, const Triple<double>& offset);
  void set_point(Pair pair, std::size_t k, const Point& point);

  std::size_t point_count() const { return point_count_; }
  /// Adds the impulses' resultants about the bodies' centres: of body i to sums[places[i]].
  void add_impulses(std::span<const std::size_t> places, std::span<Spatial> sums) const;
  /// Computes the responses of the points, by the bodies' inverse inertias.
  void factor();
  struct Solved {
    int sweeps = 0;
    double first_change = 0;  ///< largest change of a row's speed in the first sweep, m/s
    double last_change = 0;   ///< ... and in the last
  };
  /// From the bodies' velocities with the accumulated impulses in them, until no row's speed changes by
  /// `tolerance` (m/s).
  Solved solve(int most_sweeps, double tolerance);
  /// Speed along the normal, at least, from which the points are to be pushed.
  void set_push(Pair pair, std::size_t k, double speed);
  /// Split impulses of the rigid normals alone.
  Solved solve_pushes(int most_sweeps);
  Answer answer(Pair pair, std::size_t k) const;
  /// Velocity of b relative to a at the point, m/s.
  Triple<double> velocity_between(Pair pair, std::size_t k) const;

 private:
  using WideTriple = Triple<Wide>;
  struct Block {
    std::array<std::array<std::uint32_t, kLanes>, 2> body{};
    Triple<WideTriple> direction{};
    WideTriple offset{};  // from b's centre to a's
    Wide response;        // the largest of all rows
    std::uint32_t pairs = 0;
    std::uint32_t points = 0;  // of all pairs
    std::uint32_t first_slot = 0;
    std::uint32_t slots = 0;  // of the pair that has most
  };
  struct Row {
    Wide target, impulse;
    Wide step;       // what the last sweep changed of the impulse
    Wide direction;  // ... and the steps before, each as far as it still counts
  };
  // One point of each pair: all that is read and written in a sweep, which is as fast as this is small. What
  // says how far a step goes, not where it ends, is kept in half the room.
  // Pushes need the first part alone.
  struct Slot {
    WideTriple arm;  // from a's centre
    Row normal;
    Narrow inverse_push;    // of its response; 0: is not pushed
    Narrow inverse_normal;  // of its response with softness; 0: its impulse is prescribed
    Wide normal_softness;
    std::array<Row, 2> tangent;
    Wide tangent_softness;
    std::array<Narrow, 2> coupling;   // response of each tangent to the normal
    Triple<Narrow> inverse_tangents;  // of the matrix of both: 00, 11, 01
    Narrow inverse_largest;           // of the larger one's response
    Wide coefficient;
  };
  // Change of a body's velocities by one step and by the search direction.
  struct Course {
    Triple<double> velocity_before{}, angular_velocity_before{};
    Triple<double> velocity{}, angular_velocity{};
  };
  struct Sweep {
    double change = 0;   // largest of a row's speed, m/s
    double squared = 0;  // of the step, m/s N s
  };
  struct Compliance {
    WideTriple relative_compliance, reference_impulse;
    Wide moves, pushed;  // of the normal, 1 or 0
  };
  // Four bodies, one in each lane.
  struct Side {
    WideTriple velocity, angular_velocity;
    Wide inverse_mass;
    std::array<Wide, 6> inverse_inertia;
  };

  std::size_t open_block();
  Side gather(const std::array<std::uint32_t, kLanes>& bodies) const;
  void scatter(const Side& side, const std::array<std::uint32_t, kLanes>& bodies);
  static void apply(const WideTriple& impulse, const WideTriple& arm_a, const WideTriple& arm_b, Side& a,
                    Side& b);
  static void start_on(Row& row, const Wide& onward);
  using Visit = WideTriple(const Block& block, Slot& slot, const Wide& onward, Side& a, Side& b);
  static Visit visit_rows;
  static Visit visit_push;
  template <Visit visit>
  Sweep sweep(const Wide& onward);
  DRAWBAR_WIDE Sweep sweep_rows(const Wide& onward);
  DRAWBAR_WIDE Sweep sweep_pushes(const Wide& onward);
  template <class SweepOnce>
  Solved iterate(int most_sweeps, double tolerance, SweepOnce sweep_once);
  void go_on(double part);

  // Blocks that still take pairs, and for every body which of those it is in.
  static constexpr std::size_t kOpen = 16;
  std::array<std::uint32_t, kOpen> open_{};
  std::uint32_t opened_ = 0;
  std::uint32_t has_room_ = 0;
  std::vector<std::uint32_t> in_open_;

  std::size_t most_points_;
  std::size_t point_count_ = 0;
  std::size_t slot_count_ = 0;
  std::vector<Body> bodies_;
  std::vector<Block> blocks_;
  std::vector<Slot> slots_;             // the first slot_count_ are in use
  std::vector<Compliance> compliance_;  // [slot]
  std::vector<Course> courses_;         // [body]
};

}  // namespace drawbar::physics
