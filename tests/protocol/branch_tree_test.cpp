// How branches go on from each other: the way to a branch's last frame.
#include "protocol/branch_tree.h"

#include <gtest/gtest.h>

namespace drawbar::protocol {
namespace {

/// A recording of branches alone.
class Branches {
 public:
  Branches() : recorder_(SessionRecorder::create(std::make_unique<MemorySink>(bytes_), {}).value()) {}

  /// Begins branch `number` with frame `first` and computes the frames after it up to `last`.
  void add(record::BranchCause cause, std::uint32_t number, std::uint64_t first, std::uint64_t last,
           std::uint32_t parent = 0) {
    record::BranchT branch;
    branch.cause = cause;
    branch.branch = number;
    branch.parent_branch = parent;
    branch.parent_frame = branch.frame = first;
    EXPECT_TRUE(recorder_.record_branch(branch, ++time_));
    for (std::uint64_t frame = first + 1; frame <= last; ++frame) {
      ++time_;
      EXPECT_TRUE(recorder_.record_frame({time_, frame, 0, time_, number, 0}, 0, {}));
    }
  }
  void begin_scene(std::uint32_t number, std::uint64_t last) {
    add(number == 0 ? record::BranchCause::Start : record::BranchCause::Reload, number, 0, last);
  }
  void rewind(std::uint32_t number, std::uint32_t parent, std::uint64_t frame, std::uint64_t last) {
    add(record::BranchCause::Rewind, number, frame, last, parent);
  }

  Result<BranchTree> tree() {
    EXPECT_TRUE(recorder_.close());
    return BranchTree::read(SessionRecord::open(std::make_unique<MemorySource>(bytes_), "memory").value());
  }

 private:
  Bytes bytes_;
  SessionRecorder recorder_;
  std::uint64_t time_ = 0;
};

/// "0:0-20 1:21-30"
std::string way(const BranchTree& tree, std::uint32_t branch) {
  const auto spans = tree.way_to(branch);
  if (!spans) return spans.error().text;
  std::string text;
  for (const BranchSpan& span : *spans) {
    text += (text.empty() ? "" : " ") + std::to_string(span.branch) + ":" + std::to_string(span.first) + "-" +
            std::to_string(span.last);
  }
  return text;
}

TEST(BranchTree, AWayGoesThroughTheBranchesItCameFromUpToWhereTheNextTookOver) {
  Branches recorded;
  recorded.begin_scene(0, 60);
  recorded.rewind(1, 0, 20, 30);
  recorded.rewind(2, 1, 25, 40);
  recorded.rewind(3, 0, 50, 55);
  const auto tree = recorded.tree();
  ASSERT_TRUE(tree) << tree.error().text;
  EXPECT_EQ(tree->newest(), 3u);
  EXPECT_EQ(way(*tree, 0), "0:0-60");
  EXPECT_EQ(way(*tree, 1), "0:0-20 1:21-30");
  EXPECT_EQ(way(*tree, 2), "0:0-20 1:21-25 2:26-40");
  EXPECT_EQ(way(*tree, 3), "0:0-50 3:51-55");
}

TEST(BranchTree, AnotherSceneBeginsAnew) {
  Branches recorded;
  recorded.begin_scene(0, 5);
  recorded.begin_scene(1, 7);
  recorded.rewind(2, 1, 3, 4);
  const auto tree = recorded.tree();
  ASSERT_TRUE(tree);
  EXPECT_EQ(way(*tree, 2), "1:0-3 2:4-4");
}

TEST(BranchTree, ABranchWithoutFramesAddsNone) {
  Branches recorded;
  recorded.begin_scene(0, 5);
  recorded.rewind(1, 0, 3, 3);
  recorded.rewind(2, 1, 3, 6);
  const auto tree = recorded.tree();
  ASSERT_TRUE(tree);
  EXPECT_EQ(way(*tree, 1), "0:0-3");
  EXPECT_EQ(way(*tree, 2), "0:0-3 2:4-6");
}

TEST(BranchTree, SaysWhatIsMissing) {
  Branches recorded;
  recorded.begin_scene(0, 5);
  recorded.rewind(1, 0, 9, 12);
  recorded.rewind(2, 2, 3, 4);
  recorded.rewind(4, 3, 3, 4);
  const auto tree = recorded.tree();
  ASSERT_TRUE(tree);
  EXPECT_EQ(way(*tree, 1), "memory: branch 1 goes on from branch 0, frame 9, which was not recorded");
  EXPECT_EQ(way(*tree, 2), "memory: branch 2 goes on from branch 2, frame 3, which was not recorded");
  EXPECT_EQ(way(*tree, 4), "memory: branch 4 goes on from branch 3, frame 3, which was not recorded");
  EXPECT_EQ(way(*tree, 3), "memory: there is no branch 3; allowed: 0, 1, 2, 4");

  const auto empty = Branches().tree();
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().text, "memory: the recording holds no initial state");
}

}  // namespace
}  // namespace drawbar::protocol
