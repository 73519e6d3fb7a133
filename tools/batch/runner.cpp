#include "tools/batch/runner.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "tools/batch/progress.h"
#include "tools/batch/results_folder.h"
#include "tools/batch/spool.h"
#include "tools/batch/table.h"
#include "tools/batch/worker.h"
#include "tools/command/command.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {
namespace {

/// The error as a line that begins with the input.
std::string error_line(const Outcome& outcome, const std::string& input) {
  const std::string error = named(outcome.error, input);
  return (error.starts_with(input + ":") ? error : input + ": " + error) + '\n';
}

class Batch {
 public:
  Batch(BatchWork& work, const std::vector<std::string>& inputs, const BatchOptions& options,
        std::vector<std::size_t> chosen, Spool spool, std::optional<ResultsFolder> results, std::string build)
      : work_(work),
        inputs_(inputs),
        options_(options),
        chosen_(std::move(chosen)),
        spool_(std::move(spool)),
        results_(std::move(results)),
        build_(std::move(build)),
        progress_(chosen_.size()) {}

  Result<void> run() {
    const auto jobs = static_cast<std::size_t>(job_count(options_));
    std::size_t next = 0;
    while (next < chosen_.size() || !workers_.empty()) {
      while (next < chosen_.size() && workers_.size() < jobs) {
        if (!start(chosen_[next])) break;
        ++next;
      }
      if (workers_.empty()) {
        if (next < chosen_.size()) return tl::unexpected(refused_);
        break;
      }
      if (auto taken = take_one(); !taken) return taken;
      if (auto shown = show_in_order(); !shown) return shown;
    }
    progress_.clear();
    return {};
  }

  /// The table of all inputs.
  Result<void> write_table() const {
    CsvColumns columns(work_.column());
    Result<void> read = each([&](std::size_t, const Outcome& outcome) { columns.show(outcome); });
    if (!read) return read;
    Result<void> written = replace_file(results_->path() + "/table.csv", [&](OutputFile& file) {
      file.write(columns.header());
      read = each(
          [&](std::size_t i, const Outcome& outcome) { file.write(columns.lines(inputs_[i], outcome)); });
    });
    if (!written || !read) return written ? read : written;
    written = replace_file(results_->path() + "/table.jsonl", [&](OutputFile& file) {
      read = each([&](std::size_t i, const Outcome& outcome) {
        file.write(json_lines(work_.column(), inputs_[i], outcome));
      });
    });
    return written ? read : written;
  }

  Result<void> write_missing() const {
    Result<void> read;
    const auto written = replace_file(options_.missing, [&](OutputFile& file) {
      read = each([&](std::size_t i, const Outcome& outcome) {
        if (outcome.status == BatchStatus::missing) file.write(inputs_[i] + "\n");
      });
    });
    return written ? read : written;
  }

  /// Names those that are not good; the exit code of all.
  int verdict() const {
    if (bad_ > 0) fmt::print(stderr, "{} of {} not good:\n", bad_, chosen_.size());
    const auto read = each([&](std::size_t i, const Outcome& outcome) {
      if (outcome.status != BatchStatus::good) fmt::print(stderr, "{}", error_line(outcome, inputs_[i]));
    });
    if (!read) return report(read.error());
    const auto any = [this](BatchStatus status) { return seen_[static_cast<std::size_t>(status)]; };
    if (any(BatchStatus::wrong) || any(BatchStatus::crashed)) return exit_code(ErrorKind::wrong);
    if (any(BatchStatus::usage)) return exit_code(ErrorKind::usage);
    return bad_ > 0 ? exit_code(ErrorKind::environment) : kGood;
  }

 private:
  Outcome outcome_of(std::size_t input) const {
    if (!results_) return work_.compute(input);
    ContentKey key;
    key.add(build_);
    key.add(work_.column());
    if (auto added = work_.add_content(input, key); !added)
      return failed_outcome(added.error(), inputs_[input]);
    const std::vector<std::string> products = work_.products(input);
    if (auto found = results_->find(key.text(), products)) {
      found->found = true;
      return std::move(*found);
    }
    if (options_.lookup) {
      Outcome missing;
      missing.status = BatchStatus::missing;
      missing.error = "has no result yet";
      return missing;
    }
    Outcome outcome = work_.compute(input);
    if (!is_final(outcome.status)) return outcome;
    if (auto kept = results_->keep(key.text(), outcome, products); !kept)
      return failed_outcome(kept.error(), inputs_[input]);
    return outcome;
  }

