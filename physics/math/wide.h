// Four numbers or more that are computed with at once, each as if it were alone: what independent things have
// in common.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

/// Before a function that is made of Wide and called in its own file alone: built for processors with 256-bit
/// registers and for all others, with everything it calls in one piece. The bits are the same, and which it
/// is is found out when the program starts, too early for the runtimes of sanitizers. No lambdas that capture
/// in it: where they are not inlined, g++ 12 gives them nothing to refer to.
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define DRAWBAR_WIDE [[gnu::target_clones("avx2", "default"), gnu::flatten]]
/// The same for processors with 512-bit registers alone, and only where DRAWBAR_HAS_CLONES is defined: the
/// caller asks which it is.
#define DRAWBAR_512_BITS [[gnu::target("avx512f"), gnu::flatten]]
#define DRAWBAR_HAS_CLONES
#else
#define DRAWBAR_WIDE
#define DRAWBAR_512_BITS
#endif

namespace drawbar::physics {

/// g++ 12 knows no attribute that depends on a parameter.
template <std::size_t count>
struct Vectors;
template <>
struct Vectors<4> {
  using Doubles = double __attribute__((vector_size(32)));
  using Integers = std::int64_t __attribute__((vector_size(32)));
};
template <>
struct Vectors<8> {
  using Doubles = double __attribute__((vector_size(64)));
  using Integers = std::int64_t __attribute__((vector_size(64)));
};

/// `count` doubles; every operator works lane by lane, so that a lane's bits are those of the same
/// computation in a double.
template <std::size_t count>
struct alignas(count * sizeof(double)) WideOf {
  using Lanes = typename Vectors<count>::Doubles;
  struct Mask {
    using Lanes = typename Vectors<count>::Integers;
    Lanes lanes;

    Mask() = default;
    Mask(const Lanes& each) : lanes(each) {}
    Mask(bool all) : lanes(Lanes{} - std::int64_t{all}) {}
    bool operator[](std::size_t lane) const { return lanes[lane] != 0; }
    friend Mask operator&&(const Mask& x, const Mask& y) { return {x.lanes & y.lanes}; }
    friend Mask operator||(const Mask& x, const Mask& y) { return {x.lanes | y.lanes}; }
    friend Mask operator!(const Mask& x) { return {~x.lanes}; }
    friend bool any(const Mask& mask) {
      std::int64_t either = 0;
      for (std::size_t lane = 0; lane < count; ++lane) either |= mask.lanes[lane];
      return either != 0;
    }
  };
  Lanes lanes;

  // As a double: not set unless asked to be, Wide() is zero. Copied as a whole: what is written in halves and
  // then read as a whole holds the processor up.
  WideOf() = default;
  WideOf(const WideOf& other) : lanes(other.lanes) {}
  WideOf& operator=(const WideOf& other) {
    lanes = other.lanes;
    return *this;
  }
  WideOf(const Lanes& each) : lanes(each) {}
  WideOf(double all) : lanes(all - Lanes{}) {}
  double operator[](std::size_t lane) const { return lanes[lane]; }
  void set(std::size_t lane, double x) { lanes[lane] = x; }

  friend WideOf operator+(const WideOf& x, const WideOf& y) { return {x.lanes + y.lanes}; }
  friend WideOf operator-(const WideOf& x, const WideOf& y) { return {x.lanes - y.lanes}; }
  friend WideOf operator*(const WideOf& x, const WideOf& y) { return {x.lanes * y.lanes}; }
  friend WideOf operator/(const WideOf& x, const WideOf& y) { return {x.lanes / y.lanes}; }
  friend WideOf operator-(const WideOf& x) { return {-x.lanes}; }
  WideOf& operator+=(const WideOf& x) {
    lanes += x.lanes;
    return *this;
  }
  WideOf& operator-=(const WideOf& x) {
    lanes -= x.lanes;
    return *this;
  }
  WideOf& operator*=(const WideOf& x) {
    lanes *= x.lanes;
    return *this;
  }
  friend Mask operator>(const WideOf& x, const WideOf& y) { return {x.lanes > y.lanes}; }
  friend Mask operator<(const WideOf& x, const WideOf& y) { return {x.lanes < y.lanes}; }
  friend Mask operator>=(const WideOf& x, const WideOf& y) { return {x.lanes >= y.lanes}; }
  friend Mask operator<=(const WideOf& x, const WideOf& y) { return {x.lanes <= y.lanes}; }

  friend WideOf select(const Mask& mask, const WideOf& yes, const WideOf& no) {
    return {mask.lanes ? yes.lanes : no.lanes};
  }
  /// As std::max(y, x): y where they are equal or a lane of x is not a number.
  friend WideOf max(const WideOf& x, const WideOf& y) { return select(x > y, x, y); }
  /// As std::min(y, x).
  friend WideOf min(const WideOf& x, const WideOf& y) { return select(x < y, x, y); }
  friend WideOf clamp(const WideOf& x, const WideOf& lower, const WideOf& upper) {
    return select(x < lower, lower, select(x > upper, upper, x));
  }
  friend WideOf abs(const WideOf& x) { return max(x, -x); }
  friend WideOf sqrt(const WideOf& x) { return x.root(std::make_index_sequence<count>()); }
  friend double largest(const WideOf& x) {
    double most = x[0];
    for (std::size_t lane = 1; lane < count; ++lane) most = x[lane] > most ? x[lane] : most;
    return most;
  }

 private:
  template <std::size_t... lane>
  WideOf root(std::index_sequence<lane...>) const {
    return {Lanes{std::sqrt(lanes[lane])...}};
  }
};

inline constexpr std::size_t kLanes = 4;
using Wide = WideOf<kLanes>;

/// One lane, for what is written once for doubles and for four of them.
inline double select(bool mask, double yes, double no) {
  return mask ? yes : no;
}
inline bool any(bool mask) {
  return mask;
}

/// The same in single precision, to be kept; what is beyond its range is taken for its largest.
struct alignas(kLanes * sizeof(float)) Narrow {
  using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));
  Lanes lanes{};

  Narrow() = default;
  Narrow(const Wide& wide) : lanes(__builtin_convertvector(bounded(wide).lanes, Lanes)) {}
  operator Wide() const { return {__builtin_convertvector(lanes, Wide::Lanes)}; }

 private:
  static Wide bounded(const Wide& wide) {
    const Wide most = std::numeric_limits<float>::max();
    return max(select(wide > most, most, wide), -most);
  }
};

/// Three of anything that is computed with: vectors of doubles, or of four vectors at once.
template <class Number>
using Triple = std::array<Number, 3>;

template <class Number>
Triple<Number> sum(const Triple<Number>& a, const Triple<Number>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
template <class Number>
Triple<Number> difference(const Triple<Number>& a, const Triple<Number>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <class Number>
Number dot(const Triple<Number>& a, const Triple<Number>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class Number>
Triple<Number> cross(const Triple<Number>& a, const Triple<Number>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class Number>
Triple<Number> scaled(const Number& s, const Triple<Number>& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
/// A symmetric matrix, xx xy xz yy yz zz, by a vector.
template <class Number>
Triple<Number> times(const std::array<Number, 6>& m, const Triple<Number>& x) {
  return {m[0] * x[0] + m[1] * x[1] + m[2] * x[2], m[1] * x[0] + m[3] * x[1] + m[4] * x[2],
          m[2] * x[0] + m[4] * x[1] + m[5] * x[2]};
}

}  // namespace drawbar::physics
