// GJK: Gilbert, Johnson and Keerthi 1988. EPA: van den Bergen 2001. Both work on the difference body B - A.
#include "physics/contact/separation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "physics/contact/support.h"

namespace drawbar::physics {
namespace {

constexpr int kGjkIterations = 64;
constexpr int kEpaIterations = 64;
constexpr double kGjkTolerance = 1e-12;  // relative, of the squared distance
constexpr double kTouching = 1e-9;       // of the shapes' size: nearer than that EPA finds the normal
constexpr double kEpaTolerance = 1e-10;  // of the shapes' size
constexpr double kSolid = 1e-8;          // likewise: a tetrahedron so high has an inside

/// A point of B - A with the points it comes from.
struct Vertex {
  Vec3 point;
  Vec3 on_a;
  Vec3 on_b;
};

class Difference {
 public:
  Difference(const PlacedShape& a, const PlacedShape& b) : a_(a), b_(b) {
    origin_ = a.position;
    a_.position.setZero();
    b_.position -= origin_;
  }

  /// The vertex farthest along `direction`.
  Vertex support(const Vec3& direction) const {
    Vertex v;
    v.on_a = core_support(a_, -direction);
    v.on_b = core_support(b_, direction);
    v.point = v.on_b - v.on_a;
    return v;
  }
  Vec3 centre() const { return b_.position; }
  double size() const { return a_.shape->size + b_.shape->size; }
  const Vec3& origin() const { return origin_; }

 private:
  PlacedShape a_;  // moved so that a's origin is 0: no digits lost far from the world's origin
  PlacedShape b_;
  Vec3 origin_;
};

struct Simplex {
  std::array<Vertex, 4> vertex;
  std::array<double, 4> weight{};
  int count = 0;

