// drawbar batch ENGINE COMMAND...: a command over many inputs, worked off by many machines.
#include <memory>
#include <string>
#include <vector>

#include "tools/batch/engine/kubernetes.h"
#include "tools/batch/engine/slurm.h"
#include "tools/command/command.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {
namespace {

Result<int> run_on_slurm(const std::vector<std::string>& arguments, const SlurmOptions& options) {
  const auto command = EngineCommand::parse(arguments);
  if (!command) return tl::unexpected(command.error());
  return run_slurm_batch(*command, options);
}

void add_slurm(CLI::App& batch, int& status) {
  CLI::App& command =
      *batch.add_subcommand("slurm", "As an array of jobs of Slurm: submits what is missing, waits, merges");
  const auto options = std::make_shared<SlurmOptions>();
  command.add_option("--tasks", options->tasks, "Tasks of the array (default: one an input, at most 64)")
      ->check(CLI::Range(1, 100'000));
  command.add_option("--cpus", options->cpus, "Processors, and workers, of a task")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--poll", options->poll, "Seconds between looks at the queue")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  command.add_option("--sbatch", options->sbatch, "A further option of sbatch: --sbatch=--partition=night")
      ->allow_extra_args(false);
  command.prefix_command();
  command.footer("Then the command: drawbar batch slurm score recordings --results FOLDER");
  command.callback([&command, options, &status] {
    const auto done = run_on_slurm(command.remaining(), *options);
    status = done ? *done : report(done.error());
  });
}

Result<void> write_manifest(const std::vector<std::string>& arguments, const KubernetesOptions& options,
                            const std::string& output) {
  const auto command = EngineCommand::parse(arguments);
  if (!command) return tl::unexpected(command.error());
  const auto manifest = kubernetes_manifest(*command, options);
  if (!manifest) return tl::unexpected(manifest.error());
  auto file = OutputFile::open(output);
  if (!file) return tl::unexpected(file.error());
  file->write(*manifest);
  return file->close();
}

void add_kubernetes(CLI::App& batch, int& status) {
  CLI::App& command = *batch.add_subcommand(
      "kubernetes", "As an indexed Job of Kubernetes: writes the manifest, for kubectl apply");
  const auto options = std::make_shared<KubernetesOptions>();
  const auto output = std::make_shared<std::string>();
  command.add_option("--name", options->name, "Of the Job")->capture_default_str();
  command.add_option("--image", options->image, "With drawbar in it (Dockerfile)")->capture_default_str();
  command.add_option("--claim", options->claim, "PersistentVolumeClaim of recordings and results")
      ->capture_default_str();
  command.add_option("--mount", options->mount, "Where pods see it; the command's paths count from here")
      ->capture_default_str();
  command.add_option("--tasks", options->tasks, "Parts")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  command.add_option("--parallelism", options->parallelism, "Pods at a time")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  command.add_option("--cpus", options->cpus, "Processors, and workers, of a pod")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--memory", options->memory, "Of a pod")->capture_default_str();
  command.add_option("--output", *output, "File for the manifest (default: standard output)");
  command.prefix_command();
  command.footer("Then the command: drawbar batch kubernetes score recordings --results scores");
  command.callback([&command, options, output, &status] {
    const auto done = write_manifest(command.remaining(), *options, *output);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace

void add_batch(CLI::App& app, int& status) {
  CLI::App& batch = *app.add_subcommand(
      "batch", "verify, score, report, simulate and study over many machines, with an engine that is there");
  batch.require_subcommand(1);
  add_slurm(batch, status);
  add_kubernetes(batch, status);
}

}  // namespace drawbar::tools
