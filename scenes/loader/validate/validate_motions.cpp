// Motions of bodies that no force moves.
#include <algorithm>
#include <cmath>

#include "physics/math/rotation.h"
#include "physics/model/state.h"
#include "physics/motion/path.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/limits.h"
#include "scenes/loader/convert/motions.h"
#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

/// m and rad: what figures rounded by their author may differ by.
constexpr double kSamePlace = 1e-6;
/// rad: of two points further apart nobody knows which way the body turns.
constexpr double kMostTurn = 3.14;
/// m/s and rad/s: a tenth of what a World takes for motion that has come apart.
constexpr double kFastestMotion = 0.1 * physics::kFastest;

using physics::Quat;
using physics::Vec3;

std::string text_of(const Vec3& v) {
  return "[" + number_text(v.x()) + ", " + number_text(v.y()) + ", " + number_text(v.z()) + "]";
}

double turn_between(const Quat& a, const Quat& b) {
  return std::sqrt(physics::quaternion_logarithm(a.conjugate() * b).squaredNorm());
}

bool is_same(const physics::PathPoint& a, const Vec3& position, const Quat& orientation) {
  return (a.position - position).norm() <= kSamePlace &&
         turn_between(a.orientation, orientation) <= kSamePlace;
}

// `time_of(i)` for `count` points; false, and one error, if they do not grow from 0.
template <class TimeOf>
bool times_grow(std::size_t count, TimeOf time_of, const std::string& path, Diagnostics& errors) {
  if (count == 0) {
    errors.add(path, "is empty; allowed: at least one point");
    return false;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool good = i == 0 ? time_of(i) == 0 : time_of(i) > time_of(i - 1);
    if (good) continue;
    errors.add(element(path, i),
               "at " + number_text(time_of(i)) + " s; allowed: " +
                   (i == 0 ? std::string("the first at 0")
                           : "later than the point before, " + number_text(time_of(i - 1))));
    return false;
  }
  return true;
}

void check_speeds(const physics::PathMotion& path, const std::string& at, Diagnostics& errors) {
  const physics::PathMotion whole = physics::complete(path);
  for (std::size_t i = 0; i < whole.points.size(); ++i) {
    double fastest =
        std::max(whole.points[i].linear_velocity->norm(), whole.points[i].angular_velocity->norm());
    if (i + 1 < whole.points.size()) {
      const double time = whole.points[i + 1].time - whole.points[i].time;
      fastest = std::max(fastest, (whole.points[i + 1].position - whole.points[i].position).norm() / time);
      fastest = std::max(fastest,
                         turn_between(whole.points[i].orientation, whole.points[i + 1].orientation) / time);
    }
    if (fastest <= kFastestMotion) continue;
    return errors.add(element(at, i), "from here on it moves at " + number_text(fastest) +
                                          " m/s or rad/s; allowed: at most " + number_text(kFastestMotion));
  }
}

void validate_path(const scene::BodyT& body, const std::string& at, Diagnostics& errors) {
  const scene::MotionT& motion = *body.motion;
  const std::string points = member(at, "points");
  for (std::size_t i = 0; i < motion.points.size(); ++i) {
    check_orientation(*motion.points[i]->orientation, member(element(points, i), "orientation"), errors);
  }
  if (!errors.clean(points)) return;
  const auto time_of = [&](std::size_t i) { return *motion.points[i]->time; };
  if (!times_grow(motion.points.size(), time_of, points, errors)) return;
  const physics::PathMotion path = path_of(motion);
  const auto& first = path.points.front();
  if (!is_same(first, to_vec3(*body.position), to_quat(*body.orientation))) {
    return errors.add(element(points, 0), "begins at " + text_of(first.position) + ", the body is at " +
                                              text_of(to_vec3(*body.position)) +
                                              "; allowed: where the body is, and turned as it is");
  }
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    if (turn_between(path.points[i - 1].orientation, path.points[i].orientation) < kMostTurn) continue;
    return errors.add(element(points, i),
                      "is turned by 180 degrees against the point before, which may be either way; allowed: "
                      "less, with points between");
  }
  if (path.repeats &&
      (path.points.size() < 2 || !is_same(path.points.back(), first.position, first.orientation))) {
    return errors.add(member(at, "repeat"),
                      "the path does not end where it begins; allowed: a last point like the first");
  }
  check_speeds(path, points, errors);
}

