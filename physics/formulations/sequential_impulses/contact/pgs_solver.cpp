#include "physics/formulations/sequential_impulses/contact/pgs_solver.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {
namespace {

/// Rows that are not solved are left after so many bounds swept: a small stack is brought to rest, a large
/// pile kept within its time.
constexpr std::size_t kSweptBounds = 8000;
constexpr std::size_t kLeastBoundSweeps = 20;
constexpr std::size_t kMostBoundSweeps = 100;
constexpr int kMostPushSweeps = 15;
/// Sweeps that look for the acting rows before Newton's first step ...
constexpr int kSweepsBeforeNewton = 2;
/// ... or one, where it changed a speed by so much (m/s or rad/s) that a second would not end it, but so
/// little that nothing has been struck and the rows that acted still do.
constexpr double kFarSpeed = 1e-4;
constexpr double kStruckSpeed = 1e-2;
/// Steps in a row, a sweep after each, that may go uphill.
constexpr int kNewtonSteps = 3;
/// Bounds swept after the last solution that there is time for: what has not settled by then goes round in
/// circles.
constexpr std::size_t kSweptAfterNewton = 800;
constexpr std::size_t kLeastSweepsAfterNewton = 10;

}  // namespace

PgsSolver::PgsSolver(RowSet& rows, RowResponses& responses, ActiveSetNewton& newton,
                     StepStatistics& statistics)
    : rows_(rows), responses_(responses), newton_(newton), statistics_(statistics) {}

double PgsSolver::solve_interval(ImpulseBounds& bound) {
  ConstraintRow& row = rows_.row(bound.row);
  const double effective = responses_.of(bound.row).effective;
  const double softness = responses_.of(bound.row).softness;
  const double size = effective + softness;
  if (!(size > 0)) return 0;
  const double more = rows_.reach_of(bound);
  const double lower = bound.lower - more;
  const double upper = bound.upper + more;
  if (lower == upper && row.impulse == lower) {
    bound.saturated = true;
    return 0;
  }
  const double free =
      row.impulse +
      (responses_.of(bound.row).target - responses_.present(bound.row) - softness * row.impulse) / size;
  const double wanted = std::clamp(free, lower, upper);
  bound.saturated = wanted == lower || wanted == upper;
  const double change = wanted - row.impulse;
  if (change == 0) return 0;
  row.impulse = wanted;
  responses_.apply(bound.row, change);
  return std::fabs(change) * effective;
}

// Sticking if the impulse that stops both rows lies in the disc. Otherwise a step along the slip itself, back
// onto the disc: where that rests, friction opposes the slip.
double PgsSolver::solve_disc(ImpulseBounds& bound, double coupling) {
  ConstraintRow& first = rows_.row(bound.row);
  ConstraintRow& second = rows_.row(bound.row + 1);
  const double soft0 = responses_.of(bound.row).softness;
  const double soft1 = responses_.of(bound.row + 1).softness;
  const double k00 = responses_.of(bound.row).effective + soft0;
  const double k11 = responses_.of(bound.row + 1).effective + soft1;
  const double both = k00 + k11;
  if (!(both > 0)) return 0;
  const double determinant = k00 * k11 - coupling * coupling;
  const double most = bound.upper + rows_.reach_of(bound);
  if (most == 0 && first.impulse == 0 && second.impulse == 0) {
    bound.saturated = true;
    return 0;
  }
  const std::array<double, 2> speeds = responses_.present_pair(bound.row);
  const double u0 = speeds[0] + soft0 * first.impulse - responses_.of(bound.row).target;
  const double u1 = speeds[1] + soft1 * second.impulse - responses_.of(bound.row + 1).target;
  // Where the joints leave the point one line to slide along, stopping it there is all that can be done.
  const bool one_line = !(determinant > kOneLine * both * both);
  double wanted0 = first.impulse - (one_line ? u0 / both : (k11 * u0 - coupling * u1) / determinant);
  double wanted1 = second.impulse - (one_line ? u1 / both : (k00 * u1 - coupling * u0) / determinant);
  bound.saturated = wanted0 * wanted0 + wanted1 * wanted1 > most * most;
  if (bound.saturated) {
    const double step = 1.0 / std::max(k00, k11);
    wanted0 = first.impulse - step * u0;
    wanted1 = second.impulse - step * u1;
    const double size = std::sqrt(wanted0 * wanted0 + wanted1 * wanted1);
    if (size > most) {
      wanted0 *= most / size;
      wanted1 *= most / size;
    }
  }
  const double change0 = wanted0 - first.impulse;
  const double change1 = wanted1 - second.impulse;
  first.impulse = wanted0;
  second.impulse = wanted1;
  if (change0 != 0 || change1 != 0) responses_.apply_pair(bound.row, {change0, change1});
  return std::max(std::fabs(change0) * k00, std::fabs(change1) * k11);
}

