// The one walk over State that saving, hashing, restoring and naming a difference share.
//
// Canonical form: fields in the order of this walk, little-endian, doubles and counts in eight bytes, flags
// and modes in one. A field that is not walked here is not state.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "physics/model/contact_memory.h"
#include "physics/model/state.h"
#include "physics/model/state_field.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

static_assert(std::endian::native == std::endian::little,
              "the canonical form is written as it lies in memory");

/// Visits every field of `state` and `contacts`: archive.enter(list, index), archive.leave(), archive(name,
/// value). `contacts` is resized by the archive through archive.count().
template <class Archive, class AnyState, class Records>
void walk_state(Archive& archive, AnyState& state, Records& contacts) {
  archive("frame", state.frame);
  archive("last_substep", state.last_substep);
  for (std::size_t i = 0; i + 1 < state.bodies.size(); ++i) {
    auto& body = state.bodies[i];
    archive.enter("bodies", i);
    archive("center", body.center);
    archive("orientation", body.orientation.coeffs());
    archive("velocity", body.velocity);
    archive("angular_velocity", body.angular_velocity);
    archive("smoothed_angular_velocity", body.smoothed_angular_velocity);
    archive("stiffness_measure", body.stiffness_measure);
    archive("smoothing", body.smoothing);
    archive("rest_center", body.rest_center);
    archive("rest_orientation", body.rest_orientation.coeffs());
    archive.leave();
  }
  for (std::size_t j = 0; j < state.joints.size(); ++j) {
    auto& joint = state.joints[j];
    archive.enter("joints", j);
    archive("broken", joint.broken);
    for (auto& impulse : joint.row_impulse) archive("row_impulse", impulse);
    for (std::size_t k = 0; k < joint.axes.size(); ++k) {
      auto& axis = joint.axes[k];
      archive.enter("axes", k);
      archive("position", axis.position);
      archive("limit_impulse", axis.limit_impulse);
      archive("friction_impulse", axis.friction_impulse);
      archive("spring_impulse", axis.spring_impulse);
      archive("smoothed_rate", axis.smoothed_rate);
      archive("held_position", axis.held_position);
      archive("held_bias", axis.held_bias.last);
      archive("held_bias_change", axis.held_bias.first);
      archive("held_bias_bend", axis.held_bias.second);
      archive("rest_shift", axis.rest_shift);
      archive("mode", axis.mode);
      archive.leave();
    }
    for (auto& impulse : joint.cone_impulse) archive("cone_impulse", impulse);
    archive("bias_linear", joint.bias.linear.last);
    archive("bias_linear_change", joint.bias.linear.first);
    archive("bias_linear_bend", joint.bias.linear.second);
    archive("bias_angular", joint.bias.angular.last);
    archive("bias_angular_change", joint.bias.angular.first);
    archive("bias_angular_bend", joint.bias.angular.second);
    archive("force", joint.force);
    archive("reaction", joint.reaction.mean);
    archive("reaction_at_close", joint.reaction.at_close);
    archive("reaction_torque", joint.reaction_torque.mean);
    archive("reaction_torque_at_close", joint.reaction_torque.at_close);
    archive("force_rate", joint.force_rate);
    archive("force_age", joint.force_age);
    archive("load", joint.load);
    archive("load_age", joint.load_age);
    archive("offset", joint.offset);
    archive.leave();
  }
  for (std::size_t c = 0; c < state.couplings.size(); ++c) {
    archive.enter("couplings", c);
    archive("impulse", state.couplings[c].impulse);
    archive("force", state.couplings[c].force.mean);
    archive("force_at_close", state.couplings[c].force.at_close);
    archive.leave();
  }
  for (std::size_t s = 0; s < state.springs.size(); ++s) {
    archive.enter("springs", s);
    archive("impulse", state.springs[s].impulse);
    archive("smoothed_rate", state.springs[s].smoothed_rate);
    archive.leave();
  }
  for (std::size_t d = 0; d < state.drives.size(); ++d) {
    auto& drive = state.drives[d];
    archive.enter("drives", d);
    archive("current", drive.current);
    archive("impulse", drive.impulse);
    archive("controller_integral", drive.controller_integral);
    archive("temperature", drive.temperature);
    archive("enabled", drive.enabled);
    archive("burned", drive.burned);
    archive("mode", drive.mode);
    archive.leave();
  }
  for (std::size_t b = 0; b < state.brakes.size(); ++b) {
    if (!state.brakes[b].antilock) continue;
    archive.enter("brakes", b);
    archive("pressure", state.brakes[b].pressure);
    archive.leave();
  }
  for (std::size_t s = 0; s < state.steerings.size(); ++s) {
    archive.enter("steerings", s);
    archive("angle", state.steerings[s].angle);
    archive.leave();
  }
  for (std::size_t m = 0; m < state.motions.size(); ++m) {
    auto& motion = state.motions[m];
    if (motion.kind == MotionKind::of_time) continue;
    archive.enter("motions", m);
    if (motion.kind == MotionKind::follower) {
      archive("value", motion.value);
      archive("rate", motion.rate);
    } else {
      archive("begun", motion.begun);
      archive("duration", motion.duration);
      archive("from_position", motion.from_position);
      archive("from_orientation", motion.from_orientation.coeffs());
      archive("from_velocity", motion.from_velocity);
      archive("from_angular_velocity", motion.from_angular_velocity);
      archive("to_position", motion.to_position);
      archive("to_orientation", motion.to_orientation.coeffs());
    }
    archive.leave();
  }
  for (std::size_t c = 0; c < state.controls.size(); ++c) {
    archive.enter("controls", c);
    archive("value", state.controls[c]);
    archive.leave();
  }
  archive.derive_commands(state);
  for (std::size_t g = 0; g < state.groups.size(); ++g) {
    archive.enter("groups", g);
    archive("turn_rate", state.groups[g].turn_rate);
    archive("wandered", state.groups[g].wandered);
    archive("bounded", state.groups[g].bounded);
    archive("energy_bound", state.groups[g].energy_bound);
    archive("largest_kinetic", state.groups[g].largest_kinetic);
    archive("still_frames", state.groups[g].still_frames);
    archive.leave();
  }
  for (std::size_t c = 0; c < state.controls_before.size(); ++c) {
    archive.enter("controls", c);
    archive("before", state.controls_before[c]);
    archive.leave();
  }
  archive.count("contacts.count", contacts);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    auto& contact = contacts[c];
    archive.enter("contacts", c);
    archive("pair_key", contact.pair_key);
    archive("feature", contact.feature);
    archive("position_a", contact.position_a);
    archive("normal_impulse", contact.memory.normal_impulse);
    archive("friction_impulse", contact.memory.friction_impulse);
    archive("slip", contact.memory.slip);
    archive("resistance_impulse", contact.memory.resistance_impulse);
    archive("slides", contact.memory.slides);
    archive("force", contact.memory.force.mean);
    archive("force_at_close", contact.memory.force.at_close);
    archive.leave();
  }
  if (!archive.has_effects(state.effects)) return;
  for (std::size_t e = 0; e < state.effects.size(); ++e) {
    auto& active = state.effects[e];
    archive.enter("effects", e);
    archive("id", active.effect.id);
    archive("type", active.effect.type);
    archive("target_kind", active.effect.target.kind);
    archive("target", active.effect.target.index);
    archive("part", active.effect.target.part);
    for (auto& parameter : active.effect.parameters) archive("parameter", parameter);
    archive("strength", active.effect.strength);
    archive("ramp", active.effect.ramp);
    archive("duration", active.effect.duration);
    archive("begun", active.begun);
    for (std::size_t m = 0; m < active.remembered(); ++m) archive("memory", active.memory[m]);
    if (archive.has_command(active.effect.target, state.commands)) {
      archive("command", state.commands[active.effect.target.index]);
    }
    archive.leave();
  }
}

