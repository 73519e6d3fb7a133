#include "tools/simulate/columns.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "scenes/loader/text/number_text.h"

namespace drawbar::tools {
namespace {

using physics::FrameState;
using physics::WorldConfig;
using scenes::QuantityGroup;
using scenes::QuantityList;

/// The first so many groups are the contract's.
constexpr std::size_t kStandardGroups = 5;
constexpr std::string_view kStandard = "default";
constexpr std::string_view kPair = "contacts=";

/// `*` stands for any characters.
bool matches(std::string_view pattern, std::string_view name) {
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

std::string allowed_items() {
  std::string items(kStandard);
  for (const QuantityGroup& group : scenes::quantity_groups()) items += ", " + std::string(group.name);
  return items + ", contacts=BODY+BODY, or a pattern of columns' names with * for anything";
}

tl::unexpected<Error> refuse(std::string_view item, const std::string& what) {
  return fail(ErrorKind::usage,
              "--columns " + std::string(item) + ": " + what + "; allowed: " + allowed_items());
}

/// Adds what `item` names; the number of columns is no help: an empty group is one, too.
Result<void> add_item(std::string_view item, const WorldConfig& config, ValueSource source,
                      QuantityList& to) {
  const auto held = [source](bool recorded) { return recorded || source == ValueSource::world; };
  if (item == kStandard) {
    for (const QuantityGroup& group : scenes::quantity_groups().first<kStandardGroups>())
      group.add(config, to);
    return {};
  }
  const auto groups = scenes::quantity_groups();
  const auto group = std::ranges::find(groups, item, &QuantityGroup::name);
  if (group != groups.end()) {
    if (!held(group->recorded))
      return refuse(item, "the recording does not hold it, only a re-simulation has it");
    group->add(config, to);
    return {};
  }
  if (item.starts_with(kPair)) {
    if (!held(false)) return refuse(item, "the recording does not hold it, only a re-simulation has it");
    if (!scenes::add_contact_pair(config, item.substr(kPair.size()), to))
      return refuse(item, "no two bodies of the scene are called so");
    return {};
  }
  QuantityList all;
  for (const QuantityGroup& each : groups) {
    if (held(each.recorded)) each.add(config, all);
  }
  bool found = false;
  for (scenes::Quantity& column : all.take()) {
    if (!matches(item, column.name)) continue;
    found = true;
    to.add(std::move(column));
  }
  if (!found) return refuse(item, "no column is called so");
  return {};
}

}  // namespace

Columns Columns::standard(const WorldConfig& config) {
  return parse(kStandard, config).value();
}

Result<Columns> Columns::parse(std::string_view list, const WorldConfig& config, ValueSource source) {
  QuantityList chosen;
  while (true) {
    const std::size_t comma = list.find(',');
    if (auto added = add_item(list.substr(0, comma), config, source, chosen); !added)
      return tl::unexpected(added.error());
    if (comma == std::string_view::npos) return Columns(chosen.take());
    list.remove_prefix(comma + 1);
  }
}

std::string Columns::describe_items() {
  return allowed_items();
}

std::string Columns::header() const {
  std::string header = "time";
  for (const scenes::Quantity& column : columns_) header += "," + column.name;
  return header + "\n";
}

void Columns::append_row(std::string& out, const FrameState& state, double time) const {
  scenes::append_number(out, time);
  for (const scenes::Quantity& column : columns_) {
    out += ',';
    scenes::append_number(out, column.value(state));
  }
  out += '\n';
}

}  // namespace drawbar::tools
