// The services, one table; and published controls.
#include "server/foxglove/services.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace drawbar::server::fox {

namespace {

using control::ClientBody;
using control::ClientBodyUnion;
using Kind = Field::Kind;

std::string text_of(json::string_view text) {
  return {text.data(), text.size()};
}

// --- members of a request that has been checked ---

std::optional<double> number(const json::object& request, const char* name) {
  const json::value* value = request.if_contains(name);
  return value == nullptr ? std::nullopt : std::optional(value->to_number<double>());
}
std::optional<std::uint64_t> count(const json::object& request, const char* name) {
  const auto value = number(request, name);
  return value ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}
std::optional<std::uint32_t> small_count(const json::object& request, const char* name) {
  const auto value = count(request, name);
  return value ? std::optional(static_cast<std::uint32_t>(
                     std::min<std::uint64_t>(*value, std::numeric_limits<std::uint32_t>::max())))
               : std::nullopt;
}
std::string text(const json::object& request, const char* name) {
  const json::value* value = request.if_contains(name);
  return value == nullptr ? std::string() : text_of(value->get_string());
}
bool flag(const json::object& request, const char* name) {
  const json::value* value = request.if_contains(name);
  return value != nullptr && value->get_bool();
}

/// A moment of Rewind, Seek or TakeOver. The hub says when it is none.
template <class Moment>
Moment moment(const json::object& request) {
  Moment message;
  if (const auto branch = small_count(request, "branch")) message.branch = *branch;
  if (const auto frame = count(request, "frame")) message.frame = *frame;
  if (const auto time = number(request, "time")) message.time = *time;
  return message;
}

template <class Body>
Result<ClientBodyUnion> as_union(Body body) {
  ClientBodyUnion result;
  result.Set(std::move(body));
  return result;
}

std::string allowed_controls(const SceneNames& names) {
  std::string list;
  for (const std::string& name : names.controls) list += (list.empty() ? "" : ", ") + name;
  return "; the scene's controls: " + (list.empty() ? "none" : list);
}

Result<std::uint32_t> channel_of(const std::string& name, const SceneNames& names) {
  const auto at = std::ranges::find(names.controls, name);
  if (at == names.controls.end())
    return fail(ErrorKind::wrong,
                "no control is called '" + name.substr(0, 64) + "'" + allowed_controls(names));
  return static_cast<std::uint32_t>(at - names.controls.begin());
}

Result<std::vector<std::uint32_t>> channels_of(const json::object& request, const SceneNames& names) {
  std::vector<std::uint32_t> channels;
  const json::value* list = request.if_contains("controls");
  if (list == nullptr) return channels;
  for (const json::value& name : list->get_array()) {
    const auto channel = channel_of(text_of(name.get_string()), names);
    if (!channel) return tl::unexpected(channel.error());
    channels.push_back(*channel);
  }
  return channels;
}

template <class Body>
Result<ClientBodyUnion> named(const json::object& request, const SceneNames&) {
  Body body;
  body.name = text(request, "name");
  return as_union(std::move(body));
}

template <class Body>
Result<ClientBodyUnion> plain(const json::object&, const SceneNames&) {
  return as_union(Body());
}

Result<ClientBodyUnion> step(const json::object& request, const SceneNames&) {
  control::StepT body;
  body.frames = small_count(request, "frames").value_or(1);
  body.fast = flag(request, "fast");
  return as_union(body);
}

Result<ClientBodyUnion> speed(const json::object& request, const SceneNames&) {
  control::SpeedT body;
  body.factor = *number(request, "factor");
  return as_union(body);
}

Result<ClientBodyUnion> rewind(const json::object& request, const SceneNames&) {
  auto body = moment<control::RewindT>(request);
  body.wait = flag(request, "wait");
  return as_union(body);
}

Result<ClientBodyUnion> seek(const json::object& request, const SceneNames&) {
  return as_union(moment<control::SeekT>(request));
}

Result<ClientBodyUnion> restore(const json::object& request, const SceneNames&) {
  control::RestoreT body;
  body.name = text(request, "name");
  body.wait = flag(request, "wait");
  return as_union(std::move(body));
}

Result<ClientBodyUnion> begin_effect(const json::object& request, const SceneNames&) {
  control::BeginEffectT body;
  body.target = text(request, "target");
  body.type = text(request, "type");
  body.strength = number(request, "strength").value_or(1);
  body.ramp = number(request, "ramp").value_or(0);
  body.duration = number(request, "duration").value_or(0);
  body.effect = small_count(request, "effect").value_or(0);
  if (const json::value* parameters = request.if_contains("parameters")) {
    for (const auto& [name, value] : parameters->get_object()) {
      auto parameter = std::make_unique<control::EffectParameterT>();
      parameter->name = text_of(name);
      parameter->value = value.to_number<double>();
      body.parameters.push_back(std::move(parameter));
    }
  }
  return as_union(std::move(body));
}

Result<ClientBodyUnion> clear_effect(const json::object& request, const SceneNames&) {
  control::ClearEffectT body;
  body.effect = small_count(request, "effect").value_or(0);
  return as_union(body);
}

Result<ClientBodyUnion> take_control(const json::object& request, const SceneNames& names) {
  auto channels = channels_of(request, names);
  if (!channels) return tl::unexpected(channels.error());
  control::TakeControlT body;
  body.channels = std::move(*channels);
  body.force = flag(request, "force");
  return as_union(std::move(body));
}

Result<ClientBodyUnion> release_control(const json::object& request, const SceneNames& names) {
  auto channels = channels_of(request, names);
  if (!channels) return tl::unexpected(channels.error());
  control::ReleaseControlT body;
  body.channels = std::move(*channels);
  return as_union(std::move(body));
}

const std::vector<Field> kMoment{{"frame", Kind::count, false, "simulation frame; this or time"},
                                 {"time", Kind::number, false, "s of simulation; this or frame"},
                                 {"branch", Kind::count, false, "absent: the present one"}};
constexpr Field kName{"name", Kind::text, true, "of the state"};
constexpr Field kWait{"wait", Kind::flag, false, "time stands until the levers are where the controls are"};
constexpr Field kControls{"controls", Kind::texts, false, "names of controls; absent: all"};

}  // namespace

