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
#include "tools/command/command.h"
#include "tools/command/division.h"
#include "tools/simulate/sample_table.h"
#include "tools/verify/verify.h"

namespace drawbar::tools {
namespace {

struct ExportOptions {
  std::string recording;
  std::string output;
  bool as_recorded = false;
  std::optional<std::uint32_t> branch;
};

/// Rows of the frames of one way through the branches, in the scene that it runs in.
class WayTable {
 public:
  WayTable(std::vector<protocol::BranchSpan> way, OutputFile file)
      : way_(std::move(way)), file_(std::move(file)) {}

  bool holds(std::uint32_t branch, std::uint64_t frame) const {
    return std::ranges::any_of(way_, [&](const auto& span) { return span.holds(branch, frame); });
  }

  /// What begins at `scene.branch` or later runs in this scene. A way has one: every other begins anew at
  /// frame 0.
  void take(const record::SceneRecordT& scene, const scenes::LoadedScene& loaded) {
    if (scene.branch > way_.front().branch) return;
    config_ = loaded.world;
    period_ms_ = loaded.scene.frame->period_ms;
    division_.substeps = static_cast<int>(scene.substeps);
  }

  const physics::WorldConfig& config() const { return config_; }

  void add(const physics::FrameState& state) {
    const auto substeps = static_cast<std::uint64_t>(division_.substeps);
    table().add(state, division_.time(state.frame * substeps, period_ms_));
  }
  Result<void> close() { return table().close(); }

 private:
  SampleTable& table() {
    if (!table_) table_.emplace(std::move(file_), config_);
    return *table_;
  }

  std::vector<protocol::BranchSpan> way_;
  OutputFile file_;
  physics::WorldConfig config_;
  double period_ms_ = 0;
  Division division_;
  std::optional<SampleTable> table_;
};

/// What the re-simulation shows, as long as it has the recorded hashes.
class SimulatedFrames final : public VerifyObserver {
 public:
  explicit SimulatedFrames(WayTable& table) : table_(table) {}

  void on_scene(const record::SceneRecordT& scene, const scenes::LoadedScene& loaded) override {
    table_.take(scene, loaded);
    state_.reset();
  }
  void on_frame(std::uint32_t branch, const physics::World& world) override {
    if (!table_.holds(branch, world.frame())) return;
    if (!state_) state_ = world.make_frame_state();
    world.observe(*state_);
    table_.add(*state_);
  }

 private:
  WayTable& table_;
  std::optional<physics::FrameState> state_;
};

Result<void> export_simulated(const protocol::SessionRecord& record, WayTable& table) {
  SimulatedFrames frames(table);
  const auto report = verify(record, &frames);
  if (!report) return fail(report.error().kind, record.container().name() + ": " + report.error().text);
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
Result<void> export_recorded(const protocol::SessionRecord& record, WayTable& table) {
  std::optional<physics::FrameState> state;
  auto cursor = record.items(
      {.simulation = true, .snapshots = false, .poses = true, .telemetry = true, .events = false});
  while (true) {
    const auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) return {};
    if (const auto* scene = std::get_if<record::SceneRecordT>(&**item)) {
      const auto loaded = scenes::load_buffer(std::as_bytes(std::span(scene->scene)), "scene " + scene->name);
      if (!loaded) return tl::unexpected(loaded.error());
      table.take(*scene, *loaded);
      state = physics::World(table.config()).make_frame_state();
    } else if (const auto* frame = std::get_if<stream::FrameT>(&**item)) {
      if (state && table.holds(frame->stamp->branch(), frame->stamp->frame())) scenes::take(*frame, *state);
    } else if (const auto* telemetry = std::get_if<stream::TelemetryT>(&**item)) {
      const stream::FrameStamp& stamp = *telemetry->stamp;
      if (!state || stamp.frame() != state->frame || !table.holds(stamp.branch(), stamp.frame())) continue;
      scenes::take(*telemetry, table.config(), *state);
      if (stamp.frame() > 0) table.add(*state);
    }
  }
}

Result<void> export_recording(const ExportOptions& options) {
  const auto record = protocol::SessionRecord::open(options.recording);
  if (!record) return tl::unexpected(record.error());
  if (!record->complete()) std::cerr << record->container().note() << '\n';
  const auto tree = protocol::BranchTree::read(*record);
  if (!tree) return tl::unexpected(tree.error());
  auto way = tree->way_to(options.branch.value_or(tree->newest()));
  if (!way) return tl::unexpected(way.error());
  auto output = OutputFile::open(options.output);
  if (!output) return tl::unexpected(output.error());
  WayTable table(std::move(*way), std::move(*output));
  const auto exported =
      options.as_recorded ? export_recorded(*record, table) : export_simulated(*record, table);
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
