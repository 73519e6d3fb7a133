#include "scenes/loader/expand/placing.h"

#include <array>
#include <cmath>

#include "physics/math/rotation.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/joint_axes.h"

namespace drawbar::scenes {
namespace {

using json::Kind;
using json::Node;

template <std::size_t Count>
std::optional<std::array<double, Count>> numbers_of(const Node& node) {
  std::array<double, Count> values{};
  if (node.kind != Kind::array || node.children.size() != Count) return std::nullopt;
  for (std::size_t i = 0; i < Count; ++i) {
    if (node.children[i].kind != Kind::number) return std::nullopt;
    values[i] = node.children[i].number;
  }
  return values;
}

std::optional<physics::Vec3> vector_from(const Node& node) {
  const auto values = numbers_of<3>(node);
  if (!values) return std::nullopt;
  return physics::Vec3((*values)[0], (*values)[1], (*values)[2]);
}

/// Numbers of a list get new values; places and texts are those of the list.
template <std::size_t Count>
void set_numbers(Node& node, const std::array<double, Count>& values) {
  node.kind = Kind::array;
  node.children.resize(Count);
  for (std::size_t i = 0; i < Count; ++i) {
    Node& child = node.children[i];
    if (child.line == 0) child.set_place(node.place());
    child.kind = Kind::number;
    child.number = values[i];
  }
}

void set_vector(Node& node, const physics::Vec3& v) {
  set_numbers<3>(node, {v.x(), v.y(), v.z()});
}

void set_quaternion(Node& node, const physics::Quat& q) {
  set_numbers<4>(node, {q.w(), q.x(), q.y(), q.z()});
}

Node& add_member(Node& node, std::string_view name) {
  Node& child = node.children.emplace_back();
  child.name = std::string(name);
  child.set_place(node.place());
  return child;
}

/// Of a member rotation_deg or orientation; nothing where it is malformed.
std::optional<physics::Quat> rotation_of(const Node& turn) {
  if (turn.name == "rotation_deg") {
    const auto degrees = vector_from(turn);
    if (!degrees || !degrees->allFinite()) return std::nullopt;
    return quaternion_of_angles(*degrees);
  }
  const auto values = numbers_of<4>(turn);
  if (!values) return std::nullopt;
  const physics::Quat q((*values)[0], (*values)[1], (*values)[2], (*values)[3]);
  return q.squaredNorm() > 0 && std::isfinite(q.squaredNorm()) ? std::optional(q) : std::nullopt;
}

void place_turn(Node& turn, const Frame& frame) {
  if (!frame.turned) return;
  const auto own = rotation_of(turn);
  if (!own) return;
  turn.name = "orientation";
  set_quaternion(turn, frame.rotation * *own);
}

void place_vector(Node& node, Placed kind, const Frame& frame) {
  const auto own = vector_from(node);
  if (!own) return;
  physics::Vec3 placed = frame.turned ? physics::Vec3(frame.rotation * *own) : *own;
  if (kind == Placed::point) placed += frame.position;
  set_vector(node, placed);
}

/// A joint that leaves its axes to the loader has the ones that it would have where its file is not turned.
void give_axes(Node& joint, const Frame& frame) {
  const Node* type = joint.find("type");
  if (!frame.turned || type == nullptr || type->kind != Kind::string) return;
  const Node* axis = joint.find("axis");
  const bool has_second = joint.find("axis2") != nullptr;
  const auto known = joint_type_named(type->text);
  if (!known || *known == scene::JointType::guided) return;  // a guided joint has axes of its own
  const int described = JointAxes(*known).described();
  if (described == 0) return;
  if (axis == nullptr) {
    set_vector(add_member(joint, "axis"), physics::Vec3::UnitX());
    if (described == 2 && !has_second) set_vector(add_member(joint, "axis2"), physics::Vec3::UnitY());
  } else if (*known == scene::JointType::spherical && !has_second) {
    const auto n0 = vector_from(*axis);
    if (!n0 || !(n0->squaredNorm() > 0)) return;
    physics::Vec3 n1, n2;
    physics::tangents_of(*n0 / std::sqrt(n0->squaredNorm()), n1, n2);
    set_vector(add_member(joint, "axis2"), n1);
  }
}

/// A pose left out is the world's.
void give_pose(Node& body, const Frame& frame) {
  const bool has_turn = body.find("rotation_deg") != nullptr || body.find("orientation") != nullptr;
  if (frame.turned && !has_turn) {
    set_quaternion(add_member(body, "orientation"), physics::Quat::Identity());
  }
  if (body.find("position") == nullptr) set_vector(add_member(body, "position"), physics::Vec3::Zero());
}

}  // namespace

Frame operator*(const Frame& outer, const Frame& inner) {
  Frame frame;
  frame.turned = outer.turned || inner.turned;
  frame.position = outer.turned ? physics::Vec3(outer.rotation * inner.position) : inner.position;
  frame.position += outer.position;
  if (outer.turned) {
    frame.rotation = inner.turned ? outer.rotation * inner.rotation : outer.rotation;
  } else {
    frame.rotation = inner.rotation;
  }
  return frame;
}

std::optional<physics::Vec3> vector_of(const Node& node, std::string_view member_name) {
  const Node* found = node.find(member_name);
  return found != nullptr ? vector_from(*found) : std::nullopt;
}

std::string wrong_orientation(const Node& node) {
  const Node* turn = node.find("orientation");
  const auto values = turn != nullptr ? numbers_of<4>(*turn) : std::nullopt;
  if (!values) return "";
  return wrong_quaternion({(*values)[0], (*values)[1], (*values)[2], (*values)[3]});
}

Frame pose_of(const Node& node) {
  Frame frame;
  if (const auto position = vector_of(node, "position")) frame.position = *position;
  for (const char* turn : {"rotation_deg", "orientation"}) {
    const Node* found = node.find(turn);
    if (found == nullptr) continue;
    if (const auto rotation = rotation_of(*found)) frame.rotation = rotation->normalized();
  }
  frame.turned = std::fabs(frame.rotation.w()) != 1;
  return frame;
}

void place(Node& node, const ObjectRule& object, const Schema& schema, const Frame& frame) {
  if (node.kind != Kind::object || frame.is_identity()) return;
  if (object.name == "Joint") give_axes(node, frame);
  if (object.name == "Body" || object.name == "Include") give_pose(node, frame);
  for (Node& child : node.children) {
    const FieldRule* rule = object.find(child.name);
    if (rule == nullptr) continue;
    if (rule->placed == Placed::turn) {
      place_turn(child, frame);
    } else if (rule->placed != Placed::no) {
      place_vector(child, rule->placed, frame);
    } else if (rule->type == ValueType::table && !rule->by_name) {
      const ObjectRule& inner = schema.objects[rule->index];
      if (!rule->is_list) place(child, inner, schema, frame);
      if (rule->is_list && child.kind == Kind::array) {
        for (Node& one : child.children) place(one, inner, schema, frame);
      }
    }
  }
}

}  // namespace drawbar::scenes
