// Plain arithmetic in the text of a scene: "=track / 2 + 0.1".
#pragma once

#include <functional>
#include <string_view>

#include "protocol/result.h"

namespace drawbar::scenes {

/// The value of a name, or why it has none.
using NameValue = std::function<Result<double>(std::string_view name)>;

/// Whether a text stands for a number: it begins with "=".
inline bool is_expression(std::string_view text) {
  return text.starts_with('=');
}

/// Whether expressions may call a parameter so: letters, digits and underscores, no digit first, and neither
/// a function nor a name that has a value of its own (pi, number).
bool is_parameter_name(std::string_view text);

/// The value of an expression, which begins with "=". Numbers as in JSON; + - * / ^ (to the right, before a
/// minus sign: -2^2 is -4), parentheses, pi, sqrt, abs, min, max, floor, mod(a, b) of b's sign, and of angles
/// in degrees sin_deg, cos_deg, tan_deg, asin_deg, acos_deg, atan2_deg(y, x); every other name is asked of
/// `name`. The same bits on every machine. The error says what is wrong and what is allowed, not where.
Result<double> evaluate(std::string_view expression, const NameValue& name);

}  // namespace drawbar::scenes
