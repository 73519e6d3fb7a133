#include "tools/client/message_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "protocol/encode.h"
#include "tools/text/cells.h"
#include "tools/text/json.h"

namespace drawbar::tools {

namespace {

constexpr int kNameWidth = 20;

template <class Strings>
std::vector<std::string> list_of(const Strings* strings) {
  std::vector<std::string> out;
  if (strings != nullptr) {
    for (const flatbuffers::String* text : *strings) {
      out.push_back(text->str());
    }
  }
  return out;
}

/// The name of thing `id`, or its number where the list is shorter than the message says.
std::string name_of(const std::vector<std::string>& names, std::size_t id) {
  return id < names.size() ? names[id] : fmt::format("#{}", id);
}

template <class... Numbers>
std::string json_list(Numbers... numbers) {
  return fmt::format("[{}]", fmt::join({json_number(numbers)...}, ","));
}

template <class Number>
std::string json_slice(const flatbuffers::Vector<Number>* list, std::size_t begin, std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t i = begin; list != nullptr && i < std::min<std::size_t>(begin + count, list->size());
       ++i) {
    out.push_back(json_number(list->Get(static_cast<flatbuffers::uoffset_t>(i))));
  }
  return fmt::format("[{}]", fmt::join(out, ","));
}

template <class Number>
std::string json_element(const flatbuffers::Vector<Number>* list, std::size_t index) {
  return list != nullptr && index < list->size()
             ? json_number(list->Get(static_cast<flatbuffers::uoffset_t>(index)))
             : "null";
}

std::string stamp_json(const char* type, const stream::FrameStamp& stamp) {
  return fmt::format(R"("type":"{}","tick":{},"branch":{},"frame":{},"time":{},"frozen":{},"replay":{})",
                     type, stamp.tick(), stamp.branch(), stamp.frame(), json_number(stamp.time()),
                     (stamp.flags() & 1u) != 0, (stamp.flags() & 2u) != 0);
}

bool is_absent(const stream::BodyState& body) {
  return (body.flags() & protocol::kBodyAbsent) != 0;
}

std::string json_of(const stream::Frame& frame, const SceneNames& names) {
  std::vector<std::string> bodies;
  for (const stream::BodyState* b : *frame.bodies()) {
    const auto& p = b->position();
    const auto& q = b->orientation();
    const auto& v = b->linear_velocity();
    const auto& w = b->angular_velocity();
    bodies.push_back(fmt::format(
        R"({{"name":{},"position":{},"orientation":{},"linear_velocity":{},"angular_velocity":{}{}}})",
        json_string(name_of(names.bodies, b->id())), json_list(p.x(), p.y(), p.z()),
        json_list(q.w(), q.x(), q.y(), q.z()), json_list(v.x(), v.y(), v.z()), json_list(w.x(), w.y(), w.z()),
        is_absent(*b) ? R"(,"absent":true)" : ""));
  }
  return fmt::format(R"({{{},"bodies":[{}]}})", stamp_json("frame", *frame.stamp()), fmt::join(bodies, ","));
}

std::string json_of(const stream::Telemetry& t, const SceneNames& names) {
  std::vector<std::string> joints;
  std::size_t coordinate = 0;
  for (std::size_t j = 0; j < names.joints.size(); ++j) {
    const SceneNames::Joint& joint = names.joints[j];
    joints.push_back(fmt::format(R"({{"name":{},"position":{},"velocity":{},"error":{},"angle_error":{}}})",
                                 json_string(joint.name),
                                 json_slice(t.joint_positions(), coordinate, joint.axes),
                                 json_slice(t.joint_velocities(), coordinate, joint.axes),
                                 json_element(t.joint_errors(), j), json_element(t.joint_angle_errors(), j)));
    coordinate += joint.axes;
  }
  std::vector<std::string> drives;
  for (std::size_t i = 0; t.drives() != nullptr && i < t.drives()->size(); ++i) {
    const stream::DriveState& d = *t.drives()->Get(static_cast<flatbuffers::uoffset_t>(i));
    drives.push_back(
        fmt::format(R"({{"name":{},"current":{},"voltage":{},"torque":{},"temperature":{},"fault":{}}})",
                    json_string(name_of(names.drives, i)), json_number(d.current()), json_number(d.voltage()),
                    json_number(d.torque()), json_number(d.temperature()), d.fault()));
  }
  std::vector<std::string> wheels;
  for (std::size_t i = 0; t.wheels() != nullptr && i < t.wheels()->size(); ++i) {
    const stream::WheelState& w = *t.wheels()->Get(static_cast<flatbuffers::uoffset_t>(i));
    wheels.push_back(
        fmt::format(R"({{"load":{},"longitudinal_force":{},"lateral_force":{},"slip":{},"slip_angle":{}}})",
                    json_number(w.load()), json_number(w.longitudinal_force()),
                    json_number(w.lateral_force()), json_number(w.slip()), json_number(w.slip_angle())));
  }
  std::vector<std::string> overlaps;
  for (std::size_t i = 0; t.overlaps() != nullptr && i < t.overlaps()->size(); ++i) {
    const stream::Overlap& o = *t.overlaps()->Get(static_cast<flatbuffers::uoffset_t>(i));
    overlaps.push_back(fmt::format(R"({{"sensor":{},"shape":{},"body":{}}})",
                                   json_string(name_of(names.bodies, o.sensor_body())), o.sensor_shape(),
                                   json_string(name_of(names.bodies, o.body()))));
  }
  std::vector<std::string> controls;
  for (std::size_t i = 0; i < names.channels.size(); ++i) {
    controls.push_back(fmt::format("{}:{}", json_string(names.channels[i]), json_element(t.controls(), i)));
  }
  return fmt::format(
      R"({{{},"joints":[{}],"drives":[{}],"wheels":[{}],"overlaps":[{}],"controls":{{{}}},"energy":{{"kinetic":{},"potential":{}}},"contacts":{},)"
      R"("substeps":{},"speed":{},"compute_ms":{},"lateness_ms":{},"misses":{},"slips":{},"clients":{}}})",
      stamp_json("telemetry", *t.stamp()), fmt::join(joints, ","), fmt::join(drives, ","),
      fmt::join(wheels, ","), fmt::join(overlaps, ","), fmt::join(controls, ","),
      json_number(t.energy_kinetic()), json_number(t.energy_potential()), t.contact_count(), t.substeps(),
      json_number(t.speed()), json_number(static_cast<double>(t.compute_ns()) * 1e-6),
      json_number(static_cast<double>(t.lateness_ns()) * 1e-6), t.misses(), t.slips(), t.clients());
}

std::string json_of(const stream::Event& event) {
  const auto text = [](const flatbuffers::String* s) {
    return json_string(s == nullptr ? "" : s->string_view());
  };
  return fmt::format(R"({{{},"kind":{},"session":{},"name":{},"text":{},"value":{}}})",
                     stamp_json("event", *event.stamp()),
                     json_string(stream::EnumNameEventKind(event.kind())), event.session(),
                     text(event.name()), text(event.text()), json_number(event.value()));
}

// What shows as nothing has no sign.
double to_millimetres(double metres) {
  return std::round(metres * 1e3) / 1e3 + 0.0;
}

std::string text_of(const stream::Frame& frame, const SceneNames& names) {
  const stream::FrameStamp& stamp = *frame.stamp();
  std::string out = fmt::format("{:.2f} s  frame {}  branch {}  tick {}{}\n", stamp.time(), stamp.frame(),
                                stamp.branch(), stamp.tick(), (stamp.flags() & 1u) != 0 ? "  frozen" : "");
  for (const stream::BodyState* b : *frame.bodies()) {
    const auto& p = b->position();
    const auto& v = b->linear_velocity();
    const double speed =
        std::hypot(static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z()));
    out += fmt::format("  {} {:>10.3f} {:>10.3f} {:>10.3f} m  {:>7.3f} m/s{}\n",
                       padded(clean(name_of(names.bodies, b->id())), kNameWidth), to_millimetres(p.x()),
                       to_millimetres(p.y()), to_millimetres(p.z()), speed, is_absent(*b) ? "  absent" : "");
  }
  return out;
}

