#include "scenes/cigi/mapping.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "physics/math/elementary.h"
#include "scenes/effects/effect_catalogue.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/text/json.h"
#include "scenes/loader/text/name_list.h"
#include "scenes/quantities/catalogue.h"

namespace drawbar::scenes {

namespace {

/// Numbers of entities that the scene does not give: the body's place, after those of ownship and world.
constexpr std::size_t kFirstEntity = 2;
constexpr std::size_t kMostEntities = std::numeric_limits<std::uint16_t>::max();

std::string name_in_quotes(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  return json::in_quotes(name.substr(0, kLongest));
}

/// "no body is called "x"; allowed: a, b"
template <class Things>
std::string no_such(const char* kind, const std::string& name, const Things& things) {
  NameList allowed;
  for (const auto& thing : things) allowed.add(thing.name);
  return std::string("no ") + kind + " is called " + name_in_quotes(name) +
         "; allowed: " + (allowed.empty() ? "none, the scene has none" : allowed.text());
}

class MappingBuilder {
 public:
  MappingBuilder(const scene::CigiT& section, const physics::WorldConfig& config, Diagnostics& errors)
      : section_(section), config_(config), errors_(errors), effects_(config) {}

  CigiMapping build() {
    mapping_.database = static_cast<std::int8_t>(section_.database);
    mapping_.placement =
        CigiPlacement(section_.origin ? *section_.origin : scene::CigiOriginT(), section_.placement);
    mapping_.world_id = static_cast<std::uint16_t>(section_.world_id);
    mapping_.world_type = static_cast<std::uint16_t>(section_.world_type);
    mapping_.order =
        section_.byte_order == scene::CigiByteOrder::little ? cigi::ByteOrder::little : cigi::ByteOrder::big;
    mapping_.smoothing = section_.smoothing;
    mapping_.datagram_bytes = section_.datagram_bytes;
    if (!mapping_.placement.geodetic()) ids_.emplace(mapping_.world_id, "cigi.world_id");
    if (section_.entities.empty()) add_all_bodies();
    for (std::size_t i = 0; i < section_.entities.size(); ++i)
      add_entity(*section_.entities[i], element("cigi.entities", i));
    for (std::size_t i = 0; i < section_.components.size(); ++i)
      add_component(*section_.components[i], element("cigi.components", i));
    return std::move(mapping_);
  }

 private:
  static bool moves(const physics::BodyConfig& body) { return !body.is_static || body.motion; }

  void add_all_bodies() {
    for (std::size_t i = 0; i < config_.bodies.size() && i + kFirstEntity <= kMostEntities; ++i) {
      if (!moves(config_.bodies[i])) continue;
      CigiEntity entity;
      entity.body = static_cast<std::uint32_t>(i);
      entity.id = entity.type = next_free(static_cast<std::uint16_t>(i + kFirstEntity));
      ids_.emplace(entity.id, "");
      mapping_.entities.push_back(entity);
    }
  }

  /// Only the world's number may be in the way.
  std::uint16_t next_free(std::uint16_t id) const {
    return ids_.contains(id) ? static_cast<std::uint16_t>(config_.bodies.size() + kFirstEntity) : id;
  }

  void add_entity(const scene::CigiEntityT& given, const std::string& path) {
    const auto body = body_named(config_, given.body);
    if (!body) return errors_.add(member(path, "body"), no_such("body", given.body, config_.bodies));
    CigiEntity entity;
    entity.body = *body;
    const std::size_t id = given.id.value_or(static_cast<std::uint32_t>(*body + kFirstEntity));
    if (id > kMostEntities) return errors_.add(path, "needs an id of its own, at most 65535");
    entity.id = static_cast<std::uint16_t>(id);
    entity.type = static_cast<std::uint16_t>(given.type.value_or(entity.id));
    entity.position = vec3_or_zero(given.position);
    entity.orientation = quaternion_of_angles(vec3_or_zero(given.rotation_deg));
    if (const auto [other, is_new] = ids_.emplace(entity.id, path); !is_new) {
      return errors_.add(member(path, "id"), std::to_string(entity.id) + " is that of " + other->second +
                                                 "; allowed: a number of its own");
    }
    if (!bodies_.emplace(*body, entity.id).second)
      return errors_.add(member(path, "body"), name_in_quotes(given.body) + " is an entity already");
    mapping_.entities.push_back(entity);
    add_parts(given, entity.id, path);
  }

  void add_parts(const scene::CigiEntityT& given, std::uint16_t entity, const std::string& path) {
    std::set<std::pair<std::uint32_t, scene::CigiDegree>> taken;
    for (std::size_t i = 0; i < given.parts.size(); ++i) {
      const scene::CigiPartT& part = *given.parts[i];
      const std::string at = element(member(path, "parts"), i);
      const auto joint = std::ranges::find(config_.joints, part.joint, &physics::JointConfig::name);
      if (joint == config_.joints.end()) {
        errors_.add(member(at, "joint"), no_such("joint", part.joint, config_.joints));
        continue;
      }
      const int axes = physics::free_axis_count(joint->type);
      if (part.axis >= static_cast<std::uint32_t>(axes)) {
        errors_.add(member(at, "axis"), "found " + std::to_string(part.axis) + "; " +
                                            name_in_quotes(part.joint) + " has " + std::to_string(axes) +
                                            " free axes, counted from 0");
        continue;
      }
      if (!taken.emplace(*part.part, part.degree).second) {
        errors_.add(at, "moves what another joint moves; allowed: one joint for each degree of a part");
        continue;
      }
      const bool slides = physics::axis_slides(joint->type, static_cast<int>(part.axis));
      mapping_.parts.push_back({entity, static_cast<std::uint8_t>(*part.part),
                                static_cast<cigi::Degree>(static_cast<int>(part.degree) + 1),
                                static_cast<std::uint32_t>(joint - config_.joints.begin()),
                                static_cast<std::uint8_t>(part.axis),
                                part.factor * (slides ? 1 : 180 / physics::kPi), part.offset});
    }
  }

