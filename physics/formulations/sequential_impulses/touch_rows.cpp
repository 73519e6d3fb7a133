#include "physics/formulations/sequential_impulses/touch_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/formulations/sequential_impulses/soft_step.h"
#include "physics/math/rotation.h"
#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
/// Sweeps end when no row changes its speed by more than this (m/s or rad/s) ...
constexpr double kSpeedTolerance = 1e-7;
/// ... or after so many: a small stack is brought to rest, a large pile kept within its time.
constexpr std::size_t kSweptPoints = 4000;
constexpr std::size_t kLeastSweeps = 20;
constexpr std::size_t kMostSweeps = 100;
constexpr int kMostPushSweeps = 15;
/// Impacts slower than this are plastic (m/s or rad/s).
constexpr double kRestitutionThreshold = 0.05;
/// Part of a penetration removed in one substep (paper 003 eq. 19), and what is left alone (m).
constexpr double kErrorReduction = 0.2;
constexpr double kSlop = 1e-6;
constexpr double kFastestPush = 0.2;  // m/s
/// Part of the integrated slip taken back in one substep.
constexpr double kSlipReduction = 0.2;
/// Normal, two tangents, rolling about both, spinning.
constexpr std::size_t kRowsPerPoint = 6;

std::size_t joint_rows(const StepContext& context, const Topology& topology) {
  std::size_t rows = 0;
  for (std::size_t j = 0; j < context.config.joints.size(); ++j) {
    if (context.config.joints[j].cone) rows += 3;
    if (topology.node_of_joint[j] == kNone) rows += 4 * kMaxFreeAxes;
  }
  return rows;
}

std::size_t touching_rows(const StepContext& context) {
  const bool rolls =
      std::any_of(context.config.surface_pairs.begin(), context.config.surface_pairs.end(),
                  [](const SurfacePair& s) { return s.rolling_friction > 0 || s.spinning_friction > 0; });
  return context.collisions.record_capacity() * (rolls ? kRowsPerPoint : 3);
}

std::vector<std::size_t> depths(const Topology& topology) {
  std::vector<std::size_t> depth(topology.nodes.size(), 1);
  for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
    if (topology.nodes[i].parent != kNone) depth[i] = depth[topology.nodes[i].parent] + 1;
  }
  return depth;
}

// Room for the paths of all rows: vehicles and arms whole, long chains as far as is sensible.
std::size_t path_room(const StepContext& context, const Topology& topology) {
  std::size_t most = 1;
  std::size_t sum = 0;
  for (std::size_t d : depths(topology)) {
    most = std::max(most, d);
    sum += d;
  }
  const std::size_t average = sum / std::max<std::size_t>(1, topology.nodes.size()) + 1;
  return 2 * (touching_rows(context) * std::min(most, 2 * average) + joint_rows(context, topology) * most);
}

}  // namespace

TouchRows::TouchRows(const StepContext& context, const Topology& topology)
    : context_(context),
      topology_(topology),
      space_(touching_rows(context) + joint_rows(context, topology),
             2 * (touching_rows(context) + joint_rows(context, topology)), path_room(context, topology)),
      depth_(depths(topology)),
      change_(topology.nodes.size()),
      scratch_(topology.nodes.size()) {
  const std::size_t rows = touching_rows(context) + joint_rows(context, topology);
  rows_.reserve(rows);
  points_.reserve(context.collisions.record_capacity());
  scalars_.reserve(joint_rows(context, topology));
  std::vector<std::size_t> sizes(topology.groups.size());
  for (std::size_t j : topology.loop_joints) {
    const JointModel& joint = context.model.joints[j];
    for (BodyIndex b : {joint.parent, joint.child}) {
      const std::size_t node = topology.node_of_body[b];
      if (node == kNone) continue;
      sizes[topology.trees[topology.nodes[node].tree].group] += 6;
      break;
    }
  }
  std::size_t largest = 0;
  for (std::size_t size : sizes) largest = std::max(largest, size);
  const std::size_t block_rows = largest + context.config.couplings.size() + context.config.springs.size();
  projections_.reserve(std::min<std::size_t>(2 * rows * block_rows, std::size_t{1} << 22));
  for (std::size_t g = 0; g < topology.groups.size(); ++g) sums_.emplace_back(block_rows);
  block_sizes_.resize(topology.groups.size());
}

