// Decks that are moved, and boxes on them.
#pragma once

#include <cmath>

#include "physics/motion/path.h"
#include "tests/effects/observed.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {

inline constexpr double kG = 9.81;

/// A slab whose top is at z = 0.
inline BodyId deck(WorldBuilder& builder, const MotionConfig& motion, double half = 20) {
  BodyConfig body;
  body.name = "deck";
  body.is_static = true;
  body.motion = motion;
  if (const auto* path = std::get_if<PathMotion>(&motion)) body.position = path->points[0].position;
  ShapeConfig shape;
  shape.geometry = Box{Vec3(half, half, 0.1)};
  shape.position = Vec3(0, 0, -0.1);
  body.shapes.push_back(shape);
  builder.config.bodies.push_back(body);
  return BodyId{static_cast<std::uint32_t>(builder.config.bodies.size() - 1)};
}

/// From rest at constant acceleration for so long, then on at that speed.
inline PathMotion accelerated(const Vec3& acceleration, double seconds) {
  PathMotion path;
  path.points.push_back({0, Vec3::Zero(), Quat::Identity(), Vec3(Vec3::Zero()), std::nullopt});
  path.points.push_back({seconds, 0.5 * seconds * seconds * acceleration, Quat::Identity(),
                         Vec3(seconds * acceleration), std::nullopt});
  return path;
}

inline AxisMotion along(const Vec3& axis, AxisTable table) {
  AxisMotion motion;
  motion.axis = axis;
  motion.by = std::move(table);
  return motion;
}

inline AxisMotion about(const Vec3& axis, AxisTable table) {
  AxisMotion motion = along(axis, std::move(table));
  motion.turns = true;
  return motion;
}

/// 10 kg, 0.4 m wide and 0.2 m high, on the deck.
inline BodyId box_at(WorldBuilder& builder, const Vec3& place) {
  const BodyId box = builder.body("box", 10, 10.0 / 12 * diagonal(0.2, 0.2, 0.32), place + Vec3(0, 0, 0.1));
  builder.shape(box, Box{Vec3(0.2, 0.2, 0.1)});
  return box;
}

/// Of a in b's axes, from b's origin.
inline Vec3 seen_from(const BodyReading& a, const BodyReading& b) {
  return b.orientation.conjugate() * (a.position - b.position);
}

}  // namespace drawbar::test
