// Between four things of one kind and the same thing made of Wide: each of the four in its lane.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>

#include "physics/math/wide.h"

namespace drawbar::physics {

/// The four.
template <class Value>
struct EachLane {
  Value& a;
  Value& b;
  Value& c;
  Value& d;
};

/// The elements of `values` at these places.
template <class Values>
inline auto each(Values&& values, const std::array<std::size_t, kLanes>& at) {
  using Value = std::remove_reference_t<decltype(values[at[0]])>;
  return EachLane<Value>{values[at[0]], values[at[1]], values[at[2]], values[at[3]]};
}
/// A member of each.
template <class Owner, class Holder, class Member>
inline auto each(const EachLane<Owner>& owners, Member Holder::*member) {
  using Value = std::remove_reference_t<decltype(owners.a.*member)>;
  return EachLane<Value>{owners.a.*member, owners.b.*member, owners.c.*member, owners.d.*member};
}

/// The doubles that a thing is made of, in their order, or as many Wide. How many are `kNumbers`.
template <class Number, class Value>
inline auto numbers_of(Value& value) {
  static_assert(sizeof(Value) % sizeof(Number) == 0 && std::is_standard_layout_v<Value>);
  using Result = std::conditional_t<std::is_const_v<Value>, const Number, Number>;
  return reinterpret_cast<Result*>(&value);
}
template <class Value>
inline constexpr std::size_t kNumbers = sizeof(Value) / sizeof(double);

/// Rows to columns, or columns to rows.
inline void transpose(const Wide& a, const Wide& b, const Wide& c, const Wide& d, Wide* out) {
  const Wide::Lanes ab02 = __builtin_shufflevector(a.lanes, b.lanes, 0, 4, 2, 6);
  const Wide::Lanes ab13 = __builtin_shufflevector(a.lanes, b.lanes, 1, 5, 3, 7);
  const Wide::Lanes cd02 = __builtin_shufflevector(c.lanes, d.lanes, 0, 4, 2, 6);
  const Wide::Lanes cd13 = __builtin_shufflevector(c.lanes, d.lanes, 1, 5, 3, 7);
  out[0].lanes = __builtin_shufflevector(ab02, cd02, 0, 1, 4, 5);
  out[1].lanes = __builtin_shufflevector(ab13, cd13, 0, 1, 4, 5);
  out[2].lanes = __builtin_shufflevector(ab02, cd02, 2, 3, 6, 7);
  out[3].lanes = __builtin_shufflevector(ab13, cd13, 2, 3, 6, 7);
}

inline void load(const double* from, Wide& to) {
  std::memcpy(&to.lanes, from, sizeof(to.lanes));
}
inline void store(const Wide& from, double* to) {
  std::memcpy(to, &from.lanes, sizeof(from.lanes));
}

/// A Value is a double or made of nothing but doubles, `to` the same of Wide.
template <class Value, class WideValue>
inline void gather(const EachLane<Value>& from, WideValue& to) {
  static_assert(sizeof(WideValue) == kNumbers<Value> * sizeof(Wide));
  const double* const a = numbers_of<double>(from.a);
  const double* const b = numbers_of<double>(from.b);
  const double* const c = numbers_of<double>(from.c);
  const double* const d = numbers_of<double>(from.d);
  Wide* const out = numbers_of<Wide>(to);
  std::size_t k = 0;
  for (; k + kLanes <= kNumbers<Value>; k += kLanes) {
    std::array<Wide, kLanes> rows;
    load(a + k, rows[0]);
    load(b + k, rows[1]);
    load(c + k, rows[2]);
    load(d + k, rows[3]);
    transpose(rows[0], rows[1], rows[2], rows[3], out + k);
  }
  for (; k < kNumbers<Value>; ++k) out[k] = Wide::Lanes{a[k], b[k], c[k], d[k]};
}

template <class Value, class WideValue>
inline void scatter(const WideValue& from, const EachLane<Value>& to) {
  static_assert(sizeof(WideValue) == kNumbers<Value> * sizeof(Wide));
  double* const a = numbers_of<double>(to.a);
  double* const b = numbers_of<double>(to.b);
  double* const c = numbers_of<double>(to.c);
  double* const d = numbers_of<double>(to.d);
  const Wide* const in = numbers_of<Wide>(from);
  std::size_t k = 0;
  for (; k + kLanes <= kNumbers<Value>; k += kLanes) {
    std::array<Wide, kLanes> rows;
    transpose(in[k], in[k + 1], in[k + 2], in[k + 3], rows.data());
    store(rows[0], a + k);
    store(rows[1], b + k);
    store(rows[2], c + k);
    store(rows[3], d + k);
  }
  for (; k < kNumbers<Value>; ++k) {
    a[k] = in[k][0];
    b[k] = in[k][1];
    c[k] = in[k][2];
    d[k] = in[k][3];
  }
}

}  // namespace drawbar::physics
