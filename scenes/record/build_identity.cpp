#include "scenes/record/build_identity.h"

#include <fmt/core.h>
#include <sys/utsname.h>

#include "scenes/record/numerics.h"

namespace drawbar::scenes {

std::string program_version(const std::string& program) {
  return program + " " DRAWBAR_VERSION;
}

record::BuildIdentityT build_identity(const std::string& program, std::uint64_t utc_start_ns) {
  record::BuildIdentityT identity;
  identity.program = program_version(program);
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

std::string version_text(const std::string& program) {
  const record::BuildIdentityT build = build_identity(program, 0);
  return fmt::format(
      "{}\n"
      "revision  {}\n"
      "compiler  {}\n"
      "build     {}\n"
      "numerics  {:016x}, state layout {:016x}",
      build.program, build.revision, build.compiler, build.flags, build.numerics, build.state_layout);
}

}  // namespace drawbar::scenes