std::size_t TouchRows::add_row(const PointRow& row) {
  std::array<RowEnd, kMostRowEnds> ends;
  const std::size_t count = row_ends(topology_, row, ends);
  Solved& solved = rows_.emplace_back();
  solved.row = space_.add({ends.data(), count});
  return rows_.size() - 1;
}

double TouchRows::rate_before(std::size_t row) const {
  double sum = 0;
  for (const RowEnd& end : space_.ends(rows_[row].row)) {
    const BodyState& body = context_.state.bodies[topology_.nodes[end.node].body];
    sum += end.force.linear().dot(body.velocity) + end.force.angular().dot(body.angular_velocity);
  }
  return sum;
}

void TouchRows::add_contact(const Manifold& manifold, ContactPoint& contact,
                            std::span<const BodyFrame> frames) {
  const bool turns = manifold.surface.rolling_friction > 0 || manifold.surface.spinning_friction > 0;
  const std::size_t rows = turns ? kRowsPerPoint : 3;
  std::size_t path = 0;
  for (BodyIndex body : {manifold.body_a, manifold.body_b}) {
    const std::size_t node = topology_.node_of_body[body];
    if (node != kNone) path += rows * depth_[node];
  }
  if (!space_.has_room(rows, path_nodes_ + path)) {
    ++context_.statistics.dropped_contacts;
    return;
  }
  path_nodes_ += path;
  const State& state = context_.state;
  const double warm = state.last_substep > 0 ? times_.kick / state.last_substep : 0.0;
  Point point;
  point.memory = &contact.memory;
  point.normal = contact.normal;
  tangents_of(contact.normal, point.tangents[0], point.tangents[1]);
  point.gap = contact.gap;
  point.friction = manifold.surface.friction;
  point.rolling = manifold.surface.rolling_friction;
  point.spinning = manifold.surface.spinning_friction;
  const Vec3 arm_a = contact.position - frames[manifold.body_a].center;
  const Vec3 arm_b = contact.position - frames[manifold.body_b].center;
  const auto row = [&](const Vec3& linear, const Vec3& angular) {
    return add_row({manifold.body_a, manifold.body_b, arm_a, arm_b, linear, angular});
  };
  point.first = row(contact.normal, Vec3::Zero());
  Solved& normal = rows_[point.first];
  normal.impulse = warm * contact.memory.normal_impulse;
  normal.target = -std::max(contact.gap, 0.0) / times_.drift;
  const double approach = rate_before(point.first);
  if (approach < -kRestitutionThreshold && contact.gap + times_.drift * approach < 0) {
    normal.target = std::max(normal.target, -manifold.surface.restitution * approach);
  }
  for (const Vec3& tangent : point.tangents) {
    Solved& along = rows_[row(tangent, Vec3::Zero())];
    along.impulse = warm * tangent.dot(contact.memory.friction_impulse);
    along.target = -kSlipReduction * tangent.dot(contact.memory.slip) / times_.drift;
  }
  if (turns) {
    for (const Vec3& about : {point.tangents[0], point.tangents[1], point.normal}) {
      rows_[row(Vec3::Zero(), about)].impulse = warm * about.dot(contact.memory.resistance_impulse);
    }
  }
  point.count = rows_.size() - point.first;
  points_.push_back(point);
}

void TouchRows::add_scalar(const PointRow& row, double target, double softness, double lower, double upper,
                           double* memory, double sign) {
  const State& state = context_.state;
  const double warm = state.last_substep > 0 ? times_.kick / state.last_substep : 0.0;
  Scalar scalar;
  scalar.row = add_row(row);
  scalar.lower = lower;
  scalar.upper = upper;
  scalar.softness = softness;
  scalar.memory = memory;
  scalar.sign = sign;
  rows_[scalar.row].target = target;
  rows_[scalar.row].impulse = std::clamp(sign * warm * *memory, lower, upper);
  scalars_.push_back(scalar);
  for (const RowEnd& end : space_.ends(rows_[scalar.row].row)) path_nodes_ += depth_[end.node];
}

