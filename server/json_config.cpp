// The configuration file: a JSON object (comments allowed) whose keys are the long names of the flags.
#include "server/json_config.h"

#include <CLI/CLI.hpp>
#include <boost/json/src.hpp>
#include <istream>
#include <iterator>

namespace drawbar::server {

namespace {

namespace json = boost::json;

std::string value_text(const std::string& key, const json::value& value) {
  switch (value.kind()) {
    case json::kind::string:
      return std::string(value.get_string());
    case json::kind::bool_:
    case json::kind::int64:
    case json::kind::uint64:
    case json::kind::double_:
      return json::serialize(value);
    default:
      throw CLI::ConversionError(key + ": a string, a number, true or false is allowed, or a list of these");
  }
}

}  // namespace

std::vector<CLI::ConfigItem> JsonConfig::from_config(std::istream& input) const {
  const std::string text{std::istreambuf_iterator<char>(input), {}};
  json::parse_options options;
  options.allow_comments = true;
  options.allow_trailing_commas = true;
  json::error_code error;
  const json::value root = json::parse(text, error, {}, options);
  if (error) throw CLI::ConversionError("the configuration file is not JSON: " + error.message());
  if (!root.is_object()) throw CLI::ConversionError("the configuration file must be one JSON object");
  std::vector<CLI::ConfigItem> items;
  for (const auto& [key, value] : root.get_object()) {
    CLI::ConfigItem item;
    item.name = std::string(key);
    if (value.is_array()) {
      for (const json::value& element : value.get_array())
        item.inputs.push_back(value_text(item.name, element));
    } else {
      item.inputs.push_back(value_text(item.name, value));
    }
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace drawbar::server
