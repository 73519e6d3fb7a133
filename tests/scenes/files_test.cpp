// Files that a scene is in and files that it names.
#include <gtest/gtest.h>
#include <png.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scenes/loader/files/glb_file.h"
#include "scenes/loader/files/mesh_file.h"
#include "scenes/loader/files/terrain_file.h"
#include "scenes/loader/files/visual_files.h"
#include "scenes/loader/loader.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, removed at the end.
class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "drawbar_scene_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
    folder_ = root_ / "scenes";
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(root_); }

  fs::path write(const fs::path& name, std::string_view content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return folder_ / name;
  }

  std::string error_of(const fs::path& file) {
    const auto result = load_file(file);
    EXPECT_FALSE(result.has_value());
    return result ? std::string{} : result.error().text;
  }

  /// A scene of one static heightfield with these fields.
  std::string terrain_scene(const std::string& fields) {
    return R"({ "name": "t", "bodies": [ { "name": "ground", "static": true, "shapes": [ { "type": "heightfield", )" +
           fields + " } ] } ] }";
  }

  void write_png(const fs::path& name, std::uint32_t width, std::uint32_t height,
                 const std::vector<std::uint16_t>& samples, bool gray16 = true) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = gray16 ? PNG_FORMAT_LINEAR_Y : PNG_FORMAT_GRAY;
    // An 8-bit image takes the first bytes of the samples, whatever they are.
    ASSERT_NE(png_image_write_to_file(&image, (folder_ / name).c_str(), 0, samples.data(), 0, nullptr), 0)
        << image.message;
  }

  fs::path root_;
  fs::path folder_;
};

TEST_F(Files, MissingDirectoryEmptyAndGarbageAreOneErrorEach) {
  EXPECT_NE(error_of(folder_ / "none.json").find("No such file"), std::string::npos);
  EXPECT_NE(error_of(folder_).find("is a directory"), std::string::npos);
  EXPECT_NE(error_of(write("empty.json", "")).find("no scene"), std::string::npos);
  EXPECT_NE(error_of(write("garbage.json", std::string_view("\x89PNG\x00\xFF\x01", 7))).find("byte 0x89"),
            std::string::npos);
}

TEST_F(Files, NamedPipeIsRefusedWithoutWaiting) {
  const fs::path pipe = folder_ / "pipe.json";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_NE(error_of(pipe).find("regular file"), std::string::npos);
}

TEST_F(Files, SizeIsCheckedBeforeReading) {
  const fs::path file = write("large.json", "{");
  fs::resize_file(file, 100u << 20);  // a hole: nothing is stored
  EXPECT_NE(error_of(file).find("104857600 bytes"), std::string::npos);
}

TEST_F(Files, LinkOutOfTheFolderIsRefused) {
  std::ofstream(root_ / "secret.obj") << "v 0 0 0\n";
  fs::create_symlink(root_ / "secret.obj", folder_ / "link.obj");
  fs::create_directory_symlink(root_, folder_ / "up");
  for (const char* path : {"../secret.obj", "link.obj", "up/secret.obj", "a/../../secret.obj", "..", "."}) {
    SCOPED_TRACE(path);
    const std::string text =
        R"({ "name": "t", "bodies": [ { "name": "b", "mass": 1, "shapes": [ { "type": "convex", "file": ")" +
        std::string(path) + "\" } ] } ] }";
    EXPECT_NE(error_of(write("scene.json", text)).find("scene's folder"), std::string::npos);
  }
}

TEST_F(Files, VisualMustExistInsideTheFolder) {
  const std::string text =
      R"({ "name": "t", "bodies": [ { "name": "b", "mass": 1, "shapes": [ { "type": "sphere", "radius": 1, "visual": "VISUAL" } ] } ] })";
  EXPECT_NE(error_of(write("a.json", replaced(text, "VISUAL", "none.glb"))).find("does not exist"),
            std::string::npos);
  write("part.glb", "x");
  EXPECT_TRUE(load_file(write("b.json", replaced(text, "VISUAL", "part.glb"))).has_value());
}

