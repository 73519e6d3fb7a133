// drawbard: options, log, daemon, exit code.
#include <cerrno>
#include <cstring>
#include <iostream>
#include <string>

#include "server/daemon.h"
#include "server/options.h"
#include "server/system/log.h"

int main(int count, char** arguments) {
  using namespace drawbar;
  const auto report = [](const Error& error) {
    std::cerr << "drawbard: " << error.text << std::endl;
    return exit_code(error.kind);
  };
  // What --help, --version and --check say is all that was asked for.
  const auto said = [&report] {
    if (std::cout.flush()) return 0;
    return report(
        {ErrorKind::environment, std::string("standard output: cannot write: ") + std::strerror(errno)});
  };
  const auto options = server::parse_options(count, arguments);
  if (!options) return report(options.error());
  if (!*options) return said();
  const server::Log log((*options)->log_level);
  const auto ended = server::run_daemon(**options);
  if (!ended) return report(ended.error());
  return (*options)->check ? said() : 0;
}