/// Appends the canonical bytes.
class StateWriter {
 public:
  explicit StateWriter(std::vector<std::byte>& out) : out_(out) {}
  void enter(const char*, std::size_t) {}
  void leave() {}
  void operator()(const char*, double value) { put(&value, sizeof value); }
  void operator()(const char*, std::uint64_t value) { put(&value, sizeof value); }
  void operator()(const char*, bool value) { put_byte(value ? 1 : 0); }
  void operator()(const char*, AxisMode value) { put_byte(static_cast<std::uint8_t>(value)); }
  void operator()(const char*, const Vec3& value) { put(value.data(), 3 * sizeof(double)); }
  void operator()(const char*, const Eigen::Vector4d& value) { put(value.data(), 4 * sizeof(double)); }
  void operator()(const char*, EffectId value) { put(&value, sizeof value); }
  void operator()(const char*, std::uint32_t value) { put(&value, sizeof value); }
  void operator()(const char*, std::uint8_t value) { put_byte(value); }
  void operator()(const char*, EffectType value) { put_byte(static_cast<std::uint8_t>(value)); }
  void operator()(const char*, TargetKind value) { put_byte(static_cast<std::uint8_t>(value)); }
  void count(const char*, const std::vector<ContactRecord>& records) {
    (*this)("", std::uint64_t{records.size()});
  }
  bool has_effects(const std::vector<ActiveEffect>& effects) {
    if (effects.empty()) return false;
    (*this)("", std::uint64_t{effects.size()});
    return true;
  }
  void derive_commands(const State&) {}
  bool has_command(const EffectTarget& target, const std::vector<double>&) {
    return target.kind == TargetKind::control;
  }

