// Nodes, meshes and colours of glTF files as bodies, and files that are refused in part or whole.
#include <cmath>
#include <cstring>
#include <numbers>

#include "physics/contact/mass_properties.h"
#include "tests/import/import_fixture.h"
#include "tools/import/visual_file.h"

namespace drawbar::import {
namespace {

using tests::ImportTest;
using tests::named;

/// The corner (0, 0, 0) and those at 1, 2 and 3 along x, y and z.
constexpr float kCorners[] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
constexpr int kFaces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

class GltfModel : public ImportTest {
 protected:
  void SetUp() override {
    ImportTest::SetUp();
    if (!writes_visuals()) GTEST_SKIP() << "built without tinygltf";
  }
  /// A file with these members beside a mesh 0, the tetrahedron of kCorners, whose indices are of `Index`.
  template <class Index = std::uint16_t>
  std::filesystem::path file(const std::string& members, int component = 5123,
                             const std::string& primitive = "") {
    std::vector<Index> faces;
    for (const int corner : kFaces) faces.push_back(static_cast<Index>(corner));
    const std::size_t bytes = faces.size() * sizeof(Index);
    std::string data(sizeof kCorners + bytes, 0);
    std::memcpy(data.data(), kCorners, sizeof kCorners);
    std::memcpy(data.data() + sizeof kCorners, faces.data(), bytes);
    write("corners.bin", data);
    return write("m.gltf", R"({"asset":{"version":"2.0"},)" + members +
                               R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1)" +
                               primitive + R"(}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,2,3]},
{"bufferView":1,"componentType":)" +
                               std::to_string(component) + R"(,"count":12,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":)" +
                               std::to_string(bytes) + R"(}],"buffers":[{"byteLength":)" +
                               std::to_string(48 + bytes) + R"(,"uri":"corners.bin"}]})");
  }
  /// All corners of the first shape of a link, in the scene's axes.
  static std::vector<Vec3> corners(const Link& link) {
    std::vector<Vec3> out;
    for (const ColoredMesh& mesh : link.shapes.at(0).geometry.meshes)
      for (const Vec3& v : mesh.mesh.vertices) out.push_back(link.pose * v);
    return out;
  }
  static double volume(const Link& link) {
    double sum = 0;
    for (const ColoredMesh& part : link.shapes.at(0).geometry.meshes)
      sum += physics::volume(physics::TriangleMesh{part.mesh.vertices, part.mesh.triangles});
    return sum;
  }
};

TEST_F(GltfModel, NodesAtTheTopAreBodiesAndThoseBelowTheirParts) {
  const Model read = model(options(file(R"("scene":1,"scenes":[{"nodes":[4]},{"nodes":[0,2,3,5]}],"nodes":[
{"name":"arm","mesh":0,"children":[1],"translation":[1,2,3],"rotation":[0,0,0.7071067811865476,0.7071067811865476],"scale":[2,1,1],"extras":{"mass":4}},
{"mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,10,1]},
{"mesh":0,"extras":{"mass":-1}},
{"name":"text","mesh":0,"extras":{"mass":"heavy"}},
{"name":"elsewhere","mesh":0},
{"name":"empty"}])")));
  ASSERT_EQ(read.links.size(), 3u);
  const Link& arm = named(read.links, "arm");
  EXPECT_FALSE(arm.is_static);
  EXPECT_EQ(arm.inertial->mass, 4);
  EXPECT_LT((arm.pose.position - Vec3(1, -3, 2)).norm(), 1e-12) << "y is up in the file";
  const std::vector<Vec3> at = corners(arm);
  ASSERT_EQ(at.size(), 8u);
  // In the file: twice as long, then turned a quarter about z: x goes along y, y against x. Then y up.
  const Vec3 wanted[] = {{1, -3, 2}, {1, -3, 4}, {-1, -3, 2}, {1, -6, 2}};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_LT((at[k] - wanted[k]).norm(), 1e-6) << k << ": " << at[k].transpose();
    EXPECT_LT((at[k + 4] - wanted[k] - Vec3(0, -10, 0)).norm(), 1e-6) << "the child, ten metres along z";
  }
  EXPECT_TRUE(named(read.links, "node2").is_static) << "a mass below 0 is none";
  EXPECT_TRUE(named(read.links, "text").is_static);
}

TEST_F(GltfModel, IndicesOfEveryWidthAndMirroredNodesGiveTheSameBodySeenFromOutside) {
  for (const char* scale : {"[1,1,1]", "[-1,1,1]", "[1,-1,-1]"}) {
    const std::string members =
        R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"scale":)" + std::string(scale) + "}]";
    EXPECT_NEAR(volume(model(options(file<std::uint8_t>(members, 5121))).links.at(0)), 1, 1e-6) << scale;
    EXPECT_NEAR(volume(model(options(file<std::uint16_t>(members, 5123))).links.at(0)), 1, 1e-6) << scale;
    EXPECT_NEAR(volume(model(options(file<std::uint32_t>(members, 5125))).links.at(0)), 1, 1e-6) << scale;
  }
}

