// A heightfield as wheels feel it: samples of smooth hills, and not the triangles between them.
//
// At every edge between two triangles the slope jumps; a rigid wheel that rolls across is struck there, and a
// tyre set swinging, by nothing that is on the real ground. Between samples the ground is therefore the
// bicubic surface of Catmull and Rom through the 16 around (slopes at the samples from their neighbours: no
// edge anywhere, planes and parabolas exact). Where the slope changes by more than kGentle from one cell to
// the next it is no hill but a step, and the triangles are what was meant; between kGentle and twice that the
// one passes into the other.
#pragma once

#include <vector>

#include "physics/contact/collision_shape.h"
#include "physics/contact/heightfield_data.h"

namespace drawbar::physics {

/// By sample: the largest change of height differences (m) across it, along both grid lines and from one side
/// of each cell around it to the other. Beyond the border the ground goes on straight.
std::vector<float> ground_bends(const Heightfield& field);

struct SmoothGround {
  double part = 0;              ///< 1: a hill; 0: an edge, where only the triangles count
  double height = 0;            ///< m, local z, of the bicubic surface
  Vec3 normal = Vec3::UnitZ();  ///< its, unit, upwards
};

/// At local (x, y). Beyond the border part is 0.
SmoothGround smooth_ground(const HeightfieldData& data, double x, double y);

/// Of all the ground under a box.
struct Smoothing {
  double reach = 0;    ///< the farthest (m) that part x (bicubic surface - triangles) is from 0
  bool hills = false;  ///< part is 1 everywhere
};

/// Under `box` (local).
Smoothing smoothing_under(const HeightfieldData& data, const Aabb& box);

}  // namespace drawbar::physics
