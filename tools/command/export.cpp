// drawbar export RECORDING: a recording as the table of `drawbar simulate`, frame by frame.
#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "protocol/branch_tree.h"
#include "scenes/loader/loader.h"
#include "scenes/record/frame_tables.h"
#include "tools/command/columns_option.h"
#include "tools/command/command.h"
#include "tools/command/division.h"
#include "tools/simulate/sample_table.h"
#include "tools/verify/verify.h"

namespace drawbar::tools {
namespace {

struct ExportOptions {
  std::string recording;
  std::string output;
  std::string columns = "default";
  bool as_recorded = false;
  std::optional<std::uint32_t> branch;
};

/// The way to export, and the scene that it runs in.
struct Way {
  std::vector<protocol::BranchSpan> spans;
  scenes::LoadedScene scene;
  Division division;

  bool holds(std::uint32_t branch, std::uint64_t frame) const {
    return std::ranges::any_of(spans, [&](const auto& span) { return span.holds(branch, frame); });
  }
  /// As `simulate` has it.
  double time(std::uint64_t frame) const {
    return division.time(frame * static_cast<std::uint64_t>(division.substeps), scene.scene.frame->period_ms);
  }
};

Result<Way> find_way(const protocol::SessionRecord& record, std::optional<std::uint32_t> branch) {
  const auto tree = protocol::BranchTree::read(record);
  if (!tree) return tl::unexpected(tree.error());
  auto spans = tree->way_to(branch.value_or(tree->newest()));
  if (!spans) return tl::unexpected(spans.error());
  const std::string& name = record.container().name();
  const record::SceneRecordT* scene = tree->scene_of(spans->front().branch);
  if (scene == nullptr) return fail(ErrorKind::wrong, name + ": the recording holds no scene");
  auto loaded = scenes::load_buffer(std::as_bytes(std::span(scene->scene)), name + ": scene " + scene->name);
  if (!loaded) return tl::unexpected(loaded.error());
  Way way{std::move(*spans), std::move(*loaded), {}};
  way.division.substeps = static_cast<int>(scene->substeps);
  return way;
}

/// What the re-simulation shows, as long as it has the recorded hashes.
class SimulatedFrames final : public VerifyObserver {
 public:
  SimulatedFrames(const Way& way, SampleTable& table) : way_(way), table_(table) {}

  void on_frame(std::uint32_t branch, const scenes::Simulation& world) override {
    if (!way_.holds(branch, world.frame())) return;
    if (!state_) state_ = world.make_frame_state();
    world.observe(*state_);
    table_.add(*state_, way_.time(world.frame()));
  }

 private:
  const Way& way_;
  SampleTable& table_;
  std::optional<physics::FrameState> state_;
};

Result<void> export_simulated(const protocol::SessionRecord& record, const Way& way, SampleTable& table) {
  SimulatedFrames frames(way, table);
  const auto report = verify(record, &frames);
  if (!report) return fail(report.error().kind, record.container().name() + ": " + report.error().text);
  for (const Unchecked& passed : report->unchecked)
    std::cerr << passed.damage << "; no rows for " << passed.frames << '\n';
  if (!report->divergence) return {};
  const Divergence& first = *report->divergence;
  return fail(
      ErrorKind::wrong,
      fmt::format("{}: the table ends before branch {}, frame {}, which does not come out as recorded: {}; "
                  "--as-recorded gives what the file holds",
                  record.container().name(), first.branch, first.frame, first.what));
}

/// What the file holds: poses, and the telemetry that follows them. Of a frame without the second, where the
/// file was cut off, there is no row.
Result<void> export_recorded(const protocol::SessionRecord& record, const Way& way, SampleTable& table) {
  physics::FrameState state = physics::World(way.scene.world).make_frame_state();
  auto cursor = record.items(
      {.simulation = false, .snapshots = false, .poses = true, .telemetry = true, .events = false});
  while (true) {
    const auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) return {};
    if (const auto* gap = std::get_if<protocol::RecordingGap>(&**item)) {
      std::cerr << gap->text << "; no rows for what is missing there\n";
    } else if (const auto* frame = std::get_if<stream::FrameT>(&**item)) {
      if (way.holds(frame->stamp->branch(), frame->stamp->frame())) scenes::take(*frame, state);
    } else if (const auto* telemetry = std::get_if<stream::TelemetryT>(&**item)) {
      const stream::FrameStamp& stamp = *telemetry->stamp;
      // Before the first poses, too, there is telemetry: of the initial state.
      if (stamp.frame() == 0 || stamp.frame() != state.frame || !way.holds(stamp.branch(), stamp.frame()))
        continue;
      scenes::take(*telemetry, way.scene.world, state);
      table.add(state, way.time(state.frame));
    }
  }
}

Result<void> export_recording(const ExportOptions& options) {
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
  const auto exported =
      options.as_recorded ? export_recorded(*record, *way, table) : export_simulated(*record, *way, table);
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