TEST_F(GltfModel, ColoursAreThoseThatADisplayShows) {
  const Model read = model(options(file(
      R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}},
{"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.002,1.5,1]}}])",
      5123, ",\"material\":1")));
  // 1.055 x 0.5^(1/2.4) - 0.055 = 0.735; 12.92 x 0.002 = 0.026.
  EXPECT_EQ(read.links.at(0).shapes.at(0).geometry.meshes.at(0).color, "#bc07ff");
}

TEST_F(GltfModel, WhatIsNotTakenIsTold) {
  const Model read = model(options(file(
      R"("extensionsRequired":["EXT_strange"],"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"images":[{"uri":"a.png"}],"skins":[{"joints":[0]}],
"animations":[{"channels":[],"samplers":[]}],"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1}}])")));
  EXPECT_EQ(read.links.size(), 1u);
  for (const char* what : {"pictures on surfaces (their colours are taken) are left out",
                           "animations are left out", "skins are left out", "cameras are left out",
                           "extension EXT_strange is not known, though the file needs it"})
    EXPECT_EQ(warnings_with(what), 1) << what;
  EXPECT_EQ(warnings_with("lights"), 0);
  model(options(file(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}])")));
  EXPECT_TRUE(warnings_.empty()) << warnings_.front();
}

TEST_F(GltfModel, LinesAndStripsAreLeftOutAndTrianglesWithoutIndicesAreRead) {
  const std::string members = R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}])";
  EXPECT_NE(refusal(file(members, 5123, ",\"mode\":1")).find("has no link"), std::string::npos);
  EXPECT_EQ(model(options(file(members, 5123, ",\"mode\":4"))).links.size(), 1u);
  // The first three of four corners without indices are one triangle.
  const auto path = file(members);
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text.erase(text.find(",\"indices\":1"), 12);
  const Model read = model(options(write("m.gltf", text)));
  const auto& triangles = read.links.at(0).shapes.at(0).geometry.meshes.at(0).mesh.triangles;
  ASSERT_EQ(triangles.size(), 1u);
  EXPECT_EQ(triangles[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
}

TEST_F(GltfModel, NodesMayBeNestedSixtyFourDeep) {
  for (const int depth : {64, 65}) {
    std::string nodes;
    for (int k = 0; k < depth; ++k) nodes += "{\"children\":[" + std::to_string(k + 1) + "]},";
    const auto path = file("\"scenes\":[{\"nodes\":[0]}],\"nodes\":[" + nodes + "{\"mesh\":0}]");
    if (depth == 64) {
      EXPECT_EQ(model(options(path)).links.size(), 1u);
    } else {
      EXPECT_NE(refusal(path).find("its nodes are nested deeper than 64, in a ring, or more than 10000"),
                std::string::npos);
    }
  }
}

TEST_F(GltfModel, AFileOutsideItsFolderIsNotRead) {
  std::filesystem::create_directories(folder_ / "inside");
  const auto path = file(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}])");
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(refusal(write("inside/m.gltf", text.replace(text.find("corners.bin"), 11, "../corners.bin")))
                .find("m.gltf"),
            std::string::npos);
  std::filesystem::create_directories(folder_ / "parts");
  std::filesystem::rename(folder_ / "corners.bin", folder_ / "parts/corners.bin");
  EXPECT_EQ(
      model(options(write("m.gltf", text.replace(text.find("../corners.bin"), 14, "parts/corners.bin"))))
          .links.size(),
      1u);
}

