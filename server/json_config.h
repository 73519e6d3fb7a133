// The configuration file: a JSON object (comments allowed) whose keys are the long names of the flags.
#pragma once

#include <CLI/ConfigFwd.hpp>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "protocol/result.h"

namespace drawbar::server {

/// What the file says, for CLI11. `usage`: it is no such object, or has a key twice; the text begins with the
/// file and the line.
Result<std::vector<CLI::ConfigItem>> read_config(const std::string& file);

/// Has CLI11 take what was read of its configuration file.
class ReadConfig : public CLI::Config {
 public:
  explicit ReadConfig(std::vector<CLI::ConfigItem> items) : items_(std::move(items)) {}

  std::vector<CLI::ConfigItem> from_config(std::istream&) const override { return items_; }
  /// Not offered: the file is for people to write.
  std::string to_config(const CLI::App*, bool, bool, std::string) const override { return {}; }

 private:
  std::vector<CLI::ConfigItem> items_;
};

}  // namespace drawbar::server
