// The list of formulations: name, what each cannot treat, and how its stepper is made.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "physics/formulations/shared/stepper.h"

namespace drawbar::physics {

/// As in scene files and on the command line.
std::string_view formulation_name(Formulation formulation);
std::optional<Formulation> find_formulation(std::string_view name);
/// All names, separated by commas.
std::string formulation_names();

/// Why config.formulation cannot treat the rest of `config`, naming the joint, pair or thing; nothing if it
/// can. A World may only be made of a configuration for which this is empty.
std::optional<std::string> unsupported(const WorldConfig& config);

std::unique_ptr<Stepper> make_stepper(const StepContext& context);

}  // namespace drawbar::physics
