#include "physics/formulations/tree/tree_kinematics.h"

#include <array>
#include <cmath>

#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

Quat quaternion_at(std::span<const double> q) {
  return normalised(Quat(q[0], q[1], q[2], q[3]));
}

void put(const Quat& value, std::span<double> q) {
  q[0] = value.w();
  q[1] = value.x();
  q[2] = value.y();
  q[3] = value.z();
}

Mat3 turn_about(int axis, double angle) {
  const SinCos t = sin_cos(angle);
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  Mat3 r = Mat3::Zero();
  r(axis, axis) = 1;
  r(j, j) = r(k, k) = t.cos;
  r(j, k) = -t.sin;
  r(k, j) = t.sin;
  return r;
}

// Slides along the inner axes.
Vec3 slides(JointType type, std::span<const double> q) {
  switch (type) {
    case JointType::prismatic:
    case JointType::cylindrical:
      return {q[0], 0, 0};
    case JointType::planar:
      return {q[0], q[1], 0};
    default:
      return Vec3::Zero();
  }
}

// Outer axes in inner ones.
Mat3 turns(JointType type, std::span<const double> q) {
  switch (type) {
    case JointType::revolute:
      return turn_about(0, q[0]);
    case JointType::cylindrical:
      return turn_about(0, q[1]);
    case JointType::planar:
      return turn_about(2, q[2]);
    case JointType::universal:
      return turn_about(0, q[0]) * turn_about(1, q[1]);
    case JointType::spherical:
      return quaternion_at(q).toRotationMatrix();
    default:
      return Mat3::Identity();
  }
}

// Columns of A at the joint's point: (linear, angular).
void motions(const TreeLink& node, const Mat3& inner, const Mat3& outer, const Vec3& outer_arm,
             std::span<Twist> out) {
  const auto turn = [&](std::size_t k, const Vec3& axis) { out[k] = {outer_arm.cross(axis), axis}; };
  const auto slide = [&](std::size_t k, int axis) { out[k] = {inner.col(axis), Vec3::Zero()}; };
  switch (node.type) {
    case JointType::revolute:
      turn(0, inner.col(0));
      break;
    case JointType::prismatic:
      slide(0, 0);
      break;
    case JointType::cylindrical:
      slide(0, 0);
      turn(1, inner.col(0));
      break;
    case JointType::universal:
      turn(0, inner.col(0));
      turn(1, outer.col(1));
      break;
    case JointType::spherical:
      for (int k = 0; k < 3; ++k) turn(static_cast<std::size_t>(k), outer.col(k));
      break;
    case JointType::planar:
      slide(0, 0);
      slide(1, 1);
      turn(2, inner.col(2));
      break;
    default:
      break;
  }
}

}  // namespace

TreeKinematics::TreeKinematics(const Model& world_model, const TreeModel& world_tree)
    : model(world_model),
      tree(world_tree),
      frames(tree.nodes.size()),
      shift(tree.nodes.size(), Vec3::Zero()),
      inner_arm(tree.nodes.size(), Vec3::Zero()),
      outer_arm(tree.nodes.size(), Vec3::Zero()),
      inner_axes(tree.nodes.size(), Mat3::Identity()),
      outer_axes(tree.nodes.size(), Mat3::Identity()),
      inertia(tree.nodes.size()),
      subspace(tree.degrees),
      velocity(tree.nodes.size()),
      bias(tree.nodes.size()),
      relative(tree.nodes.size()) {}

