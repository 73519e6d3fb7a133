// Small linear algebra that everything is solved with, against Eigen's; and rotations against each other.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "physics/articulation/spatial_cholesky.h"
#include "physics/body/gyroscopic.h"
#include "physics/formulations/sequential_impulses/contact/proximal_system.h"
#include "physics/formulations/tree/pseudo_inverse.h"
#include "physics/math/rotation.h"
#include "physics/math/symmetric_eigen.h"
#include "physics/math/wide.h"

namespace drawbar::test {
namespace {

using namespace physics;

using Dense = Eigen::MatrixXd;
using Column = Eigen::VectorXd;

class Drawn {
 public:
  double operator()() { return in_(random_); }
  Vec3 vector() {
    const double x = (*this)(), y = (*this)();
    return {x, y, (*this)()};
  }

 private:
  std::mt19937 random_{71};
  std::uniform_real_distribution<double> in_{-1, 1};
};

struct TestRow {
  std::size_t first, end;
  std::vector<double> test, impulse;
  double compliance;
};

/// (1 + sum w t^T / c) dy = sum w r / c, c dL = r - t . dy.
Column impulses_of(const std::vector<TestRow>& rows, const Column& residuals, Eigen::Index n) {
  Dense matrix = Dense::Identity(n, n);
  Column right = Column::Zero(n);
  const auto column = [n](const std::vector<double>& x) { return Column(Column::Map(x.data(), n)); };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    matrix += column(rows[i].impulse) * column(rows[i].test).transpose() / rows[i].compliance;
    right += column(rows[i].impulse) * (residuals[static_cast<Eigen::Index>(i)] / rows[i].compliance);
  }
  const Column dy = matrix.partialPivLu().solve(right);
  Column out(residuals.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    out[k] = (residuals[k] - column(rows[i].test).dot(dy)) / rows[i].compliance;
  }
  return out;
}

TEST(ActiveRows, AnswerAsTheDenseSystemDoes) {
  Drawn drawn;
  ActiveRows active(96, 96, 20000);
  for (const std::size_t n : {1u, 3u, 6u, 13u, 30u, 48u, 83u}) {
    for (const bool slides : {false, true}) {
      std::vector<TestRow> rows(n);  // as many as coordinates, which is more than most of them reach
      active.begin(n);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        TestRow& row = rows[i];
        row.first = i % 5 == 0 ? 0 : std::min(n - 1, 3 * i % n);
        row.end = i % 7 == 0 ? n : std::min(n, row.first + 1 + 5 * i % 23);
        row.test.assign(ActiveRows::padded(n), 0);
        for (std::size_t k = row.first; k < row.end; ++k) row.test[k] = drawn();
        row.impulse = row.test;
        for (std::size_t k = row.first; k < row.end && slides; ++k) row.impulse[k] += 0.2 * drawn();
        row.compliance = 0.05 + 0.02 * static_cast<double>(i % 4);
        ASSERT_TRUE(active.has_room(row.first, row.end)) << n << ' ' << i;
        active.add(row.first, row.end, row.test, row.impulse, row.compliance);
      }
      EXPECT_EQ(active.size(), rows.size());
      ASSERT_TRUE(active.factor()) << n << slides;
      for (int again = 0; again < 2; ++again) {
        std::vector<double> residuals(rows.size()), found(rows.size(), 77);
        for (double& r : residuals) r = drawn();
        active.solve(residuals, found);
        const Column expected =
            impulses_of(rows, Column::Map(residuals.data(), static_cast<Eigen::Index>(rows.size())),
                        static_cast<Eigen::Index>(n));
        for (std::size_t i = 0; i < rows.size(); ++i) {
          EXPECT_NEAR(found[i], expected[static_cast<Eigen::Index>(i)], 1e-7 * expected.norm())
              << n << slides << ' ' << i;
        }
      }
    }
  }
}