// Keeps `room`, which grows along the row, from becoming negative; what is overrun comes back in one substep.
void TouchRows::add_bound(const PointRow& row, double room, double restitution, double* memory, double sign) {
  const double overrun = room < 0 ? kErrorReduction * room : room;
  add_scalar(row, -overrun / times_.drift, 0, 0, kUnbounded, memory, sign);
  const std::size_t index = scalars_.back().row;
  const double rate = rate_before(index);
  if (restitution > 0 && rate < -kRestitutionThreshold && room + times_.drift * rate < 0) {
    rows_[index].target = std::max(rows_[index].target, -restitution * rate);
  }
}

void TouchRows::add_joint_rows(std::span<const BodyFrame> frames) {
  State& state = context_.state;
  for (std::size_t j = 0; j < context_.model.joints.size(); ++j) {
    const JointConfig& config = context_.config.joints[j];
    const bool loop = topology_.node_of_joint[j] == kNone;
    if (state.joints[j].broken || (!loop && !config.cone)) continue;
    const JointModel& joint = context_.model.joints[j];
    if (!context_.model.bodies[joint.parent].moves && !context_.model.bodies[joint.child].moves) continue;
    JointGeometry g;
    evaluate_joint(joint, frames[joint.parent], frames[joint.child], g);
    JointState& joint_state = state.joints[j];
    const auto row = [&](double sign, const Vec3& linear, const Vec3& angular) {
      return PointRow{joint.parent, joint.child, g.parent_arm, g.child_arm, sign * linear, sign * angular};
    };
    if (config.cone) {
      const SwingTwist angles = swing_twist(g);
      if (angles.swing > 0) {
        add_bound(row(-1, Vec3::Zero(), angles.swing_axis), config.cone->swing - angles.swing, 0,
                  &joint_state.cone_impulse[0], 1);
      }
      add_bound(row(1, Vec3::Zero(), angles.twist_axis), angles.twist - config.cone->twist_lower, 0,
                &joint_state.cone_impulse[1], 1);
      add_bound(row(-1, Vec3::Zero(), angles.twist_axis), config.cone->twist_upper - angles.twist, 0,
                &joint_state.cone_impulse[2], 1);
    }
    if (!loop) continue;
    for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
      const AxisConfig& axis = config.axes[k];
      AxisState& axis_state = joint_state.axes[k];
      const bool slides = axis_slides(joint.type, static_cast<int>(k));
      axis_state.position = slides ? g.position[k] : nearest_turn(g.position[k], axis_state.position);
      const double position = axis_state.position;
      const PointRow up = row(1, g.rate_linear[k], g.rate_angular[k]);
      const PointRow down = row(-1, g.rate_linear[k], g.rate_angular[k]);
      if (joint.type == JointType::rope) add_bound(down, -position, 0, &axis_state.limit_impulse, -1);
      if (axis.limit && !axis.limit->stiffness) {
        const bool low = position - axis.limit->lower < axis.limit->upper - position;
        if (low) {
          add_bound(up, position - axis.limit->lower, axis.limit->restitution, &axis_state.limit_impulse, 1);
        } else {
          add_bound(down, axis.limit->upper - position, axis.limit->restitution, &axis_state.limit_impulse,
                    -1);
        }
      }
      const double coulomb =
          axis.friction.coulomb + axis.friction.reaction_arm * std::sqrt(joint_state.force.squaredNorm());
      if (coulomb > 0) {
        add_scalar(up, 0, 0, -times_.kick * coulomb, times_.kick * coulomb, &axis_state.friction_impulse, 1);
      }
      double damping = axis.friction.viscous;
      SpringForce force;
      if (axis.spring) {
        force = spring_force(*axis.spring, position - axis.spring->rest);
        damping += axis.spring->damping;
      }
      if (axis.limit && axis.limit->stiffness) {
        const double over =
            std::max(position - axis.limit->upper, 0.0) + std::min(position - axis.limit->lower, 0.0);
        if (over != 0) {
          force.force += *axis.limit->stiffness * over;
          force.slope += *axis.limit->stiffness;
          damping += axis.limit->damping;
        }
      }
      if (force.slope * times_.drift + damping > 0) {
        // Implicit Euler (paper 004): a loop's axis is rarely where accuracy is decided.
        const SoftRow soft = soft_row(force, damping, times_.drift);
        add_scalar(up, soft.target, soft.softness, -kUnbounded, kUnbounded, &axis_state.spring_impulse, 1);
      }
    }
  }
}