void TreeKinematics::set_positions(std::span<const double> coordinates) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeLink& node = tree.nodes[i];
    const std::span<const double> q = coordinates.subspan(node.first_coordinate);
    const std::span<Twist> columns = std::span(subspace).subspan(node.first_degree, node.degrees);
    BodyFrame& frame = frames[i];
    if (node.is_free()) {
      frame.center = Vec3(q[0], q[1], q[2]);
      frame.rotation = quaternion_at(q.subspan(3)).toRotationMatrix();
      shift[i] = frame.center;
      for (int k = 0; k < 3; ++k) {
        columns[static_cast<std::size_t>(k)] = {Vec3::Unit(k), Vec3::Zero()};
        columns[static_cast<std::size_t>(k) + 3] = {Vec3::Zero(), Vec3::Unit(k)};
      }
    } else {
      const bool on_base = node.parent == kNoIndex;
      const Mat3 inner = on_base ? node.inner_frame : Mat3(frames[node.parent].rotation * node.inner_frame);
      const Vec3 anchor =
          on_base ? node.inner_anchor : Vec3(frames[node.parent].rotation * node.inner_anchor);
      const Vec3 from = on_base ? Vec3(Vec3::Zero()) : frames[node.parent].center;
      inner_axes[i] = inner;
      outer_axes[i] = inner * turns(node.type, q);
      frame.rotation = outer_axes[i] * node.outer_frame.transpose();
      inner_arm[i] = anchor + inner * slides(node.type, q);
      outer_arm[i] = frame.rotation * node.outer_anchor;
      shift[i] = inner_arm[i] - outer_arm[i];
      frame.center = from + shift[i];
      motions(node, inner_axes[i], outer_axes[i], outer_arm[i], columns);
    }
    const BodyModel& body = model.bodies[node.body];
    inertia[i] = SpatialInertia::rigid(
        node.share * body.mass, node.share * (frame.rotation * body.inertia * frame.rotation.transpose()));
  }
}

void TreeKinematics::set_velocities(std::span<const double> rates) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeLink& node = tree.nodes[i];
    Twist& u = relative[i];
    u = Twist{};
    for (std::size_t k = 0; k < node.degrees; ++k) {
      const double rate = rates[node.first_degree + k];
      u.linear += rate * subspace[node.first_degree + k].linear;
      u.angular += rate * subspace[node.first_degree + k].angular;
    }
    bias[i] = Twist{};
    if (node.is_free()) {
      velocity[i] = u;
      continue;
    }
    const Twist before = node.parent == kNoIndex ? Twist{} : velocity[node.parent];
    velocity[i] = shifted(before, shift[i]);
    velocity[i].linear += u.linear;
    velocity[i].angular += u.angular;
    // Velocity-dependent part of the acceleration: the axes turn with their carriers, the arms with their
    // bodies, and what slides has Coriolis' term.
    const Vec3& wp = before.angular;
    const Vec3& wc = velocity[i].angular;
    Vec3 turning = wp.cross(u.angular);
    if (node.type == JointType::universal) {
      const std::size_t k = node.first_degree;
      turning += (rates[k] * rates[k + 1]) * subspace[k].angular.cross(subspace[k + 1].angular);
    }
    const Vec3 sliding = u.linear - outer_arm[i].cross(u.angular);
    bias[i].angular = turning;
    bias[i].linear = wp.cross(wp.cross(inner_arm[i])) + 2.0 * wp.cross(sliding) -
                     wc.cross(wc.cross(outer_arm[i])) + outer_arm[i].cross(turning);
  }
}

void TreeKinematics::coordinate_rates(std::span<const double> coordinates, std::span<const double> rates,
                                      std::span<double> out) const {
  for (const TreeLink& node : tree.nodes) {
    const std::span<const double> q = coordinates.subspan(node.first_coordinate);
    const std::span<const double> v = rates.subspan(node.first_degree, node.degrees);
    const std::span<double> dq = out.subspan(node.first_coordinate);
    if (node.is_free()) {
      for (std::size_t k = 0; k < 3; ++k) dq[k] = v[k];
      const Quat turn = Quat(0, 0.5 * v[3], 0.5 * v[4], 0.5 * v[5]) * Quat(q[3], q[4], q[5], q[6]);
      put(turn, dq.subspan(3));
    } else if (node.type == JointType::spherical) {
      put(Quat(q[0], q[1], q[2], q[3]) * Quat(0, 0.5 * v[0], 0.5 * v[1], 0.5 * v[2]), dq);
    } else {
      for (std::size_t k = 0; k < node.degrees; ++k) dq[k] = v[k];
    }
  }
}

void TreeKinematics::spread(std::span<const double> rates, std::span<const Twist> biases,
                            std::span<Twist> out) const {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeLink& node = tree.nodes[i];
    Twist a = node.parent == kNoIndex ? Twist{} : shifted(out[node.parent], shift[i]);
    if (!biases.empty()) {
      a.linear += biases[i].linear;
      a.angular += biases[i].angular;
    }
    for (std::size_t k = 0; k < node.degrees; ++k) {
      a.linear += rates[node.first_degree + k] * subspace[node.first_degree + k].linear;
      a.angular += rates[node.first_degree + k] * subspace[node.first_degree + k].angular;
    }
    out[i] = a;
  }
}

