#include "scenes/record/build_identity.h"

#include <sys/utsname.h>

#include "scenes/record/numerics.h"

namespace drawbar::scenes {

record::BuildIdentityT build_identity(const std::string& program, std::uint64_t utc_start_ns) {
  record::BuildIdentityT identity;
  identity.program = program + " " DRAWBAR_VERSION;
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
  identity.utc_start_ns = utc_start_ns;
  identity.numerics = numerics().bits;
  identity.state_layout = numerics().state_layout;
  return identity;
}

}  // namespace drawbar::scenes
