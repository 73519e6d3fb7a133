// The variants of a study, computed by the runner of batches.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/batch/runner.h"
#include "tools/study/study_loader.h"

namespace drawbar::tools {

/// One figure of every variant that has been shown: parameters, then criteria, in the order of the study. NaN
/// where a variant has none.
struct StudyFigures {
  std::vector<std::string> parameters, criteria;
  std::vector<std::string> units;           ///< of the criteria
  std::vector<std::vector<double>> values;  ///< by column
};

class StudyWork final : public BatchWork {
 public:
  explicit StudyWork(const LoadedStudy& study);

  /// "1", "2", ...: the variants' names.
  std::vector<std::string> variant_names() const;

  std::string_view column() const override { return "variant"; }
  Result<void> add_content(std::size_t variant, ContentKey& key) const override;
  Outcome compute(std::size_t variant) const override;
  void on_outcome(std::size_t variant, const Outcome& outcome) override;

  const StudyFigures& figures() const { return figures_; }

 private:
  Result<Row> row_of(std::size_t variant) const;

  const LoadedStudy& study_;
  StudyFigures figures_;
};

}  // namespace drawbar::tools
