#include "tools/batch/engine/slurm.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "tools/batch/engine/program.h"
#include "tools/batch/results_folder.h"

namespace drawbar::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTasks = 64;

std::string said_by(const ProgramEnd& end) {
  std::string text = end.error.empty() ? end.out : end.error;
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

class SlurmBatch {
 public:
  SlurmBatch(const EngineCommand& command, const SlurmOptions& options)
      : command_(command), options_(options), folder_(command.results() + "/slurm") {}

  Result<int> run() {
    if (const auto running = submitted_before()) {
      fmt::print(stderr, "job {} of an earlier call still runs; waiting for it\n", *running);
      if (auto waited = wait_for(*running); !waited) return tl::unexpected(waited.error());
    }
    const std::string list = folder_ + "/missing.txt";
    const auto missing = command_.find_missing(list);
    if (!missing) return tl::unexpected(missing.error());
    if (*missing > 0) {
      const auto job = submit(list, *missing);
      if (!job) return tl::unexpected(job.error());
      if (auto waited = wait_for(*job); !waited) return tl::unexpected(waited.error());
    }
    return command_.merge();
  }

 private:
  std::string job_file() const { return folder_ + "/job"; }

  /// The job of an earlier call that is still in the queue.
  std::optional<std::string> submitted_before() const {
    std::ifstream file(job_file());
    std::string job;
    if (!std::getline(file, job) || job.empty() ||
        !std::ranges::all_of(job, [](unsigned char c) { return std::isdigit(c); }))
      return {};
    const auto states = states_of(job);
    if (states && states->empty()) return {};
    return job;
  }

  std::string script(const std::string& list, std::size_t tasks) const {
    return fmt::format(
        "#!/bin/sh\n"
        "# Written by drawbar batch slurm: one part of what is missing. A part that is started again, here "
        "or on\n"
        "# another machine, finds what it had done.\n"
        "#SBATCH --job-name=drawbar-{}\n"
        "#SBATCH --array=1-{}\n"
        "#SBATCH --cpus-per-task={}\n"
        "#SBATCH --requeue\n"
        "#SBATCH --open-mode=append\n"
        "cd {} || exit 3\n"
        "{}\n"
        "# An input that is wrong is a result, not a failure of the job.\n"
        "code=$?; [ \"$code\" -eq 1 ] && exit 0; exit \"$code\"\n",
        command_.name(), tasks, options_.cpus, shell_word(fs::current_path().string()),
        command_.part_line(command_.program(), "$SLURM_ARRAY_TASK_ID", tasks, options_.cpus) + " --only " +
            shell_word(list));
  }

  Result<std::string> submit(const std::string& list, std::size_t missing) const {
    const std::size_t tasks = std::min(missing, options_.tasks > 0 ? options_.tasks : kMostTasks);
    const std::string file = folder_ + "/job.sh";
    auto written = replace_file(file, [&](OutputFile& out) { out.write(script(list, tasks)); });
    if (!written) return tl::unexpected(written.error());
    // Not in the script, where a blank in the folder's name would end the option.
    std::vector<std::string> words{"sbatch", "--parsable", "--output=" + folder_ + "/%A_%a.log"};
    words.insert(words.end(), options_.sbatch.begin(), options_.sbatch.end());
    words.push_back(file);
    const auto ended = run_program(words, Output::kept);
    if (!ended) return tl::unexpected(ended.error());
    const std::string job = ended->out.substr(0, ended->out.find_first_of(";\n"));
    if (ended->code != 0 || job.empty())
      return fail(ErrorKind::environment, "sbatch did not take the job: " + said_by(*ended));
    written = replace_file(job_file(), [&](OutputFile& out) { out.write(job + "\n"); });
    if (!written) return tl::unexpected(written.error());
    fmt::print(stderr, "job {}: {} inputs in {} parts\n", job, missing, tasks);
    return job;
  }

  /// The states of the job's tasks that are in the queue, one a line; none once it has left it.
  static Result<std::string> states_of(const std::string& job) {
    const auto ended = run_program({"squeue", "--noheader", "--jobs=" + job, "--format=%T"}, Output::kept);
    if (!ended) return tl::unexpected(ended.error());
    // A job that ended some minutes ago is not known any more.
    if (ended->code != 0 && ended->error.find("Invalid job id") == std::string::npos)
      return fail(ErrorKind::environment, "squeue: " + said_by(*ended));
    return ended->out;
  }

  Result<void> wait_for(const std::string& job) const {
    const bool terminal = isatty(STDERR_FILENO) == 1;
    const std::size_t before = parts_kept();
    while (true) {
      const auto states = states_of(job);
      // A controller that does not answer comes back; the job goes on meanwhile.
      if (states && states->empty()) break;
      if (terminal) {
        fmt::print(stderr, "\r\033[K{}",
                   states ? fmt::format("job {}: {} results, {} tasks in the queue", job,
                                        parts_kept() - before, std::ranges::count(*states, '\n'))
                          : states.error().text);
        std::fflush(stderr);
      }
      std::this_thread::sleep_for(std::chrono::duration<double>(options_.poll));
    }
    if (terminal) fmt::print(stderr, "\r\033[K");
    return {};
  }

  std::size_t parts_kept() const {
    std::error_code none;
    const fs::directory_iterator parts(command_.results() + "/parts", none);
    return static_cast<std::size_t>(std::distance(fs::begin(parts), fs::end(parts)));
  }

  const EngineCommand& command_;
  const SlurmOptions& options_;
  std::string folder_;
};

}  // namespace

Result<int> run_slurm_batch(const EngineCommand& command, const SlurmOptions& options) {
  return SlurmBatch(command, options).run();
}

}  // namespace drawbar::tools
