// `--set NAME=VALUE`: values for the parameters of a scene.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "scenes/loader/loader.h"

namespace drawbar::tools {

void add_set_option(CLI::App& command, std::vector<std::string>& texts);

/// The values of the texts NAME=VALUE; an error names the first that is none, or names its parameter again.
Result<scenes::ParameterValues> parameter_values(const std::vector<std::string>& texts);

}  // namespace drawbar::tools
