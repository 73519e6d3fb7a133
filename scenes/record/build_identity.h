// What this program was built from, for recordings.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/record_generated.h"

namespace drawbar::scenes {

/// `program`: its name; the version is the project's. `utc_start_ns`: when the recording begins, since 1970.
record::BuildIdentityT build_identity(const std::string& program, std::uint64_t utc_start_ns);

}  // namespace drawbar::scenes
