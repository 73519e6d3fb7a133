// A moment of a recording as a state to go on from.
#include "server/history/recorded_state.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "protocol/state_hash.h"
#include "scenes/record/numerics.h"
#include "scenes/record/recorded_input.h"

namespace drawbar::server {

namespace {

using FrameEntry = protocol::SessionRecord::FrameEntry;

constexpr protocol::ItemFilter kSimulation{
    .simulation = true, .snapshots = true, .poses = false, .telemetry = false, .events = false};
/// How far back the first search for a state goes (ns of log time); each further one goes twice as far.
constexpr std::uint64_t kFirstSearch = 1'500'000'000;

protocol::BytesView view_of(const std::vector<std::uint8_t>& bytes) {
  return std::as_bytes(std::span(bytes));
}

/// A state that the file holds.
struct Kept {
  std::uint64_t frame = 0;
  std::uint64_t hash = 0;
  std::vector<std::uint8_t> state;
};

/// What lies around the wanted frame on its branch.
struct Surroundings {
  std::optional<Kept> before;          ///< the last state at or before it
  std::optional<Kept> after;           ///< the first one behind it
  std::vector<record::InputT> inputs;  ///< from `before` to the wanted frame
  bool whole = true;                   ///< no damage between `before` and the wanted frame
};

class Search {
 public:
  Search(const protocol::SessionRecord& record, const FrameEntry& wanted)
      : record_(record), wanted_(wanted) {}

  /// From `time` on, up to the first state behind the wanted frame.
  Result<Surroundings> from(std::uint64_t time) {
    found_ = {};
    passed_ = false;
    auto cursor = record_.items_from(time, kSimulation);
    while (!found_.after) {
      auto item = cursor.next();
      if (!item) return tl::unexpected(item.error());
      // The next state is of use only where this one cannot be computed.
      if (!*item || (found_.before && cursor.time() > wanted_.time + kLongestInterval)) break;
      std::visit([this](auto& body) { take(body); }, **item);
    }
    return std::move(found_);
  }

 private:
  static constexpr std::uint64_t kLongestInterval = 60'000'000'000;

  void take(record::BranchT& branch) {
    if (branch.branch == wanted_.branch) keep({branch.frame, branch.state_hash, std::move(branch.state)});
  }
  void take(record::SnapshotT& snapshot) {
    if (snapshot.branch == wanted_.branch) keep({snapshot.frame, snapshot.hash, std::move(snapshot.state)});
  }
  void take(record::InputT& input) {
    if (input.branch == wanted_.branch && input.frame <= wanted_.frame)
      found_.inputs.push_back(std::move(input));
  }
  void take(const record::FrameHashT& frame) {
    passed_ = passed_ || (frame.branch == wanted_.branch && frame.frame >= wanted_.frame);
  }
  void take(const protocol::RecordingGap&) {
    if (found_.before && !passed_) found_.whole = false;
  }
  template <class Other>
  void take(const Other&) {}

  void keep(Kept kept) {
    if (kept.frame > wanted_.frame) {
      found_.after = std::move(kept);
      return;
    }
    found_.before = std::move(kept);
    found_.whole = true;
    std::erase_if(found_.inputs, [&](const auto& input) { return input.frame <= found_.before->frame; });
  }

