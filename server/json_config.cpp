// The configuration file: a JSON object (comments allowed) whose keys are the long names of the flags.
#include "server/json_config.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <string_view>

namespace drawbar::server {

namespace {

namespace json = boost::json;
using Code = json::error_code;
using View = json::string_view;

/// Takes the members as they are read: of an object in memory only the last of a key would be left.
class ItemsHandler {
 public:
  static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_array_size = max_object_size;
  static constexpr std::size_t max_key_size = max_object_size;
  static constexpr std::size_t max_string_size = max_object_size;

  std::vector<CLI::ConfigItem> items;
  std::string wrong;  ///< of JSON that is no configuration; empty: nothing

  bool on_document_begin(Code&) { return true; }
  bool on_document_end(Code&) { return true; }
  bool on_object_begin(Code& code) {
    if (in_object_) return refuse_value(code);
    in_object_ = true;
    return true;
  }
  bool on_object_end(std::size_t, Code&) { return true; }
  bool on_array_begin(Code& code) {
    if (in_list_) return refuse_value(code);
    in_list_ = true;
    return in_object_ || refuse_value(code);
  }
  bool on_array_end(std::size_t, Code&) {
    in_list_ = false;
    return true;
  }
  bool on_key_part(View part, std::size_t, Code&) { return add(part); }
  bool on_key(View part, std::size_t, Code& code) {
    add(part);
    const std::string name = std::exchange(text_, {});
    if (std::ranges::find(items, name, &CLI::ConfigItem::name) != items.end())
      return refuse(name + ": is given twice; allowed: each key once", code);
    items.emplace_back().name = name;
    return true;
  }
  bool on_string_part(View part, std::size_t, Code&) { return add(part); }
  bool on_string(View part, std::size_t, Code& code) { return add(part) && end_value(code); }
  bool on_number_part(View part, Code&) { return add(part); }
  bool on_int64(std::int64_t, View part, Code& code) { return add(part) && end_value(code); }
  bool on_uint64(std::uint64_t, View part, Code& code) { return add(part) && end_value(code); }
  bool on_double(double, View part, Code& code) { return add(part) && end_value(code); }
  bool on_bool(bool value, Code& code) { return add(value ? "true" : "false") && end_value(code); }
  bool on_null(Code& code) { return refuse_value(code); }
  bool on_comment_part(View, Code&) { return true; }
  bool on_comment(View, Code&) { return true; }

 private:
  bool add(View part) {
    text_.append(part.data(), part.size());
    return true;
  }
  bool end_value(Code& code) {
    if (!in_object_) return refuse_value(code);
    items.back().inputs.push_back(std::exchange(text_, {}));
    return true;
  }
  bool refuse_value(Code& code) {
    return refuse(
        in_object_ ? items.back().name + ": a string, a number, true or false is allowed, or a list of these"
                   : "must be one JSON object",
        code);
  }
  bool refuse(std::string what, Code& code) {
    wrong = std::move(what);
    code = json::make_error_code(json::error::syntax);
    return false;
  }

  std::string text_;  ///< of the key or value that has begun
  bool in_object_ = false;
  bool in_list_ = false;
};

}  // namespace

Result<std::vector<CLI::ConfigItem>> read_config(const std::string& file) {
  std::ifstream input(file);
  const std::string text{std::istreambuf_iterator<char>(input), {}};
  json::parse_options options;
  options.allow_comments = true;
  options.allow_trailing_commas = true;
  json::basic_parser<ItemsHandler> parser(options);
  Code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  if (!error && read < text.size()) error = json::make_error_code(json::error::extra_data);
  if (!error) return std::move(parser.handler().items);
  const auto line = 1 + std::count(text.data(), text.data() + read, '\n');
  const std::string& wrong = parser.handler().wrong;
  return fail(ErrorKind::usage, file + ":" + std::to_string(line) + ": " +
                                    (wrong.empty() ? "is not JSON: " + error.message() : wrong));
}

}  // namespace drawbar::server
