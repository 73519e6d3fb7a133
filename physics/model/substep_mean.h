// What is read of a force: its mean over a substep.
#pragma once

#include <type_traits>

namespace drawbar::physics {

/// Mean of a force or torque over the last substep. A frame's first kick is half of one: the kick that closed
/// the frame before is its other half, so that what a load gives and what an impact gives both come out
/// right.
template <class Value>
struct SubstepMean {
  Value mean = nothing();
  Value at_close = nothing();  ///< in the closing half kick; 0 once a mean has taken it in
  /// 0 of its kind.
  static Value nothing() {
    if constexpr (std::is_arithmetic_v<Value>) {
      return 0;
    } else {
      return Value::Zero();
    }
  }
};

}  // namespace drawbar::physics