void validate_table(const scene::MotionT& motion, bool turns, const std::string& at, Diagnostics& errors) {
  const auto& table = turns ? motion.table_deg : motion.table;
  const std::string points = member(at, turns ? "table_deg" : "table");
  if (!times_grow(
          table.size(), [&](std::size_t i) { return table[i].time(); }, points, errors))
    return;
  if (table[0].value() != 0) {
    return errors.add(element(points, 0),
                      "begins at " + number_text(table[0].value()) + "; allowed: 0, where the body is");
  }
  if (motion.repeat && table.size() < 2) {
    return errors.add(member(at, "repeat"), "one point alone has no length; allowed: two or more");
  }
  for (std::size_t i = 1; i < table.size(); ++i) {
    const double way = table[i].value() - table[i - 1].value();
    const double speed = std::fabs(turns ? radians(way) : way) / (table[i].time() - table[i - 1].time());
    if (speed <= kFastestMotion) continue;
    return errors.add(element(points, i), "is reached at " + number_text(speed) +
                                              " m/s or rad/s; allowed: at most " +
                                              number_text(kFastestMotion));
  }
}

void validate_follower(const scene::MotionT& motion, bool turns, const std::string& at, const Names& names,
                       Diagnostics& errors) {
  if (!names.control(motion.control)) {
    return errors.add(member(at, "control"), names.no_such_control(motion.control));
  }
  if (motion.repeat) {
    return errors.add(member(at, "repeat"), "given beside control; allowed with: a table");
  }
  const auto need = [&](bool given, const char* field) {
    if (!given) errors.add(at, "the field \"" + std::string(field) + "\" is missing; needed beside control");
    return given;
  };
  if (!need(turns ? bool{motion.range_deg} : bool{motion.range}, turns ? "range_deg" : "range") ||
      !need((turns ? motion.speed_deg : motion.speed).has_value(), turns ? "speed_deg" : "speed") ||
      !need((turns ? motion.acceleration_deg : motion.acceleration).has_value(),
            turns ? "acceleration_deg" : "acceleration")) {
    return;
  }
  const scene::Range& range = turns ? *motion.range_deg : *motion.range;
  const std::string of_range = member(at, turns ? "range_deg" : "range");
  if (is_unlimited(range)) return errors.add(of_range, "has no ends; allowed: [lower, upper]");
  check_range(range, of_range, errors);
}

}  // namespace

void validate_motion(const scene::BodyT& body, const std::string& body_path, const Names& names,
                     Diagnostics& errors) {
  const scene::MotionT& motion = *body.motion;
  const std::string at = member(body_path, "motion");
  if (body.static_) return errors.add(at, "given beside \"static\": true; allowed: one of the two");
  if (vec3_or_zero(body.linear_velocity).squaredNorm() > 0 ||
      vec3_or_zero(body.angular_velocity).squaredNorm() > 0) {
    return errors.add(body_path, "a body with a motion and a velocity; allowed: the motion alone");
  }
  if (!errors.clean(at) || motion.type == scene::MotionType::outside) return;
  if (motion.type == scene::MotionType::path) return validate_path(body, at, errors);
  const bool turns = motion.type == scene::MotionType::turn;
  if (!(vec3_or_zero(motion.axis).squaredNorm() >= kSmallestLength * kSmallestLength)) {
    return errors.add(member(at, "axis"), "has no length; allowed: any vector of length above 0");
  }
  const bool has_table = !(turns ? motion.table_deg : motion.table).empty();
  if (has_table == !motion.control.empty()) {
    return errors.add(
        at, std::string(has_table ? "a table given beside control" : "neither a table nor a control") +
                "; allowed: one of " + (turns ? "table_deg" : "table") + " and control");
  }
  if (has_table) {
    validate_table(motion, turns, at, errors);
  } else {
    validate_follower(motion, turns, at, names, errors);
  }
}

}  // namespace drawbar::scenes
