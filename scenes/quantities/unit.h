// Units that people write, and the SI units that quantities have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drawbar::scenes {

/// What one `unit` is in `si`, such as 1/3.6 for "km/h" and "m/s". Nothing where it measures something else.
std::optional<double> unit_factor(std::string_view unit, std::string_view si);

/// For messages: the units that measure the same as `si`, such as "m/s, km/h"; "none" for a mere number.
std::string units_like(std::string_view si);

}  // namespace drawbar::scenes
