// A worker's process: its answer, and what is left of it when it dies.
#include "tools/batch/worker.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>

#include "tools/batch/outcome.h"
#include "tools/batch/progress.h"
#include "tools/batch/table.h"

namespace drawbar::tools {
namespace {

Outcome outcome_of_process(const std::function<Outcome()>& compute) {
  const auto worker = Worker::start(7, compute);
  if (!worker) throw std::runtime_error(worker.error().text);
  int status = 0;
  EXPECT_EQ(waitpid(worker->pid(), &status, 0), worker->pid());
  EXPECT_EQ(worker->index(), 7u);
  return worker->outcome(status);
}

Outcome sample() {
  Outcome outcome;
  outcome.text = "text, \"quoted\"\n";
  outcome.rows.push_back({{text_cell("name", "a,b"), number_cell("figure", 0.1)}, {}});
  outcome.rows.push_back({{number_cell("other", 1e300)}, "\"kept\": [1, 2]"});
  return outcome;
}

TEST(Worker, GivesItsOutcomeHoweverLong) {
  const Outcome outcome = outcome_of_process([] {
    Outcome long_one = sample();
    long_one.text.assign(3'000'000, 'x');
    std::fputs("a warning\n", stderr);
    return long_one;
  });
  EXPECT_EQ(outcome.status, BatchStatus::good);
  EXPECT_EQ(outcome.text.size(), 3'000'000u);
  ASSERT_EQ(outcome.rows.size(), 2u);
  EXPECT_EQ(outcome.rows[0].cells[0].value, "a,b");
  EXPECT_EQ(outcome.notes, "a warning\n");
}

TEST(Worker, ThatDiesTakesNothingWithItAndSaysHow) {
  const Outcome aborted = outcome_of_process([]() -> Outcome {
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
  });
  EXPECT_EQ(aborted.status, BatchStatus::crashed);
  EXPECT_NE(aborted.error.find("signal 6"), std::string::npos) << aborted.error;
  const Outcome killed = outcome_of_process([]() -> Outcome {
    std::raise(SIGKILL);
    return {};
  });
  EXPECT_NE(killed.error.find("where memory runs out"), std::string::npos) << killed.error;
  const Outcome left = outcome_of_process([]() -> Outcome { std::_Exit(5); });
  EXPECT_EQ(left.error, "its process ended with 5 and no result");
}

TEST(OutcomeBytes, NoticeEveryDamage) {
  const std::string whole = packed(sample());
  ASSERT_TRUE(unpacked(whole));
  EXPECT_EQ(packed(*unpacked(whole)), whole);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(unpacked(damaged)) << i;
    EXPECT_FALSE(unpacked(whole.substr(0, i))) << i;
  }
}

TEST(BatchTable, HasTheColumnsOfAllRows) {
  CsvColumns columns("file");
  Outcome failed;
  failed.status = BatchStatus::wrong;
  failed.error = "\x1f:7: two\n\x1f: lines, \"quoted\"";
  columns.show(failed);
  columns.show(sample());
  EXPECT_EQ(columns.header(), "file,status,error,name,figure,other\n");
  EXPECT_EQ(columns.lines("x", sample()), "x,good,,\"a,b\",0.1,\nx,good,,,,1e+300\n");
  EXPECT_EQ(columns.lines("y,z", failed), "\"y,z\",wrong,\"line 7: two lines, \"\"quoted\"\"\",,,\n");
  EXPECT_EQ(json_lines("file", "x", sample()),
            "{\"file\": \"x\", \"name\": \"a,b\", \"figure\": 0.1}\n{\"file\": \"x\", \"kept\": [1, 2]}\n");
  EXPECT_EQ(json_lines("file", "y", failed),
            "{\"file\": \"y\", \"status\": \"wrong\", \"error\": \"line 7: two lines, \\\"quoted\\\"\"}\n");
}

TEST(BatchProgress, TellsRateAndTimeLeftOfWhatIsComputed) {
  EXPECT_EQ(Progress::line(0, 10, 0, 0, 1), "0 of 10");
  EXPECT_EQ(Progress::line(500, 1000, 3, 250, 10), "500 of 1000, 3 not good, 25.0 a second, 20 s left");
  EXPECT_EQ(Progress::line(1, 10000, 0, 1, 1), "1 of 10000, 1.0 a second, 2 h 46 min left");
  EXPECT_EQ(Progress::line(10, 10, 0, 10, 2), "10 of 10, 5.0 a second");
}

}  // namespace
}  // namespace drawbar::tools
