#include "scenes/loader/expand/expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "physics/math/elementary.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/text/json.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes {
namespace {

constexpr std::size_t kLongest = 1000;
constexpr int kDeepest = 64;
/// Whole powers up to this are products.
constexpr double kLargestProduct = 1024;
constexpr double kDegree = physics::kPi / 180;
constexpr std::size_t kMostArguments = 2;

using Arguments = std::array<double, kMostArguments>;

struct Function {
  std::string_view name;
  std::size_t arguments;
  Result<double> (*value)(const Arguments&);
};

Result<double> outside(const std::string& of, double value, const char* allowed) {
  return fail(ErrorKind::wrong, of + " of " + number_text(value) + "; allowed: " + allowed);
}

Result<double> square_root(const Arguments& a) {
  if (a[0] < 0) return outside("the square root", a[0], "0 or more");
  return std::sqrt(a[0]);
}

Result<double> modulo(const Arguments& a) {
  if (a[1] == 0) return fail(ErrorKind::wrong, "mod by 0; allowed: any other number");
  const double rest = std::fmod(a[0], a[1]);
  return rest != 0 && (rest < 0) != (a[1] < 0) ? rest + a[1] : rest;
}

Result<double> arc_sine_deg(const Arguments& a) {
  if (!(std::fabs(a[0]) <= 1)) return outside("the arc sine", a[0], "-1 to 1");
  return physics::arc_sine(a[0]) / kDegree;
}

Result<double> arc_cosine_deg(const Arguments& a) {
  if (!(std::fabs(a[0]) <= 1)) return outside("the arc cosine", a[0], "-1 to 1");
  return 90 - physics::arc_sine(a[0]) / kDegree;
}

Result<double> tangent_deg(const Arguments& a) {
  const physics::SinCos r = sin_cos_degrees(a[0]);
  if (r.cos == 0) return outside("the tangent", a[0], "no odd multiple of 90");
  return r.sin / r.cos;
}

const std::array kFunctions{
    Function{"abs", 1, [](const Arguments& a) -> Result<double> { return std::fabs(a[0]); }},
    Function{"acos_deg", 1, arc_cosine_deg},
    Function{"asin_deg", 1, arc_sine_deg},
    Function{"atan2_deg", 2,
             [](const Arguments& a) -> Result<double> { return physics::arc_tangent(a[0], a[1]) / kDegree; }},
    Function{"cos_deg", 1, [](const Arguments& a) -> Result<double> { return sin_cos_degrees(a[0]).cos; }},
    Function{"floor", 1, [](const Arguments& a) -> Result<double> { return std::floor(a[0]); }},
    Function{"max", 2, [](const Arguments& a) -> Result<double> { return std::max(a[0], a[1]); }},
    Function{"min", 2, [](const Arguments& a) -> Result<double> { return std::min(a[0], a[1]); }},
    Function{"mod", 2, modulo},
    Function{"sin_deg", 1, [](const Arguments& a) -> Result<double> { return sin_cos_degrees(a[0]).sin; }},
    Function{"sqrt", 1, square_root},
    Function{"tan_deg", 1, tangent_deg},
};

const Function* find_function(std::string_view name) {
  const auto found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                  [&](const Function& function) { return function.name == name; });
  return found == kFunctions.end() ? nullptr : &*found;
}

