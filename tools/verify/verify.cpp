#include "tools/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/state_hash.h"
#include "scenes/exercise/simulation.h"
#include "scenes/loader/loader.h"
#include "scenes/record/diverged.h"
#include "scenes/record/recorded_input.h"

namespace drawbar::tools {

namespace {

using protocol::Bytes;
using protocol::BytesView;

BytesView view_of(const std::vector<std::uint8_t>& bytes) {
  return std::as_bytes(std::span(bytes));
}

Error contradiction(std::uint32_t branch, std::uint64_t frame, const std::string& what) {
  return {ErrorKind::wrong, fmt::format("branch {}, frame {}: {}", branch, frame, what)};
}

class Verifier {
 public:
  explicit Verifier(VerifyObserver* observer) : observer_(observer) {}

  Result<VerifyReport> run(const protocol::SessionRecord& record) {
    protocol::ItemFilter filter;
    filter.telemetry = filter.events = false;
    auto cursor = record.items(filter);
    while (!finished_) {
      filter.telemetry = lost_ || substeps_unknown_;
      cursor.set_filter(filter);
      Result<std::optional<protocol::SessionItem>> item = cursor.next();
      if (!item) {
        return tl::unexpected(item.error());
      }
      if (!*item) {
        break;
      }
      const Result<void> taken = std::visit([this](auto& body) { return take(body); }, **item);
      if (!taken) {
        return tl::unexpected(taken.error());
      }
    }
    look_for_diverged_motion();
    if (lost_) goes_on("everything from there to the end of the recording");
    if (report_.branches == 0) {
      return fail(ErrorKind::wrong, "the recording holds no initial state");
    }
    return report_;
  }

 private:
  /// A part of the file is damaged: nothing is known until the next state.
  Result<void> take(const protocol::RecordingGap& gap) {
    if (!lost_) lost_after_ = world_ ? world_->frame() : 0;
    lost_ = has_gap_ = true;
    report_.unchecked.push_back({fmt::format("{}: {:.1f} s are missing", gap.text, gap.seconds()), ""});
    return {};
  }

  /// A state was found behind a gap; `frames` were passed over.
  void goes_on(const std::string& frames) {
    lost_ = false;
    inputs_of_frame_.clear();
    for (Unchecked& passed : report_.unchecked) {
      if (passed.frames.empty()) passed.frames = frames;
    }
  }

  Result<void> take(const record::SceneRecordT& scene) {
    Result<scenes::LoadedScene> loaded =
        scenes::load_buffer(view_of(scene.scene), fmt::format("scene {}", scene.name));
    if (!loaded) {
      return tl::unexpected(loaded.error());
    }
    look_for_diverged_motion();
    scene_ = {scene.name, "", 0, 0};
    scene_has_begun_ = false;
    simulated_before_ = report_.simulated;
    frames_of_scene_ = 0;
    config_ = std::move(loaded->world);
    substeps_ = static_cast<int>(scene.substeps);
    exercise_.reset();
    world_.reset();
    if (observer_ != nullptr) observer_->on_scene(scene);
    return {};
  }

  Result<void> take(const record::ExerciseRecordT& exercise) {
    auto loaded = scenes::load_exercise_buffer(view_of(exercise.exercise), "the recorded exercise", config_);
    if (!loaded) return tl::unexpected(loaded.error());
    exercise_ = loaded->observer;
    scene_.exercise = loaded->text.name;
    if (observer_ != nullptr) observer_->on_exercise(exercise, *loaded);
    return {};
  }

  Result<void> take(const record::BranchT& branch) {
    if (config_.bodies.empty() && lost_) return {};  // its scene is lost
    if (config_.bodies.empty()) {
      return tl::unexpected(contradiction(branch.branch, branch.frame, "a branch begins before its scene"));
    }
    look_for_diverged_motion();
    count_branch(branch.branch);
    const BytesView recorded = view_of(branch.state);
    const bool fresh =
        branch.cause == record::BranchCause::Start || branch.cause == record::BranchCause::Reload;
    const bool from_elsewhere = branch.cause == record::BranchCause::TakeOver;
    if (fresh || from_elsewhere || !world_) {
      begin_world();
    }
    if (observer_ != nullptr) observer_->on_branch(branch);
    if (fresh && branch.frame == world_->frame()) {
      compare(recorded, branch.frame, "the initial state");
    } else if (const auto parent = hashes_.find({branch.parent_branch, branch.parent_frame});
               !fresh && !from_elsewhere && (parent != hashes_.end() || !has_gap_)) {
      if (parent == hashes_.end()) {
        return tl::unexpected(
            contradiction(branch.branch, branch.frame,
                          fmt::format("goes on from branch {}, frame {}, which was not recorded",
                                      branch.parent_branch, branch.parent_frame)));
      }
      if (parent->second != protocol::state_hash(recorded)) {
        diverge(branch.frame, fmt::format("the restored state is not that of branch {}, frame {}",
                                          branch.parent_branch, branch.parent_frame));
      }
    }
    if (!finished_ && !world_->restore_state(recorded)) {
      return tl::unexpected(
          contradiction(branch.branch, branch.frame, "the recorded state does not fit the scene"));
    }
    if (lost_) goes_on(fmt::format("what came after frame {} and before branch {}", lost_after_, branch_));
    hashes_[{branch_, world_->frame()}] = protocol::state_hash(recorded);
    if (observer_ != nullptr && !finished_) {
      observer_->on_frame(branch_, *world_);
    }
    return {};
  }

