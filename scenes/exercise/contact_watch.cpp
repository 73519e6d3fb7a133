#include "scenes/exercise/contact_watch.h"

#include <cmath>

namespace drawbar::scenes {

std::size_t ContactWatches::add(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second) {
  const std::size_t watch = second_.size();
  for (const std::uint32_t body : first) watches_of_[body].push_back(watch);
  std::vector<bool>& members = second_.emplace_back(watches_of_.size());
  for (const std::uint32_t body : second) members[body] = true;
  return watch;
}

void ContactWatches::add_impulses(std::span<const physics::ContactReading> contacts, double length,
                                  std::span<double> impulses) const {
  const auto add_of = [&](std::uint32_t body, std::uint32_t other, double impulse) {
    if (body >= watches_of_.size() || other >= watches_of_.size()) return;  // the world
    for (const std::size_t watch : watches_of_[body]) {
      if (second_[watch][other]) impulses[watch] += impulse;
    }
  };
  for (const physics::ContactReading& contact : contacts) {
    const double impulse = length * std::sqrt(contact.force.squaredNorm());
    add_of(contact.body_a, contact.body_b, impulse);
    add_of(contact.body_b, contact.body_a, impulse);
  }
}

}  // namespace drawbar::scenes
