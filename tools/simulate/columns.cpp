#include "tools/simulate/columns.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "scenes/loader/text/number_text.h"

namespace drawbar::tools {
namespace {

using physics::FrameState;
using physics::Vec3;
using physics::WorldConfig;

/// Adds columns, each once.
class Builder {
 public:
  void add(std::string name, std::function<double(const FrameState&)> value) {
    if (names_.insert(name).second) columns_.push_back({std::move(name), std::move(value)});
  }
  template <class VectorOf>
  void add_vector(const std::string& name, const std::array<const char*, 3>& parts, const VectorOf& vector) {
    for (int k = 0; k < 3; ++k) {
      add(name + parts[static_cast<std::size_t>(k)],
          [vector, k](const FrameState& s) { return vector(s)[k]; });
    }
  }

  std::vector<Column> take() { return std::move(columns_); }

 private:
  std::vector<Column> columns_;
  std::set<std::string> names_;
};

constexpr std::array<const char*, 3> kAxes{".x", ".y", ".z"};

void add_bodies(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.bodies.size(); ++i) {
    const std::string& name = config.bodies[i].name;
    to.add_vector(name, kAxes, [i](const FrameState& s) { return s.bodies[i].position; });
    to.add(name + ".qw", [i](const FrameState& s) { return s.bodies[i].orientation.w(); });
    to.add_vector(name, {".qx", ".qy", ".qz"}, [i](const FrameState& s) {
      const physics::Quat& q = s.bodies[i].orientation;
      return Vec3(q.x(), q.y(), q.z());
    });
    to.add_vector(name, {".vx", ".vy", ".vz"},
                  [i](const FrameState& s) { return s.bodies[i].linear_velocity; });
    to.add_vector(name, {".wx", ".wy", ".wz"},
                  [i](const FrameState& s) { return s.bodies[i].angular_velocity; });
  }
}

void add_joints(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.joints.size(); ++i) {
    const std::string& name = config.joints[i].name;
    const auto axes = static_cast<std::size_t>(physics::free_axis_count(config.joints[i].type));
    for (std::size_t k = 0; k < axes; ++k) {
      to.add(name + ".position[" + std::to_string(k) + "]",
             [i, k](const FrameState& s) { return s.joints[i].position[k]; });
    }
    for (std::size_t k = 0; k < axes; ++k) {
      to.add(name + ".velocity[" + std::to_string(k) + "]",
             [i, k](const FrameState& s) { return s.joints[i].velocity[k]; });
    }
    to.add(name + ".error", [i](const FrameState& s) { return s.joints[i].error; });
    to.add(name + ".angle_error", [i](const FrameState& s) { return s.joints[i].angle_error; });
  }
}

void add_drives(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.drives.size(); ++i) {
    const std::string& name = config.drives[i].name;
    to.add(name + ".current", [i](const FrameState& s) { return s.drives[i].current; });
    to.add(name + ".voltage", [i](const FrameState& s) { return s.drives[i].voltage; });
    to.add(name + ".torque", [i](const FrameState& s) { return s.drives[i].torque; });
  }
}

void add_energy(const WorldConfig&, Builder& to) {
  to.add("energy.kinetic", [](const FrameState& s) { return s.energy.kinetic; });
  to.add("energy.potential", [](const FrameState& s) { return s.energy.potential; });
}

void add_wheels(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.wheels.size(); ++i) {
    const std::string& name = config.wheels[i].name;
    to.add(name + ".load", [i](const FrameState& s) { return s.wheels[i].load; });
    to.add(name + ".longitudinal_force", [i](const FrameState& s) { return s.wheels[i].longitudinal_force; });
    to.add(name + ".lateral_force", [i](const FrameState& s) { return s.wheels[i].lateral_force; });
    to.add(name + ".slip", [i](const FrameState& s) { return s.wheels[i].slip; });
    to.add(name + ".slip_angle", [i](const FrameState& s) { return s.wheels[i].slip_angle; });
  }
}

void add_controls(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.controls.size(); ++i)
    to.add(config.controls[i].name + ".value", [i](const FrameState& s) { return s.controls[i]; });
}

void add_temperatures(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.drives.size(); ++i) {
    if (!config.drives[i].thermal) continue;
    to.add(config.drives[i].name + ".temperature",
           [i](const FrameState& s) { return s.drives[i].temperature; });
  }
}

void add_reactions(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.joints.size(); ++i) {
    to.add_vector(config.joints[i].name + ".reaction", kAxes,
                  [i](const FrameState& s) { return s.joints[i].reaction; });
  }
}

void add_couplings(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.couplings.size(); ++i)
    to.add(config.couplings[i].name + ".force", [i](const FrameState& s) { return s.couplings[i].force; });
}

void add_brakes(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.brakes.size(); ++i)
    to.add(config.brakes[i].name + ".torque", [i](const FrameState& s) { return s.brakes[i].torque; });
}

void add_steerings(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.steerings.size(); ++i)
    to.add(config.steerings[i].name + ".angle", [i](const FrameState& s) { return s.steerings[i].angle; });
}

void add_hitches(const WorldConfig& config, Builder& to) {
  for (std::size_t i = 0; i < config.hitches.size(); ++i)
    to.add(config.hitches[i].name + ".closed",
           [i](const FrameState& s) { return s.hitches[i].closed ? 1.0 : 0.0; });
}

