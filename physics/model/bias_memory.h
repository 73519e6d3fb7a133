// What a joint remembers of the velocities that its drifts need besides rigid motion, and what it expects by
// them.
#pragma once

#include <type_traits>

#include "physics/math/wide_vectors.h"

namespace drawbar::physics {

/// Numbers or vectors that go on changing from substep to substep: the last one, its backward difference and
/// the second one. They grow with the length of the substep, with its square and its cube.
template <class Value>
struct BackwardDifferencesOf {
  Value last = nothing();
  Value first = nothing();
  Value second = nothing();

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
inline Value extrapolate(const BackwardDifferencesOf<Value>& differences, double scale) {
  return scale * Value(differences.last + scale * Value(differences.first + scale * differences.second));
}

/// Takes `now`, of a substep `scale` times as long, into the differences. Where it was `surprising`, the past
/// tells something only if things change smoothly: by far less than what they are and about as extrapolated,
/// and the change itself by far less than it is. After a jump only the last one is known.
template <class Value, class Mask>
inline void remember(const Value& now, double scale, const Mask& surprising,
                     BackwardDifferencesOf<Value>& differences) {
  const Value nothing = BackwardDifferencesOf<Value>::nothing();
  const double inverse = 1 / scale;
  const Value last = inverse * now;
  const Value step = last - differences.last;
  Value change = inverse * step;
  Value bend = inverse * Value(change - differences.first);
  if (any(surprising)) {
    const auto far_less = [](const Value& one, const Value& other) {
      return 4.0 * squared(one) < squared(other);
    };
    const Value missed = last - inverse * extrapolate(differences, scale);
    const auto smooth = far_less(step, last) &&
                        (far_less(missed, step) || far_less(missed, Value(scale * differences.first)) ||
                         !(squared(differences.first) > 0.0));
    change = select(surprising && !smooth, nothing, change);
    bend = select(surprising && !(smooth && far_less(Value(scale * bend), change)), nothing, bend);
  }
  differences.last = last;
  differences.first = change;
  differences.second = bend;
}

/// Joint bias u of the last substep as it had to be to leave the joint as far open as it
/// was, m/s and rad/s in the axes of the joint's parent; for a substep of State::last_substep.
template <class Number>
struct BiasMemoryOf {
  BackwardDifferencesOf<Vec3Of<Number>> linear;
  BackwardDifferencesOf<Vec3Of<Number>> angular;
};
using BiasMemory = BiasMemoryOf<double>;

}  // namespace drawbar::physics
