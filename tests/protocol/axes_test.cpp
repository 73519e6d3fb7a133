// The recipe for engines with other axes (protocol/README.md): every row maps points, turns and the numbers
// of its example as a change of axes must.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <string>
#include <vector>

namespace drawbar::protocol {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

struct Engine {
  std::string name;
  Matrix3d axes;  ///< M: ours to its, without the change of unit
  Quaterniond (*orientation)(const Quaterniond&);
  Vector3d position, velocity, angular_velocity;  ///< of the document's example
  double turned_y, turned_z;                      ///< its orientation's y and z, times sqrt 2
  double unit = 1;
};

Matrix3d rows(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  Matrix3d m;
  m << a.transpose(), b.transpose(), c.transpose();
  return m;
}

std::vector<Engine> engines() {
  return {
      {"y up, right-handed", rows({1, 0, 0}, {0, 0, 1}, {0, -1, 0}),
       [](const Quaterniond& q) { return Quaterniond(q.w(), q.x(), q.z(), -q.y()); }, Vector3d(2, 0.5, -1),
       Vector3d(0, 0, -3), Vector3d(0, 0.2, 0), 1, 0},
      {"Unity", rows({0, -1, 0}, {0, 0, 1}, {1, 0, 0}),
       [](const Quaterniond& q) { return Quaterniond(q.w(), q.y(), -q.z(), -q.x()); }, Vector3d(-1, 0.5, 2),
       Vector3d(-3, 0, 0), Vector3d(0, -0.2, 0), -1, 0},
      {"Unreal", rows({1, 0, 0}, {0, -1, 0}, {0, 0, 1}),
       [](const Quaterniond& q) { return Quaterniond(q.w(), -q.x(), q.y(), -q.z()); },
       Vector3d(200, -100, 50), Vector3d(0, -300, 0), Vector3d(0, 0, -0.2), 0, -1, 100},
  };
}

TEST(Axes, AnOrientationTurnsTheMappedPointsAsItTurnsOurs) {
  const std::vector<Quaterniond> turns{Quaterniond(0.5, 0.5, -0.5, 0.5), Quaterniond(0.1, 0.7, 0.2, -0.4),
                                       Quaterniond(0.9, -0.1, 0.3, 0.2)};
  for (const Engine& engine : engines()) {
    for (const Quaterniond& turn : turns) {
      const Matrix3d ours = turn.normalized().toRotationMatrix();
      const Matrix3d its = engine.orientation(turn.normalized()).toRotationMatrix();
      EXPECT_LT((its * engine.axes - engine.axes * ours).norm(), 1e-14) << engine.name;
    }
  }
}

TEST(Axes, TheExampleOfTheDocumentIsWhatTheRecipeGives) {
  const double half = std::sqrt(0.5);
  for (const Engine& engine : engines()) {
    SCOPED_TRACE(engine.name);
    const double det = engine.axes.determinant();
    EXPECT_LT((engine.unit * engine.axes * Vector3d(2, 1, 0.5) - engine.position).norm(), 1e-12);
    EXPECT_LT((engine.unit * engine.axes * Vector3d(0, 3, 0) - engine.velocity).norm(), 1e-12);
    EXPECT_LT((det * engine.axes * Vector3d(0, 0, 0.2) - engine.angular_velocity).norm(), 1e-12);
    const Quaterniond turned = engine.orientation(Quaterniond(half, 0, 0, half));
    const Quaterniond wanted(half, 0, engine.turned_y * half, engine.turned_z * half);
    EXPECT_LT((turned.coeffs() - wanted.coeffs()).norm(), 1e-12);
    // The velocity of a point of the turning body.
    const Vector3d omega(0.3, -0.2, 0.7);
    const Vector3d arm(1, 2, 3);
    const Vector3d its = (det * engine.axes * omega).cross(engine.axes * arm);
    EXPECT_LT((its - engine.axes * omega.cross(arm)).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace drawbar::protocol
