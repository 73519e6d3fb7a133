// What Foxglove is shown: every shape where the scene has it, and who comes and goes.
#include "protocol/foxglove.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "protocol/encode.h"

namespace drawbar::protocol {
namespace {

constexpr std::uint64_t kUtc = 1'700'000'000'123'456'789;

std::unique_ptr<scene::ShapeT> shape(scene::ShapeType type) {
  auto out = std::make_unique<scene::ShapeT>();
  out->type = type;
  out->position = std::make_unique<scene::Vec3>(1, 2, 3);
  return out;
}

/// The entities of a scene of one body with this shape.
foxglove::SceneEntityT shown(std::unique_ptr<scene::ShapeT> shape) {
  scene::SceneT scene;
  auto body = std::make_unique<scene::BodyT>();
  body->name = "thing";
  body->shapes.push_back(std::move(shape));
  scene.bodies.push_back(std::move(body));
  flatbuffers::FlatBufferBuilder in;
  in.Finish(scene::CreateScene(in, &scene));
  flatbuffers::FlatBufferBuilder out;
  build_scene_update(out, kUtc, *flatbuffers::GetRoot<scene::Scene>(in.GetBufferPointer()));
  foxglove::SceneUpdateT update;
  flatbuffers::GetRoot<foxglove::SceneUpdate>(out.GetBufferPointer())->UnPackTo(&update);
  EXPECT_EQ(update.deletions.size(), 1u);
  EXPECT_EQ(update.deletions[0]->type, foxglove::SceneEntityDeletionType::ALL);
  EXPECT_EQ(update.entities.size(), 1u);
  return update.entities.empty() ? foxglove::SceneEntityT() : *update.entities[0];
}

void expect_vector(const foxglove::Vector3T& v, std::array<double, 3> wanted) {
  EXPECT_NEAR(v.x, wanted[0], 1e-12);
  EXPECT_NEAR(v.y, wanted[1], 1e-12);
  EXPECT_NEAR(v.z, wanted[2], 1e-12);
}

void expect_rotation(const foxglove::QuaternionT& q, std::array<double, 4> wanted) {
  EXPECT_NEAR(q.w, wanted[0], 1e-12);
  EXPECT_NEAR(q.x, wanted[1], 1e-12);
  EXPECT_NEAR(q.y, wanted[2], 1e-12);
  EXPECT_NEAR(q.z, wanted[3], 1e-12);
}

const double kHalf = std::sqrt(0.5);

TEST(FoxgloveShapes, AnEntityIsLockedToItsBodysFrameForEver) {
  const auto entity = shown(shape(scene::ShapeType::sphere));
  EXPECT_EQ(entity.id, "thing");
  EXPECT_EQ(entity.frame_id, "thing");
  EXPECT_TRUE(entity.frame_locked);
  EXPECT_EQ(entity.timestamp->sec(), 1'700'000'000u);
  EXPECT_EQ(entity.timestamp->nsec(), 123'456'789u);
  EXPECT_EQ(entity.lifetime->sec() + static_cast<int>(entity.lifetime->nsec()), 0);
}

TEST(FoxgloveShapes, ASphereHasItsPlaceDiameterAndColour) {
  auto ball = shape(scene::ShapeType::sphere);
  ball->radius = 0.25;
  ball->color = "#ff8000";
  const auto entity = shown(std::move(ball));
  ASSERT_EQ(entity.spheres.size(), 1u);
  expect_vector(*entity.spheres[0]->pose->position, {1, 2, 3});
  expect_vector(*entity.spheres[0]->size, {0.5, 0.5, 0.5});
  EXPECT_EQ(entity.spheres[0]->color->r, 1);
  EXPECT_NEAR(entity.spheres[0]->color->g, 128 / 255.0, 1e-12);
  EXPECT_EQ(entity.spheres[0]->color->b, 0);
  EXPECT_EQ(entity.spheres[0]->color->a, 1);
}

TEST(FoxgloveShapes, ABoxIsTurnedAsTheSceneSaysInEitherWay) {
  auto by_angles = shape(scene::ShapeType::box);
  by_angles->size = std::make_unique<scene::Vec3>(1, 2, 4);
  by_angles->rotation_deg = std::make_unique<scene::Vec3>(90, 0, 90);
  const auto entity = shown(std::move(by_angles));
  ASSERT_EQ(entity.cubes.size(), 1u);
  expect_vector(*entity.cubes[0]->pose->position, {1, 2, 3});
  expect_vector(*entity.cubes[0]->size, {1, 2, 4});
  // Roll about the fixed x first, then yaw about the fixed z.
  expect_rotation(*entity.cubes[0]->pose->orientation, {0.5, 0.5, 0.5, 0.5});
  auto pitched = shape(scene::ShapeType::box);
  pitched->size = std::make_unique<scene::Vec3>(1, 2, 4);
  pitched->rotation_deg = std::make_unique<scene::Vec3>(0, 90, 0);
  expect_rotation(*shown(std::move(pitched)).cubes[0]->pose->orientation, {kHalf, 0, kHalf, 0});
  auto by_quaternion = shape(scene::ShapeType::box);
  by_quaternion->size = std::make_unique<scene::Vec3>(1, 2, 4);
  by_quaternion->orientation = std::make_unique<scene::Quaternion>(0.1, 0.3, 0.9, 0.3);
  expect_rotation(*shown(std::move(by_quaternion)).cubes[0]->pose->orientation, {0.1, 0.3, 0.9, 0.3});
}

TEST(FoxgloveShapes, ACapsuleIsACylinderWithABallAtEachEnd) {
  auto capsule = shape(scene::ShapeType::capsule);
  capsule->radius = 0.5;
  capsule->length = 2;
  capsule->rotation_deg = std::make_unique<scene::Vec3>(0, 90, 0);  // along x
  const auto entity = shown(std::move(capsule));
  ASSERT_EQ(entity.cylinders.size(), 1u);
  expect_vector(*entity.cylinders[0]->pose->position, {1, 2, 3});
  expect_vector(*entity.cylinders[0]->size, {1, 1, 2});
  EXPECT_EQ(entity.cylinders[0]->top_scale, 1);
  EXPECT_EQ(entity.cylinders[0]->bottom_scale, 1);
  ASSERT_EQ(entity.spheres.size(), 2u);
  expect_vector(*entity.spheres[0]->pose->position, {2, 2, 3});
  expect_vector(*entity.spheres[1]->pose->position, {0, 2, 3});
  auto along_y = shape(scene::ShapeType::capsule);
  along_y->length = 2;
  along_y->rotation_deg = std::make_unique<scene::Vec3>(-90, 0, 0);
  expect_vector(*shown(std::move(along_y)).spheres[0]->pose->position, {1, 3, 3});
}

TEST(FoxgloveShapes, APlaneIsALargePlateBelowItsSurface) {
  auto wall = shape(scene::ShapeType::plane);
  wall->normal = std::make_unique<scene::Vec3>(2, 0, 0);
  const auto entity = shown(std::move(wall));
  ASSERT_EQ(entity.cubes.size(), 1u);
  const auto& size = *entity.cubes[0]->size;
  EXPECT_GE(size.x, 100);
  expect_rotation(*entity.cubes[0]->pose->orientation, {kHalf, 0, kHalf, 0});
  expect_vector(*entity.cubes[0]->pose->position, {1 - size.z / 2, 2, 3});
  auto ceiling = shape(scene::ShapeType::plane);
  ceiling->normal = std::make_unique<scene::Vec3>(0, 0, -1);
  expect_vector(*shown(std::move(ceiling)).cubes[0]->pose->position, {1, 2, 3 + size.z / 2});
}

TEST(FoxgloveShapes, AHullIsTheBoxAroundIt) {
  auto hull = shape(scene::ShapeType::convex);
  hull->points = {{0, 0, 0}, {2, 0, 0}, {0, 4, 0}, {0, 0, 6}};
  hull->rotation_deg = std::make_unique<scene::Vec3>(0, 0, 90);
  const auto entity = shown(std::move(hull));
  ASSERT_EQ(entity.cubes.size(), 1u);
  expect_vector(*entity.cubes[0]->size, {2, 4, 6});
  expect_vector(*entity.cubes[0]->pose->position, {1 - 2, 2 + 1, 3 + 3});
}

TEST(FoxgloveShapes, AMeshHasItsPlaceCornersAndTriangles) {
  auto mesh = shape(scene::ShapeType::mesh);
  mesh->vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh->triangles = {{0, 2, 1}, {0, 1, 3}};
  const auto entity = shown(std::move(mesh));
  ASSERT_EQ(entity.triangles.size(), 1u);
  const auto& list = *entity.triangles[0];
  expect_vector(*list.pose->position, {1, 2, 3});
  expect_rotation(*list.pose->orientation, {1, 0, 0, 0});
  ASSERT_EQ(list.points.size(), 4u);
  EXPECT_EQ(list.points[2]->y, 1);
  EXPECT_EQ(list.indices, (std::vector<std::uint32_t>{0, 2, 1, 0, 1, 3}));
}

/// Three by two samples, 0.5 m apart.
std::unique_ptr<scene::ShapeT> terrain() {
  auto out = shape(scene::ShapeType::heightfield);
  out->columns = 3;
  out->rows = 2;
  out->spacing = 0.5;
  return out;
}

TEST(FoxgloveShapes, TerrainIsCentredAboutItsPlaceWithItsRowsAlongY) {
  auto hills = terrain();
  hills->heights = {0, 1, 2, 3, 4, 5};
  const auto entity = shown(std::move(hills));
  ASSERT_EQ(entity.triangles.size(), 1u);
  const auto& list = *entity.triangles[0];
  expect_vector(*list.pose->position, {1, 2, 3});
  ASSERT_EQ(list.points.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(list.points[i]->x, 0.5 * static_cast<double>(i % 3) - 0.5);
    EXPECT_EQ(list.points[i]->y, i < 3 ? -0.25 : 0.25);
    EXPECT_EQ(list.points[i]->z, static_cast<double>(i));
  }
  EXPECT_EQ(list.indices, (std::vector<std::uint32_t>{0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4}));
}

TEST(FoxgloveShapes, SamplesOfTerrainGoFromItsLeastHeightToItsMost) {
  auto hills = terrain();
  hills->samples = {0, 65535, 0, 13107, 0, 0};
  hills->min_height = -1;
  hills->max_height = 4;
  const auto entity = shown(std::move(hills));
  ASSERT_EQ(entity.triangles.size(), 1u);
  EXPECT_EQ(entity.triangles[0]->points[0]->z, -1);
  EXPECT_NEAR(entity.triangles[0]->points[1]->z, 4, 1e-12);
  EXPECT_NEAR(entity.triangles[0]->points[3]->z, 0, 1e-12);
}

TEST(FoxgloveShapes, LargeTerrainIsThinnedAndKeepsItsBorders) {
  auto hills = shape(scene::ShapeType::heightfield);
  hills->columns = 1001;
  hills->rows = 2;
  hills->spacing = 1;
  for (int i = 0; i < 2002; ++i) hills->heights.push_back(i);
  const auto entity = shown(std::move(hills));
  ASSERT_EQ(entity.triangles.size(), 1u);
  const auto& points = entity.triangles[0]->points;
  ASSERT_EQ(points.size(), 2u * 129u);
  EXPECT_EQ(points.front()->x, -500);
  EXPECT_EQ(points[128]->x, 500);
  EXPECT_EQ(points[128]->z, 1000);
  EXPECT_EQ(points.back()->z, 2001);
}

TEST(FoxgloveTransforms, AreOfEveryBodyInTheWorldByItsName) {
  const std::vector<std::string> names{"ground", "robot"};
  const std::vector<stream::BodyState> bodies{
      {{1, 2, 3}, {0.1F, 0.3F, 0.9F, 0.3F}, {0, 0, 0}, {0, 0, 0}, 1, 0},
      {{0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 2, 0}};
  flatbuffers::FlatBufferBuilder out;
  build_frame_transforms(out, kUtc, names, bodies);
  foxglove::FrameTransformsT told;
  flatbuffers::GetRoot<foxglove::FrameTransforms>(out.GetBufferPointer())->UnPackTo(&told);
  ASSERT_EQ(told.transforms.size(), 1u) << "one without a name is left out";
  EXPECT_EQ(told.transforms[0]->parent_frame_id, "world");
  EXPECT_EQ(told.transforms[0]->child_frame_id, "robot");
  EXPECT_EQ(told.transforms[0]->timestamp->nsec(), 123'456'789u);
  expect_vector(*told.transforms[0]->translation, {1, 2, 3});
  EXPECT_NEAR(told.transforms[0]->rotation->w, 0.1, 1e-7);
  EXPECT_NEAR(told.transforms[0]->rotation->x, 0.3, 1e-7);
  EXPECT_NEAR(told.transforms[0]->rotation->y, 0.9, 1e-7);
  EXPECT_NEAR(told.transforms[0]->rotation->z, 0.3, 1e-7);
}

TEST(FoxglovePresence, IsToldOnceWhenABodyGoesAndOnceWhenItIsBack) {
  const auto frame = [](std::uint32_t first, std::uint32_t second) {
    return std::vector<stream::BodyState>{{{}, {}, {}, {}, 0, first}, {{}, {}, {}, {}, 1, second}};
  };
  PresenceWatch watch;
  watch.begin_scene(2);
  EXPECT_FALSE(watch.observe(frame(0, 0)).any());
  EXPECT_EQ(watch.observe(frame(0, kBodyAbsent)).gone, (std::vector<std::uint32_t>{1}));
  EXPECT_FALSE(watch.observe(frame(0, kBodyAbsent)).any());
  const auto back = watch.observe(frame(kBodyAbsent, 0));
  EXPECT_EQ(back.back, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(back.gone, (std::vector<std::uint32_t>{0}));
  watch.begin_scene(2);
  EXPECT_EQ(watch.observe(frame(kBodyAbsent, 0)).gone, (std::vector<std::uint32_t>{0}))
      << "of a new scene all are there";
}

TEST(FoxglovePresence, TakesAwayWhatIsGoneAndShowsWhatIsBack) {
  scene::SceneT scene;
  for (const char* name : {"stays", "goes", "returns"}) {
    auto body = std::make_unique<scene::BodyT>();
    body->name = name;
    body->shapes.push_back(shape(scene::ShapeType::sphere));
    scene.bodies.push_back(std::move(body));
  }
  flatbuffers::FlatBufferBuilder in;
  in.Finish(scene::CreateScene(in, &scene));
  flatbuffers::FlatBufferBuilder out;
  const std::vector<std::uint32_t> gone{1}, back{2};
  build_presence_update(out, kUtc, *flatbuffers::GetRoot<scene::Scene>(in.GetBufferPointer()), gone, back);
  foxglove::SceneUpdateT update;
  flatbuffers::GetRoot<foxglove::SceneUpdate>(out.GetBufferPointer())->UnPackTo(&update);
  ASSERT_EQ(update.deletions.size(), 1u);
  EXPECT_EQ(update.deletions[0]->type, foxglove::SceneEntityDeletionType::MATCHING_ID);
  EXPECT_EQ(update.deletions[0]->id, "goes");
  ASSERT_EQ(update.entities.size(), 1u);
  EXPECT_EQ(update.entities[0]->id, "returns");
}

}  // namespace
}  // namespace drawbar::protocol
