// What a joint remembers of the velocities that its drifts need besides rigid motion, and what it expects by
// them.
#pragma once

#include <type_traits>

#include "physics/math/wide_vectors.h"

namespace drawbar::physics {

/// Numbers or vectors that go on changing from substep to substep: the last one, its backward difference and
/// the second one. They grow with the length of the substep, with its square and its cube.
template <class Value>
struct CourseOf {
  Value last = nothing();
  Value change = nothing();
  Value bend = nothing();

  static Value nothing() {
    if constexpr (std::is_arithmetic_v<Value>) {
      return 0;
    } else {
      return Value::Zero();
    }
  }
};

inline double squared(double x) {
  return x * x;
}
template <class Number>
inline Number squared(const Vec3Of<Number>& x) {
  return x.squaredNorm();
}

/// Of the next substep, `scale` times as long as the one that is remembered.
template <class Value>
inline Value expected(const CourseOf<Value>& course, double scale) {
  return scale * Value(course.last + scale * Value(course.change + scale * course.bend));
}

/// Takes `now`, of a substep `scale` times as long, into the course. Where it was `surprising`, the past
/// tells something only if things change smoothly: by far less than what they are and about as expected, and
/// the change itself by far less than it is. After a jump only the last one is known.
template <class Value, class Mask>
inline void remember(const Value& now, double scale, const Mask& surprising, CourseOf<Value>& course) {
  const Value nothing = CourseOf<Value>::nothing();
  const double inverse = 1 / scale;
  const Value last = inverse * now;
  const Value step = last - course.last;
  Value change = inverse * step;
  Value bend = inverse * Value(change - course.change);
  if (any(surprising)) {
    const auto far_less = [](const Value& one, const Value& other) {
      return 4.0 * squared(one) < squared(other);
    };
    const Value missed = last - inverse * expected(course, scale);
    const auto smooth =
        far_less(step, last) && (far_less(missed, step) || far_less(missed, Value(scale * course.change)) ||
                                 !(squared(course.change) > 0.0));
    change = select(surprising && !smooth, nothing, change);
    bend = select(surprising && !(smooth && far_less(Value(scale * bend), change)), nothing, bend);
  }
  course.last = last;
  course.change = change;
  course.bend = bend;
}

/// Joint bias u of the last substep (PHYSICS section 5) as it had to be to leave the joint as far open as it
/// was, m/s and rad/s in the axes of the joint's parent; for a substep of State::last_substep.
template <class Number>
struct BiasMemoryOf {
  CourseOf<Vec3Of<Number>> linear;
  CourseOf<Vec3Of<Number>> angular;
};
using BiasMemory = BiasMemoryOf<double>;

}  // namespace drawbar::physics
