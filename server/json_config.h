// The configuration file: a JSON object (comments allowed) whose keys are the long names of the flags.
#pragma once

#include <CLI/ConfigFwd.hpp>
#include <iosfwd>
#include <string>
#include <vector>

namespace drawbar::server {

class JsonConfig : public CLI::Config {
 public:
  /// Throws CLI::ParseError, which CLI11 turns into its message.
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override;
  /// Not offered: the file is for people to write.
  std::string to_config(const CLI::App*, bool, bool, std::string) const override { return {}; }
};

}  // namespace drawbar::server