/// Sum of the forces on body `on`, of all that touches it or of `of` alone.
Vec3 contact_force(const FrameState& state, std::uint32_t on, std::optional<std::uint32_t> of) {
  Vec3 sum = Vec3::Zero();
  for (const physics::ContactReading& contact : state.contacts) {
    if (contact.body_b == on && (!of || contact.body_a == *of)) sum += contact.force;
    if (contact.body_a == on && (!of || contact.body_b == *of)) sum -= contact.force;
  }
  return sum;
}

void add_contacts(const WorldConfig& config, Builder& to) {
  for (std::uint32_t i = 0; i < config.bodies.size(); ++i) {
    if (config.bodies[i].shapes.empty()) continue;
    to.add_vector(config.bodies[i].name + ".contact", kAxes,
                  [i](const FrameState& s) { return contact_force(s, i, std::nullopt); });
  }
}

struct Group {
  std::string_view name;
  bool recorded;  ///< poses and telemetry of a recording hold it
  void (*add)(const WorldConfig&, Builder&);
};

/// In the order in which patterns find their columns. The first kStandardGroups are the contract's.
constexpr std::array<Group, 13> kGroups{{
    {"bodies", true, add_bodies},
    {"joints", true, add_joints},
    {"drives", true, add_drives},
    {"energy", true, add_energy},
    {"wheels", true, add_wheels},
    {"controls", true, add_controls},
    {"temperatures", true, add_temperatures},
    {"reactions", false, add_reactions},
    {"contacts", false, add_contacts},
    {"couplings", false, add_couplings},
    {"brakes", false, add_brakes},
    {"steerings", false, add_steerings},
    {"hitches", false, add_hitches},
}};
constexpr std::size_t kStandardGroups = 5;
constexpr std::string_view kStandard = "default";
constexpr std::string_view kPair = "contacts=";

std::optional<std::uint32_t> body_of(const WorldConfig& config, std::string_view name) {
  const auto found = std::ranges::find(config.bodies, name, &physics::BodyConfig::name);
  if (found == config.bodies.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - config.bodies.begin());
}

/// The two bodies of "A+B"; a name may itself have a plus.
std::optional<std::pair<std::uint32_t, std::uint32_t>> pair_of(const WorldConfig& config,
                                                               std::string_view text) {
  for (std::size_t at = text.find('+'); at != std::string_view::npos; at = text.find('+', at + 1)) {
    const auto first = body_of(config, text.substr(0, at));
    const auto second = body_of(config, text.substr(at + 1));
    if (first && second && *first != *second) return std::pair(*first, *second);
  }
  return std::nullopt;
}

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
  for (const Group& group : kGroups) items += ", " + std::string(group.name);
  return items + ", contacts=BODY+BODY, or a pattern of columns' names with * for anything";
}

tl::unexpected<Error> refuse(std::string_view item, const std::string& what) {
  return fail(ErrorKind::usage,
              "--columns " + std::string(item) + ": " + what + "; allowed: " + allowed_items());
}

/// Adds what `item` names; the number of columns is no help: an empty group is one, too.
Result<void> add_item(std::string_view item, const WorldConfig& config, ValueSource source, Builder& to) {
  const auto held = [source](bool recorded) { return recorded || source == ValueSource::world; };
  if (item == kStandard) {
    for (const Group& group : std::span(kGroups).first<kStandardGroups>()) group.add(config, to);
    return {};
  }
  const auto group = std::ranges::find(kGroups, item, &Group::name);
  if (group != kGroups.end()) {
    if (!held(group->recorded))
      return refuse(item, "the recording does not hold it, only a re-simulation has it");
    group->add(config, to);
    return {};
  }
  if (item.starts_with(kPair)) {
    const auto pair = pair_of(config, item.substr(kPair.size()));
    if (!pair) return refuse(item, "no two bodies of the scene are called so");
    if (!held(false)) return refuse(item, "the recording does not hold it, only a re-simulation has it");
    to.add_vector(std::string(item.substr(kPair.size())) + ".force", kAxes,
                  [pair](const FrameState& s) { return contact_force(s, pair->second, pair->first); });
    return {};
  }
  Builder all;
  for (const Group& each : kGroups) {
    if (held(each.recorded)) each.add(config, all);
  }
  bool found = false;
  for (Column& column : all.take()) {
    if (!matches(item, column.name)) continue;
    found = true;
    to.add(std::move(column.name), std::move(column.value));
  }
  if (!found) return refuse(item, "no column is called so");
  return {};
}

}  // namespace

Columns Columns::standard(const WorldConfig& config) {
  return parse(kStandard, config).value();
}

Result<Columns> Columns::parse(std::string_view list, const WorldConfig& config, ValueSource source) {
  Builder builder;
  while (true) {
    const std::size_t comma = list.find(',');
    if (auto added = add_item(list.substr(0, comma), config, source, builder); !added)
      return tl::unexpected(added.error());
    if (comma == std::string_view::npos) return Columns(builder.take());
    list.remove_prefix(comma + 1);
  }
}

std::string Columns::describe_items() {
  return allowed_items();
}

std::string Columns::header() const {
  std::string header = "time";
  for (const Column& column : columns_) header += "," + column.name;
  return header + "\n";
}

void Columns::append_row(std::string& out, const FrameState& state, double time) const {
  scenes::append_number(out, time);
  for (const Column& column : columns_) {
    out += ',';
    scenes::append_number(out, column.value(state));
  }
  out += '\n';
}

}  // namespace drawbar::tools
