// The results of a batch as one table, in CSV and as JSON lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/batch/outcome.h"

namespace drawbar::tools {

/// The JSON lines of an input, one for each row: the input under the name of `column`, then the row's
/// members; of one that is not good its status and error.
std::string json_lines(std::string_view column, std::string_view input, const Outcome& outcome);

/// The table's columns: those of all rows that were shown, in the order in which they came.
class CsvColumns {
 public:
  /// `column`: of the inputs' names.
  explicit CsvColumns(std::string_view column);

  void show(const Outcome& outcome);
  std::string header() const;
  /// The lines of an input; what a row does not have stays empty.
  std::string lines(std::string_view input, const Outcome& outcome) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace drawbar::tools