// I + w t^T is [0 1; 1 0], which wants its rows exchanged, or [0 0; 0 1], which nothing solves.
TEST(ActiveRows, ExchangeRowsAndTellASingularMatrix) {
  ActiveRows active(8, 8, 200);
  const auto begin_with = [&](const std::array<double, 2>& test, const std::array<double, 2>& impulse) {
    active.begin(2);
    active.add(0, 2, std::vector<double>{test[0], test[1], 0, 0},
               std::vector<double>{impulse[0], impulse[1], 0, 0}, 1);
    return active.factor();
  };
  ASSERT_TRUE(begin_with({1, -1}, {-1, 1}));
  std::vector<double> change(1);
  active.solve(std::vector<double>{3}, change);
  // [0 1; 1 0] dy = (-3, 3): dy = (3, -3), and 3 - (3 + 3) is left.
  EXPECT_NEAR(change[0], -3, 1e-14);
  EXPECT_FALSE(begin_with({1, 0}, {-1, 0}));
  EXPECT_TRUE(begin_with({1, 0}, {-0.5, 0})) << "and is forgotten";
}

TEST(ActiveRows, TakeNoMoreThanTheirRoom) {
  ActiveRows active(16, 2, 1000);
  const std::vector<double> row(16, 0.5);
  active.begin(16);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(active.has_room(0, 16));
    active.add(0, 16, row, row, 1);
  }
  EXPECT_FALSE(active.has_room(0, 16));
  active.begin(16);
  EXPECT_TRUE(active.has_room(0, 16));
}

Dense symmetric(Drawn& drawn, Eigen::Index n) {
  Dense a(n, n);
  for (Eigen::Index i = 0; i < n * n; ++i) a.data()[i] = drawn();
  return a + a.transpose();
}

TEST(SymmetricEigen, TakesAMatrixApartIntoItsVectors) {
  Drawn drawn;
  for (const Eigen::Index n : {1, 2, 3, 6, 9}) {
    for (int kind = 0; kind < 3; ++kind) {
      Dense a = symmetric(drawn, n);
      if (kind == 1) a = Dense::Identity(n, n) * 3;                   // all alike
      if (kind == 2) a = a.col(0) * a.col(0).transpose() + 1e-9 * a;  // nearly of one alone
      std::vector<double> values(a.data(), a.data() + n * n), vectors(values.size(), 5);
      symmetric_eigen(static_cast<std::size_t>(n), values, vectors);
      using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      const Dense v = Rows::Map(vectors.data(), n, n), d = Rows::Map(values.data(), n, n);
      const double size = a.norm();
      EXPECT_LT((v * d.diagonal().asDiagonal() * v.transpose() - a).norm(), 1e-13 * size) << n << kind;
      EXPECT_LT((v.transpose() * v - Dense::Identity(n, n)).norm(), 1e-13) << n << kind;
      const Dense off = d - Dense(d.diagonal().asDiagonal());
      EXPECT_LT(off.norm(), 1e-14 * size) << n << kind;
    }
  }
}

TEST(PseudoInverse, IsTheInverseOfWhatCounts) {
  Drawn drawn;
  for (const std::size_t n : {1u, 3u, 5u}) {
    for (const bool redundant : {false, true}) {
      const auto size = static_cast<Eigen::Index>(n);
      Dense a = symmetric(drawn, size);
      a = a * a.transpose() + 0.1 * Dense::Identity(size, size);
      if (redundant && n > 1) {
        // The last row repeats the first: M = P A P^T.
        Dense p = Dense::Identity(size, size);
        p.row(size - 1) = p.row(0);
        a = p * a * p.transpose();
      }
      PseudoInverse inverse(n);
      EXPECT_EQ(inverse.size(), n);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          // What is not symmetric of it does not count.
          const double turn = i < j ? 0.1 : i > j ? -0.1 : 0;
          inverse.at(i, j) = a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) + turn;
        }
      }
      inverse.factor();
      Column right(size);
      for (Eigen::Index i = 0; i < size; ++i) right[i] = drawn();
      std::vector<double> found(n, 9);
      inverse.multiply({right.data(), n}, found);
      const Column expected = a.completeOrthogonalDecomposition().pseudoInverse() * right;
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(found[i], expected[static_cast<Eigen::Index>(i)], 1e-9 * expected.norm())
            << n << redundant;
    }
  }
}