  const protocol::SessionRecord& record_;
  const FrameEntry& wanted_;
  Surroundings found_;
  bool passed_ = false;
};

Result<Surroundings> look_around(const protocol::SessionRecord& record, const FrameEntry& wanted) {
  Search search(record, wanted);
  for (std::uint64_t back = kFirstSearch;; back *= 2) {
    const std::uint64_t begin = wanted.time - std::min(back, wanted.time);
    auto found = search.from(begin);
    if (!found || found->before || begin <= record.start_time()) return found;
  }
}

/// The frames' substeps after `frame`, as telemetry of that frame tells; the scene's where it does not.
int substeps_after(const protocol::SessionRecord& record, const FrameEntry& wanted, std::uint64_t frame,
                   int scene_substeps) {
  auto cursor = record.items_from(
      wanted.time - std::min(wanted.time, 2 * kFirstSearch),
      {.simulation = false, .snapshots = false, .poses = false, .telemetry = true, .events = false});
  while (true) {
    const auto item = cursor.next();
    if (!item || !*item || cursor.time() > wanted.time) return scene_substeps;
    const auto* telemetry = std::get_if<stream::TelemetryT>(&**item);
    if (telemetry != nullptr && telemetry->stamp->branch() == wanted.branch &&
        telemetry->stamp->frame() == frame && telemetry->substeps > 0 &&
        telemetry->substeps <= scenes::kMostSubsteps) {
      return static_cast<int>(telemetry->substeps);
    }
  }
}

bool fits(const Kept& kept, scenes::Simulation& simulation) {
  return protocol::state_hash(view_of(kept.state)) == kept.hash &&
         simulation.restore_state(view_of(kept.state)) && simulation.frame() == kept.frame;
}

/// Whether the simulation, which stands at the state before the wanted frame, comes to the frame's hash.
Result<bool> computes_to(scenes::Simulation& simulation, const Surroundings& around, const FrameEntry& wanted,
                         int substeps, std::vector<std::byte>& state, const std::atomic<bool>& ending) {
  auto input = around.inputs.begin();
  while (simulation.frame() < wanted.frame) {
    if (ending) return fail(ErrorKind::wrong, "the server is shutting down");
    for (; input != around.inputs.end() && input->frame <= simulation.frame() + 1; ++input) {
      const auto known = scenes::from_record(*input, simulation.config());
      if (!known) return tl::unexpected(known.error());
      simulation.apply(*known, substeps);
    }
    simulation.step_frame(substeps);
  }
  simulation.save_state(state);
  return protocol::state_hash(state) == wanted.hash;
}

Result<record::BuildIdentityT> build_of(const protocol::SessionRecord& record) {
  auto cursor = record.items(kSimulation);
  const auto first = cursor.next();
  if (!first) return tl::unexpected(first.error());
  if (*first) {
    if (const auto* build = std::get_if<record::BuildIdentityT>(&**first)) return *build;
  }
  return record::BuildIdentityT{};
}

}  // namespace

Result<RecordedState> recorded_state(const std::string& path, scenes::Simulation simulation,
                                     const FrameEntry& wanted, const std::atomic<bool>& ending) {
  const auto record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  const auto build = build_of(*record);
  if (!build) return tl::unexpected(build.error());
  const std::string maker = build->program + " (revision " + build->revision + ")";
  const scenes::Numerics& here = scenes::numerics();
  if (build->state_layout != 0 && build->state_layout != here.state_layout) {
    return fail(ErrorKind::wrong,
                "its states are laid out otherwise than in this build: going on from them needs " + maker +
                    "; replay and export work here, too");
  }
  const auto around = look_around(*record, wanted);
  if (!around) return tl::unexpected(around.error());
  RecordedState result;
  if (around->before && around->whole && fits(*around->before, simulation)) {
    const int substeps = substeps_after(*record, wanted, around->before->frame, simulation.config().substeps);
    const auto same = computes_to(simulation, *around, wanted, substeps, result.state, ending);
    if (!same) return tl::unexpected(same.error());
    if (*same) {
      result.frame = wanted.frame;
      result.hash = wanted.hash;
      return result;
    }
  }
  if (build->state_layout == 0) {
    return fail(ErrorKind::wrong,
                "it does not say how its states are laid out, and this build computes other bits: "
                "going on from it needs " +
                    maker + "; replay and export work here, too");
  }
  const auto distance = [&](const std::optional<Kept>& kept) {
    if (!kept) return UINT64_MAX;
    return kept->frame > wanted.frame ? kept->frame - wanted.frame : wanted.frame - kept->frame;
  };
  const bool behind = distance(around->after) < distance(around->before);
  for (const std::optional<Kept>* kept :
       {behind ? &around->after : &around->before, behind ? &around->before : &around->after}) {
    if (!*kept || !fits(**kept, simulation)) continue;
    result.frame = (*kept)->frame;
    result.hash = (*kept)->hash;
    const protocol::BytesView state = view_of((*kept)->state);
    result.state.assign(state.begin(), state.end());
    result.inexact = !around->whole ? "a part of the file before it is damaged"
                                    : "the recording was computed to other bits (numerics " +
                                          protocol::hash_text(build->numerics) + ", here " +
                                          protocol::hash_text(here.bits) + ")";
    return result;
  }
  return fail(ErrorKind::wrong, "no state near it is whole and fits its scene");
}

}  // namespace drawbar::server
