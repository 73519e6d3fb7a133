#include "physics/contact/convex_hull.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {
namespace {

constexpr double kRelativeTolerance = 1e-9;
constexpr std::uint32_t kAbsent = 0xFFFFFFFF;

struct Triangle {
  std::array<std::uint32_t, 3> corner{};
  /// Across the edges corner[k], corner[k + 1].
  std::array<std::uint32_t, 3> neighbour{kAbsent, kAbsent, kAbsent};
  Vec3 normal = Vec3::Zero();
  double offset = 0;
  bool alive = true;
};

/// Incremental hull: always takes the point farthest outside, removes what it sees, and fans the horizon.
class Builder {
 public:
  Builder(std::span<const Vec3> points, double tolerance) : points_(points), tolerance_(tolerance) {}

  bool start() {
    const auto simplex = first_simplex();
    if (simplex[3] == kAbsent) return false;
    const auto& [a, b, c, d] = simplex;
    add(a, b, c);
    add(a, c, d);
    add(a, d, b);
    add(b, d, c);
    link_all();
    return true;
  }

  void grow() {
    for (std::size_t round = 0; round < points_.size(); ++round) {
      double farthest = tolerance_;
      std::uint32_t eye = kAbsent;
      std::uint32_t face = kAbsent;
      for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
        if (!triangles_[t].alive) continue;
        for (std::uint32_t p = 0; p < points_.size(); ++p) {
          const double height = distance(t, p);
          if (height > farthest) {
            farthest = height;
            eye = p;
            face = t;
          }
        }
      }
      if (eye == kAbsent) return;
      add_point(eye, face);
    }
  }

  const std::vector<Triangle>& triangles() const { return triangles_; }

 private:
  double distance(std::uint32_t triangle, std::uint32_t point) const {
    return triangles_[triangle].normal.dot(points_[point]) - triangles_[triangle].offset;
  }

  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    Triangle t;
    t.corner = {a, b, c};
    t.normal = (points_[b] - points_[a]).cross(points_[c] - points_[a]).normalized();
    t.offset = t.normal.dot(points_[a]);
    triangles_.push_back(t);
  }

  void link_all() {
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      if (!triangles_[t].alive) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t from = triangles_[t].corner[k];
        const std::uint32_t to = triangles_[t].corner[(k + 1) % 3];
        triangles_[t].neighbour[k] = find_edge(to, from);
      }
    }
  }

  std::uint32_t find_edge(std::uint32_t from, std::uint32_t to) const {
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      if (!triangles_[t].alive) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        if (triangles_[t].corner[k] == from && triangles_[t].corner[(k + 1) % 3] == to) return t;
      }
    }
    return kAbsent;
  }

  /// Four points with a volume: extremes of the widest axis, then farthest from the line, then the plane.
  std::array<std::uint32_t, 4> first_simplex() const {
    std::array<std::uint32_t, 4> s{kAbsent, kAbsent, kAbsent, kAbsent};
    double widest = tolerance_;
    for (int axis = 0; axis < 3; ++axis) {
      std::uint32_t low = 0;
      std::uint32_t high = 0;
      for (std::uint32_t p = 1; p < points_.size(); ++p) {
        if (points_[p][axis] < points_[low][axis]) low = p;
        if (points_[p][axis] > points_[high][axis]) high = p;
      }
      const double extent = points_[high][axis] - points_[low][axis];
      if (extent > widest) {
        widest = extent;
        s[0] = low;
        s[1] = high;
      }
    }
    if (s[1] == kAbsent) return s;
    const Vec3 along = (points_[s[1]] - points_[s[0]]).normalized();
    double farthest = tolerance_;
    for (std::uint32_t p = 0; p < points_.size(); ++p) {
      const double d = (points_[p] - points_[s[0]]).cross(along).norm();
      if (d > farthest) {
        farthest = d;
        s[2] = p;
      }
    }
    if (s[2] == kAbsent) return s;
    const Vec3 normal = along.cross(points_[s[2]] - points_[s[0]]).normalized();
    farthest = tolerance_;
    for (std::uint32_t p = 0; p < points_.size(); ++p) {
      const double d = std::abs(normal.dot(points_[p] - points_[s[0]]));
      if (d > farthest) {
        farthest = d;
        s[3] = p;
      }
    }
    if (s[3] == kAbsent) return s;
    // The first triangle must look away from the fourth point.
    if (normal.dot(points_[s[3]] - points_[s[0]]) > 0) std::swap(s[1], s[2]);
    return s;
  }

  void add_point(std::uint32_t eye, std::uint32_t seen) {
    // Coplanar neighbours go too: they are fanned anew from the eye, which leaves no slivers.
    std::vector<std::uint32_t> visible{seen};
    triangles_[seen].alive = false;
    for (std::size_t i = 0; i < visible.size(); ++i) {
      for (const std::uint32_t n : triangles_[visible[i]].neighbour) {
        if (n == kAbsent || !triangles_[n].alive || distance(n, eye) < -tolerance_) continue;
        triangles_[n].alive = false;
        visible.push_back(n);
      }
    }
    for (const std::uint32_t v : visible) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t n = triangles_[v].neighbour[k];
        if (n != kAbsent && triangles_[n].alive) {
          add(triangles_[v].corner[k], triangles_[v].corner[(k + 1) % 3], eye);
        }
      }
    }
    std::erase_if(triangles_, [](const Triangle& t) { return !t.alive; });
    link_all();
  }

  std::span<const Vec3> points_;
  double tolerance_;
  std::vector<Triangle> triangles_;
};

