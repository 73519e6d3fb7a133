// The program `drawbar-import`, which `drawbar import` becomes: foreign libraries take 40 ms to begin, for
// which no other command is to wait.
#include <CLI/CLI.hpp>

#include "tools/command/command.h"
#include "tools/import/program/import_command.h"

int main(int argc, char** argv) {
  CLI::App app("drawbar import", "drawbar");
  int status = 0;
  drawbar::tools::add_import(app, status);
  return drawbar::tools::run_line(app, argc, argv, status);
}
