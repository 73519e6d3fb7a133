// drawbar export RECORDING: a recording as the table of `drawbar simulate`, frame by frame.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tools/command/columns_option.h"
#include "tools/command/command.h"
#include "tools/simulate/sample_table.h"
#include "tools/text/distinct_files.h"
#include "tools/verify/way.h"

namespace drawbar::tools {
namespace {

struct ExportOptions {
  std::string recording;
  std::string output;
  std::string columns = "default";
  bool as_recorded = false;
  std::optional<std::uint32_t> branch;
};

Result<void> export_recording(const ExportOptions& options) {
  auto distinct = check_distinct({{"RECORDING", options.recording}}, {{"--output", options.output}});
  if (!distinct) return distinct;
  const auto record = protocol::SessionRecord::open(options.recording);
  if (!record) return tl::unexpected(record.error());
  if (!record->complete()) std::cerr << record->container().note() << '\n';
  const auto way = find_way(*record, options.branch);
  if (!way) return tl::unexpected(way.error());
  auto columns = Columns::parse(options.columns, way->scene.world,
                                options.as_recorded ? ValueSource::recording : ValueSource::world);
  if (!columns) return tl::unexpected(columns.error());
  auto output = OutputFile::open(options.output);
  if (!output) return tl::unexpected(output.error());
  SampleTable table(std::move(*output), std::move(*columns));
  const TakeRow row = [&table](const physics::FrameState& state, double time) { table.add(state, time); };
  const TakeNote note = [](const std::string& text) { std::cerr << text << '\n'; };
  const auto exported = options.as_recorded ? recorded_rows(*record, *way, row, note)
                                            : simulated_rows(*record, *way, row, note);
  const auto closed = table.close();
  return exported ? closed : exported;
}

}  // namespace

void add_export(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand("export",
                                          "Write a recording as the table of `simulate` (CSV): one row per "
                                          "frame, from frame 0 of the scene to the last of a branch");
  const auto options = std::make_shared<ExportOptions>();
  command.add_option("RECORDING", options->recording, "Recording (.mcap)")->required();
  command.add_option("--output", options->output, "File for the table (default: standard output)");
  add_columns_option(command, options->columns);
  command.add_option("--branch", options->branch,
                     "The branch whose way to write (default: the last that began)");
  command.add_flag("--as-recorded", options->as_recorded,
                   "What the file holds, in place of a re-simulation checked against its hashes: poses and "
                   "telemetry, rounded as they were sent");
  command.callback([options, &status] {
    const auto done = export_recording(*options);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