  void keep(std::initializer_list<int> which, std::initializer_list<double> weights) {
    std::array<Vertex, 4> kept = vertex;
    int n = 0;
    for (const int k : which) kept[static_cast<std::size_t>(n++)] = vertex[static_cast<std::size_t>(k)];
    n = 0;
    for (const double w : weights) weight[static_cast<std::size_t>(n++)] = w;
    vertex = kept;
    count = n;
  }
  Vec3 point() const {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < count; ++k)
      sum += weight[static_cast<std::size_t>(k)] * vertex[static_cast<std::size_t>(k)].point;
    return sum;
  }
};

struct Nearest {
  std::array<int, 3> which{};
  std::array<double, 3> weight{};
  int count = 0;
  double squared = std::numeric_limits<double>::infinity();
};

Nearest nearest_on_segment(const Simplex& s, int i, int j) {
  const Vec3& a = s.vertex[static_cast<std::size_t>(i)].point;
  const Vec3& b = s.vertex[static_cast<std::size_t>(j)].point;
  const Vec3 ab = b - a;
  const double along = -a.dot(ab);
  const double length = ab.squaredNorm();
  if (along <= 0 || !(length > 0)) return {{i, 0, 0}, {1, 0, 0}, 1, a.squaredNorm()};
  if (along >= length) return {{j, 0, 0}, {1, 0, 0}, 1, b.squaredNorm()};
  const double t = along / length;
  return {{i, j, 0}, {1 - t, t, 0}, 2, (a + t * ab).squaredNorm()};
}

Nearest nearest_on_triangle(const Simplex& s, int i, int j, int k) {
  const Vec3& a = s.vertex[static_cast<std::size_t>(i)].point;
  const Vec3& b = s.vertex[static_cast<std::size_t>(j)].point;
  const Vec3& c = s.vertex[static_cast<std::size_t>(k)].point;
  const Vec3 normal = (b - a).cross(c - a);
  const double square = normal.squaredNorm();
  if (square > 0) {
    const double wa = normal.dot(b.cross(c)) / square;
    const double wb = normal.dot(c.cross(a)) / square;
    const double wc = 1 - wa - wb;
    if (wa > 0 && wb > 0 && wc > 0) {
      const double height = a.dot(normal);
      return {{i, j, k}, {wa, wb, wc}, 3, height * height / square};
    }
  }
  Nearest best = nearest_on_segment(s, i, j);
  for (const Nearest& other : {nearest_on_segment(s, j, k), nearest_on_segment(s, k, i)}) {
    if (other.squared < best.squared) best = other;
  }
  return best;
}

/// Reduces the simplex to the part nearest to 0; true if 0 lies inside a tetrahedron.
bool reduce(Simplex& s) {
  Nearest best;
  if (s.count == 1) {
    s.weight[0] = 1;
    return false;
  }
  if (s.count == 2) best = nearest_on_segment(s, 0, 1);
  if (s.count == 3) best = nearest_on_triangle(s, 0, 1, 2);
  if (s.count == 4) {
    constexpr int kFace[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    bool outside_any = false;
    for (const auto& [i, j, k, opposite] : kFace) {
      const Vec3& a = s.vertex[static_cast<std::size_t>(i)].point;
      const Vec3 normal = (s.vertex[static_cast<std::size_t>(j)].point - a)
                              .cross(s.vertex[static_cast<std::size_t>(k)].point - a);
      const double of_origin = -a.dot(normal);
      const double of_opposite = (s.vertex[static_cast<std::size_t>(opposite)].point - a).dot(normal);
      if (of_origin * of_opposite > 0) continue;  // 0 and the fourth corner lie on the same side
      outside_any = true;
      const Nearest n = nearest_on_triangle(s, i, j, k);
      if (n.squared < best.squared) best = n;
    }
    if (!outside_any) return true;
  }
  if (best.count == 1) s.keep({best.which[0]}, {1});
  if (best.count == 2) s.keep({best.which[0], best.which[1]}, {best.weight[0], best.weight[1]});
  if (best.count == 3) {
    s.keep({best.which[0], best.which[1], best.which[2]}, {best.weight[0], best.weight[1], best.weight[2]});
  }
  return false;
}

enum class GjkResult { apart, beyond_limit, inside };

/// On `apart` the simplex holds the nearest point of B - A; on `beyond_limit` `bound` a lower bound of it.
GjkResult run_gjk(const Difference& difference, double limit, Simplex& s, double& bound) {
  const double touching = kTouching * difference.size();
  Vec3 v = difference.centre();
  if (v.squaredNorm() == 0) v = Vec3::UnitX();
  s.vertex[0] = difference.support(-v);
  s.count = 1;
  reduce(s);
  v = s.point();
  for (int iteration = 0; iteration < kGjkIterations; ++iteration) {
    const double squared = v.squaredNorm();
    if (squared <= touching * touching) return GjkResult::inside;
    const Vertex w = difference.support(-v);
    const double along = v.dot(w.point);
    if (along > 0 && along * along > limit * limit * squared && limit >= 0) {
      bound = along / std::sqrt(squared);
      return GjkResult::beyond_limit;
    }
    if (squared - along <= kGjkTolerance * squared) return GjkResult::apart;
    for (int k = 0; k < s.count; ++k) {
      if (s.vertex[static_cast<std::size_t>(k)].point == w.point) return GjkResult::apart;
    }
    const Simplex before = s;
    s.vertex[static_cast<std::size_t>(s.count++)] = w;
    if (reduce(s)) return GjkResult::inside;
    const Vec3 next = s.point();
    if (next.squaredNorm() >= squared) {  // rounding: no nearer any more
      s = before;
      return GjkResult::apart;
    }
    v = next;
  }
  return GjkResult::apart;
}

/// Barycentric weights of the foot of `p` on a triangle; outside it some are negative.
std::array<double, 3> face_weights(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double square = normal.squaredNorm();
  const double wa = normal.dot((b - p).cross(c - p)) / square;
  const double wb = normal.dot((c - p).cross(a - p)) / square;
  return {wa, wb, 1 - wa - wb};
}

class ExpandingPolytope {
 public:
  struct Face {
    std::array<int, 3> corner{};
    Vec3 normal = Vec3::Zero();
    double distance = 0;  ///< of its plane from 0
    bool stuck = false;   ///< the body reaches beyond it, and it cannot grow: it is no part of the border
  };

  /// A tetrahedron about 0 from what GJK left; false if the difference body is flat.
  bool start(const Difference& difference, const Simplex& simplex) {
    for (int k = 0; k < simplex.count; ++k)
      vertices_[static_cast<std::size_t>(vertex_count_++)] = simplex.vertex[static_cast<std::size_t>(k)];
    const double least = 1e-12 * difference.size() * difference.size();
    const auto try_direction = [&](const Vec3& direction, auto is_good) {
      for (const double sign : {1.0, -1.0}) {
        const Vertex v = difference.support(sign * direction);
        if (!is_good(v.point)) continue;
        vertices_[static_cast<std::size_t>(vertex_count_++)] = v;
        return true;
      }
      return false;
    };
    if (vertex_count_ == 1) {
      for (int axis = 0; axis < 3 && vertex_count_ == 1; ++axis) {
        try_direction(Vec3::Unit(axis), [&](const Vec3& p) { return (p - at(0)).squaredNorm() > least; });
      }
    }
    if (vertex_count_ == 2) {
      const Vec3 line = at(1) - at(0);
      for (int axis = 0; axis < 3 && vertex_count_ == 2; ++axis) {
        const Vec3 square = line.cross(Vec3::Unit(axis));
        if (square.squaredNorm() <= 1e-6 * line.squaredNorm()) continue;
        try_direction(square, [&](const Vec3& p) { return line.cross(p - at(0)).norm() > least; });
      }
    }
    if (vertex_count_ == 3) {
      const Vec3 normal = (at(1) - at(0)).cross(at(2) - at(0));
      const auto try_height = [&](double height) {
        try_direction(normal, [&](const Vec3& p) { return std::abs(normal.dot(p - at(0))) > height; });
      };
      // Where the triangle lies in the border itself, one side has hardly any volume: from there rounding
      // would grow faces that look inwards.
      try_height(kSolid * difference.size() * normal.norm());
      if (vertex_count_ == 3) try_height(least * difference.size());
    }
    if (vertex_count_ != 4) return false;
    const double volume = (at(1) - at(0)).cross(at(2) - at(0)).dot(at(3) - at(0));
    if (volume > 0) std::swap(vertices_[1], vertices_[2]);
    return add_face(0, 1, 2) && add_face(0, 2, 3) && add_face(0, 3, 1) && add_face(1, 3, 2);
  }

  /// Grows until the face nearest to 0 lies on the boundary; that face.
  const Face& expand(const Difference& difference) {
    const double tolerance = kEpaTolerance * difference.size();
    for (int iteration = 0; iteration < kEpaIterations; ++iteration) {
      const std::size_t nearest = nearest_face();
      const Face& face = faces_[nearest];
      const Vertex w = difference.support(face.normal);
      if (face.stuck || w.point.dot(face.normal) - face.distance <= tolerance) break;
      if (vertex_count_ == kMaxVertices) break;
      if (!insert(w, 0.01 * tolerance)) faces_[nearest].stuck = true;
    }
    return foot_face(tolerance);
  }

  const Vertex& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }

 private:
  static constexpr int kMaxVertices = 4 + kEpaIterations;
  static constexpr int kMaxFaces = 2 * kMaxVertices;

  const Vec3& at(int i) const { return vertices_[static_cast<std::size_t>(i)].point; }

  bool add_face(int i, int j, int k) {
    if (face_count_ == kMaxFaces) return false;
    Face face;
    face.corner = {i, j, k};
    const Vec3 normal = (at(j) - at(i)).cross(at(k) - at(i));
    const double length = normal.norm();
    if (!(length > 0)) return false;
    face.normal = normal / length;
    face.distance = face.normal.dot(at(i));
    faces_[static_cast<std::size_t>(face_count_++)] = face;
    return true;
  }

  /// One that is stuck only where all are.
  std::size_t nearest_face() const {
    std::size_t best = 0;
    for (std::size_t f = 1; f < static_cast<std::size_t>(face_count_); ++f) {
      const bool nearer = faces_[f].stuck == faces_[best].stuck ? faces_[f].distance < faces_[best].distance
                                                                : faces_[best].stuck;
      if (nearer) best = f;
    }
    return best;
  }

  /// Of the faces as near as the nearest, triangles of one facet perhaps, the one that holds the foot of 0. A
  /// face that looks the other way has only not grown yet.
  const Face& foot_face(double tolerance) const {
    const Face& nearest = faces_[nearest_face()];
    std::size_t best = nearest_face();
    double best_inside = -std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < static_cast<std::size_t>(face_count_); ++f) {
      const Face& face = faces_[f];
      if (face.stuck || face.distance > nearest.distance + tolerance) continue;
      if (face.normal.dot(nearest.normal) <= 0) continue;
      const auto w = face_weights(face.distance * face.normal, at(face.corner[0]), at(face.corner[1]),
                                  at(face.corner[2]));
      const double inside = std::min({w[0], w[1], w[2]});
      if (inside > best_inside) {
        best_inside = inside;
        best = f;
      }
    }
    return faces_[best];
  }

