// The option by which a table's columns are chosen.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>

#include "tools/simulate/columns.h"

namespace drawbar::tools {

inline void add_columns_option(CLI::App& command, std::string& columns) {
  command.add_option(
      "--columns", columns,
      "Columns after the time, a list with commas of: " + Columns::describe_items() + " (default: default)");
}

}  // namespace drawbar::tools