void TouchRows::prepare(std::span<const BodyFrame> frames, const KickTimes& times) {
  times_ = times;
  space_.clear();
  rows_.clear();
  points_.clear();
  scalars_.clear();
  path_nodes_ = 0;
  if (!(times.drift > 0)) return;
  add_joint_rows(frames);
  for (Manifold& manifold : context_.collisions.manifolds()) {
    for (ContactPoint& contact : manifold.contacts()) add_contact(manifold, contact, frames);
  }
}

void TouchRows::prepare_closing(const KickTimes& times) {
  times_ = times;
  const double warm = times.drift > 0 ? times.kick / times.drift : 0.0;
  for (Point& point : points_) {
    const ContactMemory& memory = *point.memory;
    rows_[point.first].impulse = warm * memory.normal_impulse;
    for (std::size_t k = 0; k < 2; ++k) {
      rows_[point.first + 1 + k].impulse = warm * point.tangents[k].dot(memory.friction_impulse);
    }
    const std::array<Vec3, 3> about{point.tangents[0], point.tangents[1], point.normal};
    for (std::size_t k = 3; k < point.count; ++k) {
      rows_[point.first + k].impulse = warm * about[k - 3].dot(memory.resistance_impulse);
    }
    const double target = memory.normal_impulse > 0 ? 0.0 : -kUnbounded;
    for (std::size_t k = 0; k < point.count; ++k) rows_[point.first + k].target = k == 0 ? target : 0.0;
  }
  for (Scalar& scalar : scalars_) {
    const bool carried = *scalar.memory != 0;
    rows_[scalar.row].impulse = scalar.sign * warm * *scalar.memory;
    if (scalar.softness == 0) rows_[scalar.row].target = carried || scalar.lower < 0 ? 0.0 : -kUnbounded;
  }
}

bool TouchRows::penetrates() const {
  return std::any_of(points_.begin(), points_.end(), [](const Point& p) { return p.gap < -kSlop; });
}

void TouchRows::add_forces(std::span<Spatial> forces) const {
  for (const Solved& row : rows_) {
    if (row.impulse != 0) space_.add_force(row.row, row.impulse, forces);
  }
}

void TouchRows::factor(const TreeFactor& factor, const LoopRows& loops) {
  begin_changes(loops);
  space_.build(factor);
  projections_.clear();
  for (Solved& row : rows_) {
    row.effective = space_.response(row.row);
    row.block = {kNone, kNone};
    std::size_t found = 0;
    for (const RowEnd& end : space_.ends(row.row)) {
      const std::size_t group = topology_.trees[topology_.nodes[end.node].tree].group;
      const std::size_t block = loops.block_of_group(group);
      if (block == kNone || block == row.block[0]) continue;
      const BilateralBlock& rows = loops.block(block);
      const std::size_t n = rows.rows.size();
      if (projections_.size() + n > projections_.capacity()) continue;
      row.block[found] = block;
      row.block_offset[found] = projections_.size();
      projections_.resize(projections_.size() + n);
      double* g = projections_.data() + row.block_offset[found];
      rows.project(loops.space(), space_, row.row, scratch_, {g, n});
      for (std::size_t k = 0; k < n; ++k) row.effective -= g[k] * g[k];
      ++found;
    }
  }
  for (Point& point : points_) point.coupling = couple(rows_[point.first + 1], rows_[point.first + 2]);
}

