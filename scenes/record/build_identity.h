// What this program was built from: the one place that recordings, saved states and --version take it from.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/record_generated.h"

namespace drawbar::scenes {

/// Name and semantic version, "drawbard 0.1.0", for the program called `program`.
std::string program_version(const std::string& program);

/// `program`: its name; the version is the project's. `utc_start_ns`: when the recording begins, since 1970.
record::BuildIdentityT build_identity(const std::string& program, std::uint64_t utc_start_ns);

/// What `--version` prints of the program called `program`: program_version(), then a line each for the
/// fields of build_identity() that name the build. No line break at the end.
std::string version_text(const std::string& program);

}  // namespace drawbar::scenes
