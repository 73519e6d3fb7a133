// Puts a model's joints where the scene begins, and its links with them.
#pragma once

#include "protocol/result.h"
#include "tools/import/model.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

/// Moves the links to Model::start, from which the coordinates of the scene's joints count: limits and
/// springs are moved along. Coupled joints follow. A joint outside its limits is warned of.
void take_start(Model& model, Warnings& warnings);

}  // namespace drawbar::import
