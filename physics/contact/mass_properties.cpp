#include "physics/contact/mass_properties.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>
#include <vector>

#include "physics/contact/convex_hull.h"
#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

/// Volume, centroid and second moments of volume about the shape's origin, in shape axes.
struct Moments {
  double volume = 0;           // m^3
  Vec3 first = Vec3::Zero();   // integral of x dV, m^4
  Mat3 second = Mat3::Zero();  // integral of x x^T dV, m^5
};

Moments centred(double volume, double xx, double yy, double zz) {
  Moments m;
  m.volume = volume;
  m.second = Vec3(xx, yy, zz).asDiagonal();
  return m;
}

/// Adds the tetrahedron (origin, a, b, c), signed by its orientation. The second moment of a tetrahedron with
/// one corner at the origin is V/20 (s s^T + a a^T + b b^T + c c^T) with s = a + b + c.
void add_tetrahedron(Moments& m, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double v = a.dot(b.cross(c)) / 6;
  const Vec3 s = a + b + c;
  m.volume += v;
  m.first += v / 4 * s;
  m.second += v / 20 * (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
}

/// Moments taken about `about` (where they lose no digits), seen from the origin again.
Moments moved(const Moments& m, const Vec3& about) {
  Moments r;
  r.volume = m.volume;
  r.first = m.first + m.volume * about;
  r.second = m.second + about * m.first.transpose() + m.first * about.transpose() +
             m.volume * about * about.transpose();
  return r;
}

struct MomentsOf {
  Moments operator()(const Sphere& s) const {
    const double v = 4.0 / 3 * kPi * s.radius * s.radius * s.radius;
    const double xx = v * s.radius * s.radius / 5;
    return centred(v, xx, xx, xx);
  }
  Moments operator()(const Box& b) const {
    const Vec3& h = b.half_size;
    const double v = 8 * h.x() * h.y() * h.z();
    return centred(v, v * h.x() * h.x() / 3, v * h.y() * h.y() / 3, v * h.z() * h.z() / 3);
  }
  Moments operator()(const Cylinder& c) const {
    const double v = 2 * kPi * c.radius * c.radius * c.half_length;
    const double xx = v * c.radius * c.radius / 4;
    return centred(v, xx, xx, v * c.half_length * c.half_length / 3);
  }
  Moments operator()(const Capsule& c) const {
    const double r = c.radius;
    const double h = c.half_length;
    const Moments middle = (*this)(Cylinder{r, h});
    const Moments ball = (*this)(Sphere{r});
    // The two caps make a ball cut at its equator and drawn apart by h each way; a half ball's centroid lies
    // 3 r / 8 from the equator.
    const double zz = ball.second(2, 2) + ball.volume * (h * h + 2 * h * 3 * r / 8);
    const double xx = middle.second(0, 0) + ball.second(0, 0);
    return centred(middle.volume + ball.volume, xx, xx, middle.second(2, 2) + zz);
  }
  Moments operator()(const Plane&) const { return {}; }
  Moments operator()(const Heightfield&) const { return {}; }
  Moments operator()(const ConvexHull& h) const {
    const ConvexHullData hull = convex_hull(h.points);
    if (hull.error != HullError::none) return {};
    const Vec3 inside = hull.vertices[0];
    Moments m;
    for (const HullFace& face : hull.faces) {
      const auto loop = hull.loop(face);
      for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        add_tetrahedron(m, hull.vertices[loop[0]] - inside, hull.vertices[loop[i]] - inside,
                        hull.vertices[loop[i + 1]] - inside);
      }
    }
    return moved(m, inside);
  }
  Moments operator()(const TriangleMesh& mesh) const {
    if (mesh.vertices.empty()) return {};
    const Vec3 inside = mesh.vertices[0];
    Moments m;
    for (const auto& t : mesh.triangles) {
      add_tetrahedron(m, mesh.vertices[t[0]] - inside, mesh.vertices[t[1]] - inside,
                      mesh.vertices[t[2]] - inside);
    }
    return moved(m, inside);
  }
};

}  // namespace

double volume(const Geometry& geometry) {
  return std::visit(MomentsOf{}, geometry).volume;
}

MassProperties mass_properties(std::span<const ShapeConfig> shapes, double density) {
  const std::vector<double> densities(shapes.size(), density);
  return mass_properties(shapes, densities);
}

MassProperties mass_properties(std::span<const ShapeConfig> shapes, std::span<const double> densities) {
  assert(densities.size() == shapes.size());
  double mass = 0;
  Vec3 first = Vec3::Zero();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Moments m = std::visit(MomentsOf{}, shapes[i].geometry);
    mass += densities[i] * m.volume;
    first += densities[i] * (m.volume * shapes[i].position + shapes[i].orientation * m.first);
  }
  MassProperties result;
  if (!(mass > 0)) return result;
  result.mass = mass;
  result.center_of_mass = first / mass;
  // Second moments about the common centre; the inertia follows as trace(S) 1 - S.
  Mat3 second = Mat3::Zero();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Moments m = std::visit(MomentsOf{}, shapes[i].geometry);
    if (m.volume == 0) continue;
    const Vec3 own_centre = m.first / m.volume;
    const Mat3 rotation = shapes[i].orientation.toRotationMatrix();
    const Mat3 about_own = m.second - m.volume * own_centre * own_centre.transpose();
    const Vec3 arm = shapes[i].position + rotation * own_centre - result.center_of_mass;
    second += densities[i] * (rotation * about_own * rotation.transpose() + m.volume * arm * arm.transpose());
  }
  const Mat3 inertia = second.trace() * Mat3::Identity() - second;
  result.inertia = 0.5 * (inertia + inertia.transpose());
  return result;
}

MassProperties scaled_to_mass(const MassProperties& properties, double mass) {
  assert(properties.mass > 0);
  MassProperties result = properties;
  result.inertia *= mass / properties.mass;
  result.mass = mass;
  return result;
}

bool is_physical_inertia(const Mat3& inertia) {
  constexpr double kTolerance = 1e-9;
  const double scale = inertia.cwiseAbs().maxCoeff();
  if (!(scale > 0) || !inertia.allFinite()) return false;
  if ((inertia - inertia.transpose()).cwiseAbs().maxCoeff() > kTolerance * scale) return false;
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia, Eigen::EigenvaluesOnly);
  const Vec3 moments = solver.eigenvalues();  // in increasing order
  return moments[0] > 0 && moments[0] + moments[1] >= moments[2] * (1 - kTolerance);
}

}  // namespace drawbar::physics