TEST(SpatialCholesky, IsTheFactorOfAWholeInertia) {
  Drawn drawn;
  Dense root(6, 6);
  for (Eigen::Index i = 0; i < 36; ++i) root.data()[i] = drawn();
  const Dense m = root * root.transpose() + 0.2 * Dense::Identity(6, 6);
  SymmetricSpatialOf<double> packed;
  auto& [a, b, c] = packed;
  const auto pack = [&](Eigen::Index at, auto& out) {
    std::size_t k = 0;
    for (Eigen::Index i = 0; i < 3; ++i) {
      for (Eigen::Index j = i; j < 3; ++j) out[k++] = m(at + i, at + j);
    }
  };
  pack(0, a);
  pack(3, c);
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) b[static_cast<std::size_t>(3 * i + j)] = m(i, 3 + j);
  }
  SpatialCholeskyOf<double> l;
  factor(packed, l);
  Column force(6);
  SpatialOf<double> f{};
  for (std::size_t i = 0; i < 6; ++i) force[static_cast<Eigen::Index>(i)] = f[i] = drawn();
  std::array<double, 6> y{};
  solve_lower(l, f, y);
  SpatialOf<double> v{};
  solve_upper(l, y, v);
  const Column expected = m.partialPivLu().solve(force);
  double square = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(v[i], expected[static_cast<Eigen::Index>(i)], 1e-11);
    square += y[i] * y[i];
  }
  EXPECT_NEAR(square, force.dot(expected), 1e-11) << "L y = f alone";
}

// Lane by lane what a double does, also where it is no number.
TEST(WideNumbers, AreFourDoubles) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const std::array<double, 9> values{-3, -0.5, -0.0, 0.0, 0.25, 2, 1e300, kInfinite, kNan};
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      Wide x(1), y(1);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        x.set(lane, values[(i + lane) % values.size()]);
        y.set(lane, values[(j + 2 * lane) % values.size()]);
      }
      Wide added = x, taken = x, multiplied = x;
      added += y;
      taken -= y;
      multiplied *= y;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const double a = x[lane], b = y[lane];
        EXPECT_TRUE(same((x + y)[lane], a + b));
        EXPECT_TRUE(same((x - y)[lane], a - b));
        EXPECT_TRUE(same((x * y)[lane], a * b));
        EXPECT_TRUE(same((x / y)[lane], a / b));
        EXPECT_TRUE(same((-x)[lane], -a));
        EXPECT_TRUE(same(added[lane], a + b));
        EXPECT_TRUE(same(taken[lane], a - b));
        EXPECT_TRUE(same(multiplied[lane], a * b));
        EXPECT_EQ((x > y)[lane], a > b);
        EXPECT_EQ((x < y)[lane], a < b);
        EXPECT_EQ((x >= y)[lane], a >= b);
        EXPECT_EQ((x <= y)[lane], a <= b);
        EXPECT_EQ((x > y && x > Wide(0))[lane], a > b && a > 0);
        EXPECT_EQ((x > y || x > Wide(0))[lane], a > b || a > 0);
        EXPECT_EQ((!(x > y))[lane], !(a > b));
        EXPECT_TRUE(same(max(x, y)[lane], std::max(b, a)));
        EXPECT_TRUE(same(min(x, y)[lane], std::min(b, a)));
        EXPECT_TRUE(same(select(x > y, x, y)[lane], a > b ? a : b));
        EXPECT_TRUE(same(clamp(x, Wide(-1), Wide(1.5))[lane], a < -1 ? -1 : a > 1.5 ? 1.5 : a));
        EXPECT_TRUE(same(abs(x)[lane], std::fabs(a)));
        EXPECT_TRUE(same(sqrt(x)[lane], std::sqrt(a)));
      }
      bool any_greater = false;
      for (std::size_t lane = 0; lane < kLanes; ++lane) any_greater = any_greater || x[lane] > y[lane];
      EXPECT_EQ(any(x > y), any_greater);
    }
  }
  Wide each(0);
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    each.set(lane, lane == 2 ? 7 : -1.0 - static_cast<double>(lane));
  EXPECT_EQ(largest(each), 7);
  each.set(0, 9);
  EXPECT_EQ(largest(each), 9);
  // In single precision: to 24 bits, and no farther than its largest.
  each = Narrow(Wide(0.1));
  EXPECT_EQ(each[3], static_cast<double>(0.1F));
  EXPECT_EQ(Wide(Narrow(Wide(1e300)))[0], static_cast<double>(std::numeric_limits<float>::max()));
  EXPECT_EQ(Wide(Narrow(Wide(-1e300)))[1], -static_cast<double>(std::numeric_limits<float>::max()));
}

