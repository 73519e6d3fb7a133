#include "scenes/exercise/exercise_compiler.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "physics/world/world.h"
#include "scenes/effects/effect_catalogue.h"
#include "scenes/effects/effect_numbers.h"
#include "scenes/exercise/condition_compiler.h"
#include "scenes/exercise/named_quantities.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {
namespace {

using exercise::ActionType;
using exercise::CriterionT;
using exercise::CriterionType;
using exercise::Outcome;
using json::in_quotes;

/// Frames of numbers that an exercise remembers; a state of more would be a burden on every snapshot.
constexpr std::size_t kMostCriteria = 200;
constexpr std::size_t kMostTriggers = 1000;

/// An error for every name that is not the first of its kind.
template <class Tables>
void check_names(const Tables& tables, const std::string& list, Diagnostics& errors) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto [before, added] = first.emplace(tables[i]->name, i);
    if (added) continue;
    errors.add(member(element(list, i), "name"), "duplicate name " + in_quotes(tables[i]->name) + ", also " +
                                                     element(list, before->second) +
                                                     "; allowed: a name of its own");
  }
}

class Compiler {
 public:
  Compiler(const physics::WorldConfig& scene, const exercise::ExerciseT& text, Diagnostics& errors)
      : scene_(scene),
        text_(text),
        errors_(errors),
        effects_(scene),
        quantities_(scene, text.quantities, errors),
        conditions_(scene, quantities_, text.time_limit ? std::optional(*text.time_limit) : std::nullopt,
                    parts_.watches, parts_.conditions, errors) {
    parts_.watches = ContactWatches(scene.bodies.size());
    parts_.period = scene.period;
    if (text.time_limit) parts_.time_limit = *text.time_limit;
  }

  ExerciseObserver::Parts parts() {
    check_names(text_.variants, "variants", errors_);
    check_names(text_.triggers, "triggers", errors_);
    check_names(text_.criteria, "criteria", errors_);
    check_count("triggers", text_.triggers.size(), kMostTriggers);
    check_count("criteria", text_.criteria.size(), kMostCriteria);
    if (text_.criteria.empty()) errors_.add("criteria", "is empty; allowed: at least one criterion");
    for (std::size_t i = 0; i < text_.triggers.size(); ++i)
      add_trigger(*text_.triggers[i], element("triggers", i));
    for (std::size_t i = 0; i < text_.criteria.size(); ++i)
      add_criterion(*text_.criteria[i], element("criteria", i));
    return std::move(parts_);
  }

 private:
  void check_count(const char* list, std::size_t count, std::size_t most) {
    if (count <= most) return;
    errors_.add(list, "has " + std::to_string(count) + " entries; allowed: at most " + std::to_string(most));
  }

  void add_trigger(const exercise::TriggerT& trigger, const std::string& path) {
    TriggerRule rule;
    rule.name = trigger.name;
    rule.once = trigger.once;
    rule.condition = conditions_.compile(*trigger.when, member(path, "when"));
    const std::string list = member(path, "actions");
    if (trigger.actions.empty()) errors_.add(list, "is empty; allowed: at least one action");
    for (std::size_t i = 0; i < trigger.actions.size(); ++i)
      add_action(*trigger.actions[i], element(list, i), rule);
    if (rule.effects.size() > kEffectsOfTrigger) {
      errors_.add(list, "has " + std::to_string(rule.effects.size()) + " malfunctions; allowed: at most " +
                            std::to_string(kEffectsOfTrigger));
    }
    parts_.triggers.push_back(std::move(rule));
  }

  void add_action(const exercise::ActionT& action, const std::string& path, TriggerRule& rule) {
    switch (action.type) {
      case ActionType::message:
      case ActionType::bookmark:
        return;
      case ActionType::mark:
        rule.marks.push_back(
            {marked_criterion(action.criterion, member(path, "criterion")), action.points.value_or(0)});
        return;
      case ActionType::end:
        if (action.outcome != Outcome::completed && action.outcome != Outcome::failed) {
          errors_.add(member(path, "outcome"), "no trigger ends an exercise so; allowed: completed, failed");
        }
        rule.outcome = action.outcome;
        return;
      case ActionType::malfunction:
        return add_effect(action.effect, member(path, "effect"), rule);
      case ActionType::clear:
        return add_clearing(action.trigger, member(path, "trigger"), rule);
    }
  }

  /// Of the effect that the trigger of this index begins as its `place`th.
  static physics::EffectId effect_id(std::size_t trigger, std::size_t place) {
    return physics::EffectId{kExerciseEffects +
                             static_cast<std::uint32_t>(kEffectsOfTrigger * trigger + place)};
  }

  void add_effect(const std::string& text, const std::string& path, TriggerRule& rule) {
    auto effect = effects_.find_text(text);
    if (!effect) return errors_.add(path, effect.error().text);
    effect->id = effect_id(parts_.triggers.size(), rule.effects.size());
    rule.effects.push_back(*effect);
  }

  void add_clearing(const std::string& name, const std::string& path, TriggerRule& rule) {
    bool any = false;
    for (std::size_t i = 0; i < text_.triggers.size(); ++i) {
      const exercise::TriggerT& trigger = *text_.triggers[i];
      if (!name.empty() && trigger.name != name) continue;
      const auto begun = std::ranges::count_if(
          trigger.actions, [](const auto& action) { return action->type == ActionType::malfunction; });
      for (std::size_t place = 0; place < static_cast<std::size_t>(begun); ++place)
        rule.cleared.push_back(effect_id(i, place));
      any = any || begun > 0;
    }
    if (!any) {
      errors_.add(path, name.empty() ? "no trigger has a malfunction: there is nothing to clear"
                                     : "no trigger with a malfunction is called " + in_quotes(name));
    }
  }

