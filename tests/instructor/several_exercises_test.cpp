// One recording of a course with several exercises: every branch is judged and named by its own.
#include "tests/instructor/course_at_daemon.h"

namespace drawbar::server::test {
namespace {

using scenes::testing::exercise_with;

/// Three attempts: two at `test` in drop, one at `lifted` in lift between them; then the scene alone.
class SeveralExercises : public CourseAtDaemon {
 protected:
  void SetUp() override {
    start_course({"--record", folder_.file("r.mcap"), "--trainee", "anna"});
    instruct({"step 20 fast", "exercise load lifted", "step 30 fast", "exercise load drop", "step 10 fast",
              "reload scene.json", "step 5 fast"});
    end_daemon();
  }
};

TEST_F(SeveralExercises, AreEachNamedByTheirOwnSceneInScoreAndVerify) {
  const Ran judged = drawbar("score r.mcap --json");
  ASSERT_EQ(judged.code, 0) << judged.error;
  EXPECT_NE(judged.out.find(R"("exercise": "test", "scene": "drop", "branch": 0,)"), std::string::npos)
      << judged.out;
  EXPECT_NE(judged.out.find(R"("exercise": "lifted", "scene": "lift", "branch": 1,)"), std::string::npos)
      << judged.out;
  EXPECT_NE(judged.out.find(R"("exercise": "test", "scene": "drop", "branch": 2,)"), std::string::npos)
      << judged.out;
  EXPECT_NE(judged.error.find("r.mcap: branch 3 of scene drop not judged: no exercise ran"),
            std::string::npos)
      << judged.error;
  const Ran verified = drawbar("verify r.mcap");
  ASSERT_EQ(verified.code, 0) << verified.error;
  for (const char* line :
       {"on 4 branches, ", "  branch 0: drop, exercise test\n", "  branch 1: lift, exercise lifted\n",
        "  branch 2: drop, exercise test\n", "  branch 3: drop\n"})
    EXPECT_NE(verified.out.find(line), std::string::npos) << line << verified.out;
}

TEST_F(SeveralExercises, ANewExerciseJudgesTheBranchesOfItsSceneAndSaysWhichItPassesOver) {
  write_file(folder_.file("new.json"),
             exercise_with(R"({ "name": "turns", "type": "reversals", "control": "lever" })"));
  const Ran judged = drawbar("score r.mcap --json --exercise new.json");
  ASSERT_EQ(judged.code, 0) << judged.error;
  EXPECT_EQ(judged.out.find("lift"), std::string::npos) << judged.out;
  for (const char* branch : {R"("branch": 0,)", R"("branch": 2,)", R"("branch": 3,)"})
    EXPECT_NE(judged.out.find(branch), std::string::npos) << branch << judged.out;
  EXPECT_NE(judged.error.find("r.mcap: branch 1 of scene lift not judged: new.json is for scene drop"),
            std::string::npos)
      << judged.error;
  std::string other = scenes::testing::kDrop;
  replace(other, R"("name": "drop")", R"("name": "elsewhere")");
  write_file(folder_.file("scene.json"), other);
  const Ran none = drawbar("score r.mcap --exercise new.json");
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.error.find("branch 0 of scene drop not judged: new.json is for scene elsewhere"),
            std::string::npos)
      << none.error;
}

}  // namespace
}  // namespace drawbar::server::test
