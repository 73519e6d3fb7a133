// The floating-point environment of a step: the same for every caller.
#pragma once

namespace drawbar::physics {

/// While it lives: round to nearest, denormals flushed to zero and read as zero (FTZ, DAZ), exceptions
/// masked. The caller's environment comes back when it ends, so that a hostile MXCSR changes no bit of a
/// step.
class FloatingPointScope {
 public:
  FloatingPointScope();
  ~FloatingPointScope();
  FloatingPointScope(const FloatingPointScope&) = delete;
  FloatingPointScope& operator=(const FloatingPointScope&) = delete;

 private:
  unsigned saved_;
};

}  // namespace drawbar::physics