std::span<const Service> services() {
  static const std::vector<Field> rewind_fields = [] {
    std::vector<Field> fields = kMoment;
    fields.push_back(kWait);
    return fields;
  }();
  static const std::vector<Service> all{
      {"/drawbar/freeze", ClientBody::Freeze, {}, plain<control::FreezeT>},
      {"/drawbar/run", ClientBody::Run, {}, plain<control::RunT>},
      {"/drawbar/step",
       ClientBody::Step,
       {{"frames", Kind::at_least_one, false, "how many; 1"},
        {"fast", Kind::flag, false, "as fast as they compute"}},
       step},
      {"/drawbar/speed",
       ClientBody::Speed,
       {{"factor", Kind::number, true, "simulation seconds per second"}},
       speed},
      {"/drawbar/rewind", ClientBody::Rewind, rewind_fields, rewind},
      {"/drawbar/seek", ClientBody::Seek, kMoment, seek},
      {"/drawbar/save", ClientBody::Save, {kName}, named<control::SaveT>},
      {"/drawbar/restore", ClientBody::Restore, {kName, kWait}, restore},
      {"/drawbar/delete_state", ClientBody::DeleteState, {kName}, named<control::DeleteStateT>},
      {"/drawbar/list_effects", ClientBody::ListEffects, {}, plain<control::ListEffectsT>},
      {"/drawbar/begin_effect",
       ClientBody::BeginEffect,
       {{"target", Kind::text, true, "a name in the scene"},
        {"type", Kind::text, true, "as list_effects says"},
        {"parameters", Kind::figures, false, "by name, as list_effects says"},
        {"strength", Kind::number, false, "0 to 1; 1"},
        {"ramp", Kind::number, false, "s in which it comes; 0"},
        {"duration", Kind::number, false, "s after which it goes; 0: when it is cleared"},
        {"effect", Kind::count, false, "number of one that it replaces"}},
       begin_effect},
      {"/drawbar/clear_effect",
       ClientBody::ClearEffect,
       {{"effect", Kind::count, false, "its number; absent: all of them"}},
       clear_effect},
      {"/drawbar/take_control",
       ClientBody::TakeControl,
       {kControls, {"force", Kind::flag, false, "from their holder; instructors only"}},
       take_control},
      {"/drawbar/release_control", ClientBody::ReleaseControl, {kControls}, release_control},
  };
  return all;
}

Result<ClientBodyUnion> read_call(const Service& service, const CallService& call, const SceneNames& names) {
  if (call.encoding != "json") {
    return fail(ErrorKind::wrong, std::string(service.name) + ": encoding '" +
                                      std::string(call.encoding.substr(0, 32)) + "' is not served; json is");
  }
  Result<json::object> request = json::object();
  if (!call.payload.empty()) request = read_object(call.payload, service.name);
  if (!request) return tl::unexpected(request.error());
  if (const auto checked = check_request(service.name, service.fields, *request); !checked)
    return tl::unexpected(checked.error());
  return service.make(*request, names);
}

Result<std::vector<control::ChannelValue>> read_controls(const json::object& values,
                                                         const SceneNames& names) {
  std::vector<control::ChannelValue> result;
  for (const auto& [key, value] : values) {
    const std::string name = text_of(key);
    const auto channel = channel_of(name, names);
    if (!channel) return tl::unexpected(channel.error());
    if (!value.is_number()) return fail(ErrorKind::wrong, "the control " + name + " must be a number");
    result.emplace_back(*channel, value.to_number<double>());
  }
  return result;
}

}  // namespace drawbar::server::fox
