// Length and place of a kick between the drifts.
#pragma once

namespace drawbar::physics {

struct KickTimes {
  double drift = 0;      ///< h, s: of the drift that follows; for a closing kick of the one before
  double kick = 0;       ///< s: half of the drift before and half of the one that follows
  bool closing = false;  ///< ends a frame: nothing moves after it

  double before() const { return closing ? drift : 2 * kick - drift; }
  double after() const { return closing ? 0.0 : drift; }
};

}  // namespace drawbar::physics
