#include "tools/command/recording_info.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <vector>

#include "protocol/session_record.h"
#include "scenes/record/numerics.h"
#include "tools/text/cells.h"
#include "tools/text/distinct_files.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {

namespace {

struct BranchSummary {
  record::BranchT begin;
  std::uint64_t frames = 0;
  std::uint64_t last_frame = 0;
};

/// What the walk through the items adds up to.
struct Summary {
  std::optional<record::BuildIdentityT> build;  ///< nothing: its record cannot be read
  std::vector<std::string> scenes;              ///< and their exercises, one line each
  std::vector<BranchSummary> branches;
  std::map<std::uint32_t, std::uint64_t> inputs;  ///< by session; 0: the server
  std::map<std::uint32_t, std::string> session_names;
  std::uint64_t snapshots = 0;
  std::uint64_t poses = 0;
  std::uint64_t telemetry = 0;
  std::vector<stream::EventT> events;
  std::vector<protocol::RecordingGap> gaps;

  void add(const protocol::RecordingGap& item) { gaps.push_back(item); }
  void add(const record::BuildIdentityT& item) { build = item; }
  void add(const record::SceneRecordT& item) {
    scenes.push_back(fmt::format("scene {} ({}), from branch {}, {} ms in {} substeps", item.name, item.path,
                                 item.branch, static_cast<double>(item.period_ns) * 1e-6, item.substeps));
  }
  void add(const record::BranchT& item) { branches.push_back({item, 0, item.frame}); }
  void add(const record::InputT& item) { ++inputs[item.session]; }
  void add(const record::FrameHashT& item) {
    if (!branches.empty()) {
      ++branches.back().frames;
      branches.back().last_frame = item.frame;
    }
  }
  void add(const record::ExerciseRecordT& item) {
    scenes.push_back(fmt::format("exercise {}, from branch {}{}{}{}", item.path, item.branch,
                                 item.variant.empty() ? "" : ", variant " + item.variant,
                                 item.trainee.empty() ? "" : ", trainee " + item.trainee,
                                 item.station.empty() ? "" : ", station " + item.station));
  }
  void add(const record::SnapshotT&) { ++snapshots; }
  void add(const stream::FrameT&) { ++poses; }
  void add(const stream::TelemetryT&) { ++telemetry; }
  void add(const stream::EventT& item) {
    if (item.kind == stream::EventKind::Joined) {
      session_names[item.session] = item.name;
    }
    // What happened counts: of who was there for one command, that he came and went does not.
    if (!item.brief) events.push_back(item);
  }
};

Result<Summary> summarise(const protocol::SessionRecord& record) {
  Summary summary;
  auto cursor = record.items();
  for (;;) {
    const Result<std::optional<protocol::SessionItem>> item = cursor.next();
    if (!item) {
      return tl::unexpected(item.error());
    }
    if (!*item) {
      return summary;
    }
    std::visit([&](const auto& body) { summary.add(body); }, **item);
  }
}

std::string describe(const BranchSummary& branch) {
  const record::BranchT& begin = branch.begin;
  std::string cause;
  switch (begin.cause) {
    case record::BranchCause::Start:
      cause = "start";
      break;
    case record::BranchCause::Reload:
      cause = "scene read again";
      break;
    case record::BranchCause::Restore:
      cause = fmt::format("restored \"{}\": branch {}, frame {}", clean(begin.name), begin.parent_branch,
                          begin.parent_frame);
      break;
    case record::BranchCause::Rewind:
      cause = fmt::format("rewound to branch {}, frame {}", begin.parent_branch, begin.parent_frame);
      break;
    case record::BranchCause::TakeOver:
      cause = fmt::format("took over from branch {}, frame {} of {}", begin.parent_branch, begin.parent_frame,
                          begin.origin ? clean(begin.origin->recording) : "another recording");
      if (begin.origin && begin.origin->wanted_frame != begin.parent_frame)
        cause += fmt::format(" (its state nearest to frame {})", begin.origin->wanted_frame);
      break;
  }
  return fmt::format("  {}: {}; {} frames, {} to {}", begin.branch, cause, branch.frames, begin.frame,
                     branch.last_frame);
}

void print_build(const std::optional<record::BuildIdentityT>& build) {
  if (!build) {
    fmt::print("  what made it cannot be read\n");
    return;
  }
  fmt::print("  made by {} (revision {}; {}; {}) on {}, started {:%Y-%m-%d %H:%M:%S} UTC\n",
             clean(build->program), clean(build->revision), clean(build->compiler),
             build->flags.empty() ? "no flags" : clean(build->flags), clean(build->platform),
             fmt::gmtime(static_cast<std::time_t>(build->utc_start_ns / 1'000'000'000)));
  if (build->numerics != 0)
    fmt::print("  numerics {:016x}, state layout {:016x}; here {:016x}, {:016x}\n", build->numerics,
               build->state_layout, scenes::numerics().bits, scenes::numerics().state_layout);
}

}  // namespace

bool looks_like_recording(const std::string& path) {
  if (std::filesystem::path(path).extension() == ".mcap") return true;
  static constexpr std::array<char, 5> kMagic{'\x89', 'M', 'C', 'A', 'P'};
  std::array<char, 5> begin{};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin.data(), begin.size()) && begin == kMagic;
}

Result<void> print_recording(const std::string& path) {
  const Result<protocol::SessionRecord> record = protocol::SessionRecord::open(path);
  if (!record) {
    return tl::unexpected(record.error());
  }
  const Result<Summary> summary = summarise(*record);
  if (!summary) {
    return tl::unexpected(summary.error());
  }
  std::error_code ignored;
  const double megabytes = static_cast<double>(std::filesystem::file_size(path, ignored)) * 1e-6;
  fmt::print("recording {}: {:.1f} MB, {:.1f} s of wall time, {}\n", path, megabytes,
             static_cast<double>(record->end_time() - record->start_time()) * 1e-9,
             !record->complete()     ? "not complete"
             : summary->gaps.empty() ? "complete"
                                     : "damaged");
  if (!record->complete()) {
    fmt::print("  {}\n", record->container().note());
  }
  for (const protocol::RecordingGap& gap : summary->gaps) {
    fmt::print("  damaged: {}; {:.1f} s are missing from {:.1f} s of wall time on\n", gap.text, gap.seconds(),
               static_cast<double>(gap.start_time - record->start_time()) * 1e-9);
  }
  print_build(summary->build);
  for (const std::string& scene : summary->scenes) {
    fmt::print("{}\n", clean(scene));
  }
  fmt::print("branches: {}\n", summary->branches.size());
  for (const BranchSummary& branch : summary->branches) {
    fmt::print("{}\n", describe(branch));
  }
  for (const auto& [session, count] : summary->inputs) {
    const auto name = summary->session_names.find(session);
    fmt::print(
        "inputs of {}: {}\n",
        session == 0
            ? "the server"
            : fmt::format("session {}{}", session,
                          name == summary->session_names.end() ? "" : " (" + clean(name->second) + ")"),
        count);
  }
  fmt::print("poses {}, telemetry {}, snapshots {}, events {}\n", summary->poses, summary->telemetry,
             summary->snapshots, summary->events.size());
  for (const stream::EventT& event : summary->events) {
    fmt::print("  {:.2f} s  {}\n", event.stamp->time(), clean(event.text));
  }
  return {};
}

Result<void> write_recorded_hashes(const std::string& path, std::uint32_t branch, const std::string& output) {
  if (auto distinct = check_distinct({{"FILE", path}}, {{"--hashes", output}}); !distinct) return distinct;
  const Result<protocol::SessionRecord> record = protocol::SessionRecord::open(path);
  if (!record) {
    return tl::unexpected(record.error());
  }
  Result<OutputFile> file = OutputFile::open(output);
  if (!file) {
    return tl::unexpected(file.error());
  }
  file->write("frame,hash\n");
  protocol::ItemFilter filter;
  filter.snapshots = filter.poses = filter.telemetry = filter.events = false;
  auto cursor = record->items(filter);
  for (;;) {
    const Result<std::optional<protocol::SessionItem>> item = cursor.next();
    if (!item) {
      return tl::unexpected(item.error());
    }
    if (!*item) {
      return file->close();
    }
    const auto add = [&](std::uint32_t item_branch, std::uint64_t frame, std::uint64_t hash) {
      if (item_branch == branch) {
        file->write(fmt::format("{},{:016x}\n", frame, hash));
      }
    };
    if (const auto* begin = std::get_if<record::BranchT>(&**item)) {
      add(begin->branch, begin->frame, begin->state_hash);
    } else if (const auto* frame = std::get_if<record::FrameHashT>(&**item)) {
      add(frame->branch, frame->frame, frame->hash);
    }
  }
}

}  // namespace drawbar::tools