  /// Replaces the faces that `w` lies above by more than `seen_from` (so that rounding tears no coplanar
  /// faces apart) by a fan to it. False if that would make a face without area; then the polytope is as
  /// before.
  bool insert(const Vertex& w, double seen_from) {
    const auto faces_before = faces_;
    const int face_count_before = face_count_;
    std::array<std::array<int, 2>, 3 * kMaxFaces> horizon;
    std::size_t horizon_count = 0;
    int kept = 0;
    for (int f = 0; f < face_count_; ++f) {
      const Face face = faces_[static_cast<std::size_t>(f)];
      if (face.normal.dot(w.point - at(face.corner[0])) <= seen_from) {
        faces_[static_cast<std::size_t>(kept++)] = face;
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const std::array<int, 2> edge{face.corner[k], face.corner[(k + 1) % 3]};
        const auto end = horizon.begin() + static_cast<std::ptrdiff_t>(horizon_count);
        const auto twin = std::find(horizon.begin(), end, std::array<int, 2>{edge[1], edge[0]});
        if (twin != end) {
          *twin = horizon[--horizon_count];
        } else {
          horizon[horizon_count++] = edge;
        }
      }
    }
    face_count_ = kept;
    const int index = vertex_count_;
    vertices_[static_cast<std::size_t>(vertex_count_++)] = w;
    for (std::size_t k = 0; k < horizon_count; ++k) {
      if (add_face(horizon[k][0], horizon[k][1], index)) continue;
      faces_ = faces_before;
      face_count_ = face_count_before;
      --vertex_count_;
      return false;
    }
    return horizon_count > 0;
  }

