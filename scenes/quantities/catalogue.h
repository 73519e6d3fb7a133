// Every quantity of a scene that has a name: the columns of tables, what exercises look at and score.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/world_config.h"

namespace drawbar::scenes {

/// What a quantity can be, whatever happens.
struct Bounds {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

/// Something that can be read of a running scene.
struct Quantity {
  std::string name;
  std::string unit;  ///< SI, as unit.h names it; empty: a mere number
  Bounds bounds;
  std::function<double(const physics::FrameState&)> value;  ///< does not allocate
};

/// Quantities in order, each name once.
class QuantityList {
 public:
  /// Appends a quantity unless one of its name is there.
  void add(Quantity quantity) {
    if (names_.insert(quantity.name).second) quantities_.push_back(std::move(quantity));
  }
  std::vector<Quantity> take() { return std::move(quantities_); }  ///< Gives the list away.

 private:
  std::vector<Quantity> quantities_;
  std::set<std::string> names_;
};

/// Quantities that are asked for together.
struct QuantityGroup {
  std::string_view name;
  bool recorded;  ///< poses and telemetry of a recording hold it
  void (*add)(const physics::WorldConfig&, QuantityList&);
};

/// In the order in which patterns of names find their quantities.
std::span<const QuantityGroup> quantity_groups();

/// The quantity of this name, such as "hitch.position[0]" or "wheel+kerb.force.x".
std::optional<Quantity> find_quantity(const physics::WorldConfig& config, std::string_view name);

/// For messages: quantities of names like `name`, or whatever begins as it does up to its first dot.
std::string quantities_like(const physics::WorldConfig& config, std::string_view name);

/// Index of the body of this name.
std::optional<std::uint32_t> body_named(const physics::WorldConfig& config, std::string_view name);

/// The force (N) between the two bodies of "A+B" as .x .y .z; false if no two bodies are called so.
bool add_contact_pair(const physics::WorldConfig& config, std::string_view pair, QuantityList& to);

}  // namespace drawbar::scenes
