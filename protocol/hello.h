// The first message of a connection.
#pragma once

#include <optional>
#include <string>

#include "protocol/control_generated.h"

namespace drawbar::protocol {

/// Of the version that this build speaks. `resume_key`: of the session to go on with, as its Welcome gave it.
/// Whoever is here for one command sets `brief` besides.
control::HelloT make_hello(std::string name, control::Role role, std::string token = {},
                           const std::optional<control::Key>& resume_key = {});

}  // namespace drawbar::protocol
