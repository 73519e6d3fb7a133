// The command line `drawbar`: one subcommand per file in tools/command.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <string_view>

#include "scenes/record/build_identity.h"
#include "tools/command/command.h"

namespace {

/// What is wrong with a first word that is no command; empty where nothing is.
std::string wrong_command(const CLI::App& app, const std::string& word) {
  std::string allowed;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (word.starts_with('-') || command->get_name() == word) return "";
    allowed += (allowed.empty() ? "" : ", ") + command->get_name();
  }
  return word + ": there is no such command; allowed: " + allowed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "import") return drawbar::tools::become_import(argv + 1);
  CLI::App app(
      "drawbar: a physics server for training simulators. Exit codes: 0 good, 1 the thing asked about is "
      "wrong, "
      "2 wrong usage, 3 the environment failed.",
      "drawbar");
  app.set_version_flag(
      "--version", [] { return drawbar::scenes::version_text("drawbar"); },
      "Print version and build, and end");
  int status = 0;
  drawbar::tools::add_drive(app, status);
  drawbar::tools::add_watch(app, status);
  drawbar::tools::add_instructor(app, status);
  drawbar::tools::add_verify(app, status);
  drawbar::tools::add_export(app, status);
  drawbar::tools::add_score(app, status);
  drawbar::tools::add_records(app, status);
  drawbar::tools::add_report(app, status);
  drawbar::tools::add_new(app, status);
  drawbar::tools::add_check(app, status);
  drawbar::tools::add_info(app, status);
  drawbar::tools::list_import(app);
  drawbar::tools::add_simulate(app, status);
  drawbar::tools::add_study(app, status);
  drawbar::tools::add_compare(app, status);
  drawbar::tools::add_cigi_terrain(app, status);
  drawbar::tools::add_doctor(app, status);
  drawbar::tools::add_batch(app, status);
  drawbar::tools::add_hall(app, status);
  if (const std::string wrong = argc > 1 ? wrong_command(app, argv[1]) : ""; !wrong.empty()) {
    std::fprintf(stderr, "%s\n", wrong.c_str());
    return drawbar::tools::kWrongUsage;
  }
  return drawbar::tools::run_line(app, argc, argv, status);
}
