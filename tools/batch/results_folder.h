// The folder in which a batch keeps what is done, one file for each result, so that it is not done again.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"
#include "tools/batch/outcome.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {

class ResultsFolder {
 public:
  /// Makes the folder where it is not there; `environment` where that is not possible.
  static Result<ResultsFolder> open(const std::string& path);

  /// The outcome kept under `key`, unless it is damaged or one of the files in `products` is not what was
  /// written with it.
  std::optional<Outcome> find(const std::string& key, const std::vector<std::string>& products) const;

  /// Keeps an outcome with the content of its products. A process that dies meanwhile leaves nothing under
  /// the key; of two that write the same at once one wins.
  Result<void> keep(const std::string& key, const Outcome& outcome,
                    const std::vector<std::string>& products) const;

  const std::string& path() const { return path_; }

 private:
  explicit ResultsFolder(std::string path) : path_(std::move(path)) {}
  std::string part(const std::string& key) const { return path_ + "/parts/" + key; }
  std::string path_;
};

}  // namespace drawbar::tools