double TouchRows::couple(const Solved& a, const Solved& b) {
  space_.apply(a.row, 1.0, scratch_);
  double sum = space_.dot(b.row, scratch_);
  space_.clear_path(a.row, scratch_);
  for (std::size_t k = 0; k < 2; ++k) {
    if (a.block[k] == kNone || a.block[k] != b.block[k]) continue;
    for (std::size_t i = 0; i < block_sizes_[a.block[k]]; ++i) {
      sum -= projections_[a.block_offset[k] + i] * projections_[b.block_offset[k] + i];
    }
  }
  return sum;
}

double TouchRows::present(const Solved& s) const {
  double speed = s.speed + space_.dot(s.row, change_);
  for (std::size_t k = 0; k < 2 && s.block[k] != kNone; ++k) {
    const double* g = projections_.data() + s.block_offset[k];
    const std::vector<double>& sum = sums_[s.block[k]];
    for (std::size_t i = 0; i < block_sizes_[s.block[k]]; ++i) speed -= g[i] * sum[i];
  }
  return speed;
}

void TouchRows::apply(Solved& s, double impulse) {
  s.impulse += impulse;
  space_.apply(s.row, impulse, change_);
  for (std::size_t k = 0; k < 2 && s.block[k] != kNone; ++k) {
    const double* g = projections_.data() + s.block_offset[k];
    std::vector<double>& sum = sums_[s.block[k]];
    for (std::size_t i = 0; i < block_sizes_[s.block[k]]; ++i) sum[i] += g[i] * impulse;
  }
}

// Sticking if the impulse that stops both tangents lies in the cone. Otherwise a step along the slip itself,
// back onto the disc: where that rests, friction opposes the slip.
double TouchRows::solve_friction(Point& point) {
  Solved& first = rows_[point.first + 1];
  Solved& second = rows_[point.first + 2];
  const double k00 = first.effective;
  const double k11 = second.effective;
  const double determinant = k00 * k11 - point.coupling * point.coupling;
  if (!(determinant > 0)) return 0;
  const double most = point.friction * rows_[point.first].impulse;
  const double u0 = present(first) - first.target;
  const double u1 = present(second) - second.target;
  double wanted0 = first.impulse - (k11 * u0 - point.coupling * u1) / determinant;
  double wanted1 = second.impulse - (k00 * u1 - point.coupling * u0) / determinant;
  point.sticks = wanted0 * wanted0 + wanted1 * wanted1 <= most * most;
  if (!point.sticks) {
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
  if (change0 != 0) apply(first, change0);
  if (change1 != 0) apply(second, change1);
  return std::max(std::fabs(change0) * k00, std::fabs(change1) * k11);
}

double TouchRows::solve_point(Point& point) {
  Solved& normal = rows_[point.first];
  double largest = 0;
  if (normal.effective > 0) {
    const double wanted =
        std::max(0.0, normal.impulse + (normal.target - present(normal)) / normal.effective);
    const double change = wanted - normal.impulse;
    if (change != 0) apply(normal, change);
    largest = std::fabs(change) * normal.effective;
  }
  if (point.friction > 0) largest = std::max(largest, solve_friction(point));
  for (std::size_t k = 3; k < point.count; ++k) {
    Solved& turn = rows_[point.first + k];
    const double most = (k < 5 ? point.rolling : point.spinning) * normal.impulse;
    if (!(turn.effective > 0)) continue;
    const double wanted = std::clamp(turn.impulse - present(turn) / turn.effective, -most, most);
    const double change = wanted - turn.impulse;
    if (change != 0) apply(turn, change);
    largest = std::max(largest, std::fabs(change) * turn.effective);
  }
  return largest;
}

double TouchRows::solve_scalar(Scalar& scalar) {
  Solved& row = rows_[scalar.row];
  const double size = row.effective + scalar.softness;
  if (!(size > 0)) return 0;
  const double wanted =
      std::clamp(row.impulse + (row.target - present(row) - scalar.softness * row.impulse) / size,
                 scalar.lower, scalar.upper);
  const double change = wanted - row.impulse;
  if (change != 0) apply(row, change);
  return std::fabs(change) * row.effective;
}

void TouchRows::begin_changes(const LoopRows& loops) {
  for (std::size_t b = 0; b < loops.block_count(); ++b) {
    block_sizes_[b] = loops.block(b).rows.size();
    std::fill_n(sums_[b].begin(), block_sizes_[b], 0.0);
  }
}

// The changes of this call into y, with what the loops answer.
void TouchRows::finish_changes(LoopRows& loops, std::span<NodeCoordinates> y) {
  for (std::size_t i = 0; i < change_.size(); ++i) {
    for (std::size_t k = 0; k < 6; ++k) y[i][k] += change_[i][k];
    change_[i] = {};
  }
  loops.answer(sums_, y);
}

double TouchRows::solve(std::span<const Spatial> velocity, LoopRows& loops, std::span<NodeCoordinates> y) {
  begin_changes(loops);
  for (Solved& row : rows_) row.speed = space_.velocity(row.row, velocity);
  double first = 0;
  const std::size_t budget = kSweptPoints / std::max<std::size_t>(1, points_.size());
  const int most = static_cast<int>(std::clamp(budget, kLeastSweeps, kMostSweeps));
  for (int sweep = 0; sweep < most; ++sweep) {
    ++context_.statistics.sweeps;
    double largest = 0;
    for (Scalar& scalar : scalars_) largest = std::max(largest, solve_scalar(scalar));
    // To and fro, so that loads travel through a stack both ways.
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const std::size_t next = sweep % 2 == 0 ? i : points_.size() - 1 - i;
      largest = std::max(largest, solve_point(points_[next]));
    }
    if (sweep == 0) first = largest;
    if (largest < kSpeedTolerance) break;
  }
  finish_changes(loops, y);
  return first;
}

