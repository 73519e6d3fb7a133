// The gates and goals of the design beside what was measured.
#pragma once

#include <string>
#include <vector>

namespace drawbar::bench {

class Gates {
 public:
  /// Smaller is better.
  void add(const std::string& quantity, double measured, double gate, double goal, const char* unit);
  void print() const;

 private:
  struct Line {
    std::string quantity;
    double measured;
    double gate;
    double goal;
    const char* unit;
  };
  std::vector<Line> lines_;
};

}  // namespace drawbar::bench
