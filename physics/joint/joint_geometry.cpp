#include "physics/joint/joint_geometry.h"

#include <algorithm>
#include <cmath>

#include "physics/math/elementary.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

void add_row(JointGeometry& g, const Vec3& linear, const Vec3& angular, double error) {
  const auto k = static_cast<std::size_t>(g.rows++);
  g.row_linear[k] = linear;
  g.row_angular[k] = angular;
  g.row_error[k] = error;
}

void add_axis(JointAxes& g, const Vec3& linear, const Vec3& angular, double position) {
  const auto k = static_cast<std::size_t>(g.free_axes++);
  g.motion_linear[k] = linear;
  g.motion_angular[k] = angular;
  g.rate_linear[k] = linear;
  g.rate_angular[k] = angular;
  g.position[k] = position;
}

// The anchors coincide: three rows in world axes.
void add_point(JointGeometry& g, const Vec3& gap) {
  for (int k = 0; k < 3; ++k) add_row(g, Vec3::Unit(k), Vec3::Zero(), gap[k]);
  g.translation_rows = 3;
}

// The child's anchor may not leave the parent along `axis`.
void add_guide(JointGeometry& g, int axis, const Vec3& gap) {
  const Vec3 n = g.parent_frame.col(axis);
  add_row(g, n, Vec3::Zero(), n.dot(gap));
  ++g.translation_rows;
}

// The child's `axis` stays on the parent's: n_p,j . n_c,axis = 0 for the two other j.
void add_aligned_axes(JointGeometry& g, int axis) {
  const Vec3 n = g.child_frame.col(axis);
  for (int j = 1; j <= 2; ++j) {
    const Vec3 across = g.parent_frame.col((axis + j) % 3);
    add_row(g, Vec3::Zero(), n.cross(across), across.dot(n));
  }
}

// Same orientation: the relative quaternion's logarithm, which has no false zero at 180 degrees.
void add_same_orientation(JointGeometry& g) {
  const Mat3 relative = g.parent_frame.transpose() * g.child_frame;
  const Vec3 error = quaternion_logarithm(Quat(relative));
  for (int k = 0; k < 3; ++k) add_row(g, Vec3::Zero(), g.parent_frame.col(k), error[k]);
}

void add_slide(JointGeometry& g, int axis, const Vec3& gap) {
  const Vec3 n = g.parent_frame.col(axis);
  add_axis(g, n, Vec3::Zero(), n.dot(gap));
}

// The child follows its curve: two guides whose directions lean with the curve, and its orientation there.
void add_guided(JointGeometry& g, const GuideCurve& curve, const Vec3& gap) {
  const Vec3 along = g.parent_frame.col(0);
  const double travel = along.dot(gap);
  const GuideCurve::Place place = curve.at(travel);
  for (int k = 1; k <= 2; ++k) {
    const Vec3 across = g.parent_frame.col(k);
    add_row(g, across - place.slope[k] * along, Vec3::Zero(), across.dot(gap) - place.displacement[k]);
  }
  g.translation_rows = 2;
  const Mat3 target = g.parent_frame * place.rotation;
  const Vec3 turn = g.parent_frame * place.turn;
  const Vec3 error = quaternion_logarithm(Quat(Mat3(target.transpose() * g.child_frame)));
  for (int k = 0; k < 3; ++k) {
    const Vec3 about = target.col(k);
    add_row(g, -about.dot(turn) * along, about, error[k]);
  }
  add_axis(g, g.parent_frame * place.slope, turn, travel);
  g.rate_linear[0] = along;
  g.rate_angular[0] = Vec3::Zero();
}

// The angle of the child's next axis in the parent's frame, of whose next two it is seen.
double turn_of(const Vec3& next, const Vec3& first, const Vec3& second) {
  return arc_tangent(next.dot(second), next.dot(first));
}

double hinge_angle(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child) {
  return turn_of(child.rotation * joint.child_frame.col(1), parent.rotation * joint.parent_frame.col(1),
                 parent.rotation * joint.parent_frame.col(2));
}

void add_turn(JointGeometry& g, int axis) {
  const double angle = turn_of(g.child_frame.col((axis + 1) % 3), g.parent_frame.col((axis + 1) % 3),
                               g.parent_frame.col((axis + 2) % 3));
  add_axis(g, Vec3::Zero(), g.parent_frame.col(axis), angle);
}

void add_universal_axes(JointGeometry& g) {
  const Vec3 n0 = g.parent_frame.col(0);
  const Vec3 n1 = g.child_frame.col(1);
  add_row(g, Vec3::Zero(), n1.cross(n0), n0.dot(n1));
  add_axis(g, Vec3::Zero(), n0, arc_tangent(n1.dot(g.parent_frame.col(2)), n1.dot(g.parent_frame.col(1))));
  add_axis(g, Vec3::Zero(), n1, arc_tangent(n0.dot(g.child_frame.col(2)), n0.dot(g.child_frame.col(0))));
}

// Cardan angles of R = R0(a) R1(b) R2(c): the axes n0 (parent), n1 turned by a, n2 (child); the rates are the
// dual basis, which does not exist at b = +-90 degrees: there the determinant is kept away from 0.
void add_cardan_axes(JointGeometry& g) {
  constexpr double kSmallestDeterminant = 1e-6;
  const CardanAngles angles = cardan_angles(g.parent_frame.transpose() * g.child_frame);
  const SinCos turn = sin_cos(angles.a);
  const Vec3 e0 = g.parent_frame.col(0);
  const Vec3 e1 = turn.cos * g.parent_frame.col(1) + turn.sin * g.parent_frame.col(2);
  const Vec3 e2 = g.child_frame.col(2);
  add_axis(g, Vec3::Zero(), e0, angles.a);
  add_axis(g, Vec3::Zero(), e1, angles.b);
  add_axis(g, Vec3::Zero(), e2, angles.c);
  const double determinant = e0.dot(e1.cross(e2));
  const double kept = std::copysign(std::max(std::fabs(determinant), kSmallestDeterminant), determinant);
  g.rate_angular[0] = e1.cross(e2) / kept;
  g.rate_angular[1] = e2.cross(e0) / kept;
  g.rate_angular[2] = e0.cross(e1) / kept;
}

}  // namespace

