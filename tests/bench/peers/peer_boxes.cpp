#include "tests/bench/peers/peers.h"

namespace drawbar::bench {

std::vector<BoxMethod> peer_boxes() {
  std::vector<BoxMethod> methods;
#ifdef DRAWBAR_HAVE_BULLET
  add_bullet_boxes(methods);
#endif
#ifdef DRAWBAR_HAVE_ODE
  add_ode_boxes(methods);
#endif
  return methods;
}

}  // namespace drawbar::bench
