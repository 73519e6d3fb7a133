#include "tests/bench/shipped_machine.h"
#include "tests/support/paths.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace drawbar::bench {
namespace {

using physics::BodyId;
using physics::JointId;
using physics::Vec3;

/// Appends to `things` a copy of the first `count` of them for every place, as `change` makes it.
template <class Things, class Change>
void repeat(Things& things, std::size_t count, std::size_t copies, const Change& change) {
  things.reserve(count * (copies + 1));
  for (std::size_t copy = 0; copy < copies; ++copy) {
    for (std::size_t i = 0; i < count; ++i) {
      things.push_back(things[i]);
      change(things.back(), copy);
    }
  }
}

}  // namespace

scenes::LoadedScene load_shipped(const char* name) {
  auto scene = scenes::load_file(tests::source_folder() / "scenes" / name);
  if (!scene) {
    std::fprintf(stderr, "%s\n", scene.error().text.c_str());
    std::exit(1);
  }
  return std::move(*scene);
}

void repeat_machine(physics::WorldConfig& config, std::size_t first, std::span<const Vec3> away) {
  const std::size_t bodies = config.bodies.size() - first, joints = config.joints.size();
  const auto move_body = [&](BodyId& id, std::size_t copy) {
    if (id == physics::kWorldBody || physics::index_of(id) < first) return;
    id = BodyId{static_cast<std::uint32_t>(physics::index_of(id) + (copy + 1) * bodies)};
  };
  const auto move_joint = [&](JointId& id, std::size_t copy) {
    id = JointId{static_cast<std::uint32_t>(physics::index_of(id) + (copy + 1) * joints)};
  };
  const auto repeat_all = [&](auto& things, const auto& change) {
    repeat(things, things.size(), away.size(), change);
  };
  const auto of_joint = [&](auto& thing, std::size_t copy) { move_joint(thing.joint, copy); };

  for (std::size_t copy = 0; copy < away.size(); ++copy) {
    for (std::size_t b = 0; b < bodies; ++b) {
      config.bodies.push_back(config.bodies[first + b]);
      config.bodies.back().position += away[copy];
      for (physics::ShapeConfig& shape : config.bodies.back().shapes) {
        if (shape.belt && shape.belt->joint) move_joint(*shape.belt->joint, copy);
      }
    }
  }
  repeat_all(config.joints, [&](physics::JointConfig& joint, std::size_t copy) {
    move_body(joint.parent, copy);
    move_body(joint.child, copy);
    joint.position += away[copy];
    joint.child_position += away[copy];
  });
  repeat_all(config.couplings, [&](physics::CouplingConfig& coupling, std::size_t copy) {
    for (physics::CouplingConfig::Term& term : coupling.terms) move_joint(term.joint, copy);
  });
  repeat_all(config.springs, [&](physics::SpringConfig& spring, std::size_t copy) {
    for (physics::SpringConfig::End* end : {&spring.from, &spring.to}) {
      move_body(end->body, copy);
      end->position += away[copy];
    }
  });
  repeat_all(config.drives, of_joint);
  repeat_all(config.wheels, of_joint);
  repeat_all(config.brakes, of_joint);
  repeat_all(config.hitches, of_joint);
  repeat_all(config.steerings, [&](physics::SteeringConfig& steering, std::size_t copy) {
    for (physics::SteeringConfig::Knuckle& knuckle : steering.knuckles) move_joint(knuckle.joint, copy);
  });
}

}  // namespace drawbar::bench
