#include "tools/assessment/attempt_review.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "protocol/branch_tree.h"
#include "scenes/exercise/named_quantities.h"
#include "scenes/quantities/catalogue.h"
#include "tools/assessment/scoring.h"
#include "tools/verify/verify.h"

namespace drawbar::tools {
namespace {

using Spans = std::vector<protocol::BranchSpan>;

bool holds(const Spans& way, std::uint32_t branch, std::uint64_t frame) {
  return std::ranges::any_of(way,
                             [&](const protocol::BranchSpan& span) { return span.holds(branch, frame); });
}

struct Watched {
  scenes::Quantity quantity;
  ReviewCurve* curve;
};

/// Fills the curves of an attempt while its recording is computed again.
class CurveReader {
 public:
  CurveReader(Spans way, AttemptReview& review) : way_(std::move(way)), review_(review) {}

  /// A frame of any branch; `exercise` runs in it.
  void take(std::uint32_t branch, const scenes::Simulation& simulation, const scenes::Exercise& exercise) {
    // The first frame of a way is its scene's first state, which no frame computed.
    if (!holds(way_, branch, simulation.frame())) return;
    if (!state_) {
      state_ = simulation.make_frame_state();
      choose(simulation.config(), exercise.text);
      review_.pass_mark = exercise.pass.mark;
    }
    // Where a branch takes over, its first state is the last one of the branch before.
    const double time = static_cast<double>(simulation.frame()) * simulation.config().period;
    if (!review_.times.empty() && time <= review_.times.back()) return;
    simulation.observe(*state_);
    review_.times.push_back(time);
    review_.x.push_back(state_->bodies[body_].position.x());
    review_.y.push_back(state_->bodies[body_].position.y());
    for (const Watched& watched : watched_) watched.curve->values.push_back(watched.quantity.value(*state_));
  }

 private:
  void choose(const physics::WorldConfig& config, const exercise::ExerciseT& exercise) {
    body_ = main_body(config, exercise);
    review_.body = config.bodies[body_].name;
    review_.title = *exercise.title;
    review_.briefing = *exercise.briefing;
    for (const auto& criterion : exercise.criteria) {
      review_.criteria.push_back(criterion->title ? *criterion->title : exercise::TextT());
      if (review_.criteria.back().en.empty()) review_.criteria.back().en = criterion->name;
    }
    std::vector<scenes::Quantity> levers, currents;
    for (const auto& control : config.controls)
      levers.push_back(*scenes::find_quantity(config, control.name + ".value"));
    for (const auto& drive : config.drives)
      currents.push_back(*scenes::find_quantity(config, drive.name + ".current"));
    std::vector<scenes::Quantity> judged = judged_quantities(config, exercise);
    auto speed = *scenes::find_quantity(config, review_.body + ".speed");
    review_.speed = {speed.name, speed.unit, {}};
    watched_.push_back({std::move(speed), &review_.speed});
    review_.levers.resize(levers.size());
    review_.currents.resize(currents.size());
    review_.judged.resize(judged.size());
    watch(std::move(levers), review_.levers);
    watch(std::move(currents), review_.currents);
    watch(std::move(judged), review_.judged);
  }

  /// The body that the first derived quantity of a body is of, or the first that moves.
  static std::size_t main_body(const physics::WorldConfig& config, const exercise::ExerciseT& exercise) {
    for (const auto& derived : exercise.quantities) {
      if (const auto body = scenes::body_named(config, derived->body)) return *body;
    }
    const auto moving = std::ranges::find(config.bodies, false, &physics::BodyConfig::is_static);
    return static_cast<std::size_t>(moving - config.bodies.begin()) % config.bodies.size();
  }

  static std::vector<scenes::Quantity> judged_quantities(const physics::WorldConfig& config,
                                                         const exercise::ExerciseT& exercise) {
    std::vector<scenes::Quantity> all;
    scenes::Diagnostics none("");
    const scenes::NamedQuantities named(config, exercise.quantities, none);
    std::set<std::string> names;
    const auto add = [&](const std::string& name) {
      if (name.empty() || !names.insert(name).second) return;
      if (auto quantity = named.find(name, "", none)) all.push_back(std::move(*quantity));
    };
    for (const auto& criterion : exercise.criteria) add(criterion->quantity);
    for (const physics::HitchConfig& hitch : config.hitches) {
      const physics::JointConfig& joint = config.joints[physics::index_of(hitch.joint)];
      for (int k = 0; k < physics::free_axis_count(joint.type); ++k)
        add(joint.name + ".position[" + std::to_string(k) + "]");
    }
    return all;
  }

