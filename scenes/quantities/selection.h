// Quantities chosen by a list of groups, pairs of bodies and patterns of names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/result.h"
#include "scenes/quantities/catalogue.h"

namespace drawbar::scenes {

/// What values come from: a World, or a recording's poses and telemetry, which hold less.
enum class ValueSource { world, recording };

/// Those of a list such as "default,reactions,contacts=wheel+ground,*.slip", in its order, each once. An
/// error of usage for an item that is no group, no pair of bodies and no pattern that some quantity matches;
/// for what `source` does not hold. `name`, of the list, starts its messages.
Result<std::vector<Quantity>> select_quantities(std::string_view list, const physics::WorldConfig& config,
                                                ValueSource source, std::string_view name);

/// One line for people: the items that a list may have.
std::string describe_selection_items();

}  // namespace drawbar::scenes
