// A run that says once that what it shows is no longer the machine's motion.
#pragma once

#include <string>

#include "tools/simulate/run.h"

namespace drawbar::tools {

/// Writes to standard error, which are the notes of an input among many.
class DivergenceWarning : public RunSink {
 public:
  /// `name`: what the warning begins with.
  explicit DivergenceWarning(std::string name) : name_(std::move(name)) {}

  Result<void> on_sample(const physics::FrameState& state, double time) override;
  /// Of what came after the last sample.
  void look_at_the_end(const scenes::Simulation& world, double time);

 private:
  std::string name_;
  bool told_ = false;
};

}  // namespace drawbar::tools
