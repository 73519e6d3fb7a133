#include "tools/verify/way.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "scenes/record/frame_tables.h"
#include "tools/verify/verify.h"

namespace drawbar::tools {

bool Way::holds(std::uint32_t branch, std::uint64_t frame) const {
  return std::ranges::any_of(spans, [&](const auto& span) { return span.holds(branch, frame); });
}

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

namespace {

/// What the re-simulation shows, as long as it has the recorded hashes.
class SimulatedFrames final : public VerifyObserver {
 public:
  SimulatedFrames(const Way& way, const TakeRow& take_row) : way_(way), take_row_(take_row) {}

  void on_frame(std::uint32_t branch, const scenes::Simulation& world) override {
    if (!way_.holds(branch, world.frame())) return;
    if (!state_) state_ = world.make_frame_state();
    world.observe(*state_);
    take_row_(*state_, way_.time(world.frame()));
  }

 private:
  const Way& way_;
  const TakeRow& take_row_;
  std::optional<physics::FrameState> state_;
};

}  // namespace

Result<void> simulated_rows(const protocol::SessionRecord& record, const Way& way, const TakeRow& take_row,
                            const TakeNote& take_note) {
  SimulatedFrames frames(way, take_row);
  const auto report = verify(record, &frames);
  if (!report) return fail(report.error().kind, record.container().name() + ": " + report.error().text);
  for (const Unchecked& passed : report->unchecked)
    take_note(passed.damage + "; no rows for " + passed.frames);
  for (const std::string& warning : report->warnings) take_note(warning);
  if (!report->divergence) return {};
  const Divergence& first = *report->divergence;
  return fail(
      ErrorKind::wrong,
      fmt::format("{}: the table ends before branch {}, frame {}, which does not come out as recorded: {}; "
                  "--as-recorded gives what the file holds",
                  record.container().name(), first.branch, first.frame, first.what));
}

Result<void> recorded_rows(const protocol::SessionRecord& record, const Way& way, const TakeRow& take_row,
                           const TakeNote& take_note) {
  physics::FrameState state = physics::World(way.scene.world).make_frame_state();
  auto cursor = record.items(
      {.simulation = false, .snapshots = false, .poses = true, .telemetry = true, .events = false});
  while (true) {
    const auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) return {};
    if (const auto* gap = std::get_if<protocol::RecordingGap>(&**item)) {
      take_note(gap->text + "; no rows for what is missing there");
    } else if (const auto* frame = std::get_if<stream::FrameT>(&**item)) {
      if (way.holds(frame->stamp->branch(), frame->stamp->frame())) scenes::take(*frame, state);
    } else if (const auto* telemetry = std::get_if<stream::TelemetryT>(&**item)) {
      const stream::FrameStamp& stamp = *telemetry->stamp;
      // Before the first poses, too, there is telemetry: of the initial state.
      if (stamp.frame() == 0 || stamp.frame() != state.frame || !way.holds(stamp.branch(), stamp.frame()))
        continue;
      scenes::take(*telemetry, way.scene.world, state);
      take_row(state, way.time(state.frame));
    }
  }
}

}  // namespace drawbar::tools
