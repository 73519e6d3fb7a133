// What the stages of a step read of the world.
#pragma once

#include "physics/model/model.h"
#include "physics/model/state.h"
#include "physics/model/step_context.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// Configuration, what follows from it, and State as it is now: to read, never to write.
struct StepView {
  StepView(const StepContext& context)  // NOLINT(google-explicit-constructor): whoever may write may read
      : config(context.config),
        model(context.model),
        state(context.state),
        external(context.external),
        prescribed(context.prescribed),
        absence(context.absence),
        faults(context.faults) {}

  const WorldConfig& config;
  const Model& model;
  const State& state;
  const ExternalForces& external;
  const PrescribedMotions& prescribed;
  const Absence& absence;
  const ChannelFaults& faults;
};

}  // namespace drawbar::physics
