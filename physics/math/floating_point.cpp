#include "physics/math/floating_point.h"

#include <xmmintrin.h>

namespace drawbar::physics {
namespace {

constexpr unsigned kAllExceptionsMasked = 0x1F80;
constexpr unsigned kFlushToZero = 0x8000;
constexpr unsigned kDenormalsAreZero = 0x0040;

}  // namespace

FloatingPointScope::FloatingPointScope() : saved_(_mm_getcsr()) {
  _mm_setcsr(kAllExceptionsMasked | kFlushToZero | kDenormalsAreZero);
}

FloatingPointScope::~FloatingPointScope() {
  _mm_setcsr(saved_);
}

}  // namespace drawbar::physics
