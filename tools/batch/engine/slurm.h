// A batch as an array of jobs of Slurm.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "tools/batch/engine/engine_command.h"

namespace drawbar::tools {

struct SlurmOptions {
  std::size_t tasks = 0;            ///< of the array; 0: as many as there are inputs, at most 64
  int cpus = 1;                     ///< of each task, with as many workers
  double poll = 2;                  ///< s, between looks at the queue
  std::vector<std::string> sbatch;  ///< further options of sbatch
};

/// Submits what is missing, waits for it and merges; what an earlier call submitted and still runs is waited
/// for, not submitted again. The exit code is the merge's: 3 where results are still missing. The folder of
/// the results must be the same on all machines.
Result<int> run_slurm_batch(const EngineCommand& command, const SlurmOptions& options);

}  // namespace drawbar::tools
