#include "tests/bench/peers/peers.h"

namespace drawbar::bench {

std::vector<VehicleMethod> peer_vehicles() {
  std::vector<VehicleMethod> methods;
#ifdef DRAWBAR_HAVE_BULLET
  add_bullet_vehicles(methods);
#endif
  return methods;
}

}  // namespace drawbar::bench
