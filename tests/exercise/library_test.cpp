// What a folder of scenes and exercises offers, file by file.
#include "scenes/exercise/library.h"

#include <vector>

#include "tests/exercise/drop.h"

namespace drawbar::scenes::testing {
namespace {

class Library : public ExerciseIn {
 protected:
  Library() { std::filesystem::create_directories(shelf_); }

  void put(const std::string& name, const std::string& text) const { std::ofstream(shelf_ / name) << text; }

  std::filesystem::path shelf_ = folder_ / "shelf";
};

/// All of it in one line.
std::string told(const LibraryFile& file) {
  std::string text = file.name + (file.is_exercise ? " exercise" : " scene");
  text += " title=" + file.title.en + "|" + file.title.ru + " briefing=" + file.briefing.en + "|" +
          file.briefing.ru;
  for (const LibraryFile::Variant& variant : file.variants)
    text += " variant=" + variant.name + "|" + variant.title.en + "|" + variant.title.ru;
  for (const std::string& recording : file.recordings) text += " recording=" + recording;
  return text;
}

TEST_F(Library, TellsOfEachFileWhatItsTextSaysAndNothingWhereItDoesNot) {
  put("scene_a.json",
      R"({ "name": "n", "description": "d", "console": { "task": "t", "task_ru": "r" }, "bodies": [] })");
  put("scene_b.json", R"({ "name": "n", "description": "d", "console": { "task_ru": "r" }, "bodies": [] })");
  put("scene_c.json", R"({ "description": "d", "bodies": [] })");
  put("scene_d.json",
      R"({ "name": 7, "description": 3, "console": { "task": 1 }, "bodies": [], "scene": "s.json",
    "title": { "en": "T" }, "variants": [ { "name": "v" } ], "quantities": [ { "recording": "r.mcap" } ] })");
  put("exercise_a.json",
      R"({ "scene": "s.json", "name": "n", "description": "d", "title": { "en": "E", "ru": "P" },
    "briefing": { "ru": "B" }, "variants": [ { "name": "v" }, { "title": { "en": "T", "ru": "U" } }, { "name": 4 } ],
    "quantities": [ { "recording": "r.mcap" }, { "recording": 5 }, { "name": "x" }, { "recording": "" }, { "recording": "s.mcap" } ] })");
  put("exercise_b.json", R"({ "scene": "s.json", "title": "no object" })");
  put("neither.json", R"({ "name": "n", "title": { "en": "E" } })");
  put("scene.txt", R"({ "bodies": [] })");
  put("scene.JSON", R"({ "bodies": [] })");
  std::filesystem::create_directories(shelf_ / "folder.json");
  std::vector<std::string> lines;
  for (const LibraryFile& file : list_library(shelf_)) {
    lines.push_back(told(file));
    EXPECT_EQ(file.wrong, "") << file.name;
  }
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "exercise_a.json exercise title=E|P briefing=|B variant=v|| variant=|T|U variant=|| "
                       "recording=r.mcap recording=s.mcap",
                       "exercise_b.json exercise title=| briefing=|",
                       "scene_a.json scene title=n| briefing=t|r",
                       "scene_b.json scene title=n| briefing=d|r",
                       "scene_c.json scene title=| briefing=d|",
                       "scene_d.json scene title=| briefing=|",
                   }));
}

TEST_F(Library, ListsWhatNobodyCanReadWithTheReasonAndOfNoFolderNothing) {
  put("bad.json", "{\n \"scene\": }");
  put("list.json", "[ 1, 2 ]");
  put("large.json", std::string(kMostExerciseFileBytes + 1, ' '));
  put("largest.json",
      R"({ "scene": "s.json", "name": "n" })" + std::string(kMostExerciseFileBytes - 34, ' '));
  const std::vector<LibraryFile> files = list_library(shelf_);
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[0].name, "bad.json");
  EXPECT_EQ(files[0].wrong.find("bad.json:2: "), 0u) << files[0].wrong;
  EXPECT_FALSE(files[0].is_exercise);
  EXPECT_EQ(files[1].name, "large.json");
  EXPECT_NE(files[1].wrong, "");
  EXPECT_EQ(std::filesystem::file_size(shelf_ / "largest.json"), kMostExerciseFileBytes);
  EXPECT_EQ(files[2].wrong, "");
  EXPECT_TRUE(files[2].is_exercise);
  EXPECT_EQ(files[3].name, "list.json");
  EXPECT_EQ(files[3].wrong, "list.json:1: found '['; a scene is one JSON object and starts with {");
  EXPECT_TRUE(list_library(shelf_ / "nowhere").empty());
}

}  // namespace
}  // namespace drawbar::scenes::testing
