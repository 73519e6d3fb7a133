// The referees, how far two ends of the same motion are apart, and that none of them asks for memory.
#pragma once

#include <gtest/gtest.h>

#include <span>

#include "physics/formulations/registry.h"
#include "tests/support/allocation_count.h"
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

/// A frame of this world in every referee takes nothing from the heap.
inline void expect_steps_without_heap(WorldBuilder b) {
  for (Formulation formulation : kReferees) {
    b.formulation(formulation);
    World world = b.build();
    const std::size_t before = allocation_count();
    world.step_frame(8);
    EXPECT_EQ(allocation_count(), before) << formulation_name(formulation);
  }
}

}  // namespace drawbar::test
