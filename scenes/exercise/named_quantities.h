// The quantities that an exercise may name: the scene's columns and what the exercise makes of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/exercise_generated.h"
#include "scenes/loader/text/diagnostics.h"
#include "scenes/quantities/catalogue.h"

namespace drawbar::scenes {

class NamedQuantities {
 public:
  /// Adds an error for everything in `derived` that cannot be.
  NamedQuantities(const physics::WorldConfig& config,
                  const std::vector<std::unique_ptr<exercise::DerivedT>>& derived, Diagnostics& errors);

  /// Nothing, and an error at `path`, for a name that is none.
  std::optional<Quantity> find(std::string_view name, std::string_view path, Diagnostics& errors) const;

 private:
  const physics::WorldConfig& config_;
  std::vector<Quantity> derived_;
};

/// Indices of bodies; an error at `path` for each name that is none.
std::vector<std::uint32_t> bodies_named(const physics::WorldConfig& config,
                                        const std::vector<std::string>& names, std::string_view path,
                                        Diagnostics& errors);

/// What one of `unit` is in SI, where it is to measure the same as `si`; 1, and an error at `path`, where it
/// does not. Without a unit: 1.
double factor_of(const std::string& unit, const std::string& si, std::string_view path, Diagnostics& errors);

}  // namespace drawbar::scenes
