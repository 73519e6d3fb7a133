#include "physics/vehicle/link_suspension.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Points of the table on either side of travel 0: 6 mm apart for a car's wheel, between which the spline is
/// off by micrometres at most.
constexpr int kPointsPerSide = 16;
constexpr int kMostIterations = 20;
/// A link is as long as it was (part of the longest).
constexpr double kClosed = 1e-12;
/// The carrier does not turn further (rad) from one point to the next: beyond that it has jumped, or lets go.
constexpr double kLargestTurn = 0.3;

struct Carrier {
  Vec3 place = Vec3::Zero();
  Quat orientation = Quat::Identity();
};

/// The carrier on its links at `travel`, from a pose nearby; nothing if it cannot be there.
std::optional<Carrier> carrier_at(const SuspensionLinks& links, double travel, const Carrier& nearby) {
  Carrier carrier = nearby;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    Eigen::Matrix<double, 6, 6> rows = Eigen::Matrix<double, 6, 6>::Zero();
    Eigen::Matrix<double, 6, 1> error;
    rows(5, 0) = 1;
    error[5] = carrier.place.x() - travel;
    double longest = 0;
    for (int k = 0; k < 5; ++k) {
      const SuspensionLink& link = links[static_cast<std::size_t>(k)];
      const Vec3 arm = carrier.orientation * link.to;
      const Vec3 span = carrier.place + arm - link.from;
      const double now = std::sqrt(span.squaredNorm());
      const double length = std::sqrt((link.to - link.from).squaredNorm());
      const Vec3 along = span / now;
      rows.row(k).head<3>() = along.transpose();
      rows.row(k).tail<3>() = arm.cross(along).transpose();
      error[k] = now - length;
      longest = std::max(longest, length);
    }
    if (error.cwiseAbs().maxCoeff() <= kClosed * longest) {
      const Quat turned = carrier.orientation * nearby.orientation.conjugate();
      if (quaternion_logarithm(turned).squaredNorm() > kLargestTurn * kLargestTurn) return std::nullopt;
      return carrier;
    }
    const Eigen::Matrix<double, 6, 1> step = rows.partialPivLu().solve(-error);
    if (!step.allFinite()) return std::nullopt;
    carrier.place += step.head<3>();
    carrier.orientation = normalised(quaternion_exponential(Vec3(step.tail<3>())) * carrier.orientation);
  }
  return std::nullopt;
}

GuidePoint point_of(const Carrier& carrier) {
  const CardanAngles turns = cardan_angles(carrier.orientation.toRotationMatrix());
  return {carrier.place.x(), carrier.place.y(), carrier.place.z(), turns.a, turns.b, turns.c};
}

}  // namespace

SuspensionCurve curve_of_links(const SuspensionLinks& links, double lower, double upper) {
  SuspensionCurve curve;
  const auto follow = [&](double end) {
    Carrier carrier;
    for (int i = 1; i <= kPointsPerSide; ++i) {
      const double travel = end * i / kPointsPerSide;
      const std::optional<Carrier> next = carrier_at(links, travel, carrier);
      if (!next) {
        curve.unreached = travel;
        return;
      }
      carrier = *next;
      curve.points.push_back(point_of(carrier));
    }
  };
  follow(lower);
  std::reverse(curve.points.begin(), curve.points.end());
  curve.points.emplace_back();
  if (!curve.unreached) follow(upper);
  return curve;
}

}  // namespace drawbar::physics
