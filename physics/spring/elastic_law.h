// The elastic law of one coordinate: a spring and the elastic stops beside it.
#pragma once

#include <limits>

#include "physics/model/spring_config.h"

namespace drawbar::physics {

/// A force against the coordinate that never falls as the coordinate grows, in straight pieces: a spring,
/// linear or of a table, and stops that give way.
class ElasticLaw {
 public:
  ElasticLaw() = default;
  static ElasticLaw linear(double stiffness, double rest = 0);
  /// `spring` must outlive the law; its rest position is moved by `shift`.
  explicit ElasticLaw(const AxisSpring& spring, double shift = 0);
  /// A stop beyond which the law rises by `stiffness` more, in addition to what it is.
  void add_stop(double lower, double upper, double stiffness);
  void add_stop(const AxisLimit& limit);

  bool empty() const { return table_ == nullptr && !(stiffness_ > 0) && !(stop_stiffness_ > 0); }

  /// How far x is beyond the stop: negative below, positive above, 0 between and without one.
  double overrun(double x) const;
  /// The stop's own part of the force at x.
  double stop_force(double x) const { return stop_stiffness_ * overrun(x); }
  ElasticLaw without_stop() const;
  /// The law over a way from x to some x', with a damper (`resistance`: its force per way, N/m) in parallel
  /// with the stop. A stop only presses; of p it is overrun by at x and p' at x' its force is
  ///   max(0, k p' + resistance (p' - p)):
  /// one of more stiffness, further away.
  ElasticLaw damped(double x, double resistance) const;

  bool straight() const { return table_ == nullptr && !(stop_stiffness_ > 0); }

  /// One straight piece, as a line over all coordinates.
  struct Piece {
    double lower = -std::numeric_limits<double>::infinity();  ///< where it holds
    double upper = std::numeric_limits<double>::infinity();
    double offset = 0;  ///< its force (N or N m) at coordinate 0
    double slope = 0;   ///< N/m or N m/rad, >= 0
    double force(double x) const { return offset + slope * x; }
  };
  /// The piece at x; where two meet, the upper one if `upwards`.
  Piece piece(double x, bool upwards = false) const;
  double force(double x) const { return piece(x).force(x); }
  /// Energy stored, J: the integral of the force from the spring's rest, or from within the stops.
  double energy(double x) const;

  /// The force's mean over the way from one coordinate to another, and its derivative by the second.
  struct Mean {
    double force = 0;
    double slope = 0;
  };
  Mean mean(double from, double to) const;

 private:
  const AxisSpring* table_ = nullptr;  // the spring has one
  double stiffness_ = 0;
  double rest_ = 0;
  double stop_stiffness_ = 0;
  double lower_ = 0;
  double upper_ = 0;
};

/// Of the distance between a spring's ends.
ElasticLaw elastic_law(const SpringConfig& spring);

}  // namespace drawbar::physics
