// Files that were made to do harm, or were broken: one error, and nothing is written.
#include "tests/import/import_fixture.h"
#include "tools/import/mesh_reader.h"
#include "tools/import/visual_file.h"

namespace drawbar::tests {
namespace {

using HostileImport = ImportTest;

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST_F(HostileImport, FilesThatAreNotThereOrOfNoFormatAreRefused) {
  EXPECT_NE(refusal(folder_ / "none.urdf").find("is not a file"), std::string::npos);
  EXPECT_NE(refusal(write("page.xml", "<html></html>")).find("page.xml:1: is a file of <html>; allowed:"),
            std::string::npos);
  EXPECT_NE(refusal(write("broken.urdf", "<robot>\n<link></robot>")).find("is not well-formed XML"),
            std::string::npos);
  EXPECT_NE(refusal(write("empty.urdf", "")).find("empty.urdf"), std::string::npos);
}

TEST_F(HostileImport, DeepNestingIsRefused) {
  for (const std::string root : {"robot", "sdf", "mujoco"}) {
    const auto file = write(root + ".xml", "<" + root + ">" + repeated("<link>", 300) +
                                               repeated("</link>", 300) + "</" + root + ">");
    EXPECT_NE(refusal(file).find("nested deeper"), std::string::npos) << root;
    EXPECT_FALSE(refusal(write(root + "2.xml", "<" + root + ">" + repeated("<link>", 100'000))).empty())
        << root;
  }
  EXPECT_NE(refusal(write("deep.gltf", repeated("[", 100'000))).find("gltf"), std::string::npos);
}

TEST_F(HostileImport, EntitiesThatMultiplyAreNotExpanded) {
  std::string text = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\">";
  for (int i = 1; i < 10; ++i)
    text += "<!ENTITY lol" + std::to_string(i) + " \"" + repeated("&lol" + std::to_string(i - 1) + ";", 10) +
            "\">";
  text += "]><robot name=\"&lol9;\"></robot>";
  EXPECT_FALSE(refusal(write("laughs.urdf", text)).empty());
}

TEST_F(HostileImport, RingsOfLinksAndNodesAreRefused) {
  const auto ring =
      write("ring.urdf",
            "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/>"
            "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>"
            "<joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint></robot>");
  const std::string error = refusal(ring);
  EXPECT_TRUE(!reads(ring) || error.find("\"k\" closes a ring: link \"a\"") != std::string::npos) << error;
  const auto beside =
      write("ring_beside.urdf",
            "<robot name=\"r\"><link name=\"root\"/><link name=\"a\"/><joint name=\"j\" type=\"fixed\">"
            "<parent link=\"a\"/><child link=\"a\"/></joint></robot>");
  EXPECT_FALSE(refusal(beside).empty());
  const auto nodes = write(
      "ring.gltf",
      R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]})");
  EXPECT_FALSE(refusal(nodes).empty());
}

TEST_F(HostileImport, TheModelIsNotOverwrittenByItsScene) {
  const auto file = write("m.urdf", "<robot name=\"m\"><link name=\"base\"/></robot>");
  ImportOptions same = options(file);
  same.output = folder_ / "." / "m.urdf";
  const auto written = import_file(same);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().text,
            "--output " + same.output.string() + ": is what is read; allowed: another file");
}

TEST_F(HostileImport, WhatExistsIsOverwrittenByForceAloneAndWhatTheModelReadsNever) {
  const auto file = write("m.urdf",
                          "<robot name=\"m\"><link name=\"base\"><visual><geometry><mesh "
                          "filename=\"shape.obj\"/></geometry></visual></link></robot>");
  if (!reads(file) || !import::reads_meshes()) GTEST_SKIP() << "built without urdfdom or assimp";
  const auto mesh =
      write("shape.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  ImportOptions with = options(file);
  with.force = false;
  const auto said = [&] {
    const auto done = import_file(with);
    return done ? std::string("imported") : done.error().text;
  };
  const std::string exists = ": exists; allowed: another name, or --force to overwrite it";
  EXPECT_EQ(said(), "imported");
  EXPECT_EQ(said(), with.output.string() + exists);
  std::filesystem::remove(with.output);
  if (import::writes_visuals()) {
    EXPECT_EQ(said(), (folder_ / "scene_files/base.glb").string() + exists);
  }
  with.force = true;
  EXPECT_EQ(said(), "imported");
  with.output = mesh;
  EXPECT_EQ(said(), "--output " + mesh.string() + ": would replace " + mesh.string() +
                        ", which the model reads; allowed: another name");
}

TEST_F(HostileImport, NamesLeadToNoFileOutsideTheScenesFolder) {
  const auto file = write("n.urdf",
                          "<robot name=\"../../r\"><link name=\"world\"/><link "
                          "name=\"../../../../tmp/escaped\"><inertial><mass value=\"1\"/>"
                          "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>"
                          "<visual><geometry><sphere radius=\"1\"/></geometry></visual>"
                          "<collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>"
                          "<joint name=\"j\" type=\"continuous\"><parent link=\"world\"/><child "
                          "link=\"../../../../tmp/escaped\"/>"
                          "<axis xyz=\"0 1 0\"/></joint></robot>");
  if (!reads(file)) GTEST_SKIP() << "built without urdfdom";
  imported(options(file));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_))
    EXPECT_EQ(entry.path().filename().string().find(".."), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists("/tmp/escaped.glb"));
}

TEST_F(HostileImport, AGltfWhoseCountsAreBeyondItsBufferIsLeftOut) {
  const auto file = write(
      "count.gltf",
      R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":4000000000,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":12}],)"
      R"("buffers":[{"byteLength":12,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}]})");
  EXPECT_FALSE(refusal(file).empty());
}

}  // namespace
}  // namespace drawbar::tests
