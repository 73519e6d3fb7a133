// Conditions of an exercise's text, with names and units resolved, as what a frame is held against.
#pragma once

#include <optional>
#include <string>

#include "physics/model/world_config.h"
#include "protocol/exercise_generated.h"
#include "scenes/exercise/conditions.h"
#include "scenes/exercise/contact_watch.h"
#include "scenes/exercise/named_quantities.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

/// What can be said of a condition before the exercise begins.
enum class Prospect { sometimes, always, never };

class ConditionCompiler {
 public:
  ConditionCompiler(const physics::WorldConfig& config, const NamedQuantities& quantities,
                    std::optional<double> time_limit, ContactWatches& watches, Conditions& conditions,
                    Diagnostics& errors)
      : config_(config),
        quantities_(quantities),
        time_limit_(time_limit),
        watches_(watches),
        conditions_(conditions),
        errors_(errors) {}

  /// The number of `condition` among the conditions. Errors are added for unknown names, wrong units and what
  /// can never hold; the number is then of no use.
  std::size_t compile(const exercise::ConditionT& condition, const std::string& path);

  /// A watch of any of `bodies` against any of `with`.
  std::size_t watch(const std::vector<std::string>& bodies, const std::vector<std::string>& with,
                    const std::string& path);

 private:
  struct Compiled {
    std::size_t number = 0;
    Prospect prospect = Prospect::sometimes;
  };
  Compiled compile_node(const exercise::ConditionT& condition, const std::string& path);
  Prospect quantity(const exercise::ConditionT& condition, const std::string& path, ConditionNode& node);
  Prospect zone(const exercise::ConditionT& condition, const std::string& path, ConditionNode& node);
  Prospect contact(const exercise::ConditionT& condition, const std::string& path, ConditionNode& node);
  Prospect parts(const exercise::ConditionT& condition, const std::string& path, ConditionNode& node);
  void check_bands(const exercise::ConditionT& all, const std::string& path);
  bool may_touch(std::uint32_t a, std::uint32_t b) const;
  void never(const std::string& path, const std::string& why);

  const physics::WorldConfig& config_;
  const NamedQuantities& quantities_;
  std::optional<double> time_limit_;
  ContactWatches& watches_;
  Conditions& conditions_;
  Diagnostics& errors_;
};

}  // namespace drawbar::scenes