  void watch(std::vector<scenes::Quantity> quantities, std::vector<ReviewCurve>& curves) {
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      curves[i].name = quantities[i].name;
      curves[i].unit = quantities[i].unit;
      watched_.push_back({std::move(quantities[i]), &curves[i]});
    }
  }

  Spans way_;
  AttemptReview& review_;
  std::optional<physics::FrameState> state_;
  std::size_t body_ = 0;
  std::vector<Watched> watched_;
};

/// Shows every frame of a recording to the attempts that it is part of.
class CurveReaders final : public VerifyObserver {
 public:
  void add(Spans way, AttemptReview& review) { readers_.emplace_back(std::move(way), review); }

  void on_scene(const record::SceneRecordT&) override { exercise_.reset(); }
  void on_exercise(const record::ExerciseRecordT&, const scenes::Exercise& exercise) override {
    exercise_ = exercise;
  }
  void on_frame(std::uint32_t branch, const scenes::Simulation& simulation) override {
    if (!exercise_) return;
    for (CurveReader& reader : readers_) reader.take(branch, simulation, *exercise_);
  }

 private:
  std::optional<scenes::Exercise> exercise_;  ///< of the present scene
  std::vector<CurveReader> readers_;
};

/// What happened on any branch, with a text for people. Not that who was there for one command came and went.
Result<std::vector<stream::EventT>> events_of(const protocol::SessionRecord& record) {
  std::vector<stream::EventT> events;
  protocol::ItemFilter filter;
  filter.simulation = filter.snapshots = filter.poses = filter.telemetry = false;
  auto cursor = record.items(filter);
  while (true) {
    auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) return events;
    auto* event = std::get_if<stream::EventT>(&**item);
    if (event != nullptr && !event->text.empty() && !event->brief) events.push_back(std::move(*event));
  }
}

std::vector<ReviewEvent> events_on(const Spans& way, const std::vector<stream::EventT>& all) {
  std::vector<ReviewEvent> events;
  for (const stream::EventT& event : all) {
    if (holds(way, event.stamp->branch(), event.stamp->frame()))
      events.push_back({event.stamp->time(), event.text, event.text_ru});
  }
  std::ranges::stable_sort(events, {}, &ReviewEvent::time);
  return events;
}

}  // namespace

Result<RecordingReview> review_recording(const std::string& path) {
  const auto named = [&path](const Error& error) { return fail(error.kind, path + ": " + error.text); };
  const auto record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  auto judged = score_recording(*record);
  if (!judged) return named(judged.error());
  const auto tree = protocol::BranchTree::read(*record);
  if (!tree) return named(tree.error());
  const auto events = events_of(*record);
  if (!events) return named(events.error());
  RecordingReview review{path, {}, std::move(judged->notes)};
  review.attempts.resize(judged->scores.size());
  CurveReaders readers;
  for (std::size_t i = 0; i < review.attempts.size(); ++i) {
    AttemptReview& attempt = review.attempts[i];
    attempt.recording = path;
    attempt.score = std::move(judged->scores[i]);
    auto way = tree->way_to(attempt.score.attempt.branch);
    if (!way) return named(way.error());
    attempt.events = events_on(*way, *events);
    readers.add(std::move(*way), attempt);
  }
  const auto verified = verify(*record, &readers);
  if (!verified) return named(verified.error());
  return review;
}

const AttemptReview* earlier_attempt(const RecordingReview& review, std::size_t place) {
  const scenes::AttemptIdentity& now = review.attempts[place].score.attempt;
  for (std::size_t i = place; i > 0; --i) {
    const scenes::AttemptIdentity& before = review.attempts[i - 1].score.attempt;
    if (before.exercise == now.exercise && before.trainee == now.trainee) return &review.attempts[i - 1];
  }
  return nullptr;
}

const AttemptReview* attempt_at(const RecordingReview& review, const std::string& exercise) {
  for (std::size_t i = review.attempts.size(); i > 0; --i) {
    if (review.attempts[i - 1].score.attempt.exercise == exercise) return &review.attempts[i - 1];
  }
  return nullptr;
}

}  // namespace drawbar::tools
