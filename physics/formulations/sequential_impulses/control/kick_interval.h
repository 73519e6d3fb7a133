// Length and place of a kick between the drifts.
#pragma once

namespace drawbar::physics {

struct KickTimes {
  double drift = 0;      ///< h, s: of the drift that follows; for a closing kick of the one before
  double kick = 0;       ///< s: half of the drift before and half of the one that follows
  bool closing = false;  ///< ends a frame: nothing moves after it
  double whole = 0;      ///< s: State::last_substep, for which impulses are remembered however it is cut

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

  /// How old that force is after the drift, s.
  double age() const { return drift - instant(); }

  double before() const { return closing ? drift : 2 * kick - drift; }
  double after() const { return closing ? 0.0 : drift; }
};

}  // namespace drawbar::physics