  void count_branch(std::uint32_t branch) {
    branch_ = branch;
    ++report_.branches;
    if (!std::exchange(scene_has_begun_, true)) {
      scene_.first_branch = branch;
      report_.scenes.push_back(scene_);
    }
    report_.scenes.back().last_branch = branch;
  }

  void begin_world() {
    world_.emplace(config_, exercise_);
    recoveries_ = 0;
    if (observer_ != nullptr) observer_->on_simulation(*world_);
  }

  /// The first snapshot behind a gap.
  Result<void> go_on_from(const record::SnapshotT& snapshot) {
    if (config_.bodies.empty()) return {};  // its scene is lost
    const BytesView state = view_of(snapshot.state);
    if (!world_) begin_world();
    if (protocol::state_hash(state) != snapshot.hash || !world_->restore_state(state)) {
      return tl::unexpected(contradiction(snapshot.branch, snapshot.frame,
                                          "the snapshot behind the gap does not fit the scene"));
    }
    const bool same_branch = snapshot.branch == branch_ && report_.branches > 0;
    if (!same_branch) count_branch(snapshot.branch);
    goes_on(same_branch
                ? fmt::format("frames {} to {} of branch {}", lost_after_ + 1, snapshot.frame, branch_)
                : fmt::format("what came after frame {} and before frame {} of branch {}", lost_after_,
                              snapshot.frame + 1, branch_));
    substeps_unknown_ = true;
    hashes_[{branch_, snapshot.frame}] = snapshot.hash;
    if (observer_ != nullptr) observer_->on_frame(branch_, *world_);
    return {};
  }

  /// Of the snapshot's frame: the governor's last choice may have been in the gap.
  Result<void> take(const stream::TelemetryT& telemetry) {
    if (!substeps_unknown_ || telemetry.substeps == 0) return {};
    substeps_unknown_ = false;
    substeps_ = static_cast<int>(std::min<std::uint32_t>(telemetry.substeps, scenes::kMostSubsteps));
    return {};
  }

  Result<void> take(const record::InputT& input) {
    if (lost_) return {};
    if (!world_ || input.branch != branch_ || input.frame != world_->frame() + 1) {
      return tl::unexpected(contradiction(input.branch, input.frame, "an input out of order"));
    }
    const Result<scenes::WorldInput> known = scenes::from_record(input, world_->config());
    if (!known) {
      return tl::unexpected(contradiction(input.branch, input.frame, known.error().text));
    }
    world_->apply(*known, substeps_);
    if (observer_ != nullptr) observer_->on_input(*known);
    inputs_of_frame_ += (inputs_of_frame_.empty() ? "" : ", ") + describe(*known);
    ++report_.inputs;
    return {};
  }

  Result<void> take(const record::FrameHashT& frame) {
    if (lost_) return {};
    if (!world_ || frame.branch != branch_ || frame.frame != world_->frame() + 1) {
      return tl::unexpected(contradiction(frame.branch, frame.frame, "a frame out of order"));
    }
    world_->reset_error_peaks();
    world_->step_frame(substeps_);
    ++report_.frames;
    // A sum of periods would drift from the frames' own times.
    report_.simulated = simulated_before_ + static_cast<double>(++frames_of_scene_) * config_.period;
    world_->save_state(state_);
    const std::uint64_t hash = protocol::state_hash(state_);
    hashes_[{branch_, frame.frame}] = hash;
    if (hash != frame.hash && !report_.divergence) {
      report_.divergence = Divergence{branch_, frame.frame,
                                      "the state's hash; inputs of that frame: " +
                                          (inputs_of_frame_.empty() ? "none" : inputs_of_frame_)};
      steps_since_divergence_ = 0;
    }
    inputs_of_frame_.clear();
    if (observer_ != nullptr && !report_.divergence) {
      observer_->on_frame(branch_, *world_);
    }
    // What differs is named by the poses or snapshots that follow; after a while it is too late to tell.
    finished_ = report_.divergence && ++steps_since_divergence_ > kFramesToName;
    return {};
  }

  Result<void> take(const record::SnapshotT& snapshot) {
    if (lost_) return go_on_from(snapshot);
    if (!world_ || snapshot.branch != branch_ || snapshot.frame != world_->frame()) {
      return tl::unexpected(contradiction(snapshot.branch, snapshot.frame, "a snapshot out of order"));
    }
    ++report_.snapshots;
    look_for_diverged_motion();
    compare(view_of(snapshot.state), snapshot.frame, fmt::format("the snapshot of frame {}", snapshot.frame));
    return {};
  }

