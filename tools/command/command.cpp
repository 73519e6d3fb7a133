#include "tools/command/command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <system_error>

#include "tools/text/output_file.h"

namespace drawbar::tools {

int report(const Error& error) {
  std::cerr << error.text << '\n';
  return exit_code(error.kind);
}

int run_line(CLI::App& app, int argc, char** argv, const int& status) {
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (app.exit(error) != 0) return kWrongUsage;
  } catch (const std::system_error&) {
    if (std::ferror(stdout) == 0) throw;  // {fmt} could not write, as is said below
  }
  if (status != kGood) return status;
  const auto written = flush_standard_output();
  return written ? kGood : report(written.error());
}

}  // namespace drawbar::tools
