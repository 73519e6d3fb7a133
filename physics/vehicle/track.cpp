#include "physics/vehicle/track.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Cosine of the angle that the belt turns at a wheel below which the ends of its two runs stand for it.
constexpr double kStraight = 0.9998;
/// The ends of a run's piece rise from its surface at 30 degrees, so that an edge which passes from one piece
/// to the next meets no wall: height per length of the rise.
constexpr double kRise = 0.5773502691896257;

// Wheels with the belt on them, the sprocket first.
std::vector<BeltWheel> circles_of(const TrackConfig& track, const JointConfig& sprocket) {
  std::vector<BeltWheel> out{{sprocket.position, track.sprocket_radius + track.thickness}};
  for (const TrackWheel& wheel : track.wheels) {
    out.push_back({wheel.position, wheel.radius + track.thickness});
  }
  return out;
}

class Surfaces {
 public:
  Surfaces(const TrackConfig& track, WorldConfig& config)
      : track_(track),
        config_(config),
        middle_(config.joints[index_of(track.sprocket)].position),
        axis_(config.joints[index_of(track.sprocket)].frame.col(0)) {}

  void add_wheel(BodyId body, const BeltWheel& wheel) {
    ShapeConfig shape;
    shape.geometry = Cylinder{wheel.radius, 0.5 * track_.width};
    shape.position = to_body(body, in_plane(wheel.center));
    const Vec3 axis = rotation(body).transpose() * axis_;
    // z onto the axis by the shortest way.
    shape.orientation =
        axis.z() < -1 + 1e-12 ? Quat(0, 1, 0, 0) : normalised(Quat(1 + axis.z(), -axis.y(), axis.x(), 0));
    add(body, std::move(shape), Vec3::UnitZ());
  }

  void add_run(BodyId body, const BeltRun& run, double depth) {
    const Vec3 begin = in_plane(run.begin), end = in_plane(run.end);
    const Vec3 way = end - begin;
    const double length = std::sqrt(way.squaredNorm());
    const double height = std::min(depth, kRise * length / 3);
    if (!(height > 0)) return;
    const Vec3 rise = (height / kRise / length) * way - height * run.normal;
    add_prism(body, {begin, end, begin + rise, end + rise - 2 * (rise.dot(way) / (length * length)) * way});
  }

 private:
  Mat3 rotation(BodyId body) const { return config_.bodies[index_of(body)].orientation.toRotationMatrix(); }
  // Everything of one track lies in the plane of its sprocket.
  Vec3 in_plane(const Vec3& point) const { return point - axis_.dot(point - middle_) * axis_; }
  Vec3 to_body(BodyId body, const Vec3& point) const {
    return rotation(body).transpose() * (point - config_.bodies[index_of(body)].position);
  }
  void add_prism(BodyId body, const std::array<Vec3, 4>& outline) {
    ConvexHull hull;
    for (double side : {-0.5, 0.5}) {
      for (const Vec3& point : outline) {
        hull.points.push_back(to_body(body, point + side * track_.width * axis_));
      }
    }
    ShapeConfig shape;
    shape.geometry = std::move(hull);
    add(body, std::move(shape), rotation(body).transpose() * axis_);
  }
  void add(BodyId body, ShapeConfig shape, const Vec3& axis) {
    shape.material = track_.material;
    shape.belt = BeltConfig{axis, 0, track_.sprocket, track_.sprocket_radius};
    config_.bodies[index_of(body)].shapes.push_back(std::move(shape));
  }

  const TrackConfig& track_;
  WorldConfig& config_;
  Vec3 middle_;
  Vec3 axis_;
};

}  // namespace

BeltPath track_path(const TrackConfig& track, const JointConfig& sprocket) {
  return belt_path(circles_of(track, sprocket), sprocket.frame.col(0));
}

void add_track(const TrackConfig& track, WorldConfig& config) {
  const JointConfig& sprocket = config.joints[index_of(track.sprocket)];
  const std::vector<BeltWheel> circles = circles_of(track, sprocket);
  const BeltPath path = track_path(track, sprocket);
  assert(path.error == BeltError::none);
  Surfaces surfaces(track, config);
  const std::size_t n = path.runs.size();
  const auto carrier = [&](std::size_t wheel) {
    return wheel == 0 ? sprocket.parent : track.wheels[wheel - 1].body;
  };
  const auto solid = [&](const BeltRun& run) { return carrier(run.from) == carrier(run.to); };
  for (std::size_t k = 0; k < n; ++k) {
    const BeltRun& before = path.runs[(k + n - 1) % n];
    const BeltRun& run = path.runs[k];
    const BodyId body = carrier(run.from);
    const BeltWheel& wheel = circles[run.from];
    const bool straight = before.normal.dot(run.normal) > kStraight && solid(before) && solid(run);
    if (!straight) surfaces.add_wheel(body, wheel);
    if (solid(run)) surfaces.add_run(body, run, std::min(wheel.radius, circles[run.to].radius));
  }
}

}  // namespace drawbar::physics
