// Arrays that the stages of a substep hand on to each other, for all bodies and nodes.
#pragma once

#include <array>
#include <vector>

#include "physics/formulations/sequential_impulses/tree/constraint_residual.h"
#include "physics/formulations/sequential_impulses/tree/link.h"

namespace drawbar::physics {

/// Where bodies are: [body].
struct IslandPoses {
  explicit IslandPoses(std::size_t bodies) : start(bodies), at_contact_search(bodies), trial(bodies) {}

  std::vector<BodyFrame> start;              ///< at the beginning of the substep
  std::vector<BodyFrame> at_contact_search;  ///< at the beginning of the last one
  std::vector<DriftedBody> trial;            ///< after the drift
};

/// Arrays of the links: [node].
struct LinkData {
  explicit LinkData(std::vector<LinkModel> of_links)
      : models(std::move(of_links)), links(models.size()), mass(models.size()), residuals(models.size()) {}

  std::vector<LinkModel> models;
  std::vector<LinkOf<double>> links;
  std::vector<BodyMass> mass;                 ///< M + G, for every factor of the substep
  std::vector<ConstraintResidual> residuals;  ///< of LinkOf::error
};

/// Or displacements: [node].
struct Velocities {
  explicit Velocities(std::size_t nodes) : node(nodes), rate(nodes) {}

  std::vector<Spatial> node;                ///< of its body, m/s and rad/s, world axes
  std::vector<std::array<double, 3>> rate;  ///< of its joint's axes
};

}  // namespace drawbar::physics
