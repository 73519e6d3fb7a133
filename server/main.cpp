// drawbard: options, log, daemon, exit code.
#include <iostream>

#include "server/daemon.h"
#include "server/options.h"
#include "server/system/log.h"

int main(int count, char** arguments) {
  using namespace drawbar;
  const auto report = [](const Error& error) {
    std::cerr << "drawbard: " << error.text << std::endl;
    return exit_code(error.kind);
  };
  const auto options = server::parse_options(count, arguments);
  if (!options) return report(options.error());
  if (!*options) return 0;
  const server::Log log((*options)->log_level);
  const auto ended = server::run_daemon(**options);
  return ended ? 0 : report(ended.error());
}
