#include "physics/vehicle/magic_formula.h"

#include <algorithm>
#include <cmath>

#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

/// Slip whose force tells the slope at none.
constexpr double kSmallSlip = 1e-6;
/// Forward speed (m/s) that stands for rest: what is smaller has no direction.
constexpr double kRest = 1e-9;
/// Slower sliding (m/s) has no way of its own.
constexpr double kStanding = 1e-3;
/// Beyond the largest friction coefficient by this part the patch lets go, whatever the deflection.
constexpr double kGuard = 1.2;
/// Combined slip takes no more than all but this part of mu F_z from the force of a direction.
constexpr double kLeastForce = 1e-6;
/// More than this times the nominal load nothing was measured at: forces go on in proportion.
constexpr double kMostLoad = 10;
/// No relaxation length, m, is shorter, nor a tread stiffer, N/m: coefficients far from where they were
/// measured.
constexpr double kLeastRelaxation = 0.02;
constexpr double kStiffestTread = 1e9;
/// Just below a right angle, rad: a tangent remains.
constexpr double kMostTrailAngle = 1.55;

double atan1(double x) {
  return arc_tangent(x, 1);
}

double sign(double x) {
  return x < 0 ? -1 : 1;
}

/// C atan(B x - E (B x - atan(B x))): the inner part of all its curves.
double bent(double b, double c, double e, double x) {
  const double bx = b * x;
  return c * atan1(bx - e * (bx - atan1(bx)));
}

double cosine_of_arc_tangent(double x) {
  return 1 / std::sqrt(1 + x * x);
}

/// D/(B C): how fast a curve starts, in place of B; the slope is K.
double stiffness_factor(double slope, double c, double d) {
  const double cd = c * d;
  return cd != 0 ? slope / cd : 0;
}

/// G = cos(C atan(...(x + shift)))/cos(C atan(...(shift))), without the shift: cos(C atan(...(x))).
double weight(double b, double c, double e, double x, double shift) {
  const double at_shift = shift == 0 ? 1 : sin_cos(bent(b, c, e, shift)).cos;
  return sin_cos(bent(b, c, e, x + shift)).cos / at_shift;
}

/// The formula at one load, grip and camber; `odd`: without all that shifts it off the origin.
class Curves {
 public:
  Curves(const MagicFormula& m, double load, double grip, double camber, bool odd)
      : m_(m), load_(load), grip_(grip), camber_(odd ? 0.0 : camber), odd_(odd) {
    const double nominal = m.lfzo * m.fnomin;
    dfz_ = (load - nominal) / nominal;
  }

  double longitudinal_stiffness() const {
    return load_ * (m_.pkx1 + m_.pkx2 * dfz_) * exponential(m_.pkx3 * dfz_) * m_.lkx;
  }
  /// Of camber thrust too: the lateral slope, N/rad, with the file's sign.
  double lateral_stiffness() const {
    const double nominal = m_.lfzo * m_.fnomin;
    const double camber = m_.lgay * camber_;
    const double at = load_ / nominal / (m_.pky2 + m_.pky5 * camber * camber);
    return m_.pky1 * nominal * sin_cos(m_.pky4 * atan1(at)).sin * (1 - m_.pky3 * std::fabs(camber)) * m_.lky;
  }
  double longitudinal_friction() const {
    const double camber = m_.lgax * camber_;
    return grip_ * (m_.pdx1 + m_.pdx2 * dfz_) * (1 - m_.pdx3 * camber * camber) * m_.lmux;
  }
  /// With the sign of PDY1, which some sets have negative; so is their stiffness factor positive then.
  double lateral_friction() const {
    const double camber = m_.lgay * camber_;
    return grip_ * (m_.pdy1 + m_.pdy2 * dfz_) * (1 - m_.pdy3 * camber * camber) * m_.lmuy;
  }

