// What this program was built from, for recordings.
#include "server/record/build_identity.h"

#include <sys/utsname.h>

#include "server/loop/clock.h"
#include "server/version.h"

namespace drawbar::server {

record::BuildIdentityT build_identity() {
  record::BuildIdentityT identity;
  identity.program = kProgram;
  identity.revision = DRAWBAR_REVISION;
#ifdef __clang__
  identity.compiler = __VERSION__;
#else
  identity.compiler = "g++ " __VERSION__;
#endif
  identity.flags = DRAWBAR_BUILD_FLAGS;
  utsname system{};
  if (uname(&system) == 0) {
    identity.platform = std::string(system.sysname) + " " + system.release + " " + system.machine;
  }
  identity.utc_start_ns = static_cast<std::uint64_t>(monotonic_now() + utc_offset());
  return identity;
}

}  // namespace drawbar::server