  std::array<Vertex, kMaxVertices> vertices_;
  std::array<Face, kMaxFaces> faces_;
  int vertex_count_ = 0;
  int face_count_ = 0;
};

}  // namespace

Separation find_separation(const PlacedShape& a, const PlacedShape& b, double limit) {
  const Difference difference(a, b);
  const double radius_a = rounding(*a.shape);
  const double radius_b = rounding(*b.shape);
  const double core_limit = limit + radius_a + radius_b;
  Separation result;
  Simplex simplex;
  double bound = 0;
  Vec3 on_a = Vec3::Zero();
  Vec3 on_b = Vec3::Zero();
  double core_gap = 0;
  switch (run_gjk(difference, core_limit, simplex, bound)) {
    case GjkResult::beyond_limit:
      result.gap = bound - radius_a - radius_b;
      return result;
    case GjkResult::apart: {
      for (int k = 0; k < simplex.count; ++k) {
        on_a +=
            simplex.weight[static_cast<std::size_t>(k)] * simplex.vertex[static_cast<std::size_t>(k)].on_a;
        on_b +=
            simplex.weight[static_cast<std::size_t>(k)] * simplex.vertex[static_cast<std::size_t>(k)].on_b;
      }
      const Vec3 v = on_b - on_a;
      core_gap = v.norm();
      result.normal = v / core_gap;
      break;
    }
    case GjkResult::inside: {
      ExpandingPolytope polytope;
      if (!polytope.start(difference, simplex)) {
        on_a = simplex.vertex[0].on_a;
        on_b = simplex.vertex[0].on_b;
        break;
      }
      const auto& face = polytope.expand(difference);
      const Vertex& p = polytope.vertex(face.corner[0]);
      const Vertex& q = polytope.vertex(face.corner[1]);
      const Vertex& r = polytope.vertex(face.corner[2]);
      const auto w = face_weights(face.distance * face.normal, p.point, q.point, r.point);
      on_a = w[0] * p.on_a + w[1] * q.on_a + w[2] * r.on_a;
      on_b = w[0] * p.on_b + w[1] * q.on_b + w[2] * r.on_b;
      core_gap = -face.distance;
      result.normal = -face.normal;
      break;
    }
  }
  result.gap = core_gap - radius_a - radius_b;
  result.on_a = difference.origin() + on_a + radius_a * result.normal;
  result.on_b = difference.origin() + on_b - radius_b * result.normal;
  return result;
}

}  // namespace drawbar::physics
