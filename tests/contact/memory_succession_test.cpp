// Which point goes on with which memory.
#include "physics/contact/memory_succession.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace drawbar::physics {
namespace {

// Of a feature that is there still the memory is its own, and a lost one goes to the nearest that is new.
TEST(MemorySuccession, GivesEachPointItsOwnFeaturesMemoryAndTheNewOnesTheNearestThatIsLeft) {
  const auto record = [](std::uint64_t pair, std::uint64_t feature, double x, double impulse) {
    ContactRecord r;
    r.pair_key = pair;
    r.feature = feature;
    r.position_a = Vec3(x, 0, 0);
    r.memory.normal_impulse = impulse;
    return r;
  };
  std::array<ContactPoint, 5> points;
  const auto place = [&](std::size_t i, std::uint64_t feature, double x) {
    points[i].feature = feature;
    points[i].position_a = Vec3(x, 0, 0);
  };
  place(0, 20, 0.0);   // new, nearest to the one that point 1 has: it gets the next
  place(1, 11, 5.0);   // known, though another is nearer
  place(2, 12, 0.3);   // new: its number is another pair's
  place(3, 21, 0.35);  // new: the rest is too far away or taken
  place(4, 22, 9.0);   // new, with one as far away as the limit: no nearer
  const std::vector<ContactRecord> records{record(1, 10, 0.1, 1), record(1, 11, 0.01, 2),
                                           record(2, 12, 0.32, 3), record(1, 13, 9.5, 4)};
  std::vector<Heir> heirs;
  for (ContactPoint& point : points) heirs.push_back({1, &point});
  std::vector<std::uint8_t> taken(records.size());
  inherit(heirs, records, taken, 0.5, [](const ContactRecord& r, const ContactPoint& point) {
    return (r.position_a - point.position_a).squaredNorm();
  });
  std::vector<double> impulses;
  for (const ContactPoint& point : points) impulses.push_back(point.memory.normal_impulse);
  EXPECT_EQ(impulses, (std::vector<double>{1, 2, 3, 0, 0}));
  EXPECT_EQ(taken, (std::vector<std::uint8_t>{1, 1, 1, 0}));
}

}  // namespace
}  // namespace drawbar::physics
