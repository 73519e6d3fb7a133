// Files that show the scene, over the web port: what its visuals name, to whoever may have the scene, and
// nothing else.
#include <csignal>
#include <filesystem>

#include "tests/server/daemon_fixture.h"

namespace drawbar::server::test {
namespace {

using control::Role;

/// The pendulum with pictures of its rod.
std::string pictured_scene(const std::string& visuals) {
  std::string text = pendulum_scene();
  const std::string before = R"("rotation_deg": [0, 90, 0] })";
  const std::size_t at = text.find(before);
  text.replace(at + before.size() - 2, 1, R"(, "shapes": [)" + visuals + "]");
  return text;
}

std::string seen_as(const std::string& file) {
  return R"({ "type": "sphere", "radius": 0.1, "visual": ")" + file + R"(" })";
}

class Visuals : public Daemon {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_.file("parts/skin"));
    write_file(folder_.file("parts/rod.glb"), "the rod");
    write_file(folder_.file("parts/bob.gltf"),
               R"({ "asset": { "version": "2.0" }, "buffers": [ { "uri": "bob%20one.bin" } ],
                    "images": [ { "uri": "skin/a+b.png" }, { "uri": "../../outside.png" }, { "uri": "/etc/hosts.png" },
                                { "uri": "../scene.json" }, { "uri": "data:image/png;base64,AAAA" } ] })");
    write_file(folder_.file("parts/bob one.bin"), "the numbers");
    write_file(folder_.file("parts/skin/a+b.png"), "the picture");
    write_file(folder_.file("parts/other.glb"), "not named");
  }

  std::string scene() { return pictured_scene(seen_as("parts/rod.glb") + "," + seen_as("./parts/bob.gltf")); }
  std::string get(const std::string& path) { return daemon_->get("/scene/files/" + path); }
  bool is_there(const std::string& path) { return get(path).starts_with("HTTP/1.1 200"); }
  bool is_missing(const std::string& path) { return get(path).starts_with("HTTP/1.1 404"); }
};

