#include "scenes/exercise/named_quantities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "scenes/loader/convert/convert.h"
#include "scenes/loader/text/json.h"
#include "scenes/loader/text/name_list.h"
#include "scenes/quantities/unit.h"

namespace drawbar::scenes {
namespace {

using exercise::DerivedT;
using exercise::DerivedType;
using json::in_quotes;
using physics::FrameState;
using physics::Vec3;
using physics::WorldConfig;

using Value = std::function<double(const FrameState&)>;
using Point = std::array<double, 2>;

constexpr double kEver = std::numeric_limits<double>::infinity();

double distance_from_segment(const Point& p, const Point& a, const Point& b) {
  const double x = b[0] - a[0], y = b[1] - a[1];
  const double square = x * x + y * y;
  const double along = square > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / square : 0;
  const double t = std::clamp(along, 0.0, 1.0);
  const double dx = p[0] - (a[0] + t * x), dy = p[1] - (a[1] + t * y);
  return std::sqrt(dx * dx + dy * dy);
}

Value distance_from_line(std::size_t body, std::vector<Point> line) {
  return [body, line = std::move(line)](const FrameState& s) {
    const Point here{s.bodies[body].position.x(), s.bodies[body].position.y()};
    double least = kEver;
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
      least = std::min(least, distance_from_segment(here, line[i], line[i + 1]));
    return least;
  };
}

Value load_transfer(std::vector<std::size_t> left, std::vector<std::size_t> right) {
  return [left = std::move(left), right = std::move(right)](const FrameState& s) {
    double on_left = 0, on_right = 0;
    for (const std::size_t wheel : left) on_left += s.wheels[wheel].load;
    for (const std::size_t wheel : right) on_right += s.wheels[wheel].load;
    const double sum = on_left + on_right;
    return sum > 0 ? (on_left - on_right) / sum : 0;
  };
}

std::vector<std::size_t> wheels_named(const WorldConfig& config, const std::vector<std::string>& names,
                                      const std::string& path, Diagnostics& errors) {
  std::vector<std::size_t> wheels;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = std::ranges::find(config.wheels, names[i], &physics::WheelConfig::name);
    if (found != config.wheels.end()) {
      wheels.push_back(static_cast<std::size_t>(found - config.wheels.begin()));
      continue;
    }
    std::string allowed;
    for (const physics::WheelConfig& wheel : config.wheels)
      allowed += (allowed.empty() ? "" : ", ") + wheel.name;
    errors.add(element(path, i), "no wheel is called " + in_quotes(names[i]) + "; allowed: " +
                                     (allowed.empty() ? "none, the scene has no wheels" : allowed));
  }
  return wheels;
}

/// One derived quantity at a time.
class DerivedMaker {
 public:
  DerivedMaker(const WorldConfig& config, const NamedQuantities& known, Diagnostics& errors)
      : config_(config), known_(known), errors_(errors) {}

  std::optional<Quantity> make(const DerivedT& derived, const std::string& path) const {
    switch (derived.type) {
      case DerivedType::sum:
      case DerivedType::magnitude:
        return of_terms(derived, path);
      case DerivedType::load_transfer:
        return Quantity{derived.name,
                        "",
                        {-1, 1},
                        load_transfer(wheels_named(config_, derived.left, member(path, "left"), errors_),
                                      wheels_named(config_, derived.right, member(path, "right"), errors_))};
      case DerivedType::line_distance:
        return from_line(derived, path);
      case DerivedType::distance:
        return from_place(derived, path);
    }
    return std::nullopt;
  }

 private:
  std::optional<Quantity> of_terms(const DerivedT& derived, const std::string& path) const {
    std::vector<std::pair<double, Value>> terms;
    std::string unit;
    const std::string list = member(path, "terms");
    if (derived.terms.empty()) errors_.add(list, "is empty; allowed: at least one term");
    for (std::size_t i = 0; i < derived.terms.size(); ++i) {
      const exercise::TermT& term = *derived.terms[i];
      const std::string at = member(element(list, i), "quantity");
      auto quantity = known_.find(term.quantity, at, errors_);
      if (!quantity) return std::nullopt;
      if (i == 0) unit = quantity->unit;
      if (quantity->unit != unit) {
        errors_.add(at, in_quotes(term.quantity) + " is in " + units_like(quantity->unit) +
                            ", the first term in " + units_like(unit) + "; allowed: terms of the same unit");
      }
      terms.emplace_back(term.gain, std::move(quantity->value));
    }
    if (derived.type == DerivedType::sum) {
      return Quantity{derived.name, unit, {}, [terms](const FrameState& s) {
                        double sum = 0;
                        for (const auto& [gain, value] : terms) sum += gain * value(s);
                        return sum;
                      }};
    }
    return Quantity{derived.name, unit, {0, kEver}, [terms](const FrameState& s) {
                      double square = 0;
                      for (const auto& [gain, value] : terms) square += gain * gain * value(s) * value(s);
                      return std::sqrt(square);
                    }};
  }

