// XML within its bounds and with its lines, files that models name, meshes, and their convex pieces.
#include <algorithm>
#include <set>

#include "physics/contact/mass_properties.h"
#include "tests/import/import_fixture.h"
#include "tools/import/convex_pieces.h"
#include "tools/import/files_beside.h"
#include "tools/import/mesh_reader.h"
#include "tools/import/visual_file.h"
#include "tools/import/xml_file.h"

namespace drawbar::import {
namespace {

using tests::ImportTest;

class ModelFiles : public ImportTest {};

TEST_F(ModelFiles, AreFoundByPackageSchemeOrBesideTheModelAndNowhereElse) {
  for (const char* folder : {"robot/urdf", "robot/meshes", "robot/other/meshes", "far/meshes"})
    std::filesystem::create_directories(folder_ / folder);
  for (const char* file :
       {"robot/urdf/a.stl", "robot/meshes/b.stl", "robot/other/meshes/c.stl", "far/meshes/d.stl"})
    write(file, "solid");
  FilesBeside files({{"known", folder_ / "far"}, {"robot", folder_ / "far"}}, folder_ / "robot/urdf/m.urdf");
  FilesBeside unlisted({}, folder_ / "robot/urdf/m.urdf");
  EXPECT_EQ(files.folder(), folder_ / "robot/urdf");
  struct Case {
    FilesBeside& in;
    std::string uri;
    std::string found;  ///< below the folder; empty: nothing
  };
  const Case cases[] = {{files, "a.stl", "robot/urdf/a.stl"},
                        {files, "../meshes/b.stl", "robot/meshes/b.stl"},
                        {files, "b.stl", ""},
                        {files, "file://a.stl", "robot/urdf/a.stl"},
                        {files, "file://" + (folder_ / "far/meshes/d.stl").string(), "far/meshes/d.stl"},
                        {files, "package://known/meshes/d.stl", "far/meshes/d.stl"},
                        {files, "model://known/meshes/d.stl", "far/meshes/d.stl"},
                        {files, "package://known/meshes/b.stl", ""},
                        {files, "package://robot/meshes/b.stl", ""},  // listed, and elsewhere
                        {unlisted, "package://robot/meshes/b.stl", "robot/meshes/b.stl"},
                        {unlisted, "model://other/meshes/c.stl", "robot/other/meshes/c.stl"},
                        {unlisted, "package://known/meshes/d.stl", ""},
                        {files, "package://known", ""},
                        {files, "package://known//" + (folder_ / "robot/urdf/a.stl").string(), ""},
                        {files, "http://a.stl", ""},
                        {files, "urdf", ""},
                        {files, "", ""}};
  for (const Case& c : cases) {
    const auto found = c.in.find(c.uri);
    EXPECT_EQ(found.has_value(), !c.found.empty()) << c.uri;
    if (found && !c.found.empty()) {
      EXPECT_EQ(found->lexically_normal(), (folder_ / c.found).lexically_normal()) << c.uri;
    }
  }
  EXPECT_EQ(files.find_folder("package://known/meshes/d.stl")->lexically_normal(), folder_ / "far/meshes");
}

TEST_F(ModelFiles, MeshesAreReadTimesTheirScaleAndSeenFromOutsideAlsoMirrored) {
  if (!reads_meshes()) GTEST_SKIP() << "built without assimp";
  const auto file =
      write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  for (const Vec3& scale : {Vec3(1, 2, 3), Vec3(1, -2, 3), Vec3(-1, -2, 3), Vec3(-1, -2, -3)}) {
    const auto read = read_mesh(file, scale);
    ASSERT_TRUE(read) << read.error().text;
    ASSERT_EQ(read->size(), 1u);
    Eigen::AlignedBox3d box;
    for (const Vec3& v : read->at(0).mesh.vertices) box.extend(v);
    EXPECT_LT((box.sizes() - Vec3(1, 2, 3)).norm(), 1e-12);
    EXPECT_NEAR(box.center().y(), scale.y() / 2, 1e-12);
    EXPECT_NEAR(physics::volume(physics::TriangleMesh{read->at(0).mesh.vertices, read->at(0).mesh.triangles}),
                1, 1e-9)
        << scale.transpose();
  }
}

TEST_F(ModelFiles, MeshesThatAreNoneAreRefusedAndThatIsToldWithTheirName) {
  if (!reads_meshes()) GTEST_SKIP() << "built without assimp";
  write("none.stl", "not a mesh");
  write("wide.obj", "v 0 0 0\nv 2e9 0 0\nv 0 1 0\nf 1 2 3\n");
  FilesBeside files({}, folder_ / "m.urdf");
  struct Case {
    const char* uri;
    const char* says;
  };
  const Case cases[] = {{"none.stl", "m:4: mesh file none.stl is no mesh: "},
                        {"wide.obj", "m:4: mesh file wide.obj has a corner that is not finite"},
                        {"gone.stl", "m:4: mesh file gone.stl is not there; its shape is left out"},
                        {"package://p/gone.stl",
                         "m:4: mesh file package://p/gone.stl is not there; its shape is left out (--package "
                         "NAME=DIR says where it lies)"}};
  for (const Case& c : cases) {
    Warnings warnings;
    EXPECT_FALSE(read_named_mesh(files, c.uri, Vec3::Ones(), {"m", 4}, warnings).has_value()) << c.uri;
    read_named_mesh(files, c.uri, Vec3::Ones(), {"m", 9}, warnings);
    ASSERT_EQ(warnings.lines().size(), 1u) << "once for each file";
    EXPECT_TRUE(warnings.lines()[0].starts_with(c.says)) << warnings.lines()[0];
    EXPECT_TRUE(warnings.lines()[0].ends_with(" (2 times)")) << warnings.lines()[0];
  }
}

// --- XML ---

TEST(ImportedXml, KeepsTheLinesOfItsElementsWhateverStandsBetweenThem) {
  const std::string text =
      "<?xml version=\"1.0\"?>\n<!-- a\ncomment -->\n<a>\n\n<b x=\"1\n2\"/><c>text\nof two lines</c>\n"
      "<d>\n<e/>\n\n</d><f/>\n</a>\n";
  const auto lines = [](const XmlFile& file) {
    std::string out;
    for_each_element(file.root(), [&](tinyxml2::XMLElement& element) {
      out += element.Name() + std::to_string(element.GetLineNum()) + " ";
    });
    return out;
  };
  const auto file = parse_xml(text, "m.xml");
  ASSERT_TRUE(file);
  EXPECT_EQ(lines(*file), "a4 b6 c7 d9 e10 f12 ");
  const auto again = parse_xml(file->text(), "m.xml");
  ASSERT_TRUE(again) << file->text();
  EXPECT_EQ(lines(*again), lines(*file)) << file->text();
  EXPECT_EQ(file->place(file->root()).file, "m.xml");
}

TEST(ImportedXml, NestedDeeperThanNinetyIsRefused) {
  for (const int depth : {90, 91, 101}) {
    std::string open, close;
    for (int k = 0; k < depth; ++k) {
      open += "<a>";
      close += "</a>";
    }
    const auto file = parse_xml(open + close, "m.xml");
    EXPECT_EQ(file ? "" : file.error().text,
              depth == 90 ? "" : "m.xml: is nested deeper than 90 elements, or has more than 500000");
  }
}

TEST(ImportedXml, MayHaveHalfAMillionElements) {
  std::string text = "<a>";
  for (int k = 1; k < 500'000; ++k) text += "<b/>";
  EXPECT_TRUE(parse_xml(text + "</a>", "m.xml"));
  EXPECT_FALSE(parse_xml(text + "<b/></a>", "m.xml"));
}

TEST(ImportedXml, WithoutAnElementIsNone) {
  const auto file = parse_xml("<!-- nothing -->", "m.xml");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().text, "m.xml: has no element; allowed: an XML file");
}

TEST(ImportedXml, WordsAreWarnedOfByKindAndThoseInUnknownElementsAreNotLookedAt) {
  const Word words[] = {{"a", "x y", "b c"}, {"b", "*", ""}, {"c", "", "a"}};
  const auto file = parse_xml(
      "<a x=\"1\" z=\"1\" xmlns:q=\"u\">\n<b any=\"1\"><d/></b>\n<c x=\"1\"><a z=\"2\"/></c><e><a "
      "w=\"1\"/></e></a>",
      "m.xml");
  Warnings warnings;
  check_words(*file, words, warnings);
  EXPECT_EQ(warnings.lines(),
            (std::vector<std::string>{
                "m.xml:1: attribute z of <a> has no counterpart in a scene and is left out (2 times)",
                "m.xml:2: <d> in <b> has no counterpart in a scene and is left out",
                "m.xml:3: attribute x of <c> has no counterpart in a scene and is left out",
                "m.xml:3: <e> in <a> has no counterpart in a scene and is left out"}));
}

// --- convex pieces ---

ColoredMesh box_at(const Vec3& center, const Vec3& size) {
  Shape box;
  box.geometry.form = Form::box;
  box.geometry.size = size;
  ColoredMesh mesh = triangles_of(box).at(0);
  for (Vec3& v : mesh.mesh.vertices) v += center;
  return mesh;
}

TEST(ConvexPieces, OfABoxAreItsEightCorners) {
  const auto pieces = convex_pieces({box_at(Vec3(1, 2, 3), Vec3(0.2, 0.4, 0.6))});
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].size(), 8u);
  EXPECT_NEAR(physics::volume(physics::ConvexHull{pieces[0]}), 0.048, 1e-9);
}