  double longitudinal(double kappa, double alpha) const {
    const double shift = odd_ ? 0 : (m_.phx1 + m_.phx2 * dfz_) * m_.lhx;
    const double x = kappa + shift;
    const double c = m_.pcx1 * m_.lcx;
    const double d = longitudinal_friction() * load_;
    const double e = std::min(1.0, (m_.pex1 + m_.pex2 * dfz_ + m_.pex3 * dfz_ * dfz_) *
                                       (1 - m_.pex4 * (odd_ ? 0 : sign(x))) * m_.lex);
    const double b = stiffness_factor(longitudinal_stiffness(), c, d);
    const double raised = odd_ ? 0 : load_ * (m_.pvx1 + m_.pvx2 * dfz_) * m_.lvx * m_.lmux * grip_;
    const double pure = d * sin_cos(bent(b, c, e, x)).sin + raised;
    const double camber = m_.lgax * camber_;
    const double by_alpha =
        (m_.rbx1 + m_.rbx3 * camber * camber) * cosine_of_arc_tangent(m_.rbx2 * kappa) * m_.lxal;
    const double g =
        weight(by_alpha, m_.rcx1, std::min(1.0, m_.rex1 + m_.rex2 * dfz_), alpha, odd_ ? 0 : m_.rhx1);
    return g * pure;
  }

  double lateral(double kappa, double alpha) const {
    const double camber = m_.lgay * camber_;
    const double k = lateral_stiffness();
    const double by_camber = load_ * (m_.pvy3 + m_.pvy4 * dfz_) * camber * m_.lmuy * grip_;
    double shift = 0, raised = 0;
    if (!odd_) {
      shift = (m_.phy1 + m_.phy2 * dfz_) * m_.lhy;
      raised = load_ * (m_.pvy1 + m_.pvy2 * dfz_) * m_.lvy * m_.lmuy * grip_;
      if (m_.newer) {
        raised += m_.lkyc * by_camber;
        const double slope = load_ * (m_.pky6 + m_.pky7 * dfz_) * m_.lkyc;
        if (k != 0) shift += (slope * camber - m_.lkyc * by_camber) / k;
      } else {
        raised += by_camber;
        shift += m_.phy3 * camber;
      }
    }
    const double x = alpha + shift;
    const double c = m_.pcy1 * m_.lcy;
    const double d = lateral_friction() * load_;
    const double skew = odd_ ? 0 : (m_.pey3 + m_.pey4 * camber) * sign(x);
    const double e =
        std::min(1.0, (m_.pey1 + m_.pey2 * dfz_) * (1 + m_.pey5 * camber * camber - skew) * m_.ley);
    const double pure = d * sin_cos(bent(stiffness_factor(k, c, d), c, e, x)).sin + raised;
    const double by_kappa = (m_.rby1 + m_.rby4 * camber * camber) *
                            cosine_of_arc_tangent(m_.rby2 * (alpha - (odd_ ? 0 : m_.rby3))) * m_.lyka;
    const double g = weight(by_kappa, m_.rcy1, std::min(1.0, m_.rey1 + m_.rey2 * dfz_), kappa,
                            odd_ ? 0 : m_.rhy1 + m_.rhy2 * dfz_);
    return g * pure + (odd_ ? 0 : kappa_induced(kappa, alpha));
  }

  double trail(double kappa, double alpha) const {
    const double camber = m_.lgaz * camber_;
    const double lean = m_.newer ? std::fabs(camber) : camber;
    const double shifted = alpha + m_.qhz1 + m_.qhz2 * dfz_ + (m_.qhz3 + m_.qhz4 * dfz_) * camber;
    const double at = std::clamp(shifted, -kMostTrailAngle, kMostTrailAngle);
    const double k = lateral_stiffness();
    // Combined slip counts as so much more slip angle.
    const SinCos turned = sin_cos(at);
    const double tangent = turned.sin / turned.cos;
    const double more = k != 0 ? longitudinal_stiffness() / k * kappa : 0;
    const double x = sign(at) * atan1(std::sqrt(tangent * tangent + more * more));
    const double b = (m_.qbz1 + m_.qbz2 * dfz_ + m_.qbz3 * dfz_ * dfz_) *
                     (1 + m_.qbz4 * camber + m_.qbz5 * std::fabs(camber) + m_.qbz6 * camber * camber) *
                     m_.lky / m_.lmuy;
    const double d = load_ * (m_.qdz1 + m_.qdz2 * dfz_) * (1 + m_.qdz3 * lean + m_.qdz4 * camber * camber) *
                     m_.unloaded_radius / (m_.lfzo * m_.fnomin) * m_.ltr;
    const double e =
        std::min(1.0, (m_.qez1 + m_.qez2 * dfz_ + m_.qez3 * dfz_ * dfz_) *
                          (1 + (m_.qez4 + m_.qez5 * camber) * (2 / kPi) * atan1(b * m_.qcz1 * x)));
    return d * sin_cos(bent(b, m_.qcz1, e, x)).cos * sin_cos(alpha).cos;
  }

