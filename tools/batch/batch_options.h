// What the command line says of many inputs; the same for every command that takes them.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "protocol/result.h"

namespace drawbar::tools {

struct BatchOptions {
  std::vector<std::string> inputs;  ///< files, folders, @LIST
  std::string list;
  int jobs = 0;  ///< 0: one for each core
  bool json = false;
  std::string results;  ///< folder; empty: nothing is kept
  std::string part;     ///< "K/N"; empty: all
  std::string only;     ///< file with the names of those inputs that count; empty: all
  bool lookup = false;  ///< nothing is computed: what is not kept is missing
  std::string missing;  ///< file to write the names of those that are missing to
};

/// Adds the positional `name` and --list.
void add_batch_inputs(CLI::App& command, BatchOptions& options, const std::string& name,
                      const std::string& what);
/// Adds --jobs, --results and what engines of batches say; `options` must outlive the parsing.
void add_batch_options(CLI::App& command, BatchOptions& options);

/// Whether one file is asked about in the way that needs no batch.
bool is_single(const BatchOptions& options);

/// All inputs of the command line. An error of usage where there is none.
Result<std::vector<std::string>> inputs_of(const BatchOptions& options, std::string_view suffix);

/// Workers at a time.
int job_count(const BatchOptions& options);

/// Which of `inputs` count under --part and --only, as indices.
Result<std::vector<std::size_t>> chosen_inputs(const BatchOptions& options,
                                               const std::vector<std::string>& inputs);

/// Whether all inputs count: then there is a table.
bool takes_all(const BatchOptions& options);

}  // namespace drawbar::tools