TEST(Rotations, OfVectorsAnglesMatricesAndQuaternionsAreOne) {
  Drawn drawn;
  for (const double size : {0.0, 1e-9, 1e-5, 2e-4, 0.3, 2.0, 3.1}) {
    for (int i = 0; i < 20; ++i) {
      const Vec3 turn = size * drawn.vector().normalized();
      const Quat q = quaternion_exponential(turn);
      EXPECT_NEAR(q.norm(), 1, 1e-15);
      const Mat3 expected =
          size > 0 ? Mat3(Eigen::AngleAxisd(size, turn / size).toRotationMatrix()) : Mat3(Mat3::Identity());
      EXPECT_LT((q.toRotationMatrix() - expected).norm(), 1e-14) << size;
      EXPECT_LT((quaternion_logarithm(q) - turn).norm(), 1e-14 * (1 + size)) << size;
      EXPECT_LT((quaternion_logarithm(Quat(-q.w(), -q.x(), -q.y(), -q.z())) - turn).norm(),
                1e-14 * (1 + size));
      const Vec3 a = drawn.vector(), b = drawn.vector();
      EXPECT_LT((cross_matrix(a) * b - a.cross(b)).norm(), 1e-15);
      const Quat longer(1.7 * q.w(), 1.7 * q.x(), 1.7 * q.y(), 1.7 * q.z());
      EXPECT_LT((normalised(longer).coeffs() - q.coeffs()).norm(), 1e-15);
      const double off = 1 + 1e-8;
      const Quat nearly(off * q.w(), off * q.x(), off * q.y(), off * q.z());
      EXPECT_LT((renormalised(nearly).coeffs() - q.coeffs()).norm(), 1e-15);
      Vec3 first, second;
      const Vec3 n = a.normalized();
      tangents_of(n, first, second);
      Mat3 axes;
      axes << n, first, second;
      EXPECT_LT((axes.transpose() * axes - Mat3::Identity()).norm(), 1e-14);
      EXPECT_NEAR(axes.determinant(), 1, 1e-14);
      const CardanAngles angles = cardan_angles(expected);
      const Mat3 built =
          (Eigen::AngleAxisd(angles.a, Vec3::UnitX()) * Eigen::AngleAxisd(angles.b, Vec3::UnitY()) *
           Eigen::AngleAxisd(angles.c, Vec3::UnitZ()))
              .toRotationMatrix();
      EXPECT_LT((built - expected).norm(), 1e-13) << size;
    }
  }
}

// Of the implicit midpoint rule energy and |angular momentum| are exact at any step; and it is of second
// order.
TEST(FreeRotation, KeepsItsEnergyAndTheLengthOfItsMomentum) {
  Mat3 inertia;
  inertia << 2, 0.3, -0.1, 0.3, 1.2, 0.2, -0.1, 0.2, 0.7;
  const Vec3 start(0.4, -1.1, 0.8);
  double error_before = 0;
  for (const double h : {0.1, 0.05}) {
    Vec3 w = start;
    for (int step = 0; step < std::lround(1 / h); ++step) w = free_rotation(inertia, w, h);
    EXPECT_NEAR(w.dot(inertia * w), start.dot(inertia * start), 1e-12);
    EXPECT_NEAR((inertia * w).norm(), (inertia * start).norm(), 1e-12);
    // In the body's axes: I w' = -w x I w.
    Vec3 exact = start;
    const auto rate = [&](const Vec3& v) { return Vec3(-inertia.inverse() * v.cross(inertia * v)); };
    for (int k = 0; k < 10000; ++k) {
      constexpr double kStep = 1e-4;
      const Vec3 middle = exact + 0.5 * kStep * rate(exact);
      exact += kStep * rate(middle);
    }
    const double error = (w - exact).norm();
    EXPECT_LT(error, 0.02);
    if (error_before > 0) {
      EXPECT_NEAR(error_before / error, 4, 0.3);
    }
    error_before = error;
  }
}

}  // namespace
}  // namespace drawbar::test