double JointGeometry::translation_error() const {
  double sum = 0;
  for (int k = 0; k < translation_rows; ++k) {
    const double e = row_error[static_cast<std::size_t>(k)];
    sum += e * e;
  }
  return std::sqrt(sum);
}

double JointGeometry::rotation_error() const {
  double sum = 0;
  for (int k = translation_rows; k < rows; ++k) {
    const double e = row_error[static_cast<std::size_t>(k)];
    sum += e * e;
  }
  return std::sqrt(sum);
}

void evaluate_joint(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child,
                    JointGeometry& out) {
  JointGeometry& g = out;
  g.rows = g.translation_rows = g.free_axes = 0;
  g.parent_frame = parent.rotation * joint.parent_frame;
  g.child_frame = child.rotation * joint.child_frame;
  g.parent_arm = parent.rotation * joint.parent_anchor;
  g.child_arm = child.rotation * joint.child_anchor;
  const Vec3 gap = (child.center + g.child_arm) - (parent.center + g.parent_arm);

  switch (joint.type) {
    case JointType::fixed:
      add_point(g, gap);
      add_same_orientation(g);
      break;
    case JointType::revolute:
      add_point(g, gap);
      add_aligned_axes(g, 0);
      add_turn(g, 0);
      break;
    case JointType::universal:
      add_point(g, gap);
      add_universal_axes(g);
      break;
    case JointType::spherical:
      add_point(g, gap);
      add_cardan_axes(g);
      break;
    case JointType::prismatic:
    case JointType::cylindrical:
    case JointType::planar:
      // The axes turn with the parent, so its velocity is taken where the child's anchor is.
      g.parent_arm += gap;
      if (joint.type == JointType::planar) {
        add_guide(g, 2, gap);
        add_aligned_axes(g, 2);
        add_slide(g, 0, gap);
        add_slide(g, 1, gap);
        add_turn(g, 2);
      } else {
        add_guide(g, 1, gap);
        add_guide(g, 2, gap);
        add_slide(g, 0, gap);
        if (joint.type == JointType::prismatic) {
          add_same_orientation(g);
        } else {
          add_aligned_axes(g, 0);
          add_turn(g, 0);
        }
      }
      break;
    case JointType::guided:
      g.parent_arm += gap;
      add_guided(g, joint.guide, gap);
      break;
    case JointType::distance:
    case JointType::rope: {
      const double length = std::sqrt(gap.squaredNorm());
      const Vec3 along = length > 1e-9 ? Vec3(gap / length) : Vec3(g.parent_frame.col(0));
      const double elongation = length - joint.rest_length;
      if (joint.type == JointType::distance) {
        add_row(g, along, Vec3::Zero(), elongation);
        g.translation_rows = 1;
      }
      add_axis(g, along, Vec3::Zero(), elongation);
      break;
    }
  }
}

// A hinge is what most machines are made of.
void evaluate_axes(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child, JointAxes& out) {
  if (joint.type != JointType::revolute) {
    JointGeometry g;
    evaluate_joint(joint, parent, child, g);
    out = g;
    return;
  }
  out.parent_arm = parent.rotation * joint.parent_anchor;
  out.child_arm = child.rotation * joint.child_anchor;
  out.free_axes = 0;
  const Vec3 axis = parent.rotation * joint.parent_frame.col(0);
  add_axis(out, Vec3::Zero(), axis, hinge_angle(joint, parent, child));
}

JointCoordinates joint_coordinates(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child) {
  if (joint.type == JointType::revolute) return {hinge_angle(joint, parent, child)};
  JointGeometry g;
  evaluate_joint(joint, parent, child, g);
  JointCoordinates out{};
  std::copy_n(g.position.begin(), g.free_axes, out.begin());
  return out;
}

double nearest_turn(double angle, double previous) {
  constexpr double kTurn = 2.0 * kPi;
  return angle + kTurn * std::nearbyint((previous - angle) / kTurn);
}

SwingTwist swing_twist(const JointGeometry& joint) {
  SwingTwist out;
  const Vec3 parent_axis = joint.parent_frame.col(0);
  const Vec3 child_axis = joint.child_frame.col(0);
  const Vec3 across = parent_axis.cross(child_axis);
  const double sine = std::sqrt(across.squaredNorm());
  out.swing = arc_tangent(sine, parent_axis.dot(child_axis));
  out.swing_axis = sine > 1e-12 ? Vec3(across / sine) : Vec3(Vec3::Zero());
  const Quat relative(Mat3(joint.parent_frame.transpose() * joint.child_frame));
  out.twist = nearest_turn(2.0 * arc_tangent(relative.x(), relative.w()), 0.0);
  const Vec3 middle = parent_axis + child_axis;
  out.twist_axis = middle / std::max(1e-9, 0.5 * middle.squaredNorm());
  return out;
}

double twist_in(const AxisLimit& range, double twist) {
  return nearest_turn(twist, 0.5 * (range.lower + range.upper));
}

}  // namespace drawbar::physics
