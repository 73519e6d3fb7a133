// Models as files of a folder of the test's own, imported.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "scenes/loader/loader.h"
#include "tests/support/paths.h"
#include "tools/import/import.h"

namespace drawbar::tests {

// A line that begins with `import` is a module's to clang-format.
using ImportOptions = import::ImportOptions;
using ImportWarnings = import::Warnings;
using ImportModel = import::Model;

/// Of a URDF link: 1 kg, 1 kg m^2 about each axis.
inline const std::string kUnitInertial =
    "<inertial><mass value=\"1\"/>"
    "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>";

/// That of a name in a list of links, joints or the like of a model; the test fails where there is none.
template <class List>
const auto& named(const List& list, const std::string& name) {
  static const typename List::value_type none{};
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
  EXPECT_NE(found, list.end()) << name;
  return found == list.end() ? none : *found;
}

/// Whether the groups of two links pass through each other.
inline bool pass(const ImportModel& model, const import::Link& a, const import::Link& b) {
  return std::ranges::any_of(model.passing, [&](const auto& pair) {
    return (pair[0] == a.group && pair[1] == b.group) || (pair[0] == b.group && pair[1] == a.group);
  });
}

/// A model that lies in tests/import/models.
inline std::filesystem::path own_model(const std::string& name) {
  return source_folder() / "tests/import/models" / name;
}

/// Public models beside the checkout, where they are; empty elsewhere.
inline std::filesystem::path shared_models() {
  for (std::filesystem::path folder = source_folder(); folder != folder.root_path();
       folder = folder.parent_path()) {
    if (std::filesystem::is_directory(folder / "shared/models")) return folder / "shared/models";
  }
  return {};
}

class ImportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("import_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  ImportOptions options(const std::filesystem::path& model) const {
    ImportOptions out;
    out.input = model;
    out.output = folder_ / "scene.json";
    out.force = true;  // a test imports many models one after the other
    return out;
  }
  /// The scene that an import gives; the test fails where it is refused.
  scenes::LoadedScene imported(const ImportOptions& with) {
    const auto done = import::import_file(with);
    EXPECT_TRUE(done) << (done ? "" : done.error().text);
    if (!done) return {};
    warnings_ = done->warnings;
    auto loaded = scenes::load_file(with.output);
    EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().text);
    return loaded ? std::move(*loaded) : scenes::LoadedScene{};
  }
  /// The model as the file has it.
  ImportModel model(const ImportOptions& with) {
    ImportWarnings warnings;
    auto read = import::read_model(with, warnings);
    EXPECT_TRUE(read) << (read ? "" : read.error().text);
    warnings_ = warnings.lines();
    return read ? std::move(*read) : ImportModel{};
  }
  /// The error of one that is refused.
  std::string refusal(const std::filesystem::path& model) const {
    const auto done = import::import_file(options(model));
    EXPECT_FALSE(done);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "scene.json"));
    return done ? "" : done.error().text;
  }
  /// How many warnings have this text in them.
  auto warnings_with(const std::string& text) const {
    return std::count_if(warnings_.begin(), warnings_.end(),
                         [&](const std::string& w) { return w.find(text) != std::string::npos; });
  }

  std::filesystem::path folder_;
  std::vector<std::string> warnings_;
};

/// Whether a build has the reader: its error says so otherwise.
inline bool reads(const std::filesystem::path& model) {
  ImportWarnings warnings;
  ImportOptions options;
  options.input = model;
  const auto read = import::read_model(options, warnings);
  return read || read.error().text.find("this build of drawbar reads no") == std::string::npos;
}

}  // namespace drawbar::tests
