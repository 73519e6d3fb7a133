// `drawbar simulate` without the other subcommands: what every compiler builds whose bits are compared.
#include <CLI/CLI.hpp>

#include "tools/command/command.h"

int main(int argc, char** argv) {
  CLI::App app("simulate, and nothing else of drawbar", "simulate_alone");
  app.require_subcommand(1);
  int status = 0;
  drawbar::tools::add_simulate(app, status);
  CLI11_PARSE(app, argc, argv);
  return status;
}
