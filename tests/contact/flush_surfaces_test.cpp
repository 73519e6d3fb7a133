// Floors made of pieces: what slides or rolls over their seams moves as on one plane; what is an edge still
// acts as one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/world_builder.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

constexpr double kThickness = 0.2;  // m, of slabs whose upper sides lie at z = 0

/// How the pieces of a floor along x lie to each other.
struct Pieces {
  std::string name;
  double length = 0.25;        ///< m
  double gap = 0;              ///< m along x; negative: overlap
  double step = 0;             ///< m: every second piece is lower by this
  double yaw = 0;              ///< rad, of every second piece
  bool one_body = false;       ///< all in one body
  bool rows_of_three = false;  ///< in T joints: rows beside each other, shifted by half a piece
  bool hulls = false;          ///< convex hulls in place of boxes
};

Geometry slab(const Pieces& pieces, double length, double width) {
  const Vec3 half(0.5 * length, 0.5 * width, 0.5 * kThickness);
  if (!pieces.hulls) return Box{half};
  ConvexHull hull;
  for (int corner = 0; corner < 8; ++corner) {
    hull.points.push_back(half.cwiseProduct(
        Vec3((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1)));
  }
  return hull;
}

/// A floor from x = -1 m to at least x = `end`.
void add_floor(WorldBuilder& b, const Pieces& pieces, double end) {
  BodyConfig whole;
  whole.name = "floor";
  whole.is_static = true;
  const double pitch = pieces.length + pieces.gap;
  const int count = static_cast<int>((end + 1) / pitch) + 2;
  const int rows = pieces.rows_of_three ? 3 : 1;
  const double width = pieces.rows_of_three ? 0.2 : 2;
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < count; ++i) {
      ShapeConfig shape;
      // A piece that is turned reaches under its neighbours.
      const double longer = i % 2 == 1 ? 2.2 * std::tan(std::fabs(pieces.yaw)) : 0;
      shape.geometry = slab(pieces, pieces.length + longer, width);
      shape.position =
          Vec3(-1 + (i + 0.5 + (row % 2 == 1 ? 0.5 : 0)) * pitch, (row - 0.5 * (rows - 1)) * width,
               -0.5 * kThickness - (i % 2 == 1 ? pieces.step : 0));
      if (i % 2 == 1) shape.orientation = quaternion_exponential(Vec3(0, 0, pieces.yaw));
      if (pieces.one_body) {
        whole.shapes.push_back(shape);
        continue;
      }
      BodyConfig piece;
      piece.name = "piece" + std::to_string(b.config.bodies.size());
      piece.is_static = true;
      piece.position = shape.position;
      piece.orientation = shape.orientation;
      shape.position = Vec3::Zero();
      shape.orientation = Quat::Identity();
      piece.shapes.push_back(shape);
      b.config.bodies.push_back(piece);
    }
  }
  if (pieces.one_body) b.config.bodies.push_back(whole);
}

struct Ride {
  double slowest = 1e9;  ///< m/s along x
  double fastest = 0;
  double up = 0;  ///< m/s, largest vertical speed after the first tenth of a second
};

Ride ride(WorldBuilder& b, BodyId body, double seconds, double h) {
  const int substeps = static_cast<int>(std::lround(0.04 / h));
  World world = b.build();
  FrameState state = world.make_frame_state();
  Ride out;
  for (int k = 0; k * 0.04 < seconds; ++k) {
    world.begin_frame(substeps);
    for (int i = 0; i < substeps; ++i) {
      world.substep();
      world.observe(state);
      const Vec3 v = state.bodies[index_of(body)].linear_velocity;
      out.slowest = std::min(out.slowest, v.x());
      out.fastest = std::max(out.fastest, v.x());
      if (k > 2) out.up = std::max(out.up, std::fabs(v.z()));
    }
  }
  return out;
}

/// Of a box that began at `speed` (m/s), in substeps of `h` (s): 1 % of its speed, 2 cm/s upwards.
void expect_no_bump(const Ride& r, double speed, double h) {
  EXPECT_GT(r.slowest, 0.99 * speed) << "at " << speed << " m/s, h = " << h;
  EXPECT_LT(r.fastest, 1.01 * speed) << "at " << speed << " m/s, h = " << h;
  EXPECT_LT(r.up, 0.02) << "at " << speed << " m/s, h = " << h;
}

