// A row with bounds, as its law writes it.
#pragma once

namespace drawbar::physics {

/// One row: J V + softness x impulse + give x mobility x (impulse - eased) = target, as far as its bounds let
/// it.
struct TouchRow {
  double target = 0;    ///< m/s or rad/s
  double impulse = 0;   ///< accumulated, N s or N m s
  double softness = 0;  ///< speed per impulse; 0: rigid
  double give = 0;      ///< softness as a part of the mobility of the row's bodies ...
  double eased = 0;     ///< ... to impulses other than this
};

}  // namespace drawbar::physics