TEST_F(Files, VisualsAndWhatAGltfNamesAreToldOnceEachAndNothingElse) {
  write(
      "a.gltf",
      R"({ "buffers": [ { "uri": "a%2Fb%zz.bin" }, { "byteLength": 4 } ], "images": [ { "uri": "./x/../a.PNG" },
                       { "uri": "data:image/png;base64,AA" }, { "uri": "key.pem" } ] })");
  write("bad.gltf", R"({ "buffers": [ { "uri": "lost.bin" } )");
  write("odd.gltf", R"({ "buffers": { "uri": 3 }, "images": [ 1, [ ], { "uri": { } } ] })");
  std::string shapes;
  for (const char* file : {"a.gltf", "bad.gltf", "odd.gltf", "b.glb", "./a.gltf", "b.glb", "note.txt"}) {
    if (std::string_view(file) == "b.glb" || std::string_view(file) == "note.txt") write(file, "x");
    shapes += (shapes.empty() ? "" : ", ") + std::string(R"({ "type": "sphere", "radius": 1, "visual": ")") +
              file + "\" }";
  }
  const auto scene =
      load_file(write("s.json", R"({ "name": "t", "bodies": [ { "name": "b", "mass": 1, "shapes": [ )" +
                                    shapes + " ] } ] }"));
  ASSERT_TRUE(scene.has_value()) << scene.error().text;
  EXPECT_EQ(visual_files(scene->scene, folder_),
            (std::vector<std::string>{"a.PNG", "a.gltf", "a/b%zz.bin", "b.glb", "bad.gltf", "odd.gltf"}));
  EXPECT_EQ(visual_type("a.PNG"), "image/png");
  EXPECT_EQ(visual_type("png"), "");
}

TEST_F(Files, PngTerrainHasItsFirstRowInTheNorth) {
  write_png("t.png", 3, 2, {0, 1, 65535, 100, 200, 300});
  const auto result = load_file(write(
      "scene.json", terrain_scene(R"("file": "t.png", "spacing": 0.5, "min_height": 1, "max_height": 3)")));
  ASSERT_TRUE(result.has_value()) << result.error().text;
  const auto& field = std::get<physics::Heightfield>(result->world.bodies[0].shapes[0].geometry);
  EXPECT_EQ(field.columns, 3);
  EXPECT_EQ(field.rows, 2);
  EXPECT_EQ(field.heights[5], 3.0);
  EXPECT_EQ(field.heights[3], 1.0);
  EXPECT_NEAR(field.heights[0], 1 + 2.0 * 100 / 65535, 1e-15);
  EXPECT_TRUE(result->scene.bodies[0]->shapes[0]->file.empty());
}