 private:
  void put(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    out_.insert(out_.end(), bytes, bytes + size);
  }
  void put_byte(std::uint8_t value) { out_.push_back(std::byte{value}); }

  std::vector<std::byte>& out_;
};

/// Reads what StateWriter wrote; ok() is false if the bytes do not fit or hold what no state can.
class StateReader {
 public:
  StateReader(std::span<const std::byte> bytes, std::size_t most_contacts)
      : bytes_(bytes), most_contacts_(most_contacts) {}
  bool ok() const { return good_ && at_ == bytes_.size(); }

  void enter(const char*, std::size_t) {}
  void leave() {}
  void operator()(const char*, double& value) { get_double(value); }
  void operator()(const char*, std::uint64_t& value) { get(&value, sizeof value); }
  void operator()(const char*, bool& value) { value = get_byte(1) != 0; }
  void operator()(const char*, AxisMode& value) {
    value = static_cast<AxisMode>(get_byte(static_cast<std::uint8_t>(AxisMode::at_upper)));
  }
  void operator()(const char*, Vec3& value) {
    for (int i = 0; i < 3; ++i) get_double(value[i]);
  }
  void operator()(const char*, Eigen::Vector4d& value) {
    for (int i = 0; i < 4; ++i) get_double(value[i]);
  }
  void count(const char* name, std::vector<ContactRecord>& records) {
    std::uint64_t size = 0;
    (*this)(name, size);
    if (size > most_contacts_) good_ = false;
    records.resize(good_ ? static_cast<std::size_t>(size) : 0);
  }
  void operator()(const char*, EffectId& value) {
    get(&value, sizeof value);
    if (value == EffectId{0}) good_ = false;
  }
  void operator()(const char*, std::uint32_t& value) { get(&value, sizeof value); }
  void operator()(const char*, std::uint8_t& value) { value = get_byte(0xFF); }
  void operator()(const char*, EffectType& value) {
    value = static_cast<EffectType>(get_byte(static_cast<std::uint8_t>(kLastEffectType)));
  }
  void operator()(const char*, TargetKind& value) {
    value = static_cast<TargetKind>(get_byte(static_cast<std::uint8_t>(kLastTargetKind)));
  }
  bool has_effects(std::vector<ActiveEffect>& effects) {
    effects.clear();
    if (!good_ || at_ == bytes_.size()) return false;
    std::uint64_t size = 0;
    (*this)("", size);
    if (size == 0 || size > kMostEffects) good_ = false;
    effects.resize(good_ ? static_cast<std::size_t>(size) : 0);
    return good_;
  }
  void derive_commands(State& state) { state.commands = state.controls; }
  bool has_command(const EffectTarget& target, const std::vector<double>& commands) {
    if (target.kind != TargetKind::control) return false;
    if (target.index >= commands.size()) good_ = false;
    return good_;
  }

