// Interpolation between frames.
#include "protocol/pose_history.h"

#include <algorithm>
#include <cmath>

#include "protocol/encode.h"

namespace drawbar::protocol {
namespace {

DisplayPose pose_of(const stream::BodyState& body) {
  const auto& p = body.position();
  const auto& q = body.orientation();
  return {body.id(), {p.x(), p.y(), p.z()}, {q.w(), q.x(), q.y(), q.z()}, (body.flags() & kBodyAbsent) != 0};
}

/// Value at `u` in 0..1 of the cubic with values a, b and slopes (per unit of u) sa, sb at its ends.
double hermite(double a, double sa, double b, double sb, double u) {
  const double v = 1 - u;
  return v * v * ((1 + 2 * u) * a + u * sa) + u * u * ((1 + 2 * v) * b - v * sb);
}

void slerp(const double (&a)[4], const double (&b)[4], double u, double (&out)[4]) {
  double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const double sign = cosine < 0 ? -1 : 1;  // q and -q are the same rotation: take the short way
  cosine = std::min(cosine * sign, 1.0);
  double wa = 1 - u, wb = u;
  if (cosine < 0.9999) {
    const double angle = std::acos(cosine);
    wa = std::sin(wa * angle) / std::sin(angle);
    wb = std::sin(wb * angle) / std::sin(angle);
  }
  double length = 0;
  for (int i = 0; i < 4; ++i) {
    out[i] = wa * a[i] + wb * sign * b[i];
    length += out[i] * out[i];
  }
  length = std::sqrt(length);
  for (double& component : out) {
    component /= length;
  }
}

/// `seconds`: simulation time between the two.
DisplayPose between(const stream::BodyState& from, const stream::BodyState& to, double seconds, double u) {
  const DisplayPose a = pose_of(from);
  const DisplayPose b = pose_of(to);
  const auto& va = from.linear_velocity();
  const auto& vb = to.linear_velocity();
  DisplayPose out{to.id(), {}, {}, false};
  out.position[0] = hermite(a.position[0], va.x() * seconds, b.position[0], vb.x() * seconds, u);
  out.position[1] = hermite(a.position[1], va.y() * seconds, b.position[1], vb.y() * seconds, u);
  out.position[2] = hermite(a.position[2], va.z() * seconds, b.position[2], vb.z() * seconds, u);
  slerp(a.orientation, b.orientation, u, out.orientation);
  return out;
}

std::vector<DisplayPose> poses_of(const Poses& frame) {
  std::vector<DisplayPose> out;
  out.reserve(frame.bodies.size());
  std::ranges::transform(frame.bodies, std::back_inserter(out), pose_of);
  return out;
}

}  // namespace

void PoseHistory::push(Poses poses) {
  frames_.push_back(std::move(poses));
  if (frames_.size() > capacity_) {
    frames_.pop_front();
  }
}

std::vector<DisplayPose> PoseHistory::at(std::uint64_t monotonic_ns) const {
  if (frames_.empty()) {
    return {};
  }
  const auto later = std::ranges::find_if(
      frames_, [&](const Poses& frame) { return frame.stamp.monotonic_ns() >= monotonic_ns; });
  if (later == frames_.end()) {
    return poses_of(frames_.back());
  }
  if (later == frames_.begin()) {
    return poses_of(*later);
  }
  const Poses& earlier = *std::prev(later);
  const double seconds = later->stamp.time() - earlier.stamp.time();
  if (earlier.stamp.branch() != later->stamp.branch() || seconds < 0) {
    return poses_of(*later);
  }
  const std::uint64_t span = later->stamp.monotonic_ns() - earlier.stamp.monotonic_ns();
  const double u =
      static_cast<double>(monotonic_ns - earlier.stamp.monotonic_ns()) / static_cast<double>(span);

  std::vector<DisplayPose> out;
  out.reserve(later->bodies.size());
  auto from = earlier.bodies.begin();
  for (const stream::BodyState& to : later->bodies) {
    from = std::find_if(from, earlier.bodies.end(), [&](const auto& body) { return body.id() >= to.id(); });
    const bool known = from != earlier.bodies.end() && from->id() == to.id();
    const bool is_there = known && ((from->flags() | to.flags()) & kBodyAbsent) == 0;
    out.push_back(is_there ? between(*from, to, seconds, u) : pose_of(to));
  }
  return out;
}

}  // namespace drawbar::protocol