TEST(ConvexPieces, OfAFlatMeshAreAPlateOfAMillimetre) {
  ColoredMesh flat;
  flat.mesh.vertices = {{0, 0, 2}, {1, 0, 2}, {0, 3, 2}};
  flat.mesh.triangles = {{0, 1, 2}};
  for (const auto& points : {convex_pieces({flat}).at(0), hull_corners({flat})}) {
    Eigen::AlignedBox3d box;
    for (const Vec3& p : points) box.extend(p);
    EXPECT_EQ(points.size(), 8u);
    EXPECT_LT((box.min() - Vec3(0, 0, 1.9995)).norm(), 1e-12);
    EXPECT_LT((box.max() - Vec3(1, 3, 2.0005)).norm(), 1e-12);
  }
}

TEST(ConvexPieces, OfPartsFarApartLeaveTheRoomBetweenThemFreeAndOneHullDoesNot) {
  const std::vector<ColoredMesh> two{box_at(Vec3::Zero(), Vec3(1, 1, 1)),
                                     box_at(Vec3(4, 0, 0), Vec3(1, 1, 1))};
  EXPECT_NEAR(physics::volume(physics::ConvexHull{hull_corners(two)}), 5, 1e-9);
  if (!decomposes_meshes()) GTEST_SKIP() << "built without HACD";
  double sum = 0;
  for (const auto& piece : convex_pieces(two)) sum += physics::volume(physics::ConvexHull{piece});
  EXPECT_NEAR(sum, 2, 0.05);
}

TEST(ConvexPieces, OfNothingAreNone) {
  EXPECT_TRUE(convex_pieces({}).empty());
  EXPECT_TRUE(hull_corners({}).empty());
}

}  // namespace
}  // namespace drawbar::import