/// Triangles joined into groups that lie in one plane.
std::vector<std::uint32_t> coplanar_groups(const std::vector<Triangle>& triangles,
                                           std::span<const Vec3> points, double tolerance) {
  std::vector<std::uint32_t> group(triangles.size(), kAbsent);
  for (std::uint32_t seed = 0; seed < triangles.size(); ++seed) {
    if (group[seed] != kAbsent) continue;
    group[seed] = seed;
    std::vector<std::uint32_t> members{seed};
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const std::uint32_t n : triangles[members[i]].neighbour) {
        if (n == kAbsent || group[n] != kAbsent || triangles[n].normal.dot(triangles[seed].normal) <= 0)
          continue;
        const auto in_plane = [&](std::uint32_t c) {
          return std::abs(triangles[seed].normal.dot(points[c]) - triangles[seed].offset) <= tolerance;
        };
        if (std::all_of(triangles[n].corner.begin(), triangles[n].corner.end(), in_plane)) {
          group[n] = seed;
          members.push_back(n);
        }
      }
    }
  }
  return group;
}

/// Boundary of a group, walked counter-clockwise; empty if it is not one closed loop.
std::vector<std::uint32_t> boundary(const std::vector<Triangle>& triangles,
                                    const std::vector<std::uint32_t>& group, std::uint32_t id) {
  std::vector<std::array<std::uint32_t, 2>> open;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    if (group[t] != id) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t n = triangles[t].neighbour[k];
      if (n == kAbsent || group[n] != id) {
        open.push_back({triangles[t].corner[k], triangles[t].corner[(k + 1) % 3]});
      }
    }
  }
  std::vector<std::uint32_t> loop{open.front()[0]};
  std::uint32_t at = open.front()[1];
  while (at != loop.front() && loop.size() <= open.size()) {
    loop.push_back(at);
    const auto next = std::find_if(open.begin(), open.end(), [&](const auto& e) { return e[0] == at; });
    if (next == open.end()) return {};
    at = (*next)[1];
  }
  return loop;
}

/// Normal and area of a polygon (Newell), robust for nearly collinear corners.
Vec3 polygon_normal(std::span<const std::uint32_t> loop, std::span<const Vec3> points) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    sum += (points[loop[i]] - points[loop[0]]).cross(points[loop[i + 1]] - points[loop[0]]);
  }
  return sum.normalized();
}

ConvexHullData collect(const Builder& builder, std::span<const Vec3> points, double tolerance) {
  const auto& triangles = builder.triangles();
  const auto group = coplanar_groups(triangles, points, 4 * tolerance);
  ConvexHullData hull;
  std::vector<std::vector<std::uint32_t>> loops;
  std::vector<std::uint32_t> renamed(points.size(), kAbsent);
  for (std::uint32_t id = 0; id < triangles.size(); ++id) {
    if (group[id] != id) continue;
    auto loop = boundary(triangles, group, id);
    if (loop.size() < 3) loop.assign(triangles[id].corner.begin(), triangles[id].corner.end());
    // Corners on a straight side would be false vertices.
    for (std::size_t i = 0; i < loop.size() && loop.size() > 3;) {
      const Vec3& before = points[loop[(i + loop.size() - 1) % loop.size()]];
      const Vec3& after = points[loop[(i + 1) % loop.size()]];
      const Vec3 side = (after - before).normalized();
      if ((points[loop[i]] - before).cross(side).norm() <= 4 * tolerance) {
        loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    for (const std::uint32_t c : loop) renamed[c] = 0;
    loops.push_back(std::move(loop));
  }
  for (std::uint32_t p = 0; p < points.size(); ++p) {
    if (renamed[p] == kAbsent) continue;
    renamed[p] = static_cast<std::uint32_t>(hull.vertices.size());
    hull.vertices.push_back(points[p]);
  }
  for (auto& loop : loops) {
    HullFace face;
    face.normal = polygon_normal(loop, points);
    face.offset = -1e300;  // the farthest corner: no vertex stands out of a face
    for (const std::uint32_t c : loop) face.offset = std::max(face.offset, face.normal.dot(points[c]));
    face.first = static_cast<std::uint32_t>(hull.loops.size());
    face.count = static_cast<std::uint32_t>(loop.size());
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const std::uint32_t from = renamed[loop[i]];
      const std::uint32_t to = renamed[loop[(i + 1) % loop.size()]];
      hull.loops.push_back(from);
      hull.edges.push_back({std::min(from, to), std::max(from, to)});
    }
    hull.faces.push_back(face);
  }
  std::sort(hull.edges.begin(), hull.edges.end());
  hull.edges.erase(std::unique(hull.edges.begin(), hull.edges.end()), hull.edges.end());
  return hull;
}

ConvexHullData failed(HullError error) {
  ConvexHullData hull;
  hull.error = error;
  return hull;
}

}  // namespace

const char* describe(HullError error) {
  switch (error) {
    case HullError::none:
      return "a valid hull";
    case HullError::not_finite:
      return "a coordinate is not a finite number";
    case HullError::too_few_points:
      return "fewer than 4 points";
    case HullError::too_many_points:
      return "more than 256 points";
    case HullError::flat:
      return "the points coincide or lie on one line or in one plane";
  }
  return "unknown";
}

ConvexHullData convex_hull(std::span<const Vec3> points) {
  if (points.size() < 4) return failed(HullError::too_few_points);
  if (points.size() > kMaxHullPoints) return failed(HullError::too_many_points);
  Vec3 low = points[0];
  Vec3 high = points[0];
  for (const Vec3& p : points) {
    if (!(std::isfinite(p.x()) && std::isfinite(p.y()) && std::isfinite(p.z()))) {
      return failed(HullError::not_finite);
    }
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const double tolerance = kRelativeTolerance * (high - low).maxCoeff();
  Builder builder(points, tolerance);
  if (!builder.start()) return failed(HullError::flat);
  builder.grow();
  return collect(builder, points, tolerance);
}

}  // namespace drawbar::physics
