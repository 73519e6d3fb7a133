// drawbar verify FILE.mcap...: re-simulate recordings and compare every frame.
#include "tools/verify/verify.h"

#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/batch/runner.h"
#include "tools/command/command.h"
#include "tools/text/cells.h"

namespace drawbar::tools {
namespace {

std::string text_of(const VerifiedScene& scene) {
  return clean(scene.scene) + (scene.exercise.empty() ? "" : ", exercise " + clean(scene.exercise));
}

/// Where there is more than one scene, a line for each says which branches ran it.
std::string agreement_text(std::string_view name, const VerifyReport& report) {
  const bool single = report.scenes.size() == 1;
  std::string text = fmt::format(
      "{}: {} frames on {} branch{}{}, {} inputs, {} snapshots: every frame {}the same to the last bit\n",
      name, report.frames, report.branches, report.branches == 1 ? "" : "es",
      single ? " of " + text_of(report.scenes.front()) : "", report.inputs, report.snapshots,
      report.unchecked.empty() ? "" : "that is whole ");
  for (const VerifiedScene& scene : report.scenes) {
    if (single) break;
    text +=
        scene.first_branch == scene.last_branch
            ? fmt::format("  branch {}: {}\n", scene.first_branch, text_of(scene))
            : fmt::format("  branches {} to {}: {}\n", scene.first_branch, scene.last_branch, text_of(scene));
  }
  return text;
}

/// An error where a frame differs.
Result<void> without_divergence(const std::string& path, const VerifyReport& report) {
  if (!report.divergence) return {};
  const Divergence& first = *report.divergence;
  return fail(ErrorKind::wrong, fmt::format("{}: first difference at branch {}, frame {}: {}", path,
                                            first.branch, first.frame, first.what));
}

std::string notes_on(const std::string& path, const VerifyReport& report) {
  std::string notes;
  for (const std::string& warning : report.warnings) notes += path + ": " + warning + '\n';
  return notes;
}

/// An error where a part could not be checked.
Result<void> without_damage(const std::string& path, const VerifyReport& report) {
  if (report.unchecked.empty()) return {};
  std::string damage = path + ": damaged, and so not checked:";
  for (const Unchecked& passed : report.unchecked)
    damage += fmt::format("\n  {}; {}", passed.damage, passed.frames);
  return fail(ErrorKind::wrong, damage);
}

Result<void> verify_file(const std::string& path) {
  const Result<protocol::SessionRecord> record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  if (!record->complete()) fmt::print("{}\n", record->container().note());
  const auto begin = std::chrono::steady_clock::now();
  const Result<VerifyReport> report = verify(*record);
  if (!report) return fail(report.error().kind, path + ": " + report.error().text);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (auto same = without_divergence(path, *report); !same) return same;
  fmt::print(stderr, "{}", notes_on(path, *report));
  fmt::print("{}", agreement_text(path, *report));
  fmt::print("{:.1f} s of simulation in {:.2f} s\n", report->simulated, seconds);
  return without_damage(path, *report);
}

class VerifyWork final : public BatchWork {
 public:
  explicit VerifyWork(const std::vector<std::string>& recordings) : recordings_(recordings) {}

  std::string_view column() const override { return "recording"; }

  Result<void> add_content(std::size_t input, ContentKey& key) const override {
    key.add("verify");
    return key.add_file(recordings_[input]);
  }

  Outcome compute(std::size_t input) const override {
    const std::string& path = recordings_[input];
    const auto record = protocol::SessionRecord::open(path);
    if (!record) return failed_outcome(record.error(), path);
    const auto report = verify(*record);
    if (!report) return failed_outcome(report.error(), path);
    if (auto same = without_divergence(path, *report); !same) return failed_outcome(same.error(), path);
    if (auto whole = without_damage(path, *report); !whole) return failed_outcome(whole.error(), path);
    Outcome outcome;
    outcome.text = agreement_text(kInputName, *report);
    outcome.notes = notes_on(path, *report);
    const auto count = [](const char* name, std::uint64_t value) {
      return Cell{name, std::to_string(value), false};
    };
    outcome.rows.push_back(
        {{text_cell("scene", report->scene_names()), count("frames", report->frames),
          count("branches", report->branches), count("inputs", report->inputs),
          count("snapshots", report->snapshots), number_cell("simulated", report->simulated),
          truth_cell("complete", record->complete())},
         {}});
    return outcome;
  }

 private:
  const std::vector<std::string>& recordings_;
};

int verify_many(const BatchOptions& options) {
  const auto recordings = inputs_of(options, ".mcap");
  if (!recordings) return report(recordings.error());
  VerifyWork work(*recordings);
  return run_batch(work, *recordings, options);
}

}  // namespace

void add_verify(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "verify", "Re-simulate recordings from their inputs; names the first frame that differs, or none");
  const auto options = std::make_shared<BatchOptions>();
  add_batch_inputs(command, *options, "FILE", "Recordings (.mcap)");
  command.add_flag("--json", options->json, "One JSON object a line for each recording");
  add_batch_options(command, *options);
  command.callback([options, &status] {
    if (is_single(*options) && !options->json) {
      const Result<void> done = verify_file(options->inputs.front());
      status = done ? kGood : report(done.error());
    } else {
      status = verify_many(*options);
    }
  });
}

}  // namespace drawbar::tools