// --- what is only seen, written and read again ---

TEST_F(GltfModel, VisualsHaveTheCornersAndColoursThatTheyWereGiven) {
  Shape box;
  box.geometry.form = Form::box;
  box.geometry.size = Vec3(0.2, 0.4, 0.6);
  box.color = "#cc331a";
  Shape ball;
  ball.geometry.radius = 0.5;
  std::vector<ColoredMesh> meshes{triangles_of(box).at(0), triangles_of(ball).at(0)};
  ASSERT_TRUE(write_visual(folder_ / "seen.glb", meshes));
  const Model read = model(options(folder_ / "seen.glb"));
  ASSERT_EQ(read.links.size(), 2u) << "a node for each";
  EXPECT_EQ(read.links[0].shapes.at(0).geometry.meshes.at(0).color, "#cc331a");
  // 0.6 of the light, which is what has no colour.
  EXPECT_EQ(read.links[1].shapes.at(0).geometry.meshes.at(0).color, "#cbcbcb");
  Eigen::AlignedBox3d around;
  for (const Vec3& v : corners(read.links[0])) around.extend(v);
  EXPECT_LT((around.sizes() - Vec3(0.2, 0.6, 0.4)).norm(), 1e-6) << "y is up in such files";
  EXPECT_NEAR(volume(read.links[0]), 0.048, 1e-6);
  EXPECT_GT(volume(read.links[1]), 0.5) << "seen from outside";
}

TEST(ImportedVisuals, FormsAreClosedAndOfTheVolumeOfTheirCorners) {
  // A polygon of 24 corners on a circle of radius 1.
  const double polygon = 12 * std::sin(std::numbers::pi / 12);
  const auto volume = [](const Geometry& geometry) {
    Shape shape;
    shape.geometry = geometry;
    const Mesh mesh = triangles_of(shape).at(0).mesh;
    return physics::volume(physics::TriangleMesh{mesh.vertices, mesh.triangles});
  };
  Geometry form;
  form.form = Form::cylinder;
  form.radius = 0.5;
  form.length = 3;
  EXPECT_NEAR(volume(form), polygon * 0.25 * 3, 1e-12);
  form.form = Form::capsule;
  const double capsule = volume(form);
  form.length = 0;
  EXPECT_NEAR(capsule - volume(form), polygon * 0.25 * 3, 1e-12) << "a tube between two halves of a ball";
  form.form = Form::sphere;
  const double ball = 4.0 / 3 * std::numbers::pi * 0.125;
  EXPECT_LT(volume(form), ball);
  EXPECT_GT(volume(form), 0.95 * ball);
  EXPECT_NEAR(volume(cone(0.5, 3)), polygon * 0.25, 1e-12);
  const std::vector<Vec3> corners = cone(0.5, 3).meshes.at(0).mesh.vertices;
  for (const Vec3& v : corners) EXPECT_TRUE(v.z() == -1.5 || (v.z() == 1.5 && v.head<2>().norm() == 0));
  form.radius = 1;
  EXPECT_NEAR(volume(ellipsoid(Vec3(0.2, 0.3, 0.4))), 0.024 * volume(form), 1e-12);
  form.form = Form::box;
  form.size = Vec3(0.2, 0.4, 0.6);
  EXPECT_NEAR(volume(form), 0.048, 1e-12);
  for (const Form none : {Form::plane, Form::grid}) {
    Shape shape;
    shape.geometry.form = none;
    EXPECT_TRUE(triangles_of(shape).empty());
  }
}

TEST(ImportedVisuals, AMeshHasItsOwnColoursUnlessItsShapeHasOne) {
  Shape shape;
  shape.geometry = cone(1, 1);
  shape.geometry.meshes.push_back(shape.geometry.meshes[0]);
  shape.geometry.meshes[0].color = "#010203";
  const auto colours = [&] { return triangles_of(shape).at(0).color + triangles_of(shape).at(1).color; };
  EXPECT_EQ(colours(), "#010203");
  shape.color = "#0a0b0c";
  EXPECT_EQ(colours(), "#0a0b0c#0a0b0c");
}

}  // namespace
}  // namespace drawbar::import