  Result<void> take(const stream::FrameT& frame) {
    if (lost_ || !report_.divergence || frame.stamp->frame() != world_->frame()) {
      return {};
    }
    physics::FrameState now = world_->make_frame_state();
    world_->observe(now);
    for (const stream::BodyState& body : frame.bodies) {
      if (body.id() >= now.bodies.size()) {
        continue;
      }
      const physics::Vec3& here = now.bodies[body.id()].position;
      const physics::Vec3 there(body.position().x(), body.position().y(), body.position().z());
      if (here != there) {
        diverge(report_.divergence->frame,
                fmt::format("body {} is {:.3g} m from its recorded place in frame {}",
                            config_.bodies[body.id()].name, (here - there).norm(), world_->frame()));
        return {};
      }
    }
    return {};
  }

  // Builds and events do not act on the world.
  template <class Other>
  Result<void> take(const Other&) {
    return {};
  }

  std::string describe(const scenes::WorldInput& input) const {
    switch (input.kind) {
      case scenes::WorldInput::Kind::control:
        return fmt::format("{} = {}", config_.controls[input.index].name, input.value);
      case scenes::WorldInput::Kind::drive_fault:
        return fmt::format("fault {} of {}", input.value, config_.drives[input.index].name);
      case scenes::WorldInput::Kind::substeps:
        return fmt::format("{} substeps", input.value);
      case scenes::WorldInput::Kind::effect:
        return fmt::format("effect {} begins", static_cast<std::uint32_t>(input.effect.id));
      case scenes::WorldInput::Kind::clear_effect:
        return fmt::format("effect {} ends", input.index);
      case scenes::WorldInput::Kind::trigger:
        return fmt::format("trigger {}", input.index);
      case scenes::WorldInput::Kind::end_exercise:
        return fmt::format("end of the exercise with outcome {}", input.value);
    }
    return "";
  }

  /// Compares the present state with a recorded one; where they differ, names the first field that does.
  void compare(BytesView recorded, std::uint64_t frame, const std::string& where) {
    world_->save_state(state_);
    const BytesView present(state_);
    const auto [mine, theirs] =
        std::mismatch(present.begin(), present.end(), recorded.begin(), recorded.end());
    if (mine == present.end() && theirs == recorded.end()) {
      return;
    }
    const auto offset = static_cast<std::size_t>(mine - present.begin());
    const std::string field =
        offset < present.size() ? world_->describe_state(present, offset) : std::string("its length");
    diverge(report_.divergence ? report_.divergence->frame : frame,
            fmt::format("{} differs in {}", field, where));
  }

  /// Not after every frame: what is read of one costs as much as a part of it.
  void look_for_diverged_motion() {
    if (!world_) return;
    physics::FrameState now = world_->make_frame_state();
    world_->observe(now);
    if (std::exchange(recoveries_, now.statistics.recoveries) == now.statistics.recoveries) return;
    if (std::exchange(diverged_branch_, branch_) == branch_) return;
    report_.warnings.push_back(
        fmt::format("branch {}: {}", branch_,
                    scenes::diverged_text(static_cast<double>(world_->frame()) * config_.period)));
  }

  void diverge(std::uint64_t frame, std::string what) {
    report_.divergence = Divergence{branch_, frame, std::move(what)};
    finished_ = true;
  }

  static constexpr int kFramesToName = 250;  // snapshots come at least every 10 s

  VerifyObserver* observer_;
  VerifyReport report_;
  VerifiedScene scene_;  ///< the present one
  bool scene_has_begun_ = false;
  std::uint64_t recoveries_ = 0;                  ///< of `world_`, when it was last looked at
  std::optional<std::uint32_t> diverged_branch_;  ///< the last that was warned of
  double simulated_before_ = 0;                   ///< s, in the scenes before
  std::uint64_t frames_of_scene_ = 0;
  physics::WorldConfig config_;
  int substeps_ = 1;
  std::shared_ptr<const scenes::ExerciseObserver> exercise_;  ///< of the present scene; none: it runs alone
  std::optional<scenes::Simulation> world_;
  std::uint32_t branch_ = 0;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t>
      hashes_;  // by (branch, frame), as simulated here
  Bytes state_;
  std::string inputs_of_frame_;
  int steps_since_divergence_ = 0;
  bool finished_ = false;
  bool lost_ = false;              ///< a gap was met, and no state since
  bool has_gap_ = false;           ///< what a branch came from may be missing
  bool substeps_unknown_ = false;  ///< those of the frame after a snapshot behind a gap
  std::uint64_t lost_after_ = 0;   ///< last frame before the gap
};

}  // namespace

std::string VerifyReport::scene_names() const {
  std::vector<std::string> names;
  for (const VerifiedScene& ran : scenes) {
    if (std::ranges::find(names, ran.scene) == names.end()) names.push_back(ran.scene);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<VerifyReport> verify(const protocol::SessionRecord& record, VerifyObserver* observer) {
  return Verifier(observer).run(record);
}

}  // namespace drawbar::tools