TEST_F(Files, MapNamesTheMaterialOfEveryCell) {
  const auto scene = [&](const std::string& map) {
    return R"({ "name": "t", "materials": [ { "name": "mud", "friction": 0.3 }, { "name": "ice", "friction": 0.1 } ],
      "bodies": [ { "name": "ground", "static": true, "shapes": [ { "type": "heightfield", "spacing": 1, "columns": 3,
        "rows": 2, "heights": [0, 0, 0, 0, 0, 0], )" +
           map + " } ] } ] }";
  };
  write_png("map.png", 2, 1, {0x0100}, false);  // 0, 1 from west to east
  const std::string materials = R"("map_materials": ["mud", "ice"])";
  const auto result = load_file(write("a.json", scene(R"("map_file": "map.png", )" + materials)));
  ASSERT_TRUE(result.has_value()) << result.error().text;
  const auto& field = std::get<physics::Heightfield>(result->world.bodies[0].shapes[0].geometry);
  EXPECT_EQ(field.cells, (std::vector<std::uint8_t>{0, 1}));
  EXPECT_EQ(field.materials, (std::vector{physics::MaterialId{1}, physics::MaterialId{2}}));
  EXPECT_NE(error_of(write("b.json", scene(R"("map": [0, 1, 1], )" + materials)))
                .find("(columns - 1) x (rows - 1), 2"),
            std::string::npos);
  EXPECT_NE(error_of(write("c.json", scene(R"("map": [0, 2], )" + materials))).find("0 to 1"),
            std::string::npos);
  EXPECT_NE(error_of(write("d.json", scene(R"("map": [0, 1])"))).find("map_materials"), std::string::npos);
  EXPECT_NE(error_of(write("e.json", scene(R"("map": [0, 1], "map_materials": ["mud", "tar"])"))).find("tar"),
            std::string::npos);
  write_png("wide.png", 3, 1, {0x0100, 0}, false);
  EXPECT_NE(
      error_of(write("f.json", scene(R"("map_file": "wide.png", )" + materials))).find("columns - 1, 2"),
      std::string::npos);
}

TEST_F(Files, RawTerrainNeedsItsSize) {
  write("t.raw", std::string_view("\x00\x00\x01\x00\x02\x00\xFF\xFF", 8));
  const std::string rest = R"(, "spacing": 1, "min_height": 0, "max_height": 65535)";
  EXPECT_NE(error_of(write("a.json", terrain_scene(R"("file": "t.raw")" + rest))).find("columns and rows"),
            std::string::npos);
  EXPECT_NE(error_of(write("b.json", terrain_scene(R"("file": "t.raw", "columns": 3, "rows": 2)" + rest)))
                .find("allowed: 12"),
            std::string::npos);
  const auto result =
      load_file(write("c.json", terrain_scene(R"("file": "t.raw", "columns": 2, "rows": 2)" + rest)));
  ASSERT_TRUE(result.has_value()) << result.error().text;
  EXPECT_EQ(std::get<physics::Heightfield>(result->world.bodies[0].shapes[0].geometry).heights,
            (std::vector<double>{0, 1, 2, 65535}));
}

TEST_F(Files, BadTerrainIsRefused) {
  const std::string rest = R"(, "spacing": 1, "min_height": 0, "max_height": 1)";
  write("text.png", "not a png");
  write_png("gray8.png", 2, 2, std::vector<std::uint16_t>(8), false);
  write_png("cut.png", 64, 64, std::vector<std::uint16_t>(64 * 64, 7));
  fs::resize_file(folder_ / "cut.png", 60);
  for (const char* name : {"text.png", "gray8.png", "cut.png", "t.bmp"}) {
    SCOPED_TRACE(name);
    if (!fs::exists(folder_ / name)) write(name, "x");
    const std::string error =
        error_of(write("scene.json", terrain_scene("\"file\": \"" + std::string(name) + "\"" + rest)));
    EXPECT_NE(error.find("bodies[0].shapes[0].file"), std::string::npos) << error;
  }
}

TEST_F(Files, InlineHeightsMustFillTheGrid) {
  EXPECT_NE(error_of(write("a.json",
                           terrain_scene(R"("heights": [0, 1, 2], "columns": 2, "rows": 2, "spacing": 1)")))
                .find("allowed: columns x rows, 4"),
            std::string::npos);
  EXPECT_TRUE(
      load_file(
          write("b.json", terrain_scene(R"("heights": [0, 1, 2, 3], "columns": 2, "rows": 2, "spacing": 1)")))
          .has_value());
}

TEST_F(Files, ObjBecomesAMesh) {
  write("m.obj", "# cube corner\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 1/1 2/2 3/3 4/4\nf -1 1 2\n");
  const std::string text =
      R"({ "name": "t", "bodies": [ { "name": "b", "static": true, "shapes": [ { "type": "mesh", "file": "m.obj", "file_scale": 2 } ] } ] })";
  const auto result = load_file(write("scene.json", text));
  ASSERT_TRUE(result.has_value()) << result.error().text;
  const auto& mesh = std::get<physics::TriangleMesh>(result->world.bodies[0].shapes[0].geometry);
  EXPECT_EQ(mesh.vertices.size(), 5u);
  EXPECT_EQ(mesh.triangles.size(), 3u);
  EXPECT_EQ(mesh.vertices[1], physics::Vec3(2, 0, 0));
  EXPECT_EQ(mesh.triangles[2], (std::array<std::uint32_t, 3>{4, 0, 1}));
  write("m.obj", "v 0 0 0\nf 1 2 3\n");
  EXPECT_NE(error_of(folder_ / "scene.json").find("line 2"), std::string::npos);
}

/// Binary glTF of this JSON and these bytes.
std::string glb(std::string json, std::string binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  binary.resize((binary.size() + 3) / 4 * 4);
  const auto number = [](std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    return std::string(reinterpret_cast<const char*>(&word), sizeof word);
  };
  return "glTF" + number(2) + number(28 + json.size() + binary.size()) + number(json.size()) + "JSON" + json +
         number(binary.size()) + std::string("BIN\0", 4) + binary;
}

TEST_F(Files, GlbBecomesAMeshPlacedByItsNodes) {
  const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::uint16_t indices[] = {0, 1, 2};
  const std::string binary = std::string(reinterpret_cast<const char*>(corners), sizeof corners) +
                             std::string(reinterpret_cast<const char*>(indices), sizeof indices);
  // A quarter turn about z within a shift along x; the same mirrored.
  const std::string json = R"({ "asset": { "version": "2.0" }, "scenes": [ { "nodes": [0, 2] } ],
    "nodes": [ { "translation": [1, 0, 0], "children": [1] },
               { "rotation": [0, 0, 0.70710678, 0.70710678], "mesh": 0 }, { "scale": [-1, 1, 1], "mesh": 0 } ],
    "meshes": [ { "primitives": [ { "attributes": { "POSITION": 0 }, "indices": 1 } ] } ],
    "accessors": [ { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
                   { "bufferView": 0, "byteOffset": 36, "componentType": 5123, "count": 3, "type": "SCALAR" } ],
    "bufferViews": [ { "buffer": 0, "byteLength": 42 } ], "buffers": [ { "byteLength": 42 } ] })";
  write("m.glb", glb(json, binary));
  const auto scene = write(
      "scene.json",
      R"({ "name": "t", "bodies": [ { "name": "b", "static": true, "shapes": [ { "type": "mesh", "file": "m.glb", "file_scale": 2 } ] } ] })");
  const auto result = load_file(scene);
  ASSERT_TRUE(result.has_value()) << result.error().text;
  const auto& mesh = std::get<physics::TriangleMesh>(result->world.bodies[0].shapes[0].geometry);
  ASSERT_EQ(mesh.vertices.size(), 6u);
  EXPECT_LT((mesh.vertices[1] - physics::Vec3(2, 2, 0)).norm(), 1e-6);
  EXPECT_LT((mesh.vertices[2] - physics::Vec3(0, 0, 0)).norm(), 1e-6);
  EXPECT_EQ(mesh.vertices[4], physics::Vec3(-2, 0, 0));
  EXPECT_EQ(mesh.triangles[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
  EXPECT_EQ(mesh.triangles[1], (std::array<std::uint32_t, 3>{3, 5, 4})) << "a mirrored face turns round";

  const std::string second = std::string("\4\0\0\0BIN\0", 8) + "more";
  write("m.glb", glb(json, binary) + second);
  EXPECT_TRUE(load_file(scene).has_value()) << "the first chunk of binary data is the buffer";

  const auto spoiled = [&](const std::string& what, const std::string& by, const char* error) {
    std::string text = json;
    text.replace(text.find(what), what.size(), by);
    write("m.glb", glb(text, binary));
    EXPECT_NE(error_of(scene).find(error), std::string::npos) << error_of(scene);
  };
  spoiled("\"nodes\": [0, 2]", "\"nodes\": [0, 3]", "nodes that are not there");
  spoiled("\"children\": [1]", "\"children\": [0]", "go round in circles");
  spoiled("0.70710678, 0.7", "0.70710678, 7.7", "a node whose matrix, rotation");
  spoiled("\"byteLength\": 42 } ], \"buffers\"", "\"byteLength\": 44000 } ], \"buffers\"",
          "corners of three floats");
  spoiled("\"count\": 3, \"type\": \"SCALAR\"", "\"count\": 4, \"type\": \"SCALAR\"",
          "indices are not there");
  spoiled("\"indices\": 1", "\"mode\": 1", "holds no triangles");
  spoiled("{ \"asset\"", "[ \"asset\"", "JSON");
  write("m.glb", glb(json, binary).substr(0, 40));
  EXPECT_NE(error_of(scene).find("ends within a chunk"), std::string::npos);
  write("m.glb", "solid");
  EXPECT_NE(error_of(scene).find("binary glTF of version 2"), std::string::npos);
}

// --- binary glTF, part by part ---

template <class Number>
void add_to(std::string& binary, std::initializer_list<Number> numbers) {
  for (const Number number : numbers) binary.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Two corners of nothing, then a corner each 16 bytes: (1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 13); then
/// indices of one, two and four bytes.
std::string glb_binary() {
  std::string binary;
  add_to<float>(binary, {99, 99, 99, 99, 99, 99});  // 24 bytes before the view
  for (const float x : {1.0F, 4.0F, 7.0F}) add_to<float>(binary, {x, x + 1, x + 2, 99});
  add_to<float>(binary, {10, 11, 13, 99});      // up to byte 88
  add_to<std::uint8_t>(binary, {3, 2, 1, 0});   // 88
  add_to<std::uint16_t>(binary, {9, 1, 2, 3});  // 92
  add_to<std::uint32_t>(binary, {2, 0, 1});     // 100 to 112
  return binary;
}

std::string glb_json() {
  return R"({ "asset": { "version": "2.0" }, "scene": 1,
    "scenes": [ { "nodes": [9] }, { "nodes": [0] } ],
    "nodes": [ { "mesh": 0, "children": [1] }, { "matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 2, 0, 100, 200, 300, 1], "children": [2] },
               { "translation": [1, 0, 0], "rotation": [1, 0, 0, 0], "scale": [2, 3, 4], "mesh": 1 } ],
    "meshes": [ { "primitives": [ { "attributes": { "POSITION": 0 }, "indices": 1 }, { "mode": 1 },
                                  { "mode": 4, "attributes": { "POSITION": 0 }, "indices": 2 } ] },
                { "primitives": [ { "attributes": { "POSITION": 0 }, "indices": 3 },
                                  { "attributes": { "POSITION": 4 } } ] } ],
    "accessors": [ { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
                   { "bufferView": 1, "componentType": 5121, "count": 4, "type": "SCALAR" },
                   { "bufferView": 1, "byteOffset": 6, "componentType": 5123, "count": 3, "type": "SCALAR" },
                   { "bufferView": 1, "byteOffset": 12, "componentType": 5125, "count": 3, "type": "SCALAR" },
                   { "bufferView": 0, "byteOffset": 16, "componentType": 5126, "count": 3, "type": "VEC3" } ],
    "bufferViews": [ { "buffer": 0, "byteOffset": 24, "byteLength": 64, "byteStride": 16 },
                     { "buffer": 0, "byteOffset": 88, "byteLength": 24 } ], "buffers": [ { "byteLength": 112 } ] })";
}

Result<MeshFile> read_made_glb(const std::string& json, const std::string& binary = glb_binary()) {
  const std::string file = glb(json, binary);
  return read_glb(std::as_bytes(std::span(file)), 0.5);
}

TEST(GlbFiles, CornersAndIndicesLieWhereTheirViewsSayAndNodesPlaceThem) {
  const auto mesh = read_made_glb(glb_json());
  ASSERT_TRUE(mesh.has_value()) << mesh.error().text;
  ASSERT_EQ(mesh->vertices.size(), 4u + 4u + 4u + 3u);
  const auto expect = [&](std::size_t vertex, double x, double y, double z) {
    EXPECT_EQ(mesh->vertices[vertex], scene::Vec3(x, y, z)) << vertex;
  };
  expect(0, 0.5, 1, 1.5);  // half of (1, 2, 3)
  expect(3, 5, 5.5, 6.5);
  expect(4, 0.5, 1, 1.5);
  // Scaled, turned by half a turn about x, shifted: (2 x + 1, -3 y, -4 z); then y to x and z doubled:
  // (100 - y, 200 + x, 300 + 2 z).
  const auto placed = [](double x, double y, double z) {
    const double a = 2 * x + 1, b = -3 * y, c = -4 * z;
    return physics::Vec3(0.5 * (100 - b), 0.5 * (200 + a), 0.5 * (300 + 2 * c));
  };
  const auto near = [&](std::size_t vertex, const physics::Vec3& there) {
    const scene::Vec3& v = mesh->vertices[vertex];
    EXPECT_LT((physics::Vec3(v.x(), v.y(), v.z()) - there).norm(), 1e-12) << vertex;
  };
  near(8, placed(1, 2, 3));
  near(11, placed(10, 11, 13));
  near(12, placed(4, 5, 6));
  near(14, placed(10, 11, 13));
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (const scene::Triangle& t : mesh->triangles) triangles.push_back({t.a(), t.b(), t.c()});
  EXPECT_EQ(triangles, (std::vector<std::array<std::uint32_t, 3>>{
                           {3, 2, 1}, {4 + 1, 4 + 2, 4 + 3}, {8 + 2, 8 + 0, 8 + 1}, {12, 13, 14}}))
      << "of four indices the last makes no triangle";
}

TEST(GlbFiles, WhatIsWrongIsSaid) {
  struct Row {
    const char* piece;
    const char* by;
    const char* said;
  };
  const char* const nodes = "has nodes that are not there, or go round in circles";
  const char* const pose = "has a node whose matrix, rotation, translation or scale is not one";
  const char* const corners = "has a mesh without corners of three floats";
  const char* const indices = "has a mesh whose indices are not there";
  for (const Row& row : {
           Row{R"("scene": 1)", R"("scene": 2)", "names no scene of its own"},
           Row{R"("scene": 1)", R"("scene": -1)", "names no scene of its own"},
           Row{R"("scene": 1)", R"("scene": 0.5)", "names no scene of its own"},
           Row{R"("scenes")", R"("scenery")", "names no scene of its own"},
           Row{R"("scene": 1)", R"("scene": 0)", nodes},
           Row{R"("children": [2])", R"("children": [3])", nodes},
           Row{R"("children": [2])", R"("children": [0])", nodes},
           Row{R"("matrix": [0, 1, )", R"("matrix": [1, )", pose},
           Row{R"("translation": [1, 0, 0])", R"("translation": [1, 0])", pose},
           Row{R"("scale": [2, 3, 4])", R"("scale": [2, 3, "4"])", pose},
           Row{R"("rotation": [1, 0, 0, 0])", R"("rotation": [1, 0, 0, 0.05])", pose},
           Row{R"("rotation": [1, 0, 0, 0])", R"("rotation": [0, 0, 0, 0])", pose},
           Row{R"("mesh": 1 })", R"("mesh": 2 })", "names a mesh that is not there"},
           Row{R"("meshes": [ { "primitives")", R"("meshes": [ { "primitive")",
               "names a mesh that is not there"},
           Row{R"({ "POSITION": 0 }, "indices": 1)", R"({ "NORMAL": 0 }, "indices": 1)", corners},
           Row{R"({ "POSITION": 0 }, "indices": 1)", R"({ "POSITION": 1 }, "indices": 1)", corners},
           Row{R"("componentType": 5126, "count": 4)", R"("componentType": 5125, "count": 4)", corners},
           Row{R"("componentType": 5126, "count": 4)", R"("componentType": 5126, "count": 5)", corners},
           Row{R"("byteLength": 64)", R"("byteLength": 59)", corners},
           Row{R"("byteOffset": 24, "byteLength": 64)", R"("byteOffset": 49, "byteLength": 64)", corners},
           Row{R"({ "buffer": 0, "byteOffset": 24)", R"({ "buffer": 1, "byteOffset": 24)", corners},
           Row{R"({ "bufferView": 0, "componentType")", R"({ "sparse": {}, "bufferView": 0, "componentType")",
               corners},
           Row{R"("indices": 1)", R"("indices": 5)", indices},
           Row{R"("indices": 1)", R"("indices": 0)", indices},
           Row{R"("componentType": 5121)", R"("componentType": 5126)", indices},
           Row{R"("componentType": 5121)", R"("componentType": 5120)", indices},
           Row{R"("byteOffset": 12, "componentType": 5125, "count": 3)",
               R"("byteOffset": 13, "componentType": 5125, "count": 3)", indices},
           Row{R"("byteOffset": 6, "componentType": 5123)", R"("byteOffset": 4, "componentType": 5123)",
               "has a face of vertices that are not there"},
       }) {
    const auto mesh = read_made_glb(replaced(glb_json(), row.piece, row.by));
    ASSERT_FALSE(mesh.has_value()) << row.by;
    EXPECT_EQ(mesh.error().text, row.said) << row.by;
  }
  for (const auto& [piece, by] : std::vector<std::pair<const char*, const char*>>{
           {R"("byteLength": 64)", R"("byteLength": 60)"},
           {R"("rotation": [1, 0, 0, 0])", R"("rotation": [1, 0, 0, 0.03])"}}) {
    EXPECT_TRUE(read_made_glb(replaced(glb_json(), piece, by)).has_value()) << by;
  }
  std::string infinite = glb_binary();
  const float largest = std::numeric_limits<float>::infinity();
  infinite.replace(24 + 20, sizeof largest, reinterpret_cast<const char*>(&largest), sizeof largest);
  EXPECT_EQ(read_made_glb(glb_json(), infinite).error().text,
            "has a vertex that is not three finite numbers");
}

TEST(GlbFiles, ChunksAreReadToTheirEndsAndOthersPassedOver) {
  const auto read = [](const std::string& file) {
    const auto mesh = read_glb(std::as_bytes(std::span(file)), 1);
    return mesh ? std::string() : mesh.error().text;
  };
  const std::string good = glb(glb_json(), glb_binary());
  EXPECT_EQ(read(good), "");
  EXPECT_EQ(read(good + std::string("\4\0\0\0MORE\0\0\0\0", 12)), "");
  EXPECT_EQ(read(good + std::string("\5\0\0\0MORE\0\0\0\0", 12)), "ends within a chunk");
  EXPECT_EQ(read(good.substr(0, good.size() - 1)), "ends within a chunk");
  std::string other = good;
  other[4] = 1;
  EXPECT_EQ(read(other), "is not binary glTF of version 2");
  EXPECT_EQ(read("glTF"), "is not binary glTF of version 2");
  EXPECT_EQ(read(replaced(good, "glTF", "glTE")), "is not binary glTF of version 2");
  EXPECT_EQ(read(glb("{,}", "")),
            "holds JSON that cannot be read: its JSON:1: found ','; allowed: a field name in double quotes");
}

// --- terrain ---

TEST(TerrainFiles, RawSamplesAreOfTheSizeThatTheSceneSays) {
  const auto read = [](const char* name, std::size_t bytes, std::optional<TerrainSize> wanted) {
    const std::vector<std::byte> zeros(bytes);
    const auto terrain = read_terrain(name, zeros, wanted);
    return terrain ? std::string() : terrain.error().text;
  };
  EXPECT_EQ(read("t.raw", 12, TerrainSize{3, 2}), "");
  EXPECT_EQ(read("t.raw", 12, {}),
            "does not tell its size; allowed: give columns and rows beside a .raw file");
  for (const std::size_t wrong : {10u, 11u, 13u, 14u}) {
    EXPECT_EQ(read("t.raw", wrong, TerrainSize{3, 2}),
              "is " + std::to_string(wrong) + " bytes long; allowed: 12 (3 x 2 samples of 2 bytes)");
  }
  EXPECT_EQ(read("t.raw", 0, TerrainSize{7000, 1001}), "has 7000 x 1001 samples; allowed: at most 7000000");
  EXPECT_EQ(read("t.raw", 0, TerrainSize{7000, 1000}),
            "is 0 bytes long; allowed: 14000000 (7000 x 1000 samples of 2 bytes)");
  EXPECT_EQ(read("t.bmp", 12, TerrainSize{3, 2}), "is of an unknown kind; allowed: .png or .raw");
  EXPECT_EQ(read_material_map("m.raw", {}).error().text, "is of an unknown kind; allowed: .png");
}

TEST_F(Files, APngSaysItsOwnSizeAndTheSceneMustSayTheSameOrNone) {
  write_png("t.png", 3, 2, {0, 1, 65535, 100, 200, 300});
  write_png("gray8.png", 3, 2, std::vector<std::uint16_t>(6), false);
  const std::string rest = R"(, "spacing": 0.5, "min_height": 1, "max_height": 3)";
  const auto with = [&](const std::string& file, const std::string& size) {
    const auto result =
        load_file(write("scene.json", terrain_scene("\"file\": \"" + file + "\"" + size + rest)));
    return result ? std::string() : result.error().text;
  };
  EXPECT_EQ(with("t.png", R"(, "columns": 3, "rows": 2)"), "");
  for (const auto& [size, said] :
       std::vector<std::pair<std::string, std::string>>{{R"(, "columns": 2, "rows": 3)", "2 x 3"},
                                                        {R"(, "columns": 3, "rows": 3)", "3 x 3"},
                                                        {R"(, "columns": 2, "rows": 2)", "2 x 2"}}) {
    EXPECT_NE(with("t.png", size)
                  .find("\"t.png\" is 3 x 2 samples, but columns and rows say " + said +
                        "; allowed: the same, or neither field"),
              std::string::npos)
        << with("t.png", size);
  }
  EXPECT_NE(with("gray8.png", "")
                .find("\"gray8.png\" is not a height map; allowed: 16-bit greyscale without alpha"),
            std::string::npos);
  std::ifstream file(folder_ / "t.png", std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(read_material_map("t.png", std::as_bytes(std::span(bytes))).error().text,
            "is not a map of materials; allowed: 8-bit greyscale without alpha");
  bytes.resize(bytes.size() - 20);
  EXPECT_TRUE(read_terrain("t.png", std::as_bytes(std::span(bytes)), {})
                  .error()
                  .text.starts_with("is not a readable PNG: the file ends too early"));
}

}  // namespace
}  // namespace drawbar::scenes::testing