  std::optional<std::size_t> body(const std::string& name, const std::string& path) const {
    const auto found = bodies_named(config_, {name}, path, errors_);
    if (found.empty()) return std::nullopt;
    return found.front();
  }

  std::optional<Quantity> from_line(const DerivedT& derived, const std::string& path) const {
    const auto of = body(derived.body, member(path, "body"));
    if (derived.line.size() < 2)
      errors_.add(member(path, "line"),
                  "a line of " + std::to_string(derived.line.size()) + "; allowed: two waypoints or more");
    std::vector<Point> line;
    for (const exercise::Waypoint& waypoint : derived.line) line.push_back({waypoint.x(), waypoint.y()});
    if (!of) return std::nullopt;
    return Quantity{derived.name, "m", {0, kEver}, distance_from_line(*of, std::move(line))};
  }

  std::optional<Quantity> from_place(const DerivedT& derived, const std::string& path) const {
    const auto of = body(derived.body, member(path, "body"));
    if (derived.to.empty() == !derived.point) {
      errors_.add(path, derived.point ? "to given beside point; allowed: one of the two"
                                      : "the field \"point\" is missing; allowed: point, or to");
    }
    const auto to = derived.to.empty() ? std::nullopt : body(derived.to, member(path, "to"));
    if (!of || (!to && !derived.point)) return std::nullopt;
    const Vec3 point = vec3_or_zero(derived.point);
    const double upwards = derived.horizontal ? 0 : 1;
    return Quantity{derived.name, "m", {0, kEver}, [of, to, point, upwards](const FrameState& s) {
                      const Vec3 way = s.bodies[*of].position - (to ? s.bodies[*to].position : point);
                      return std::sqrt(way.x() * way.x() + way.y() * way.y() + upwards * way.z() * way.z());
                    }};
  }

  const WorldConfig& config_;
  const NamedQuantities& known_;
  Diagnostics& errors_;
};

}  // namespace

NamedQuantities::NamedQuantities(const WorldConfig& config,
                                 const std::vector<std::unique_ptr<DerivedT>>& derived, Diagnostics& errors)
    : config_(config) {
  for (std::size_t i = 0; i < derived.size(); ++i) {
    const std::string path = element("quantities", i);
    const std::string& name = derived[i]->name;
    const bool taken = std::ranges::find(derived_, name, &Quantity::name) != derived_.end();
    if (taken || find_quantity(config, name)) {
      errors.add(member(path, "name"),
                 "another quantity is called " + in_quotes(name) + "; allowed: a name of its own");
    }
    if (auto made = DerivedMaker(config, *this, errors).make(*derived[i], path))
      derived_.push_back(std::move(*made));
  }
}

std::optional<Quantity> NamedQuantities::find(std::string_view name, std::string_view path,
                                              Diagnostics& errors) const {
  const auto own = std::ranges::find(derived_, name, &Quantity::name);
  if (own != derived_.end()) return *own;
  auto found = find_quantity(config_, name);
  if (!found) {
    std::string allowed;
    for (const Quantity& quantity : derived_) allowed += quantity.name + ", ";
    errors.add(path, "no quantity is called " + in_quotes(name) + "; allowed: " + allowed +
                         quantities_like(config_, name));
  }
  return found;
}

std::vector<std::uint32_t> bodies_named(const WorldConfig& config, const std::vector<std::string>& names,
                                        std::string_view path, Diagnostics& errors) {
  std::vector<std::uint32_t> bodies;
  for (const std::string& name : names) {
    if (const auto body = body_named(config, name)) {
      bodies.push_back(*body);
      continue;
    }
    NameList allowed;
    for (const auto& body : config.bodies) allowed.add(body.name);
    errors.add(path, "no body is called " + in_quotes(name) + "; allowed: " + allowed.text());
  }
  return bodies;
}

double factor_of(const std::string& unit, const std::string& si, std::string_view path, Diagnostics& errors) {
  if (unit.empty()) return 1;
  if (const auto factor = unit_factor(unit, si)) return *factor;
  errors.add(path, in_quotes(unit) + " does not measure this; allowed: " + units_like(si));
  return 1;
}

}  // namespace drawbar::scenes
