// Four numbers that are computed with at once, each as if it were alone: what independent things have in
// common.
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
#else
#define DRAWBAR_WIDE
#endif

namespace drawbar::physics {

inline constexpr std::size_t kLanes = 4;

/// kLanes doubles; every operator works lane by lane, so that a lane's bits are those of the same computation
/// in a double.
struct alignas(kLanes * sizeof(double)) Wide {
  using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
  struct Mask {
    using Lanes = std::int64_t __attribute__((vector_size(kLanes * sizeof(std::int64_t))));
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
      for (std::size_t lane = 0; lane < kLanes; ++lane) either |= mask.lanes[lane];
      return either != 0;
    }
  };
  Lanes lanes;

  // As a double: not set unless asked to be, Wide() is zero. Copied as a whole: what is written in halves and
  // then read as a whole holds the processor up.
  Wide() = default;
  Wide(const Wide& other) : lanes(other.lanes) {}
  Wide& operator=(const Wide& other) {
    lanes = other.lanes;
    return *this;
  }
  Wide(const Lanes& each) : lanes(each) {}
  Wide(double all) : lanes(all - Lanes{}) {}
  double operator[](std::size_t lane) const { return lanes[lane]; }
  void set(std::size_t lane, double x) { lanes[lane] = x; }

  friend Wide operator+(const Wide& x, const Wide& y) { return {x.lanes + y.lanes}; }
  friend Wide operator-(const Wide& x, const Wide& y) { return {x.lanes - y.lanes}; }
  friend Wide operator*(const Wide& x, const Wide& y) { return {x.lanes * y.lanes}; }
  friend Wide operator/(const Wide& x, const Wide& y) { return {x.lanes / y.lanes}; }
  friend Wide operator-(const Wide& x) { return {-x.lanes}; }
  Wide& operator+=(const Wide& x) {
    lanes += x.lanes;
    return *this;
  }
  Wide& operator-=(const Wide& x) {
    lanes -= x.lanes;
    return *this;
  }
  Wide& operator*=(const Wide& x) {
    lanes *= x.lanes;
    return *this;
  }
  friend Mask operator>(const Wide& x, const Wide& y) { return {x.lanes > y.lanes}; }
  friend Mask operator<(const Wide& x, const Wide& y) { return {x.lanes < y.lanes}; }
  friend Mask operator>=(const Wide& x, const Wide& y) { return {x.lanes >= y.lanes}; }
  friend Mask operator<=(const Wide& x, const Wide& y) { return {x.lanes <= y.lanes}; }

  friend Wide select(const Mask& mask, const Wide& yes, const Wide& no) {
    return {mask.lanes ? yes.lanes : no.lanes};
  }
  /// As std::max(y, x): y where they are equal or a lane of x is not a number.
  friend Wide max(const Wide& x, const Wide& y) { return select(x > y, x, y); }
  /// As std::min(y, x).
  friend Wide min(const Wide& x, const Wide& y) { return select(x < y, x, y); }
  friend Wide clamp(const Wide& x, const Wide& lower, const Wide& upper) {
    return select(x < lower, lower, select(x > upper, upper, x));
  }
  friend Wide abs(const Wide& x) { return max(x, -x); }
  friend Wide sqrt(const Wide& x) { return x.root(std::make_index_sequence<kLanes>()); }
  friend double largest(const Wide& x) {
    double most = x[0];
    for (std::size_t lane = 1; lane < kLanes; ++lane) most = x[lane] > most ? x[lane] : most;
    return most;
  }

 private:
  template <std::size_t... lane>
  Wide root(std::index_sequence<lane...>) const {
    return {Lanes{std::sqrt(lanes[lane])...}};
  }
};

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
