// Vectors, matrices and quaternions of doubles or of four at once: what is written once for one body and for
// four side by side.
#pragma once

#include <cmath>

#include "physics/math/types.h"
#include "physics/math/wide.h"

// So that Eigen computes with four numbers as with one: the same operations in the same order.
template <>
struct Eigen::NumTraits<drawbar::physics::Wide> : Eigen::NumTraits<double> {
  using Real = drawbar::physics::Wide;
  using NonInteger = drawbar::physics::Wide;
  using Nested = drawbar::physics::Wide;
  using Literal = drawbar::physics::Wide;
};

namespace drawbar::physics {

template <class Number>
using Vec3Of = Eigen::Matrix<Number, 3, 1>;
template <class Number>
using Mat3Of = Eigen::Matrix<Number, 3, 3>;
template <class Number>
using QuatOf = Eigen::Quaternion<Number>;

/// What says for each lane of a Number whether something holds: bool or Wide::Mask.
template <class Number>
using MaskOf = decltype(Number() > Number());

template <class Number, int rows>
inline Eigen::Matrix<Number, rows, 1> select(const MaskOf<Number>& mask,
                                             const Eigen::Matrix<Number, rows, 1>& yes,
                                             const Eigen::Matrix<Number, rows, 1>& no) {
  Eigen::Matrix<Number, rows, 1> result;
  for (Eigen::Index k = 0; k < rows; ++k) result[k] = select(mask, yes[k], no[k]);
  return result;
}

}  // namespace drawbar::physics
