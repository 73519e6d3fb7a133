// Expressions of scene files: every function, every message, and how long and deep they may be.
#include "scenes/loader/expand/expression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace drawbar::scenes {
namespace {

Result<double> evaluated(const std::string& text) {
  return evaluate("=" + text, [](std::string_view name) -> Result<double> {
    if (name == "track_2") return 1.5;
    return fail(ErrorKind::wrong, "no parameter is called " + std::string(name));
  });
}

void expect_value(const std::string& text, double value) {
  const auto got = evaluated(text);
  ASSERT_TRUE(got) << text << ": " << got.error().text;
  EXPECT_NEAR(*got, value, 1e-12 * std::max(1.0, std::fabs(value))) << text;
}

void expect_error(const std::string& text, const std::string& message) {
  const auto got = evaluated(text);
  ASSERT_FALSE(got) << text << " is " << *got;
  EXPECT_EQ(got.error().text, message) << text;
}

TEST(ExpressionValues, AreThoseOfEveryFunction) {
  expect_value("abs(-2.5)", 2.5);
  expect_value("acos_deg(0.5)", 60);
  expect_value("acos_deg(-1)", 180);
  expect_value("asin_deg(0.5)", 30);
  expect_value("asin_deg(-1)", -90);
  expect_value("atan2_deg(1, -1)", 135);
  expect_value("cos_deg(60)", 0.5);
  expect_value("cos_deg(90)", 0);
  expect_value("floor(-2.5)", -3);
  expect_value("max(1, 2)", 2);
  expect_value("min(1, 2)", 1);
  expect_value("mod(7, 3)", 1);
  expect_value("mod(-7, 3)", 2);
  expect_value("mod(7, -3)", -2);
  expect_value("mod(6, -3)", 0);
  expect_value("sin_deg(30)", 0.5);
  expect_value("sqrt(2.25)", 1.5);
  expect_value("sqrt(0)", 0);
  expect_value("tan_deg(45)", 1);
  expect_value("tan_deg(-45)", -1);
  expect_value("pi", 3.14159265358979323846);
  expect_value("track_2 * 2", 3);
  expect_value(" 1e3\t+ 0.5e0 * 0 + 2.5E-1", 1000.25);
}

TEST(ExpressionValues, FollowTheOrderOfOperations) {
  expect_value("10 - 3 - 2", 5);
  expect_value("2 * 3 + 4 * 5", 26);
  expect_value("12 / 3 * 2", 8);
  expect_value("--3", 3);
  expect_value("2 - -3", 5);
  expect_value("-3^2", -9);
  expect_value("(-3)^2", 9);
  expect_value("(-2)^3", -8);
  expect_value("(-2)^-3", -0.125);
  expect_value("2^0.5", std::sqrt(2.0));
  expect_value("2^-0.5", std::sqrt(0.5));
  expect_value("0^0.5", 0);
  expect_value("0^0", 1);
  expect_value("1.001^1024", std::pow(1.001, 1024));
  expect_value("1.001^1025", std::pow(1.001, 1025));
  expect_value("(1 + 2) * (3 + 4)", 21);
}

TEST(ExpressionErrors, SayWhatIsWrongAndWhatIsAllowed) {
  expect_error("sqrt(-4)", "the square root of -4; allowed: 0 or more");
  expect_error("mod(1, 0)", "mod by 0; allowed: any other number");
  expect_error("asin_deg(1.5)", "the arc sine of 1.5; allowed: -1 to 1");
  expect_error("acos_deg(-1.5)", "the arc cosine of -1.5; allowed: -1 to 1");
  expect_error("tan_deg(270)", "the tangent of 270; allowed: no odd multiple of 90");
  expect_error("(-2)^0.5", "a power that is not whole of -2; allowed: of 0 or more");
  expect_error("0^-1", "division by 0");
  expect_error("0^-0.5", "division by 0");
  expect_error("1/0", "division by 0");
  expect_error("10^300 * 10^300", "no double can hold its value");
  expect_error("1e999", "has a number that no double can hold");
  expect_error("1 2", "found \"2\"; allowed: + - * / ^ or the end");
  expect_error("1)", "found \")\"; allowed: + - * / ^ or the end");
  expect_error("(1", "ends too early; allowed: + - * / ^ or )");
  expect_error("(1 ]", "found \"]\"; allowed: + - * / ^ or )");
  expect_error("", "ends too early; allowed: a number, a name, a minus sign or (");
  expect_error("* 2", "found \"*\"; allowed: a number, a name, a minus sign or (");
  expect_error("\xC3\xA9", "found \"\xC3\xA9\"; allowed: a number, a name, a minus sign or (");
  expect_error("2m", "found \"m\" after a number; allowed: + - * / ^");
  expect_error("1.2.3", "found \".\" after a number; allowed: + - * / ^");
  expect_error("sqrt 2", "found \"2\" after \"sqrt\"; allowed: (");
  expect_error("sqrt", "ends too early after \"sqrt\"; allowed: (");
  expect_error("sqrt(1, 2)", "found \",\"; allowed: ), sqrt takes 1 value");
  expect_error("max(1)", "found \")\"; allowed: a comma, max takes 2 values");
  expect_error("sine(1)",
               "no function is called \"sine\"; allowed: abs, acos_deg, asin_deg, atan2_deg, cos_deg, floor, "
               "max, min, mod, "
               "sin_deg, sqrt, tan_deg");
  expect_error("trak", "no parameter is called trak");
}

TEST(ExpressionErrors, ComeWhereOneIsTooLongOrTooDeep) {
  const auto nested = [](std::size_t levels) { return std::string(levels, '-') + "1"; };
  EXPECT_TRUE(evaluated(nested(63)).has_value());
  expect_error(nested(64), "is nested deeper than 64 levels");
  const std::string end = "+1";
  std::string sum = "1";
  while (sum.size() + end.size() <= 999) sum += end;
  EXPECT_EQ(sum.size(), 999u);  // with its sign of equality a thousand
  expect_value(sum, 500);
  expect_error(sum + " ", "is longer than 1000 bytes; allowed: parameters for its parts");
}

TEST(ParameterNames, AreWordsThatNothingElseIsCalled) {
  for (const char* name : {"a", "_", "track_2", "Number", "PI", "sqrt2"})
    EXPECT_TRUE(is_parameter_name(name)) << name;
  for (const char* name : {"", "2a", "a b", "a-b", "pi", "number", "sqrt", "mod", "\xC3\xA9"})
    EXPECT_FALSE(is_parameter_name(name)) << name;
}

}  // namespace
}  // namespace drawbar::scenes
