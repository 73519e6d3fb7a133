// Newton's step on the rows that act: which do, how they act together, and how far a step may go.
//
// Rows are taken to act as the last sweep left them: intervals within their bounds and sticking discs are
// carried exactly, sliding friction follows its normal along the slip (proximal_system.h).
#pragma once

#include <array>
#include <vector>

#include "physics/formulations/sequential_impulses/contact/proximal_system.h"
#include "physics/formulations/sequential_impulses/contact/row_responses.h"

namespace drawbar::physics {

class ActiveSetNewton {
 public:
  /// Islands of more coordinates are left to the sweeps; a stack of 32 boxes has 192.
  static constexpr std::size_t kNewtonCoordinates = 192;

  ActiveSetNewton(RowSet& rows, RowResponses& responses, const Topology& topology, std::size_t room);

  /// After RowResponses::factor.
  void prepare(const LoopConstraints& loops);
  bool fits() const { return coordinates_ <= kNewtonCoordinates; }
  /// A solve begins, with time for some solutions.
  void begin();
  bool has_time() const { return rounds_left_ > 0; }

  /// Impulses as they are; and back to them.
  void remember();
  void restore();
  /// Steps from the rows that act as the last sweep left them, until none breaks its bounds; what ought to
  /// act besides is left to the next sweep. False if there is no such step, or no time for it.
  bool step();

 private:
  // The row being collected.
  struct Collected {
    std::vector<double> test;  // [coordinate], and room for the six of a node
    std::vector<double> impulse;
    std::size_t first = 0;  // what is not 0 is in [first, end)
    std::size_t end = 0;

    void touch(std::size_t from, std::size_t count);
    void clear();
  };
  enum class Acts { interval, sticks, slides };
  struct Acting {
    std::size_t row = 0;
    std::size_t place = 0;  // of its bound
    Acts acts = Acts::interval;
  };
  struct Kept {
    std::array<double, 2> impulse{};
    bool saturated = false;
  };

  void reach_coordinates(std::size_t row);
  bool solve_acting();
  bool solve_acting_again();
  bool same_act() const;
  bool find_steps();
  bool act_as_interval(std::size_t place);
  bool act_as_sticking(std::size_t place);
  bool act_as_sliding(std::size_t place, double most);
  void collect(std::size_t row, double test, double impulse);
  bool add_acting(const Acting& acting, double change, double compliance);
  template <class Change>
  void for_each_follower(std::size_t place, Change change) const;
  double compliance(std::size_t row) const;
  std::array<double, 2> direction(std::size_t row) const;
  bool stop_at_interval();
  bool slide_discs();
  void take_steps(double part_of_step);

  RowSet& rows_;
  RowResponses& responses_;
  std::size_t coordinates_ = 0;  // of all nodes and loop rows that rows reach
  std::vector<std::size_t> coordinate_of_node_;
  std::vector<std::size_t> coordinate_of_block_;
  ActiveRows active_;
  std::vector<Kept> kept_;  // [bound] before the step
  Collected collected_;
  std::vector<Acting> acting_;
  std::vector<bool> left_disc_;    // [bound] in this step
  std::vector<double> residuals_;  // [acting]
  std::vector<double> steps_;      // [acting] impulse changes
  // [bound] the `saturated` that `active_` was factored for; empty if it was not factored since prepare().
  std::vector<bool> factored_;
  bool may_reuse_ = false;  // by the first step of this solve
  int rounds_left_ = 0;     // solutions that there is time for
};

}  // namespace drawbar::physics
