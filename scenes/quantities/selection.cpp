#include "scenes/quantities/selection.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace drawbar::scenes {
namespace {

using physics::WorldConfig;

/// The first so many groups are the contract's.
constexpr std::size_t kStandardGroups = 5;
constexpr std::string_view kStandard = "default";
constexpr std::string_view kPair = "contacts=";

/// `*` stands for any characters.
bool matches_pattern(std::string_view pattern, std::string_view name) {
  std::size_t at = 0, in_name = 0;
  std::size_t star = std::string_view::npos,
              tried = 0;  // the last star, and where what it stands for ends so far
  while (in_name < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      tried = in_name;
    } else if (at < pattern.size() && pattern[at] == name[in_name]) {
      ++at;
      ++in_name;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in_name = ++tried;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

/// One item of a list, and how messages begin.
struct SelectionItem {
  std::string_view text;
  std::string_view list_name;

  tl::unexpected<Error> refuse(const std::string& what) const {
    return fail(ErrorKind::usage, std::string(list_name) + " " + std::string(text) + ": " + what +
                                      "; allowed: " + describe_selection_items());
  }
};

/// Adds what `item` names; the number of columns is no help: an empty group is one, too.
Result<void> add_selected(const SelectionItem& item, const WorldConfig& config, ValueSource source,
                          QuantityList& to) {
  const auto held = [source](bool recorded) { return recorded || source == ValueSource::world; };
  if (item.text == kStandard) {
    for (const QuantityGroup& group : quantity_groups().first<kStandardGroups>()) group.add(config, to);
    return {};
  }
  const auto groups = quantity_groups();
  const auto group = std::ranges::find(groups, item.text, &QuantityGroup::name);
  if (group != groups.end()) {
    if (!held(group->recorded))
      return item.refuse("the recording does not hold it, only a re-simulation has it");
    group->add(config, to);
    return {};
  }
  if (item.text.starts_with(kPair)) {
    if (!held(false)) return item.refuse("the recording does not hold it, only a re-simulation has it");
    if (!add_contact_pair(config, item.text.substr(kPair.size()), to))
      return item.refuse("no two bodies of the scene are called so");
    return {};
  }
  QuantityList all;
  for (const QuantityGroup& each : groups) {
    if (held(each.recorded)) each.add(config, all);
  }
  bool found = false;
  for (Quantity& column : all.take()) {
    if (!matches_pattern(item.text, column.name)) continue;
    found = true;
    to.add(std::move(column));
  }
  if (!found) return item.refuse("no column is called so");
  return {};
}

}  // namespace

std::string describe_selection_items() {
  std::string items(kStandard);
  for (const QuantityGroup& group : quantity_groups()) items += ", " + std::string(group.name);
  return items + ", contacts=BODY+BODY, or a pattern of columns' names with * for anything";
}

Result<std::vector<Quantity>> select_quantities(std::string_view list, const WorldConfig& config,
                                                ValueSource source, std::string_view name) {
  QuantityList chosen;
  while (true) {
    const std::size_t comma = list.find(',');
    if (auto added = add_selected({list.substr(0, comma), name}, config, source, chosen); !added)
      return tl::unexpected(added.error());
    if (comma == std::string_view::npos) return chosen.take();
    list.remove_prefix(comma + 1);
  }
}

}  // namespace drawbar::scenes
