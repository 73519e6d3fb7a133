// How a run without a network is divided into substeps and samples, and which formulation it uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "physics/model/world_config.h"
#include "protocol/result.h"
#include "protocol/scene_generated.h"

namespace drawbar::tools {

/// Times are k x substep, never a running sum.
struct Division {
  int substeps = 1;  ///< of a frame
  double substep_ms = 0;
  std::uint64_t sample_every = 1;  ///< substeps
  std::uint64_t total = 0;         ///< substeps

  double time(std::uint64_t substep, double period_ms) const {
    return static_cast<double>(substep) * period_ms / substeps / 1000.0;
  }
};

/// From --substep-ms, --sample-ms and --duration; an error of usage where they do not divide.
Result<Division> divide(const scene::FrameT& frame, std::optional<double> substep_ms,
                        std::optional<double> sample_ms, double duration);

/// Where the last sample of a run under `division` is before the end of `duration` s: a warning, which says
/// so; empty otherwise.
std::string cut_text(const Division& division, double period_ms, double duration);

/// An error of usage for a name that is not one.
Result<physics::Formulation> formulation_named(const std::string& name);

}  // namespace drawbar::tools