/// A frictionless box of 0.3 x 0.3 x 0.2 m over the floor.
Ride slide_box(const Pieces& pieces, double speed, double h) {
  WorldBuilder b;
  b.surface(0);
  const BodyId box = b.body("box", 10, diagonal(0.11, 0.11, 0.15), Vec3(0, 0.03, 0.1));
  b.shape(box, Box{Vec3(0.15, 0.15, 0.1)});
  b.config.bodies[0].linear_velocity = Vec3(speed, 0, 0);
  const double seconds = speed > 2 ? 1 : 2;
  add_floor(b, pieces, seconds * speed + 1);
  return ride(b, box, seconds, h);
}

class FloorOfPieces : public ::testing::TestWithParam<Pieces> {};

TEST_P(FloorOfPieces, KeepsTheSpeedOfABoxThatSlidesOverIt) {
  for (const double h : {0.005, 0.001}) {
    for (const double speed : {0.25, 1.0, 4.0}) {
      const Ride r = slide_box(GetParam(), speed, h);
      expect_no_bump(r, speed, h);
    }
  }
}

TEST_P(FloorOfPieces, CarriesABallOfTwoCentimetresAndALargeOne) {
  for (const double radius : {0.03, 0.3}) {
    WorldBuilder b;
    b.surface(0);
    const double i = 0.4 * radius * radius;
    const BodyId ball = b.body("ball", 1, diagonal(i, i, i), Vec3(0, 0.03, radius));
    b.shape(ball, Sphere{radius});
    b.config.bodies[0].linear_velocity = Vec3(1, 0, 0);
    add_floor(b, GetParam(), 3);
    const Ride r = ride(b, ball, 2, 0.005);
    EXPECT_GT(r.slowest, 0.99) << radius;
    EXPECT_LT(r.fastest, 1.01) << radius;
    EXPECT_LT(r.up, 0.02) << radius;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, FloorOfPieces,
                         ::testing::Values(Pieces{.name = "Flush"},
                                           Pieces{.name = "FlushInOneBody", .one_body = true},
                                           Pieces{.name = "LongSlabs", .length = 2},
                                           Pieces{.name = "Overlapped", .gap = -0.01},
                                           Pieces{.name = "TwoMillimetresApart", .gap = 0.002},
                                           Pieces{.name = "TenMillimetresApart", .gap = 0.0099},
                                           Pieces{.name = "TenthOfAMillimetreLower", .step = 1e-4},
                                           Pieces{.name = "Turned", .yaw = 0.3},
                                           Pieces{.name = "InTJoints", .rows_of_three = true},
                                           Pieces{.name = "Hulls", .hulls = true}),
                         [](const auto& info) { return info.param.name; });

TEST(FloorOfPieces, StopsABoxWhereAPieceStandsUpByThreeMillimetres) {
  for (const double h : {0.005, 0.001}) {
    const Ride r = slide_box({.name = "step", .length = 1, .step = 0.003}, 1, h);
    EXPECT_LT(r.slowest, 0.5) << h;
  }
}

TEST(FloorOfPieces, EndsWhereItsLastPieceDoes) {
  WorldBuilder b;
  b.surface(0);
  const BodyId box = b.body("box", 10, diagonal(0.11, 0.11, 0.15), Vec3(0, 0, 0.1));
  b.shape(box, Box{Vec3(0.15, 0.15, 0.1)});
  b.config.bodies[0].linear_velocity = Vec3(2, 0, 0);
  add_floor(b, {.name = "end"}, 1);
  World world = b.build();
  EXPECT_LT(run(world, 50, 8).bodies[0].position.z(), -0.5);
}

/// Speed, vertical speed and load of a front wheel of a car over the floor, beside those on one plane.
struct Drive {
  double lost = 0;  ///< m/s in 4 s
  double up = 0;    ///< m/s
  double least_load = 1e9;
  double most_load = 0;
};

Drive drive_car(const std::vector<Pieces>& floor, double h) {
  RigidCar car(0.8);
  if (!floor.empty()) {
    car.b.config.bodies.pop_back();
    add_floor(car.b, floor[0], 24);
    for (BodyConfig& body : car.b.config.bodies) {
      if (body.is_static) continue;
      body.position.x() += 1.5;
    }
    for (JointConfig& joint : car.b.config.joints) joint.position.x() += 1.5;
    for (JointConfig& joint : car.b.config.joints) joint.child_position = joint.position;
  }
  car.b.set_moving(Vec3(5, 0, 0));
  World world = car.b.build();
  FrameState state = world.make_frame_state();
  const int substeps = static_cast<int>(std::lround(0.04 / h));
  Drive out;
  for (int k = 0; k < 100; ++k) {
    world.step_frame(substeps);
    world.observe(state);
    if (k < 10) continue;
    out.up = std::max(out.up, std::fabs(state.bodies[0].linear_velocity.z()));
    double load = 0;
    for (const ContactReading& contact : state.contacts) {
      if (contact.body_a == 1 || contact.body_b == 1) load += std::fabs(contact.force.z());
    }
    out.least_load = std::min(out.least_load, load);
    out.most_load = std::max(out.most_load, load);
  }
  out.lost = 5 - state.bodies[0].linear_velocity.x();
  return out;
}

TEST(FloorOfPieces, CarriesACarAsOnePlaneDoes) {
  const Drive plane = drive_car({}, 0.005);
  for (const Pieces& pieces : {Pieces{.name = "flush"}, Pieces{.name = "overlapped", .gap = -0.01},
                               Pieces{.name = "apart", .gap = 0.002}, Pieces{.name = "turned", .yaw = 0.3},
                               Pieces{.name = "long", .length = 2}}) {
    for (const double h : {0.005, 0.001}) {
      const Drive drive = drive_car({pieces}, h);
      EXPECT_NEAR(drive.lost, plane.lost, 0.03) << pieces.name << " " << h;
      EXPECT_LT(drive.up, plane.up + 0.02) << pieces.name << " " << h;
      EXPECT_GT(drive.least_load, 0.9 * plane.least_load) << pieces.name << " " << h;
      EXPECT_LT(drive.most_load, 1.1 * plane.most_load) << pieces.name << " " << h;
    }
  }
}

/// A deck of 25 cm boxes along x that moves at `speed` (m/s) along x, and what makes it one.
enum class Deck { one_body, fixed_joints, alike };
Ride ride_on_deck(Deck deck, double slip, double h) {
  constexpr double kSpeed = 1;
  constexpr int kPieces = 24;
  WorldBuilder b;
  b.surface(0);
  const BodyId box = b.body("box", 10, diagonal(0.11, 0.11, 0.15), Vec3(0, 0.03, 0.1));
  b.shape(box, Box{Vec3(0.15, 0.15, 0.1)});
  b.config.bodies[0].linear_velocity = Vec3(kSpeed + slip, 0, 0);
  const auto rail = [&](BodyId piece) {
    b.joint(JointType::prismatic, kWorldBody, piece, b.config.bodies[index_of(piece)].position,
            Vec3::UnitX());
  };
  BodyId before = kWorldBody;
  for (int i = 0; i < kPieces; ++i) {
    ShapeConfig shape;
    shape.geometry = Box{Vec3(0.125, 1, 0.5 * kThickness)};
    const Vec3 place(-0.875 + 0.25 * i, 0, -0.5 * kThickness);
    if (deck == Deck::one_body && i > 0) {
      shape.position = place - b.config.bodies[1].position;
      b.config.bodies[1].shapes.push_back(shape);
      continue;
    }
    const BodyId piece = b.body("piece" + std::to_string(i), 200, diagonal(80, 20, 80), place);
    b.config.bodies[index_of(piece)].linear_velocity = Vec3(kSpeed, 0, 0);
    b.config.bodies[index_of(piece)].shapes.push_back(shape);
    if (deck == Deck::fixed_joints && i > 0) {
      b.joint(JointType::fixed, before, piece, place - Vec3(0.125, 0, 0));
    } else {
      rail(piece);
    }
    before = piece;
  }
  return ride(b, box, 2, h);
}

TEST(MovingDeck, CarriesABoxAsOneSlabDoesWhateverMakesItsBoxesOne) {
  for (const Deck deck : {Deck::one_body, Deck::fixed_joints, Deck::alike}) {
    for (const double slip : {0.25, 1.0}) {
      for (const double h : {0.005, 0.001}) {
        const Ride r = ride_on_deck(deck, slip, h);
        EXPECT_GT(r.slowest, 1 + 0.99 * slip) << static_cast<int>(deck) << " " << slip << " " << h;
        EXPECT_LT(r.fastest, 1 + 1.01 * slip) << static_cast<int>(deck) << " " << slip << " " << h;
        EXPECT_LT(r.up, 0.02) << static_cast<int>(deck) << " " << slip << " " << h;
      }
    }
  }
}

// Round rails laid end to end: their surface bends away from the line on which the box slides.
TEST(FloorOfPieces, CarriesABoxOverRoundRailsLaidEndToEnd) {
  for (const double h : {0.005, 0.001}) {
    for (const double speed : {0.25, 1.0, 4.0}) {
      WorldBuilder b;
      b.surface(0);
      const BodyId box = b.body("box", 10, diagonal(0.11, 0.11, 0.15), Vec3(0, 0.03, 0.1));
      b.shape(box, Box{Vec3(0.15, 0.15, 0.1)});
      b.config.bodies[0].linear_velocity = Vec3(speed, 0, 0);
      for (int i = 0; i < (speed > 2 ? 24 : 16); ++i) {
        for (const double y : {-0.1, 0.03, 0.16}) {
          BodyConfig rail;
          rail.name = "rail" + std::to_string(b.config.bodies.size());
          rail.is_static = true;
          rail.position = Vec3(-0.875 + 0.25 * i, y, -0.1);
          ShapeConfig shape;
          shape.geometry = Cylinder{0.1, 0.125};
          shape.orientation = quaternion_exponential(Vec3(0, kPi / 2, 0));
          rail.shapes.push_back(shape);
          b.config.bodies.push_back(rail);
        }
      }
      const Ride r = ride(b, box, speed > 2 ? 1 : 2, h);
      expect_no_bump(r, speed, h);
    }
  }
}

// A lane of rollers that stand: each touches the box along a line across its way.
TEST(FloorOfPieces, CarriesABoxOverARowOfCylinders) {
  constexpr double kRadius = 0.05;
  for (const double h : {0.005, 0.001}) {
    for (const double speed : {0.25, 1.0, 4.0}) {
      WorldBuilder b;
      b.surface(0);
      const BodyId box = b.body("box", 10, diagonal(0.11, 0.11, 0.15), Vec3(0, 0.03, 0.1));
      b.shape(box, Box{Vec3(0.15, 0.15, 0.1)});
      b.config.bodies[0].linear_velocity = Vec3(speed, 0, 0);
      BodyConfig lane;
      lane.name = "lane";
      lane.is_static = true;
      for (int i = 0; i < 60; ++i) {
        ShapeConfig roller;
        roller.geometry = Cylinder{kRadius, 0.5};
        roller.position = Vec3(-0.3 + 2 * kRadius * i, 0, -kRadius);
        roller.orientation = quaternion_exponential(Vec3(kPi / 2, 0, 0));
        lane.shapes.push_back(roller);
      }
      b.config.bodies.push_back(lane);
      const Ride r = ride(b, box, speed > 2 ? 1 : 2, h);
      expect_no_bump(r, speed, h);
    }
  }
}

/// Two triangles, from x = `begin` to `end` at z = 0.
ShapeConfig sheet(double begin, double end) {
  ShapeConfig shape;
  shape.geometry = TriangleMesh{{Vec3(begin, -1, 0), Vec3(end, -1, 0), Vec3(end, 1, 0), Vec3(begin, 1, 0)},
                                {{0, 1, 2}, {0, 2, 3}}};
  return shape;
}

// A box slides off the open border of a mesh, with nothing or boxes beyond it.
TEST(FloorOfPieces, GoesOnFromAMeshToBoxesAndLetsGoWhatLeavesAMesh) {
  for (const bool boxes : {true, false}) {
    for (const double h : {0.005, 0.001}) {
      WorldBuilder b;
      b.surface(0);
      const BodyId box = b.body("box", 10, diagonal(0.11, 0.11, 0.15), Vec3(0, 0.03, 0.1));
      b.shape(box, Box{Vec3(0.15, 0.15, 0.1)});
      b.config.bodies[0].linear_velocity = Vec3(1, 0, 0);
      BodyConfig ground;
      ground.name = "sheet";
      ground.is_static = true;
      ground.shapes.push_back(sheet(-1, 0.5));
      for (int i = 0; boxes && i < 8; ++i) {
        ShapeConfig piece;
        piece.geometry = Box{Vec3(0.125, 1, 0.1)};
        piece.position = Vec3(0.625 + 0.25 * i, 0, -0.1);
        ground.shapes.push_back(piece);
      }
      b.config.bodies.push_back(ground);
      const Ride r = ride(b, box, boxes ? 1.5 : 0.45, h);
      EXPECT_GT(r.slowest, 0.99) << boxes << " " << h;
      if (boxes) {
        EXPECT_LT(r.up, 0.02) << h;
      }
    }
  }
}

/// Where a ramp of boxes meets a floor of boxes at x = 0, upwards or downwards by `angle` (rad).
void add_ramp(WorldBuilder& b, double angle) {
  BodyConfig ground;
  ground.name = "ground";
  ground.is_static = true;
  const Quat tilt = quaternion_exponential(Vec3(0, -angle, 0));
  for (int i = 0; i < 8; ++i) {
    ShapeConfig piece;
    piece.geometry = Box{Vec3(0.125, 1, 0.5 * kThickness)};
    piece.position = Vec3(-0.125 - 0.25 * i, 0, -0.5 * kThickness);
    ground.shapes.push_back(piece);
    piece.position = tilt * Vec3(0.125 + 0.25 * i, 0, -0.5 * kThickness);
    piece.orientation = tilt;
    ground.shapes.push_back(piece);
  }
  b.config.bodies.push_back(ground);
}

/// The largest part of a ball's or wheel's energy that is more or less than its way on the ramp explains:
/// what meets the ramp keeps what of its velocity goes along it, and then gains and loses by its height.
double unexplained(double angle, double speed, bool wheel, double h) {
  constexpr double kRadius = 0.1;
  WorldBuilder b;
  b.surface(0);
  const BodyId mover = b.body("mover", 1, diagonal(0.004, 0.004, 0.004), Vec3(-0.6, 0.03, kRadius));
  if (wheel) {
    b.shape(mover, Cylinder{kRadius, 0.05});
    b.config.bodies[0].shapes[0].orientation = quaternion_exponential(Vec3(kPi / 2, 0, 0));
  } else {
    b.shape(mover, Sphere{kRadius});
  }
  b.config.bodies[0].linear_velocity = Vec3(speed, 0, 0);
  add_ramp(b, angle);
  World world = b.build();
  FrameState state = world.make_frame_state();
  double worst = 0;
  for (int k = 0; k < 100; ++k) {
    world.step_frame(static_cast<int>(std::lround(0.04 / h)));
    world.observe(state);
    const BodyReading& body = state.bodies[0];
    if (body.position.x() > 1 || body.linear_velocity.x() <= 0.1 * speed) break;
    if (std::fabs(body.position.x()) < 2 * kRadius) continue;
    const double start = body.position.x() < 0 || angle < 0 ? speed : speed * std::cos(angle);
    const double energy = 0.5 * start * start - 9.81 * (body.position.z() - kRadius);
    worst = std::max(worst, std::fabs(0.5 * body.linear_velocity.squaredNorm() - energy));
  }
  return worst / (0.5 * speed * speed);
}

TEST(FloorOfPieces, RampsTakeFromABallAndAWheelWhatTheirSlopeTakes) {
  // Faster than sqrt(g radius) a crest is left in flight.
  const std::pair<double, double> drives[] = {{0.9, 0.5}, {0.9, 3},    {5, 3},    {20, 3},
                                              {40, 3},    {-0.9, 0.5}, {-5, 0.5}, {-20, 0.5}};
  for (const auto& [degrees, speed] : drives) {
    for (const bool wheel : {false, true}) {
      for (const double h : {0.005, 0.001}) {
        EXPECT_LT(unexplained(degrees * kPi / 180, speed, wheel, h), 0.03)
            << degrees << " deg, " << speed << " m/s " << (wheel ? "wheel " : "ball ") << h;
      }
    }
  }
}

}  // namespace
}  // namespace drawbar::test