  double longitudinal_relaxation() const {
    return load_ * (m_.ptx1 + m_.ptx2 * dfz_) * exponential(-m_.ptx3 * dfz_) * m_.unloaded_radius /
           m_.fnomin * m_.lsgkp;
  }
  double lateral_relaxation() const {
    const double at = m_.pty2 != 0 ? load_ / (m_.pty2 * m_.lfzo * m_.fnomin) : 0;
    return m_.pty1 * sin_cos(2 * atan1(at)).sin * m_.unloaded_radius * m_.lfzo * m_.lsgal;
  }

 private:
  // Side force of braking and driving alone.
  double kappa_induced(double kappa, double alpha) const {
    const double d = lateral_friction() * load_ * (m_.rvy1 + m_.rvy2 * dfz_ + m_.rvy3 * m_.lgay * camber_) *
                     cosine_of_arc_tangent(m_.rvy4 * alpha);
    return d * sin_cos(m_.rvy5 * atan1(m_.rvy6 * kappa)).sin * m_.lvyka;
  }

  const MagicFormula& m_;
  double load_;
  double grip_;
  double camber_;
  bool odd_;
  double dfz_ = 0;
};

TyreSlip within_ranges(const MagicFormula& m, const TyreSlip& slip) {
  return {std::clamp(slip.kappa, m.kpumin, m.kpumax), std::clamp(slip.alpha, m.alpmin, m.alpmax),
          std::clamp(slip.camber, m.cammin, m.cammax)};
}

double load_within(const MagicFormula& m, double load) {
  const double least = std::max(m.fzmin, kLeastForce * m.fnomin);
  return std::clamp(load, least, std::max(least, std::min(m.fzmax, kMostLoad * m.fnomin)));
}

SteadyForce steady(const MagicFormula& m, double load, double grip, const TyreSlip& slip, bool odd) {
  const TyreSlip s = within_ranges(m, slip);
  const double counted = load_within(m, load);
  const Curves curves(m, counted, grip, s.camber, odd);
  const double part = load / counted;
  return {part * curves.longitudinal(s.kappa, s.alpha), part * curves.lateral(s.kappa, s.alpha),
          odd ? 0 : curves.trail(s.kappa, s.alpha)};
}

/// |w R|, m/s.
double turned(const TreadMotion& motion) {
  return std::fabs(motion.forward - motion.along);
}

/// r, the part of the tread's motion that lays it down anew.
double laid_anew(const TreadMotion& motion) {
  const double slipping = std::sqrt(motion.along * motion.along + motion.across * motion.across);
  return turned(motion) > 0 ? turned(motion) / (turned(motion) + slipping) : 0;
}

/// One direction of the tread: what it would reach if nothing took it away, and the formula's force.
struct Direction {
  double slope = 0;      // K, N
  double stiffness = 0;  // k, N/m
  double reached = 0;    // e + h v, m
  double speed = 0;      // |v|, m/s
  double against = 0;    // |F_o|, > 0, N
  double shifted = 0;    // F - F_o, N

  double excess() const { return stiffness * reached + shifted; }
  /// Decay of the deflection over `h` s.
  double decay(const TreadMotion& motion, bool slides, double h) const {
    const double part = laid_anew(motion);
    const double laid = part * h * stiffness * speed / against;
    if (slides) return laid + (1 - part) * std::max(0.0, std::fabs(excess()) / against - 1);
    return std::min(laid, h * stiffness * turned(motion) / slope);
  }
};

/// Slower than `kStanding` a patch that does not roll slides, if it does, the way its deflection lets go.
TreadMotion sliding_way(const TreadMotion& motion, double force_along, double force_across) {
  const double force = std::sqrt(force_along * force_along + force_across * force_across);
  const double speed = std::sqrt(motion.along * motion.along + motion.across * motion.across);
  if (!(speed < kStanding && force > 0)) return motion;
  const double added = (1 - laid_anew(motion)) * (kStanding - speed) / force;
  TreadMotion out = motion;
  out.along += added * force_along;
  out.across += added * force_across;
  out.forward += added * force_along;
  return out;
}

}  // namespace

