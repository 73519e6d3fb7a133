// Length and place of a kick between the drifts, and its part in what is read of a force.
#pragma once

#include "physics/model/substep_mean.h"

namespace drawbar::physics {

struct KickTimes {
  double drift = 0;      ///< h, s: of the drift that follows; for a closing kick of the one before
  double kick = 0;       ///< s: half of the drift before and half of the one that follows
  bool closing = false;  ///< ends a frame: nothing moves after it
  double whole = 0;      ///< s: State::last_substep, for which impulses are remembered however it is cut
  bool begins = false;   ///< begins a substep
  bool is_read = true;   ///< of a substep whose forces are read

  /// From what is remembered to impulses of this kick, and back.
  double from_memory() const { return whole > 0 ? kick / whole : 0.0; }
  double to_memory() const { return whole / kick; }

  /// The instant, against that of the positions, whose force is the mean of this kick's: a constraint's
  /// impulse is what closes it after the drift, and a half kick at the beginning of a drift of length h needs
  /// F + F' h/3 for that.
  double instant() const {
    if (closing) return -drift / 3;
    return before() > 0 ? 0.0 : drift / 3;
  }

  /// Whether it is half a kick, of which the one that closed the drift before is the other half.
  bool opens() const { return !closing && !(before() > 0); }

  double before() const { return closing ? drift : 2 * kick - drift; }
  double after() const { return closing ? 0.0 : drift; }
};

/// Mean of a force from the middle of the drift before this kick to the middle of the one that follows, if
/// both are equally long; `force` is its mean over the kick. A world's first has no half before it, which
/// counts as one without force.
template <class Value>
Value joined(const Value& force, const KickTimes& times, const SubstepMean<Value>& known) {
  return times.opens() ? Value(0.5 * (known.at_close + force)) : force;
}

/// Whether the mean force of this kick is taken into what is read of it. A half kick's is also where nobody
/// reads: what the one before left is used up by it.
inline bool takes_force(const KickTimes& times) {
  return times.closing || times.is_read || times.opens();
}

/// Takes the mean force of this kick into what is read of it.
template <class Value>
void read_force(const Value& force, const KickTimes& times, SubstepMean<Value>& known) {
  if (times.closing) {
    known.at_close = force;
    return;
  }
  const Value part = (times.drift / times.whole) * joined(force, times, known);
  known.mean = times.begins ? part : Value(known.mean + part);
  known.at_close = SubstepMean<Value>::nothing();
}

}  // namespace drawbar::physics