std::string function_names() {
  std::string names;
  for (const Function& function : kFunctions) {
    names += (names.empty() ? "" : ", ") + std::string(function.name);
  }
  return names;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

Result<double> power(double base, double exponent) {
  if (exponent == std::floor(exponent) && std::fabs(exponent) <= kLargestProduct) {
    if (base == 0 && exponent < 0) return fail(ErrorKind::wrong, "division by 0");
    double result = 1;
    double square = base;
    for (auto left = static_cast<unsigned>(std::fabs(exponent)); left > 0; left /= 2, square *= square) {
      if (left % 2 == 1) result *= square;
    }
    return exponent < 0 ? 1 / result : result;
  }
  if (base < 0) return outside("a power that is not whole", base, "of 0 or more");
  if (base == 0) return exponent > 0 ? Result<double>(0.0) : fail(ErrorKind::wrong, "division by 0");
  return physics::exponential(exponent * physics::logarithm(base));
}

/// Recursive descent; the first error ends it.
class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, const NameValue& name) : text_(text), name_(name) {}

  Result<double> whole() {
    auto value = sum();
    if (!value) return value;
    skip_blank();
    if (at_ < text_.size()) return unexpected("; allowed: + - * / ^ or the end");
    if (!std::isfinite(*value)) return fail(ErrorKind::wrong, "no double can hold its value");
    return value;
  }

 private:
  void skip_blank() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(char c) {
    skip_blank();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  tl::unexpected<Error> unexpected(const std::string& allowed) const {
    if (at_ >= text_.size()) return fail(ErrorKind::wrong, "ends too early" + allowed);
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return fail(ErrorKind::wrong, "found " + json::in_quotes(text_.substr(at_, end - at_)) + allowed);
  }

  Result<double> sum() {
    auto value = product();
    while (value) {
      const bool plus = take('+');
      if (!plus && !take('-')) break;
      const auto next = product();
      if (!next) return next;
      *value = plus ? *value + *next : *value - *next;
    }
    return value;
  }

  Result<double> product() {
    auto value = signed_power();
    while (value) {
      const bool times = take('*');
      if (!times && !take('/')) break;
      const auto next = signed_power();
      if (!next) return next;
      if (!times && *next == 0) return fail(ErrorKind::wrong, "division by 0");
      *value = times ? *value * *next : *value / *next;
    }
    return value;
  }

  Result<double> signed_power() {
    if (++depth_ > kDeepest) {
      return fail(ErrorKind::wrong, "is nested deeper than " + std::to_string(kDeepest) + " levels");
    }
    auto value = take('-') ? signed_power().map([](double v) { return -v; }) : raised();
    --depth_;
    return value;
  }

  Result<double> raised() {
    auto base = atom();
    if (!base || !take('^')) return base;
    const auto exponent = signed_power();
    return exponent ? power(*base, *exponent) : exponent;
  }

  Result<double> atom() {
    skip_blank();
    if (at_ < text_.size() && is_digit(text_[at_])) return number();
    if (at_ < text_.size() && begins_name(text_[at_])) return named();
    if (!take('(')) return unexpected("; allowed: a number, a name, a minus sign or (");
    auto value = sum();
    if (value && !take(')')) return unexpected("; allowed: + - * / ^ or )");
    return value;
  }

  Result<double> number() {
    double value = 0;
    const char* const begin = text_.data() + at_;
    const auto result = std::from_chars(begin, text_.data() + text_.size(), value);
    if (result.ec != std::errc{}) {
      return fail(ErrorKind::wrong, "has a number that no double can hold");
    }
    at_ += static_cast<std::size_t>(result.ptr - begin);
    if (at_ < text_.size() && (begins_name(text_[at_]) || text_[at_] == '.')) {
      return unexpected(" after a number; allowed: + - * / ^");
    }
    return value;
  }

  Result<double> named() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    skip_blank();
    const bool called = at_ < text_.size() && text_[at_] == '(';
    if (const Function* function = find_function(name)) {
      if (!called) return unexpected(" after \"" + std::string(name) + "\"; allowed: (");
      return call(*function);
    }
    if (called) {
      return fail(ErrorKind::wrong, "no function is called " + json::in_quotes(name.substr(0, 40)) +
                                        "; allowed: " + function_names());
    }
    if (name == "pi") return physics::kPi;
    return name_(name);
  }

  Result<double> call(const Function& function) {
    take('(');
    Arguments arguments{};
    for (std::size_t i = 0; i < function.arguments; ++i) {
      if (i > 0 && !take(',')) return unexpected("; allowed: a comma, " + count_of(function));
      const auto value = sum();
      if (!value) return value;
      arguments[i] = *value;
    }
    if (!take(')')) return unexpected("; allowed: ), " + count_of(function));
    return function.value(arguments);
  }

  static std::string count_of(const Function& function) {
    return std::string(function.name) + " takes " + std::to_string(function.arguments) +
           (function.arguments == 1 ? " value" : " values");
  }

  std::string_view text_;
  const NameValue& name_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

bool is_parameter_name(std::string_view text) {
  if (text.empty() || !begins_name(text.front())) return false;
  const bool word =
      std::all_of(text.begin(), text.end(), [](char c) { return begins_name(c) || is_digit(c); });
  return word && text != "pi" && text != "number" && find_function(text) == nullptr;
}

Result<double> evaluate(std::string_view expression, const NameValue& name) {
  if (expression.size() > kLongest) {
    return fail(ErrorKind::wrong,
                "is longer than " + std::to_string(kLongest) + " bytes; allowed: parameters for its parts");
  }
  return ExpressionReader(expression.substr(1), name).whole();
}

}  // namespace drawbar::scenes
