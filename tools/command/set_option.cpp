#include "tools/command/set_option.h"

#include <charconv>
#include <cmath>

namespace drawbar::tools {

void add_set_option(CLI::App& command, std::vector<std::string>& texts) {
  command
      .add_option("--set", texts,
                  "NAME=VALUE: the value of a parameter of the scene; may be given for several")
      ->take_all();
}

Result<scenes::ParameterValues> parameter_values(const std::vector<std::string>& texts) {
  scenes::ParameterValues values;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    double value = 0;
    const char* const end = text.data() + text.size();
    const bool is_number = [&] {
      if (equals == std::string::npos || equals == 0) return false;
      const auto read = std::from_chars(text.data() + equals + 1, end, value);
      return read.ec == std::errc{} && read.ptr == end && std::isfinite(value);
    }();
    if (!is_number) {
      return fail(ErrorKind::usage,
                  "--set \"" + text.substr(0, 100) + "\"; allowed: NAME=NUMBER, such as track=1.8");
    }
    const std::string name = text.substr(0, equals);
    if (!values.emplace(name, value).second)
      return fail(ErrorKind::usage, "--set " + name + " is given twice; allowed: once for each parameter");
  }
  return values;
}

}  // namespace drawbar::tools