  std::size_t marked_criterion(const std::string& name, const std::string& path) {
    std::string allowed;
    for (std::size_t i = 0; i < text_.criteria.size(); ++i) {
      if (text_.criteria[i]->type != CriterionType::marks) continue;
      if (text_.criteria[i]->name == name) return i;
      allowed += (allowed.empty() ? "" : ", ") + text_.criteria[i]->name;
    }
    errors_.add(path, "no criterion of type marks is called " + in_quotes(name) +
                          "; allowed: " + (allowed.empty() ? "none, there is no such criterion" : allowed));
    return 0;
  }

  void add_criterion(const CriterionT& criterion, const std::string& path) {
    CriterionRule rule;
    rule.name = criterion.name;
    rule.type = criterion.type;
    const std::string si = measure(criterion, path, rule);
    rule.unit = criterion.unit.empty() ? si : criterion.unit;
    rule.factor = factor_of(criterion.unit, si, member(path, "unit"), errors_);
    rule.tolerance = rule.factor * criterion.tolerance;
    rule.penalty = criterion.penalty / rule.factor;
    rule.weight = criterion.weight;
    if (criterion.abort_above) rule.abort_above = rule.factor * *criterion.abort_above;
    parts_.criteria.emplace_back(std::move(rule));
  }

  /// What the criterion looks at goes into `rule`; returns the SI unit of its figure.
  std::string measure(const CriterionT& criterion, const std::string& path, CriterionRule& rule) {
    switch (criterion.type) {
      case CriterionType::time:
      case CriterionType::count:
        rule.condition = conditions_.compile(*criterion.when, member(path, "when"));
        return criterion.type == CriterionType::time ? "s" : "";
      case CriterionType::peak:
      case CriterionType::final:
      case CriterionType::rms: {
        auto quantity = quantities_.find(criterion.quantity, member(path, "quantity"), errors_);
        if (!quantity) return criterion.unit;
        rule.value = std::move(quantity->value);
        rule.magnitude = criterion.magnitude;
        return quantity->unit;
      }
      case CriterionType::impulse:
        rule.watch = conditions_.watch(criterion.bodies, criterion.with, path);
        rule.threshold = criterion.threshold;
        return "N s";
      case CriterionType::jerk: {
        const auto body = bodies_named(scene_, {criterion.body}, member(path, "body"), errors_);
        if (!body.empty()) rule.index = body.front();
        return "m/s^3";
      }
      case CriterionType::reversals:
        rule.index = control_named(criterion.control, member(path, "control"));
        rule.dead_band = criterion.dead_band;
        return "";
      case CriterionType::energy:
        rule.drives = drives_named(criterion.drives, member(path, "drives"));
        return "J";
      case CriterionType::duration:
        return "s";
      case CriterionType::marks:
        return "";
    }
    return "";
  }

  template <class Configs>
  std::size_t index_in(const Configs& list, const char* kind, const std::string& name,
                       const std::string& path) {
    std::string allowed;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].name == name) return i;
      allowed += (allowed.empty() ? "" : ", ") + list[i].name;
    }
    errors_.add(path, std::string("no ") + kind + " is called " + in_quotes(name) +
                          "; allowed: " + (allowed.empty() ? "none, the scene has none" : allowed));
    return 0;
  }
  std::size_t control_named(const std::string& name, const std::string& path) {
    return index_in(scene_.controls, "control", name, path);
  }
  std::vector<std::size_t> drives_named(const std::vector<std::string>& names, const std::string& path) {
    std::vector<std::size_t> drives(scene_.drives.size());
    std::iota(drives.begin(), drives.end(), std::size_t{0});
    if (names.empty()) return drives;
    drives.clear();
    for (const std::string& name : names) drives.push_back(index_in(scene_.drives, "drive", name, path));
    return drives;
  }

  const physics::WorldConfig& scene_;
  const exercise::ExerciseT& text_;
  Diagnostics& errors_;
  EffectCatalogue effects_;
  ExerciseObserver::Parts parts_;
  NamedQuantities quantities_;
  ConditionCompiler conditions_;
};

bool completes(const exercise::ExerciseT& text) {
  return std::ranges::any_of(text.triggers, [](const auto& trigger) {
    return std::ranges::any_of(trigger->actions, [](const auto& action) {
      return action->type == ActionType::end && action->outcome == Outcome::completed;
    });
  });
}

}  // namespace

void compile(const physics::WorldConfig& scene, Exercise& exercise, Diagnostics& errors) {
  ExerciseObserver::Parts parts = Compiler(scene, exercise.text, errors).parts();
  if (!errors.empty()) return;
  const auto initial = std::as_bytes(std::span(exercise.text.initial));
  if (!initial.empty() && !physics::World(scene).begin_from(initial)) {
    return errors.add(
        "state",
        "no exercise of this scene can begin with it: it is damaged, of another layout, or of a scene "
        "with bodies that move by the time or are on their way");
  }
  parts.initial_state.assign(initial.begin(), initial.end());
  exercise.observer = std::make_shared<const ExerciseObserver>(std::move(parts));
  exercise.pass = {exercise.text.pass_mark, completes(exercise.text)};
}

}  // namespace drawbar::scenes
