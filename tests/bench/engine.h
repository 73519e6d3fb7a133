// What the comparison asks of an engine. A peer is one file in peers/ that implements this and gives its list
// of ways to step.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/chain.h"

namespace drawbar::bench {

class Engine {
 public:
  virtual ~Engine() = default;
  /// So many steps of the length it was made with; a whole number of frames of 40 ms.
  virtual void advance(int steps) = 0;
  virtual void read(std::vector<LinkMotion>& links) = 0;
};

/// One way to compute the chain.
struct Method {
  std::string name;
  std::function<std::unique_ptr<Engine>(const Chain& chain, double step)> make;
  int most_links = 100000;  ///< beyond it a step takes seconds
};

std::vector<Method> drawbar_methods();
/// Those that were found when the build was configured.
std::vector<Method> peer_methods();

}  // namespace drawbar::bench
