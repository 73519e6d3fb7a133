#include "server/cigi/message_writer.h"

#include <cmath>

#include "physics/math/elementary.h"

namespace drawbar::server {

namespace {

constexpr int kRepetitions = 5;
constexpr std::uint64_t kRefresh = 25;  ///< frames; things take turns
constexpr double kDegrees = 180 / physics::kPi;

std::array<float, 3> floats(const physics::Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

cigi::EntityControl destroyed(std::uint16_t id) {
  cigi::EntityControl entity;
  entity.entity = id;
  entity.state = cigi::EntityState::destroyed;
  return entity;
}

/// As the ICD tells angles, in degrees: without whole turns, those of yaw from 0 on. Distances as they are.
float in_range(cigi::Degree degree, double value) {
  const bool turns =
      degree == cigi::Degree::yaw || degree == cigi::Degree::pitch || degree == cigi::Degree::roll;
  if (!turns) return static_cast<float>(value);
  const double within = std::remainder(value, 360.0);
  return static_cast<float>(degree == cigi::Degree::yaw && within < 0 ? within + 360 : within);
}

/// Rates along and about the model's own axes, z down.
cigi::RateControl rate_control(std::uint16_t id, const PictureEntity& entity, double speed) {
  const physics::Quat to_own = entity.orientation.conjugate();
  cigi::RateControl rate;
  rate.entity = id;
  rate.linear = floats(speed * scenes::turned_over(to_own * entity.linear_velocity));
  rate.angular = floats(speed * kDegrees * scenes::turned_over(to_own * entity.angular_velocity));
  return rate;
}

std::vector<std::uint16_t> ids_of(const scenes::CigiMapping& mapping) {
  std::vector<std::uint16_t> ids;
  for (const scenes::CigiEntity& entity : mapping.entities) ids.push_back(entity.id);
  // The parent goes last.
  if (!mapping.placement.geodetic()) ids.push_back(mapping.world_id);
  return ids;
}

}  // namespace

void CigiMessageWriter::begin_scene(const scenes::CigiMapping& mapping) {
  if (mapping_ != nullptr) {
    // While others still depart, nothing of the present scene has been made.
    if (farewells_ == 0) departing_ = ids_of(*mapping_);
    farewells_ = 1 + kRepetitions;
  }
  mapping_ = &mapping;
  begin_anew();
}

void CigiMessageWriter::begin_anew() {
  told_.clear();
}

const std::vector<protocol::Bytes>& CigiMessageWriter::write(const Picture& picture, cigi::IgControl control,
                                                             bool told) {
  messages_.clear();
  control_ = control;
  begin_message();
  if (!told) return messages_;
  ++frames_;
  // A number that is used again, for another model, is another entity: it is made in a later message.
  if (farewells_ > 0) {
    write_destroyed(departing_);
    --farewells_;
  } else {
    write_due(picture);
  }
  return messages_;
}

const std::vector<protocol::Bytes>& CigiMessageWriter::farewell(cigi::IgControl control) {
  messages_.clear();
  control_ = control;
  begin_message();
  if (farewells_ > 0) write_destroyed(departing_);
  write_destroyed(ids_of(*mapping_));
  return messages_;
}

void CigiMessageWriter::write_destroyed(const std::vector<std::uint16_t>& entities) {
  for (const std::uint16_t id : entities) {
    packets_.clear();
    cigi::write(packets_, mapping_->order, destroyed(id));
    append(packets_);
  }
}

void CigiMessageWriter::write_due(const Picture& picture) {
  at_ = 0;
  const scenes::CigiMapping& mapping = *mapping_;
  if (!mapping.placement.geodetic()) {
    cigi::write(next(), mapping.order, mapping.world_entity());
    offer();
  }
  for (std::size_t i = 0; i < mapping.entities.size(); ++i) {
    const scenes::CigiEntity& entity = mapping.entities[i];
    const PictureEntity& shown = picture.entities[i];
    cigi::EntityControl packet = scenes::CigiMapping::entity_control(
        entity.id, entity.type, mapping.placement.place(shown.position, shown.orientation));
    if (shown.absent) packet.state = cigi::EntityState::standby;
    packet.smoothing = control_.smoothing;
    if (!mapping.placement.geodetic()) packet.parent = mapping.world_id;
    cigi::write(next(), mapping.order, packet);
    cigi::write(packets_, mapping.order, rate_control(entity.id, shown, picture.speed));
    offer();
  }
  for (std::size_t i = 0; i < mapping.parts.size(); ++i) {
    const auto degree = [&](std::size_t k) {
      const cigi::Degree degree = mapping.parts[k].degree;
      return cigi::PartDegree{mapping.parts[k].part, degree, in_range(degree, picture.parts[k].value)};
    };
    cigi::ShortArticulatedPart packet;
    packet.entity = mapping.parts[i].entity;
    packet.first = degree(i);
    const bool two = i + 1 < mapping.parts.size() && mapping.parts[i + 1].entity == packet.entity;
    if (two) packet.second = degree(++i);
    cigi::write(next(), mapping.order, packet);
    offer();
  }
  for (std::size_t i = 0; i < mapping.components.size(); ++i) {
    const scenes::CigiComponent& component = mapping.components[i];
    const scenes::CigiComponent::Shown& shown = picture.components[i];
    cigi::write(next(), mapping.order,
                cigi::ShortComponentControl{component.component, component.instance,
                                            component.component_class, shown.state, shown.value});
    offer();
  }
}

protocol::Bytes& CigiMessageWriter::next() {
  packets_.clear();
  return packets_;
}

void CigiMessageWriter::offer() {
  if (at_ == told_.size()) told_.emplace_back();
  Told& told = told_[at_];
  if (told.bytes != packets_) {
    told.bytes = packets_;
    told.repetitions = 1 + kRepetitions;
  }
  const bool due = told.repetitions > 0 || (frames_ + at_) % kRefresh == 0;
  if (told.repetitions > 0) --told.repetitions;
  ++at_;
  if (due) append(packets_);
}

void CigiMessageWriter::append(const protocol::Bytes& packets) {
  if (messages_.back().size() + packets.size() > mapping_->datagram_bytes) begin_message();
  protocol::append(messages_.back(), packets);
}

void CigiMessageWriter::begin_message() {
  messages_.emplace_back();
  cigi::write(messages_.back(), mapping_->order, control_);
  ++control_.frame;
}

}  // namespace drawbar::server