SteadyForce magic_force(const MagicFormula& formula, double load, double grip, const TyreSlip& slip) {
  return steady(formula, load, grip, slip, false);
}

MagicProperties magic_properties(const MagicFormula& formula, double load, double grip) {
  const double counted = load_within(formula, load);
  const double part = load / counted;
  const Curves curves(formula, counted, grip, 0, false);
  MagicProperties out;
  out.longitudinal_stiffness = part * curves.longitudinal_stiffness();
  out.lateral_stiffness = part * std::fabs(curves.lateral_stiffness());
  out.longitudinal_friction = std::fabs(curves.longitudinal_friction());
  out.lateral_friction = std::fabs(curves.lateral_friction());
  out.longitudinal_relaxation = curves.longitudinal_relaxation();
  out.lateral_relaxation = curves.lateral_relaxation();
  return out;
}

MagicTread magic_tread(const TyreConfig& tyre, double load, double surface_friction,
                       const TreadDeflection& tread, const TreadMotion& motion, double h) {
  MagicTread out;
  const MagicFormula& m = *tyre.magic_formula;
  const double grip = surface_friction / tyre.reference_friction;
  if (!(load > 0) || !(grip > 0)) return out;
  const MagicProperties now = magic_properties(m, load, grip);
  const auto spring = [&](double stiffness, double relaxation) {
    const double sigma = tyre.relaxation_length > 0 ? tyre.relaxation_length : relaxation;
    return std::clamp(stiffness / std::max(sigma, kLeastRelaxation), 0.0, kStiffestTread);
  };
  const double kx = spring(now.longitudinal_stiffness, now.longitudinal_relaxation);
  const double ky = spring(now.lateral_stiffness, now.lateral_relaxation);
  if (!(kx > 0 && ky > 0 && now.longitudinal_friction > 0 && now.lateral_friction > 0)) return out;
  out.loaded.friction = kGuard * std::max(now.longitudinal_friction, now.lateral_friction);
  out.loaded.limit = out.loaded.friction * load;
  out.loaded.relaxation = 1;
  out.loaded.longitudinal = kx;
  out.loaded.lateral = ky;
  const double bore_stiffness = 0.5 * (kx + ky);

  const TreadDeflection reached{tread.along + h * motion.along, tread.across + h * motion.across, 0};
  const TreadMotion way = sliding_way(motion, kx * reached.along, ky * reached.across);
  const double forward = std::max(std::fabs(way.forward), kRest);
  TyreSlip slip{-way.along / forward, arc_tangent(way.across, forward), way.camber};
  const auto away = [](double s) { return sign(s) * std::max(std::fabs(s), kSmallSlip); };
  slip.kappa = away(slip.kappa);
  slip.alpha = away(slip.alpha);
  const SteadyForce odd = steady(m, load, grip, slip, true);
  const SteadyForce all = steady(m, load, grip, slip, false);
  const double least = kLeastForce * out.loaded.limit;
  const auto speed = [&](double v) { return std::max(std::fabs(v), kSmallSlip * forward); };
  const Direction x{now.longitudinal_stiffness,
                    kx,
                    reached.along,
                    speed(way.along),
                    std::max(sign(slip.kappa) * odd.longitudinal, least),
                    all.longitudinal - odd.longitudinal};
  const Direction y{now.lateral_stiffness,
                    ky,
                    reached.across,
                    speed(way.across),
                    std::max(-sign(slip.alpha) * odd.lateral, least),
                    all.lateral - odd.lateral};
  // What goes back springs back.
  const bool lets_go = x.excess() * way.along + y.excess() * way.across > 0;
  const bool slides = lets_go && x.excess() * x.excess() + y.excess() * y.excess() >
                                     x.against * x.against + y.against * y.against;
  const double along = x.decay(way, slides, h);
  const double across = y.decay(way, slides, h);
  // What rubs about the normal is carried away as what slips across.
  out.force = {kx, ky, bore_stiffness, along, across, across, 0, all.trail};
  out.drift_along = -along * x.shifted / (kx * h);
  out.drift_across = -across * y.shifted / (ky * h);
  return out;
}

}  // namespace drawbar::physics
