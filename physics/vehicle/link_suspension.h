// A wheel carrier on five links, reduced to the curve that they leave it: from hard points to a guided joint.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "physics/model/joint_config.h"

namespace drawbar::physics {

/// A rigid link with a ball joint at each end, in the joint's axes from its anchor, at travel 0. A wishbone
/// is two links that meet on the carrier, a tie rod is one.
struct SuspensionLink {
  Vec3 from = Vec3::Zero();  ///< on the chassis, m
  Vec3 to = Vec3::Zero();    ///< on the carrier, m
};
using SuspensionLinks = std::array<SuspensionLink, 5>;

struct SuspensionCurve {
  std::vector<GuidePoint> points;   ///< from `lower` to `upper`, with one at travel 0
  std::optional<double> unreached;  ///< m: the first travel to which the links lead on no unique way
};

/// The carrier's pose at travels from `lower` (below 0) to `upper` (above 0): six equations, the lengths of
/// the links and the travel of the anchor, by Newton from one point to the next.
SuspensionCurve curve_of_links(const SuspensionLinks& links, double lower, double upper);

}  // namespace drawbar::physics
