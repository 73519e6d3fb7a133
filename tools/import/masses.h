// Masses and inertias checked and mended, so that every body of the scene has some that a real one could
// have.
#pragma once

#include "tools/import/model.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

/// What is held by nothing but fixed joints to what never moves becomes static; a link without mass that is
/// fixed to another becomes a part of it; what has no mass gets that of its shapes; inertias that no body has
/// are mended. Every change but the first is warned of.
void mend_masses(Model& model, Warnings& warnings);

/// The mass properties of the link's shapes that touch, or of those that are seen, by their densities;
/// nothing where they have no volume.
std::optional<Inertial> inertial_of_shapes(const Link& link);

/// The joints of a tree in which every parent comes before its children; loops are closed by the others. By
/// child link: the place of its joint, or nothing.
std::vector<std::optional<std::size_t>> tree_joints(const Model& model);

}  // namespace drawbar::import