  /// False where the system gives no process; it may once another has ended.
  bool start(std::size_t input) {
    auto worker = Worker::start(input, [this, input] { return outcome_of(input); });
    if (!worker) {
      refused_ = worker.error();
      return false;
    }
    const pid_t pid = worker->pid();
    workers_.emplace(pid, std::move(*worker));
    return true;
  }

  Result<void> take_one() {
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    if (ended < 0 && errno == EINTR) return {};
    if (ended < 0)
      return fail(ErrorKind::environment, std::string("waiting for a worker: ") + std::strerror(errno));
    const auto worker = workers_.find(ended);
    if (worker == workers_.end()) return {};
    const Outcome outcome = worker->second.outcome(status);
    const std::size_t index = worker->second.index();
    workers_.erase(worker);
    const bool good = outcome.status == BatchStatus::good;
    bad_ += good ? 0 : 1;
    seen_[static_cast<std::size_t>(outcome.status)] = true;
    progress_.add(good, outcome.found);
    return spool_.put(index, outcome);
  }

  Result<void> show_in_order() {
    for (; shown_ < chosen_.size() && spool_.has(chosen_[shown_]); ++shown_) {
      const std::size_t input = chosen_[shown_];
      const auto outcome = spool_.get(input);
      if (!outcome) return tl::unexpected(outcome.error());
      work_.on_outcome(input, *outcome);
      const std::string text = options_.json ? json_lines(work_.column(), inputs_[input], *outcome)
                                             : named(outcome->text, inputs_[input]);
      if (!text.empty() || !outcome->notes.empty()) progress_.clear();
      fmt::print("{}", text);
      fmt::print(stderr, "{}", outcome->notes);
    }
    return flush_standard_output();
  }

  Result<void> each(const std::function<void(std::size_t, const Outcome&)>& visit) const {
    for (const std::size_t input : chosen_) {
      const auto outcome = spool_.get(input);
      if (!outcome) return tl::unexpected(outcome.error());
      visit(input, *outcome);
    }
    return {};
  }

  BatchWork& work_;
  const std::vector<std::string>& inputs_;
  const BatchOptions& options_;
  std::vector<std::size_t> chosen_;
  Spool spool_;
  std::optional<ResultsFolder> results_;
  std::string build_;
  Progress progress_;
  std::map<pid_t, Worker> workers_;
  Error refused_;  ///< why no process could be started
  std::size_t shown_ = 0;
  std::size_t bad_ = 0;
  std::array<bool, 6> seen_{};  ///< by status
};

Result<int> whole_batch(BatchWork& work, const std::vector<std::string>& inputs,
                        const BatchOptions& options) {
  auto chosen = chosen_inputs(options, inputs);
  if (!chosen) return tl::unexpected(chosen.error());
  auto spool = Spool::create(inputs.size());
  if (!spool) return tl::unexpected(spool.error());
  auto build = build_key();
  if (!build) return tl::unexpected(build.error());
  std::optional<ResultsFolder> results;
  if (!options.results.empty()) {
    auto opened = ResultsFolder::open(options.results);
    if (!opened) return tl::unexpected(opened.error());
    results = std::move(*opened);
  }
  Batch batch(work, inputs, options, std::move(*chosen), std::move(*spool), std::move(results),
              std::move(*build));
  if (auto done = batch.run(); !done) return tl::unexpected(done.error());
  Result<void> written;
  if (!options.results.empty() && takes_all(options)) written = batch.write_table();
  if (written && !options.missing.empty()) written = batch.write_missing();
  const int verdict = batch.verdict();
  if (!written) return tl::unexpected(written.error());
  return verdict;
}

}  // namespace

int run_batch(BatchWork& work, const std::vector<std::string>& inputs, const BatchOptions& options) {
  const auto done = whole_batch(work, inputs, options);
  return done ? *done : report(done.error());
}

}  // namespace drawbar::tools