  void add_component(const scene::CigiComponentT& given, const std::string& path) {
    CigiComponent component;
    component.component = static_cast<std::uint16_t>(*given.component);
    component.component_class = static_cast<std::uint8_t>(given.component_class);
    component.on = static_cast<std::uint8_t>(given.on);
    component.off = static_cast<std::uint8_t>(given.off);
    const auto instance = instance_of(given, path);
    if (!instance) return;
    component.instance = *instance;
    if (given.quantity.empty() == given.malfunction.empty())
      return errors_.add(path, "needs either a quantity or a malfunction");
    if (!given.malfunction.empty() && (given.above || given.below))
      return errors_.add(path, "has bounds; allowed: with a quantity");
    const bool good = given.quantity.empty() ? set_malfunction(given, path, component)
                                             : set_quantity(given, path, component);
    if (good) mapping_.components.push_back(std::move(component));
  }

  std::optional<std::uint16_t> instance_of(const scene::CigiComponentT& given, const std::string& path) {
    if (given.component_class != scene::CigiComponentClass::entity) {
      if (given.body.empty()) return static_cast<std::uint16_t>(given.instance);
      errors_.add(member(path, "body"), "is given; allowed: with component_class entity");
      return std::nullopt;
    }
    const auto body = body_named(config_, given.body);
    const auto entity =
        std::ranges::find_if(mapping_.entities, [&](const CigiEntity& e) { return body && e.body == *body; });
    if (entity != mapping_.entities.end()) return entity->id;
    errors_.add(path, given.body.empty() ? "needs the body whose component it is, or another component_class"
                                         : name_in_quotes(given.body) + " is no body among the entities");
    return std::nullopt;
  }

  bool set_quantity(const scene::CigiComponentT& given, const std::string& path, CigiComponent& component) {
    auto quantity = find_quantity(config_, given.quantity);
    if (!quantity) {
      errors_.add(member(path, "quantity"), "no quantity is called " + name_in_quotes(given.quantity) +
                                                "; allowed: " + quantities_like(config_, given.quantity));
      return false;
    }
    component.value = std::move(quantity->value);
    component.above = given.above.value_or(-physics::kUnbounded);
    component.below = given.below.value_or(physics::kUnbounded);
    if (component.above < component.below) return true;
    errors_.add(path, "can never be on: `above` must be less than `below`");
    return false;
  }

  bool set_malfunction(const scene::CigiComponentT& given, const std::string& path,
                       CigiComponent& component) {
    std::istringstream words(given.malfunction);
    EffectRequest request;
    std::string more;
    words >> request.target >> request.type;
    if (request.type.empty() || words >> more) {
      errors_.add(member(path, "malfunction"),
                  "found " + name_in_quotes(given.malfunction) + "; allowed: \"TARGET TYPE\"");
      return false;
    }
    for (const EffectTypeInfo& type : effect_types()) {
      if (type.name != request.type) continue;
      // How strong it is does not matter here: what must be given is given its least.
      for (const EffectParameter& parameter : type.parameters) {
        if (!parameter.preset) request.parameters.emplace_back(parameter.name, parameter.least);
      }
    }
    const auto effect = effects_.find(request);
    if (!effect) {
      errors_.add(member(path, "malfunction"), effect.error().text);
      return false;
    }
    if (physics::acts_at_once(effect->type)) {
      errors_.add(member(path, "malfunction"),
                  name_in_quotes(request.type) + " acts at once and is over; allowed: what lasts");
      return false;
    }
    component.type = effect->type;
    component.target = effect->target;
    return true;
  }

  const scene::CigiT& section_;
  const physics::WorldConfig& config_;
  Diagnostics& errors_;
  EffectCatalogue effects_;
  CigiMapping mapping_;
  std::map<std::uint16_t, std::string> ids_;  ///< where each was given
  std::map<std::uint32_t, std::uint16_t> bodies_;
};

}  // namespace

CigiComponent::Shown CigiComponent::shown(const physics::FrameState& frame) const {
  if (value) {
    const double now = value(frame);
    return {now > above && now < below ? on : off, static_cast<float>(now)};
  }
  for (const physics::EffectReading& acting : frame.effects) {
    if (acting.effect.type == type && acting.effect.target == target)
      return {on, static_cast<float>(acting.effect.strength)};
  }
  return {off, 0};
}

cigi::EntityControl CigiMapping::entity_control(std::uint16_t id, std::uint16_t type, const CigiPose& pose) {
  cigi::EntityControl entity;
  entity.entity = id;
  entity.type = type;
  entity.roll = static_cast<float>(pose.roll);
  entity.pitch = static_cast<float>(pose.pitch);
  entity.yaw = static_cast<float>(pose.yaw);
  // Just below a turn rounds to one.
  if (entity.yaw >= 360) entity.yaw = 0;
  entity.x = pose.x;
  entity.y = pose.y;
  entity.z = pose.z;
  return entity;
}

CigiMapping cigi_mapping(const scene::CigiT* section, const physics::WorldConfig& config,
                         Diagnostics& errors) {
  const scene::CigiT nothing;
  return MappingBuilder(section == nullptr ? nothing : *section, config, errors).build();
}

}  // namespace drawbar::scenes
