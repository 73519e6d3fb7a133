// The one way in which many inputs are worked through: in processes, resumable, to one table.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"
#include "tools/batch/batch_options.h"
#include "tools/batch/content_key.h"
#include "tools/batch/outcome.h"

namespace drawbar::tools {

/// What is done with each input. All but on_outcome() is called in the input's own process.
class BatchWork {
 public:
  virtual ~BatchWork() = default;

  /// What an input is, as the table's first column: "recording".
  virtual std::string_view column() const = 0;
  /// Adds the content of the input and all else that decides its outcome, but for the build.
  virtual Result<void> add_content(std::size_t input, ContentKey& key) const = 0;
  virtual Outcome compute(std::size_t input) const = 0;
  /// The files that compute() writes.
  virtual std::vector<std::string> products(std::size_t /*input*/) const { return {}; }
  /// The outcomes one after the other, in the order of the inputs.
  virtual void on_outcome(std::size_t /*input*/, const Outcome& /*outcome*/) {}
};

/// Works through `inputs`. Prints their texts, or with --json their lines, in their order, whatever the
/// number of jobs, and at the end, to standard error, those that are not good. Returns the exit code: 1 where
/// an input is wrong, else 2 or 3 where one could not be judged.
int run_batch(BatchWork& work, const std::vector<std::string>& inputs, const BatchOptions& options);

}  // namespace drawbar::tools