double PgsSolver::solve_bound(std::size_t b) {
  ImpulseBounds& bound = rows_.bound(b);
  return bound.is_friction_disc ? solve_disc(bound, responses_.coupling(b)) : solve_interval(bound);
}

// A leader and its followers in their order, the leaders to and fro, so that loads travel through a stack
// both ways.
double PgsSolver::sweep(bool backwards) {
  ++statistics_.sweeps;
  double largest = 0;
  if (!backwards) {
    for (std::size_t b = 0; b < rows_.bounds().size(); ++b) largest = std::max(largest, solve_bound(b));
    return largest;
  }
  for (std::size_t last = rows_.bounds().size(); last > 0;) {
    std::size_t first = last - 1;
    while (first > 0 && rows_.bound(first).normal_row != kNone) --first;
    for (std::size_t b = first; b < last; ++b) largest = std::max(largest, solve_bound(b));
    last = first;
  }
  return largest;
}

double PgsSolver::solve_rows() {
  const std::size_t count = std::max<std::size_t>(1, rows_.bounds().size());
  const std::size_t budget = kSweptBounds / count;
  const bool with_newton = newton_.fits();
  int most = static_cast<int>(std::clamp(budget, kLeastBoundSweeps, kMostBoundSweeps));
  const int most_after_newton =
      static_cast<int>(std::max(kSweptAfterNewton / count, kLeastSweepsAfterNewton));
  newton_.begin();
  double first = 0;
  double before = 0;
  int next_newton = with_newton ? kSweepsBeforeNewton : most;
  int wait = 1;
  int steps = 0;  // of Newton, since `before`
  for (int i = 1; i <= most; ++i) {
    double largest = sweep(i % 2 == 0);
    if (i == 1) {
      first = largest;
      if (with_newton && first > kFarSpeed && first < kStruckSpeed) next_newton = 1;
    }
    if (largest < kSpeedTolerance) break;
    if (steps > 0 && largest > before) {
      if (steps < kNewtonSteps && i < most && newton_.step()) {
        ++steps;
        continue;
      }
      // Steps among the wrong rows are taken back, and tried again when the sweeps have found others.
      newton_.restore();
      largest = before;
      wait = 2 * wait;
      next_newton = i + wait;
    }
    before = largest;
    steps = 0;
    if (with_newton && !newton_.has_time()) most = std::min(most, i + most_after_newton);
    if (i < next_newton || i == most) continue;
    newton_.remember();
    if (newton_.step()) {
      steps = 1;
    } else {
      newton_.restore();
      next_newton = most;
    }
  }
  return first;
}

double PgsSolver::solve(std::span<const Spatial> velocity, LoopConstraints& loops,
                        std::span<NodeCoordinates> y) {
  responses_.start(velocity, loops);
  const double first = solve_rows();
  responses_.finish(loops, y);
  return first;
}

void PgsSolver::solve_pushes(std::span<SplitImpulseTarget> pushes, LoopConstraints& loops,
                             std::span<NodeCoordinates> y) {
  responses_.start_from_rest(loops);
  for (int i = 0; i < kMostPushSweeps; ++i) {
    double largest = 0;
    for (SplitImpulseTarget& push : pushes) {
      const double effective = responses_.of(push.row).effective;
      if (!(effective > 0)) continue;
      const double wanted =
          std::max(0.0, push.impulse + (push.speed - responses_.present(push.row)) / effective);
      const double change = wanted - push.impulse;
      if (change == 0) continue;
      push.impulse = wanted;
      responses_.apply(push.row, change);
      largest = std::max(largest, std::fabs(change) * effective);
    }
    if (largest < kSpeedTolerance) break;
  }
  responses_.finish(loops, y);
}

}  // namespace drawbar::physics
