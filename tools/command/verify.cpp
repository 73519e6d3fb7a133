// drawbar verify FILE.mcap: re-simulate a recording and compare every frame.
#include "tools/verify/verify.h"

#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <string>

#include "tools/command/command.h"

namespace drawbar::tools {
namespace {

Result<void> verify_file(const std::string& path) {
  const Result<protocol::SessionRecord> record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  if (!record->complete()) fmt::print("{}\n", record->container().note());
  const auto begin = std::chrono::steady_clock::now();
  const Result<VerifyReport> report = verify(*record);
  if (!report) return fail(report.error().kind, path + ": " + report.error().text);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (report->divergence) {
    const Divergence& first = *report->divergence;
    return fail(ErrorKind::wrong, fmt::format("{}: first difference at branch {}, frame {}: {}", path,
                                              first.branch, first.frame, first.what));
  }
  fmt::print(
      "{}: {} frames on {} branch{} of {}, {} inputs, {} snapshots: every frame {}the same to the last bit\n",
      path, report->frames, report->branches, report->branches == 1 ? "" : "es", report->scene,
      report->inputs, report->snapshots, report->unchecked.empty() ? "" : "that is whole ");
  fmt::print("{:.1f} s of simulation in {:.2f} s\n", report->simulated, seconds);
  if (report->unchecked.empty()) return {};
  std::string damage = path + ": damaged, and so not checked:";
  for (const Unchecked& passed : report->unchecked)
    damage += fmt::format("\n  {}; {}", passed.damage, passed.frames);
  return fail(ErrorKind::wrong, damage);
}

}  // namespace

void add_verify(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "verify", "Re-simulate a recording from its inputs; names the first frame that differs, or none");
  const auto path = std::make_shared<std::string>();
  command.add_option("FILE", *path, "Recording (.mcap)")->required();
  command.callback([path, &status] {
    const Result<void> done = verify_file(*path);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
