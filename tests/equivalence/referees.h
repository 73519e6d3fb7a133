// The referees, and how far two ends of the same motion are apart.
#pragma once

#include <span>

#include "tests/support/world_builder.h"

namespace drawbar::test {

/// The five methods of paper 001, then paper 002's.
inline constexpr Formulation kReferees[] = {Formulation::composite_body,       Formulation::articulated_body,
                                            Formulation::lagrange_multipliers, Formulation::inverse_iterative,
                                            Formulation::direct_iterative,     Formulation::hamiltonian};
inline constexpr auto kTrees = std::span(kReferees).first<5>();

/// Largest distance of any body, m.
inline double distance(const FrameState& a, const FrameState& b) {
  double value = 0;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    value = std::max(value, std::sqrt((a.bodies[i].position - b.bodies[i].position).squaredNorm()));
  }
  return value;
}

}  // namespace drawbar::test