 private:
  void get(void* data, std::size_t size) {
    if (!good_ || bytes_.size() - at_ < size) {
      good_ = false;
      std::memset(data, 0, size);
      return;
    }
    std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
  }
  void get_double(double& value) {
    get(&value, sizeof value);
    if (!std::isfinite(value)) good_ = false;
  }
  std::uint8_t get_byte(std::uint8_t most) {
    std::uint8_t value = 0;
    get(&value, sizeof value);
    if (value > most) good_ = false;
    return value;
  }

  std::span<const std::byte> bytes_;
  std::size_t most_contacts_;
  std::size_t at_ = 0;
  bool good_ = true;
};

/// Lists the fields with their names.
class StateLister {
 public:
  explicit StateLister(const WorldConfig& config) : config_(config) {}
  std::vector<StateField> fields;

  void enter(const char* list, std::size_t index) {
    marks_.emplace_back(kind_.size(), name_.size());
    if (!kind_.empty()) {
      kind_ += '.';
      name_ += '.';
    }
    kind_ += list;
    name_ += list;
    name_ += '[';
    name_ += label(list, index);
    name_ += ']';
  }
  void leave() {
    kind_.resize(marks_.back().first);
    name_.resize(marks_.back().second);
    marks_.pop_back();
  }
  void operator()(const char* name, double) { add(name, 8); }
  void operator()(const char* name, std::uint64_t) { add(name, 8); }
  void operator()(const char* name, bool) { add(name, 1); }
  void operator()(const char* name, AxisMode) { add(name, 1); }
  void operator()(const char* name, const Vec3&) { add(name, 24); }
  void operator()(const char* name, const Eigen::Vector4d&) { add(name, 32); }
  void operator()(const char* name, EffectId) { add(name, 4); }
  void operator()(const char* name, std::uint32_t) { add(name, 4); }
  void operator()(const char* name, std::uint8_t) { add(name, 1); }
  void operator()(const char* name, EffectType) { add(name, 1); }
  void operator()(const char* name, TargetKind) { add(name, 1); }
  void count(const char* name, const std::vector<ContactRecord>&) { add(name, 8); }
  bool has_effects(const std::vector<ActiveEffect>& effects) {
    if (!effects.empty()) add("effects.count", 8);
    return !effects.empty();
  }
  void derive_commands(const State&) {}
  bool has_command(const EffectTarget& target, const std::vector<double>&) {
    return target.kind == TargetKind::control;
  }

 private:
  std::string label(std::string_view list, std::size_t index) const {
    if (list == "bodies") return config_.bodies[index].name;
    if (list == "joints") return config_.joints[index].name;
    if (list == "couplings") return config_.couplings[index].name;
    if (list == "springs") return config_.springs[index].name;
    if (list == "drives") return config_.drives[index].name;
    if (list == "brakes") return config_.brakes[index].name;
    if (list == "steerings") return config_.steerings[index].name;
    if (list == "controls") return config_.controls[index].name;
    if (list == "motions") return moved_body(index);
    return std::to_string(index);
  }
  std::string moved_body(std::size_t index) const {
    for (const BodyConfig& body : config_.bodies) {
      if (body.motion && index-- == 0) return body.name;
    }
    return {};
  }
  void add(const char* name, std::size_t size) {
    const char* dot = kind_.empty() ? "" : ".";
    fields.push_back({kind_ + dot + name, name_ + dot + name, at_, size});
    at_ += size;
  }

  const WorldConfig& config_;
  std::size_t at_ = 0;
  std::string kind_;
  std::string name_;
  std::vector<std::pair<std::size_t, std::size_t>> marks_;  // lengths of both to go back to
};

}  // namespace drawbar::physics
