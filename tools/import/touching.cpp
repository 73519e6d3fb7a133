#include "tools/import/touching.h"

#include <algorithm>

namespace drawbar::import {
namespace {

/// A scene has 31; one is for what is seen alone, one for the ground.
constexpr std::size_t kMostGroups = 29;

bool touches(const Link& link) {
  return std::any_of(link.shapes.begin(), link.shapes.end(), [](const Shape& s) { return s.touches; });
}

}  // namespace

void assign_groups(Model& model, const std::function<bool(std::size_t, std::size_t)>& passes,
                   const Place& place, Warnings& warnings) {
  const auto passing = [&](std::size_t a, std::size_t b) { return passes(std::min(a, b), std::max(a, b)); };
  std::vector<std::vector<std::size_t>> groups;
  const auto fits = [&](std::size_t link, const std::vector<std::size_t>& group) {
    const bool inside = passing(link, group[0]);
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (passing(link, group[i]) != inside) return false;
      if (i > 0 && passing(group[0], group[i]) != inside) return false;
    }
    for (std::size_t other = 0; other < model.links.size(); ++other) {
      if (other == link || !touches(model.links[other])) continue;
      if (std::find(group.begin(), group.end(), other) != group.end()) continue;
      if (passing(link, other) != passing(group[0], other)) return false;
    }
    return true;
  };
  bool lost = false;
  for (std::size_t link = 0; link < model.links.size(); ++link) {
    if (!touches(model.links[link])) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return fits(link, g); });
    if (group == groups.end()) {
      if (groups.size() == kMostGroups) {
        lost = true;
        model.links[link].group = kMostGroups;
        continue;
      }
      groups.push_back({});
      group = groups.end() - 1;
    }
    group->push_back(link);
    model.links[link].group = static_cast<std::size_t>(group - groups.begin());
  }
  for (std::size_t a = 0; a < groups.size(); ++a) {
    if (groups[a].size() > 1 && passing(groups[a][0], groups[a][1])) model.passing.push_back({a, a});
    for (std::size_t b = a + 1; b < groups.size(); ++b) {
      if (passing(groups[a][0], groups[b][0])) model.passing.push_back({a, b});
    }
  }
  if (lost) {
    warnings.add(place, "its links need more than " + std::to_string(kMostGroups) +
                            " groups to say which pass through which; the last of them touch everything");
  }
}

}  // namespace drawbar::import