std::string text_of(const stream::Telemetry& t, const SceneNames& names) {
  std::string out;
  for (std::size_t i = 0; t.drives() != nullptr && i < t.drives()->size(); ++i) {
    const stream::DriveState& d = *t.drives()->Get(static_cast<flatbuffers::uoffset_t>(i));
    out += fmt::format("  {} {:>10.2f} A {:>8.2f} V {:>8.2f} N m\n",
                       padded(clean(name_of(names.drives, i)), kNameWidth), d.current(), d.voltage(),
                       d.torque());
  }
  out += fmt::format("  computed in {:.2f} ms, woke {:.2f} ms late, misses {}, slips {}, energy {:.1f} J\n",
                     static_cast<double>(t.compute_ns()) * 1e-6, static_cast<double>(t.lateness_ns()) * 1e-6,
                     t.misses(), t.slips(), t.energy_kinetic() + t.energy_potential());
  return out;
}

}  // namespace

SceneNames scene_names(const stream::Scene& scene) {
  SceneNames names;
  names.scene = scene.name() == nullptr ? "" : scene.name()->str();
  names.bodies = list_of(scene.body_names());
  names.drives = list_of(scene.drive_names());
  if (scene.joints() != nullptr) {
    for (const stream::JointInfo* joint : *scene.joints()) {
      names.joints.push_back({joint->name() == nullptr ? "" : joint->name()->str(), joint->axes()});
    }
  }
  if (scene.channels() != nullptr) {
    for (const stream::ChannelInfo* channel : *scene.channels()) {
      names.channels.push_back(channel->name() == nullptr ? "" : channel->name()->str());
    }
  }
  return names;
}