TEST_F(Visuals, WhatShapesNameIsGivenWithItsTypeAndATag) {
  start({}, scene());
  const std::string rod = get("parts/rod.glb");
  EXPECT_TRUE(rod.starts_with("HTTP/1.1 200")) << rod;
  EXPECT_TRUE(rod.ends_with("the rod")) << rod;
  EXPECT_NE(rod.find("Content-Type: model/gltf-binary"), std::string::npos) << rod;
  const std::size_t tag = rod.find("ETag: ");
  ASSERT_NE(tag, std::string::npos) << rod;
  const std::string known = rod.substr(tag + 6, rod.find("\r\n", tag) - tag - 6);
  SocketClient client(daemon_->web_port());
  client.send_text("GET /scene/files/parts/rod.glb HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: " + known +
                   "\r\nConnection: close\r\n\r\n");
  const std::string same = client.read_to_end();
  EXPECT_TRUE(same.starts_with("HTTP/1.1 304")) << same;
  EXPECT_TRUE(same.ends_with("\r\n\r\n")) << same;
  write_file(folder_.file("parts/rod.glb"), "another rod");
  SocketClient later(daemon_->web_port());
  later.send_text("GET /scene/files/parts/rod.glb HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: " + known +
                  "\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(later.read_to_end().ends_with("another rod"));
}

TEST_F(Visuals, WhatAGltfNamesInsideTheFolderIsGiven) {
  start({}, scene());
  EXPECT_TRUE(is_there("parts/bob.gltf"));
  EXPECT_TRUE(get("parts/bob%20one.bin").ends_with("the numbers"));
  EXPECT_TRUE(get("parts/skin/a+b.png").ends_with("the picture"));
  EXPECT_TRUE(get("parts/skin/a%2Bb.png").ends_with("the picture"));
}

TEST_F(Visuals, NothingElseIsGiven) {
  start({"--token-file", write_file(folder_.file("tokens"), "instructor instructorinstructor\n")}, scene());
  const std::string with_token = "?token=instructorinstructor";
  for (const char* path : {"",
                           "parts",
                           "parts/",
                           "parts/other.glb",
                           "scene.json",
                           "parts/../scene.json",
                           "tokens",
                           "parts/../parts/rod.glb",
                           "%2e%2e/outside.png",
                           "../outside.png",
                           "..%2Foutside.png",
                           "/etc/passwd",
                           "%2Fetc%2Fpasswd",
                           "/etc/hosts.png",
                           "parts/rod.glb%00",
                           "parts/rod.glb/",
                           "parts//rod.glb",
                           "./parts/rod.glb",
                           "parts%5Crod.glb",
                           "PARTS/ROD.GLB"})
    EXPECT_TRUE(is_missing(path + with_token)) << path;
  EXPECT_TRUE(is_there("parts/rod.glb" + with_token));
}

TEST_F(Visuals, ALinkThatLeadsOutIsNotFollowed) {
  TemporaryFolder outside;
  const std::string secret = write_file(outside.file("secret.glb"), "secret");
  start({}, scene());
  EXPECT_TRUE(is_there("parts/rod.glb"));
  std::filesystem::remove(folder_.file("parts/rod.glb"));
  EXPECT_TRUE(is_missing("parts/rod.glb")) << "it is gone";
  std::filesystem::create_symlink(secret, folder_.file("parts/rod.glb"));
  const std::string refused = get("parts/rod.glb");
  EXPECT_TRUE(refused.starts_with("HTTP/1.1 404")) << refused;
  EXPECT_FALSE(refused.ends_with("secret")) << refused;
  std::filesystem::remove(folder_.file("parts/rod.glb"));
  std::filesystem::create_directory(folder_.file("parts/rod.glb"));
  EXPECT_TRUE(is_missing("parts/rod.glb")) << "a folder";
}

TEST_F(Visuals, MoreThanTheLimitIsRefused) {
  start({}, scene());
  std::filesystem::resize_file(folder_.file("parts/rod.glb"), (std::uintmax_t{32} << 20) + 1);
  const std::string refused = get("parts/rod.glb");
  EXPECT_TRUE(refused.starts_with("HTTP/1.1 404")) << refused.substr(0, 200);
  EXPECT_NE(refused.find("allowed: at most 33554432"), std::string::npos) << refused.substr(0, 400);
}

TEST_F(Visuals, AViewersTokenSufficesAndNoneDoesNot) {
  const std::string tokens =
      write_file(folder_.file("tokens"), "viewer viewerviewerviewer\ninstructor instructorinstructor\n");
  start({"--token-file", tokens}, scene());
  EXPECT_TRUE(get("parts/rod.glb").starts_with("HTTP/1.1 401"));
  EXPECT_TRUE(get("parts/rod.glb?token=wrong").starts_with("HTTP/1.1 401"));
  EXPECT_TRUE(get("parts/other.glb").starts_with("HTTP/1.1 401")) << "nor is told what there is";
  EXPECT_TRUE(is_there("parts/rod.glb?token=viewerviewerviewer"));
}

TEST_F(Visuals, PagesOfAllowedSitesMayReadThemAndOthersMayNot) {
  start({"--web-origin", "https://hall.example"}, scene());
  const auto from = [&](const std::string& origin) {
    SocketClient client(daemon_->web_port());
    client.send_text("GET /scene/files/parts/rod.glb HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin +
                     "\r\nConnection: close\r\n\r\n");
    return client.read_to_end();
  };
  const std::string allowed = from("https://hall.example");
  EXPECT_TRUE(allowed.starts_with("HTTP/1.1 200")) << allowed;
  EXPECT_NE(allowed.find("Access-Control-Allow-Origin: https://hall.example\r\n"), std::string::npos);
  EXPECT_TRUE(from("https://elsewhere.example").starts_with("HTTP/1.1 403"));
  EXPECT_EQ(daemon_->get("/healthz").find("Access-Control"), std::string::npos);
}

TEST_F(Visuals, AnotherSceneBringsItsOwn) {
  start({}, scene());
  write_file(folder_.file("other.json"), pictured_scene(seen_as("parts/other.glb")));
  ASSERT_TRUE(is_there("parts/rod.glb"));
  ASSERT_TRUE(is_missing("parts/other.glb"));
  const auto instructor = joined(Role::Instructor, "teacher");
  control::ReloadT other;
  other.scene = "other.json";
  instructor->send(other, 1);
  ASSERT_TRUE(instructor->receive_body<stream::SceneT>());
  EXPECT_TRUE(is_missing("parts/rod.glb"));
  EXPECT_TRUE(is_there("parts/other.glb"));
}

TEST_F(Visuals, AReplayGivesThoseThatLieBesideIt) {
  const std::string recording = folder_.file("run.mcap");
  start({"--record", recording}, scene());
  const auto viewer = joined(Role::Viewer);
  while (true) {
    const auto frame = viewer->receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    if (frame->stamp->frame() > 0) break;
  }
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);
  daemon_ = std::make_unique<DaemonProcess>(std::vector<std::string>{"--replay", recording});
  ASSERT_TRUE(daemon_->ready()) << daemon_->log();
  EXPECT_TRUE(is_there("parts/rod.glb"));
  EXPECT_TRUE(is_missing("parts/other.glb"));
  std::filesystem::remove(folder_.file("parts/rod.glb"));
  EXPECT_TRUE(is_missing("parts/rod.glb"));
}

}  // namespace
}  // namespace drawbar::server::test
