// Which links pass through each other, as groups that a scene has.
#pragma once

#include <functional>

#include "tools/import/model.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

/// Sets the groups of the links and Model::passing so that two links pass through each other where `passes`
/// says so (it is asked with the smaller place first). A scene has a bounded number of groups: where more are
/// needed, those that pass through the fewest are made to touch, with a warning.
void assign_groups(Model& model, const std::function<bool(std::size_t, std::size_t)>& passes,
                   const Place& place, Warnings& warnings);

}  // namespace drawbar::import