void TreeKinematics::read(const std::vector<BodyState>& bodies, std::span<double> coordinates,
                          std::span<double> rates) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeLink& node = tree.nodes[i];
    const BodyState& body = bodies[node.body];
    const std::span<double> q = coordinates.subspan(node.first_coordinate);
    if (node.is_free()) {
      for (std::size_t k = 0; k < 3; ++k) q[k] = body.center[static_cast<Eigen::Index>(k)];
      put(body.orientation, q.subspan(3));
      continue;
    }
    Mat3 inner = node.inner_frame;
    Vec3 anchor = node.inner_anchor;
    if (node.parent != kNoIndex) {
      const BodyState& before = bodies[tree.nodes[node.parent].body];
      const Mat3 r = before.orientation.toRotationMatrix();
      inner = r * inner;
      anchor = before.center + r * anchor;
    }
    const Mat3 own = body.orientation.toRotationMatrix();
    const Mat3 r = inner.transpose() * (own * node.outer_frame);
    const Vec3 d = inner.transpose() * (body.center + own * node.outer_anchor - anchor);
    switch (node.type) {
      case JointType::revolute:
        q[0] = arc_tangent(r(2, 1), r(1, 1));
        break;
      case JointType::prismatic:
        q[0] = d.x();
        break;
      case JointType::cylindrical:
        q[0] = d.x();
        q[1] = arc_tangent(r(2, 1), r(1, 1));
        break;
      case JointType::universal:
        q[0] = arc_tangent(r(2, 1), r(1, 1));
        q[1] = arc_tangent(r(0, 2), r(0, 0));
        break;
      case JointType::spherical:
        put(normalised(Quat(r)), q);
        break;
      case JointType::planar:
        q[0] = d.x();
        q[1] = d.y();
        q[2] = arc_tangent(r(1, 0), r(0, 0));
        break;
      default:
        break;
    }
  }
  set_positions(coordinates);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeLink& node = tree.nodes[i];
    const BodyState& body = bodies[node.body];
    const std::span<double> v = rates.subspan(node.first_degree, node.degrees);
    if (node.is_free()) {
      for (std::size_t k = 0; k < 3; ++k) {
        v[k] = body.velocity[static_cast<Eigen::Index>(k)];
        v[k + 3] = body.angular_velocity[static_cast<Eigen::Index>(k)];
      }
      continue;
    }
    Twist before;
    if (node.parent != kNoIndex) {
      const BodyState& inner = bodies[tree.nodes[node.parent].body];
      before = shifted({inner.velocity, inner.angular_velocity}, shift[i]);
    }
    const Vec3 turning = body.angular_velocity - before.angular;
    const Vec3 sliding = body.velocity - before.linear - outer_arm[i].cross(turning);
    const Vec3 turn = outer_axes[i].transpose() * turning;
    const Vec3 slide = inner_axes[i].transpose() * sliding;
    switch (node.type) {
      case JointType::revolute:
        v[0] = turn.x();
        break;
      case JointType::prismatic:
        v[0] = slide.x();
        break;
      case JointType::cylindrical:
        v[0] = slide.x();
        v[1] = turn.x();
        break;
      case JointType::universal:
        v[0] = inner_axes[i].col(0).dot(turning);
        v[1] = turn.y();
        break;
      case JointType::spherical:
        for (std::size_t k = 0; k < 3; ++k) v[k] = turn[static_cast<Eigen::Index>(k)];
        break;
      case JointType::planar:
        v[0] = slide.x();
        v[1] = slide.y();
        v[2] = turn.z();
        break;
      default:
        break;
    }
  }
  set_velocities(rates);
}

void TreeKinematics::write(std::vector<BodyState>& bodies) const {
  for (std::size_t b = 0; b < tree.node_of_body.size(); ++b) {
    const std::size_t i = tree.node_of_body[b];
    if (i == kNoIndex) continue;
    BodyState& body = bodies[b];
    body.center = frames[i].center;
    Quat turned = normalised(Quat(frames[i].rotation));
    if (turned.dot(body.orientation) < 0) turned.coeffs() = -turned.coeffs();
    body.orientation = turned;
    body.velocity = velocity[i].linear;
    body.angular_velocity = velocity[i].angular;
  }
}

}  // namespace drawbar::physics