Result<std::vector<std::uint32_t>> body_ids(const SceneNames& names, const std::vector<std::string>& wanted) {
  std::vector<std::uint32_t> ids;
  for (const std::string& name : wanted) {
    const auto found = std::find(names.bodies.begin(), names.bodies.end(), name);
    if (found == names.bodies.end()) {
      return fail(ErrorKind::usage,
                  fmt::format("--body {}: the scene {} has no body of that name; its bodies: {}", name,
                              names.scene, fmt::join(names.bodies, ", ")));
    }
    ids.push_back(static_cast<std::uint32_t>(found - names.bodies.begin()));
  }
  return ids;
}

std::string json_line(const stream::ServerMessage& message, const SceneNames& names) {
  switch (message.body_type()) {
    case stream::ServerBody::Frame:
      return json_of(*message.body_as_Frame(), names);
    case stream::ServerBody::Telemetry:
      return json_of(*message.body_as_Telemetry(), names);
    case stream::ServerBody::Event:
      return json_of(*message.body_as_Event());
    default:
      return "";
  }
}

std::string text_lines(const stream::ServerMessage& message, const SceneNames& names) {
  switch (message.body_type()) {
    case stream::ServerBody::Frame:
      return text_of(*message.body_as_Frame(), names);
    case stream::ServerBody::Telemetry:
      return text_of(*message.body_as_Telemetry(), names);
    case stream::ServerBody::Event: {
      const stream::Event& event = *message.body_as_Event();
      return fmt::format("{:.2f} s  {}\n", event.stamp()->time(),
                         clean(event.text() == nullptr ? stream::EnumNameEventKind(event.kind())
                                                       : event.text()->string_view()));
    }
    default:
      return "";
  }
}

}  // namespace drawbar::tools
