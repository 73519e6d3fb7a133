#include "tools/command/division.h"

#include <fmt/core.h>

#include <cmath>

#include "physics/formulations/registry.h"

namespace drawbar::tools {
namespace {

/// Relative rounding that figures such as 6.666666667 ms may have.
constexpr double kRounding = 1e-9;
constexpr double kMostSubsteps = 1e10;

std::optional<double> whole_quotient(double a, double b) {
  const double n = std::round(a / b);
  if (!(n >= 1) || std::abs(n * b - a) > kRounding * a) return std::nullopt;
  return n;
}

}  // namespace

Result<Division> divide(const scene::FrameT& frame, std::optional<double> substep_ms,
                        std::optional<double> sample_ms, double duration) {
  const auto wrong = [](std::string text) { return fail(ErrorKind::usage, std::move(text)); };
  Division division;
  division.substeps = static_cast<int>(frame.substeps);
  if (substep_ms) {
    const auto count = *substep_ms > 0 ? whole_quotient(frame.period_ms, *substep_ms) : std::nullopt;
    if (!count || *count > 1e6) {
      return wrong(
          fmt::format("--substep-ms {} does not divide the period; allowed: {} ms divided by a whole number",
                      *substep_ms, frame.period_ms));
    }
    division.substeps = static_cast<int>(*count);
  }
  division.substep_ms = frame.period_ms / division.substeps;
  const double sample = sample_ms.value_or(frame.period_ms);
  const auto every = sample > 0 ? whole_quotient(sample, division.substep_ms) : std::nullopt;
  if (!every || *every > kMostSubsteps) {
    return wrong(fmt::format("--sample-ms {} is not a multiple of the substep; allowed: a multiple of {} ms",
                             sample, division.substep_ms));
  }
  division.sample_every = static_cast<std::uint64_t>(*every);
  const double total = std::floor(duration * 1000.0 / division.substep_ms * (1 + kRounding));
  if (!(duration >= 0) || !(total <= kMostSubsteps)) {
    return wrong(fmt::format("--duration {}; allowed: 0 or more seconds, at most {} substeps", duration,
                             kMostSubsteps));
  }
  division.total = static_cast<std::uint64_t>(total);
  return division;
}

std::string cut_text(const Division& division, double period_ms, double duration) {
  const double last = division.time(division.total - division.total % division.sample_every, period_ms);
  if (duration - last <= kRounding * duration) return "";
  return fmt::format("warning: --duration {} is no whole number of samples of {} ms: the last is at {} s",
                     duration, static_cast<double>(division.sample_every) * period_ms / division.substeps,
                     last);
}

Result<physics::Formulation> formulation_named(const std::string& name) {
  if (const auto found = physics::find_formulation(name)) return *found;
  return fail(ErrorKind::usage,
              "formulation " + name + " is unknown; allowed: " + physics::formulation_names());
}

}  // namespace drawbar::tools
