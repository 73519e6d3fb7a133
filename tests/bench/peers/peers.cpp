#include "tests/bench/peers/peers.h"

namespace drawbar::bench {

std::vector<Method> peer_methods() {
  std::vector<Method> methods;
#ifdef DRAWBAR_HAVE_BULLET
  add_bullet(methods);
#endif
#ifdef DRAWBAR_HAVE_ODE
  add_ode(methods);
#endif
#ifdef DRAWBAR_HAVE_MUJOCO
  add_mujoco(methods);
#endif
#ifdef DRAWBAR_HAVE_SIMBODY
  add_simbody(methods);
#endif
  return methods;
}

}  // namespace drawbar::bench