void TouchRows::solve_pushes(LoopRows& loops, std::span<NodeCoordinates> y) {
  begin_changes(loops);
  for (Solved& row : rows_) row.speed = 0;
  for (Point& point : points_) point.push = 0;
  for (int sweep = 0; sweep < kMostPushSweeps; ++sweep) {
    double largest = 0;
    for (Point& point : points_) {
      Solved& normal = rows_[point.first];
      if (!(normal.effective > 0)) continue;
      // No faster than this: joints follow a displacement to first order, and what is left open comes back as
      // velocity.
      const double back = std::max(kErrorReduction * (point.gap + kSlop), -kFastestPush * times_.drift);
      const double room = point.gap < -kSlop ? back : std::max(point.gap, 0.0);
      const double wanted =
          std::max(0.0, point.push + (-room / times_.drift - present(normal)) / normal.effective);
      const double change = wanted - point.push;
      if (change == 0) continue;
      point.push = wanted;
      const double kept = normal.impulse;
      apply(normal, change);
      normal.impulse = kept;
      largest = std::max(largest, std::fabs(change) * normal.effective);
    }
    if (largest < kSpeedTolerance) break;
  }
  finish_changes(loops, y);
}

void TouchRows::commit(std::span<const Spatial> velocity) {
  if (times_.closing) return;
  const double scale = times_.drift / times_.kick;
  for (Point& point : points_) {
    ContactMemory& memory = *point.memory;
    memory.normal_impulse = scale * rows_[point.first].impulse;
    memory.friction_impulse = Vec3::Zero();
    Vec3 slip = Vec3::Zero();
    for (std::size_t k = 0; k < 2; ++k) {
      const Solved& along = rows_[point.first + 1 + k];
      memory.friction_impulse += (scale * along.impulse) * point.tangents[k];
      slip += (times_.drift * space_.velocity(along.row, velocity)) * point.tangents[k];
    }
    const bool holds = point.sticks && memory.normal_impulse > 0;
    memory.slip =
        holds ? Vec3(memory.slip - memory.slip.dot(point.normal) * point.normal + slip) : Vec3(Vec3::Zero());
    memory.resistance_impulse = Vec3::Zero();
    const std::array<Vec3, 3> about{point.tangents[0], point.tangents[1], point.normal};
    for (std::size_t k = 3; k < point.count; ++k) {
      memory.resistance_impulse += (scale * rows_[point.first + k].impulse) * about[k - 3];
    }
  }
  for (const Scalar& scalar : scalars_) *scalar.memory = scale * scalar.sign * rows_[scalar.row].impulse;
}

}  // namespace drawbar::physics
