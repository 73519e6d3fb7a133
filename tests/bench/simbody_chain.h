// A chain in Simbody, behind plain types: its headers are C++17 and do not pass our warnings.
#pragma once

#include <memory>

namespace drawbar::test {

class SimbodyChain {
 public:
  /// Like chain_of() of chains_bench.cpp; `degrees` 1, 2 or 3 per joint.
  SimbodyChain(int bodies, int degrees);
  ~SimbodyChain();

  /// Accelerations at a configuration that was not seen before.
  void evaluate();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace drawbar::test
