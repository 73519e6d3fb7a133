// What every subcommand of `drawbar` has: it adds itself to the command line and leaves an exit code.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "protocol/result.h"

namespace drawbar::tools {

inline constexpr int kGood = 0;
inline constexpr int kWrongUsage = 2;

/// Writes the error to stderr and gives its exit code (README.md, "What runs").
int report(const Error& error);

/// Parses the command line, runs what it chooses and gives the program's exit code, by whether all that was
/// printed could be written, too.
int run_line(CLI::App& app, int argc, char** argv, const int& status);

/// Each adds its subcommand to `app`; when that is chosen it runs and sets `status` to the exit code. A new
/// command is a new file here and a line in main.cpp.
void add_new(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_info(CLI::App& app, int& status);
void add_simulate(CLI::App& app, int& status);
void add_compare(CLI::App& app, int& status);
void add_drive(CLI::App& app, int& status);
void add_watch(CLI::App& app, int& status);
void add_instructor(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_export(CLI::App& app, int& status);
void add_score(CLI::App& app, int& status);
void add_records(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);
void add_cigi_terrain(CLI::App& app, int& status);
void add_doctor(CLI::App& app, int& status);
void add_study(CLI::App& app, int& status);
void add_batch(CLI::App& app, int& status);
void add_hall(CLI::App& app, int& status);

/// Import alone is a program of its own (tools/import/program): `drawbar --help` lists it,
void list_import(CLI::App& app);
/// and `drawbar` becomes it: `arguments` from "import" to the null after the last. Returns an exit code where
/// it cannot.
int become_import(char** arguments);

}  // namespace drawbar::tools
