#include "tools/console/session_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "protocol/channel_holder.h"
#include "protocol/strings.h"
#include "scenes/loader/convert/joint_axes.h"

namespace drawbar::tools {

namespace {

using protocol::text_of;

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kMillimetres = 1000;
constexpr std::size_t kEventsKept = 50;

template <class T, class U>
U element(const flatbuffers::Vector<T>* list, std::size_t index, U otherwise) {
  return list != nullptr && index < list->size()
             ? static_cast<U>(list->Get(static_cast<flatbuffers::uoffset_t>(index)))
             : otherwise;
}

/// One entry per axis, or one for all.
const scene::Range* range_of(const flatbuffers::Vector<const scene::Range*>* ranges, std::size_t index) {
  if (ranges == nullptr || ranges->size() == 0) {
    return nullptr;
  }
  return ranges->Get(ranges->size() == 1 ? 0 : static_cast<flatbuffers::uoffset_t>(index));
}

}  // namespace

Result<void> SessionModel::take(const stream::ServerMessage& message, double now) {
  switch (message.body_type()) {
    case stream::ServerBody::Welcome: {
      const stream::Welcome& welcome = *message.body_as_Welcome();
      server_ = text_of(welcome.server());
      session_ = welcome.session();
      session_names_.clear();
      if (welcome.sessions() != nullptr) {
        for (const stream::SessionInfo* other : *welcome.sessions()) {
          session_names_[other->session()] = text_of(other->name());
        }
      }
      if (welcome.scene() == nullptr) {
        return fail(ErrorKind::wrong, "the server's welcome holds no scene");
      }
      return take_scene(*welcome.scene());
    }
    case stream::ServerBody::Scene:
      return take_scene(*message.body_as_Scene());
    case stream::ServerBody::Frame: {
      newest_frame_ = now;
      for (const stream::BodyState* body : *message.body_as_Frame()->bodies()) {
        if (body->id() == body_) {
          motion_ = *body;
        }
      }
      break;
    }
    case stream::ServerBody::Telemetry:
      newest_frame_ = now;
      take_telemetry(*message.body_as_Telemetry());
      break;
    case stream::ServerBody::Event:
      take_event(*message.body_as_Event());
      break;
    case stream::ServerBody::Error:
      add_event(timing_.time, "refused: " + text_of(message.body_as_Error()->text()));
      break;
    default:
      break;
  }
  return {};
}

Result<void> SessionModel::take_scene(const stream::Scene& message) {
  if (message.scene() == nullptr) {
    return fail(ErrorKind::wrong, "the server's scene is empty");
  }
  const protocol::AlignedBytes bytes(
      std::as_bytes(std::span(message.scene()->data(), message.scene()->size())));
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.view().data()),
                                 bytes.view().size());
  if (!scene::VerifySceneBuffer(verifier)) {
    return fail(ErrorKind::wrong, "the server's scene does not decode");
  }
  const scene::Scene& scene = *flatbuffers::GetRoot<scene::Scene>(bytes.view().data());
  scene_name_ = text_of(message.name());

  std::optional<std::uint32_t> body;
  std::string wanted = wanted_body_;
  if (wanted.empty() && scene.camera() != nullptr) {
    wanted = text_of(scene.camera()->follow());
  }
  for (std::uint32_t i = 0; scene.bodies() != nullptr && i < scene.bodies()->size(); ++i) {
    const scene::Body& candidate = *scene.bodies()->Get(i);
    const bool fits = wanted.empty() ? !candidate.static_() : text_of(candidate.name()) == wanted;
    if (fits) {
      body = i;
      body_name_ = text_of(candidate.name());
      break;
    }
  }
  if (!body && !wanted_body_.empty()) {
    return fail(ErrorKind::usage,
                fmt::format("--body {}: the scene {} has no body of that name", wanted_body_, scene_name_));
  }
  body_ = body.value_or(0);
  motion_.reset();
  gyroscope_.reset();

  channels_.clear();
  holders_.clear();
  std::vector<std::string> names;
  if (message.channels() != nullptr) {
    for (const stream::ChannelInfo* info : *message.channels()) {
      ChannelView channel;
      channel.name = text_of(info->name());
      channel.lower = info->minimum();
      channel.upper = info->maximum();
      channel.neutral = channel.applied = info->neutral();
      names.push_back(channel.name);
      channels_.push_back(channel);
      holders_.push_back(info->holder());
    }
  }
  keys_ = assign_keys(names);

  drives_.clear();
  if (scene.drives() != nullptr) {
    for (const scene::Drive* info : *scene.drives()) {
      DriveView drive;
      drive.name = text_of(info->name());
      if (info->current_limit()) {
        drive.limit = *info->current_limit();
      }
      drives_.push_back(drive);
    }
  }
  joint_positions_.clear();
  joint_broken_.clear();
  list_limited_axes(scene);
  ++scene_count_;
  return {};
}

void SessionModel::list_limited_axes(const scene::Scene& scene) {
  axes_.clear();
  std::size_t coordinate = 0;
  for (std::size_t j = 0; scene.joints() != nullptr && j < scene.joints()->size(); ++j) {
    const scene::Joint& joint = *scene.joints()->Get(static_cast<flatbuffers::uoffset_t>(j));
    const scenes::JointAxes axes(joint.type());
    std::size_t sliding = 0;
    std::size_t turning = 0;
    for (std::size_t a = 0; a < axes.count(); ++a, ++coordinate) {
      const bool slides = axes.slides(a);
      const scene::Range* range =
          slides ? range_of(joint.limits(), sliding++) : range_of(joint.limits_deg(), turning++);
      if (range == nullptr) {
        continue;
      }
      const double scale = slides ? kMillimetres : 1;
      const std::string name = text_of(joint.name());
      axes_.push_back({axes.count() > 1 ? fmt::format("{}[{}]", name, a) : name, j, coordinate,
                       range->lower() * scale, range->upper() * scale, slides});
    }
  }
}

void SessionModel::take_telemetry(const stream::Telemetry& t) {
  timing_.frame = t.stamp()->frame();
  timing_.branch = t.stamp()->branch();
  timing_.time = t.stamp()->time();
  timing_.frozen = (t.stamp()->flags() & 1u) != 0;
  timing_.replay = (t.stamp()->flags() & 2u) != 0;
  timing_.speed = t.speed();
  timing_.compute = static_cast<double>(t.compute_ns()) * 1e-6;
  timing_.lateness = static_cast<double>(t.lateness_ns()) * 1e-6;
  timing_.misses = t.misses();
  timing_.slips = t.slips();
  timing_.substeps = t.substeps();
  timing_.clients = t.clients();
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    channels_[i].applied = element(t.controls(), i, channels_[i].applied);
    holders_[i] = element(t.holders(), i, holders_[i]);
  }
  for (std::size_t i = 0;
       t.drives() != nullptr && i < std::min<std::size_t>(drives_.size(), t.drives()->size()); ++i) {
    const stream::DriveState& drive = *t.drives()->Get(static_cast<flatbuffers::uoffset_t>(i));
    drives_[i].current = static_cast<double>(drive.current());
    drives_[i].voltage = static_cast<double>(drive.voltage());
    drives_[i].temperature = static_cast<double>(drive.temperature());
  }
  gyroscope_.reset();
  for (std::size_t i = 0; t.gyroscopes() != nullptr && i < t.gyroscopes()->size(); ++i) {
    const stream::Gyroscope& gyroscope = *t.gyroscopes()->Get(static_cast<flatbuffers::uoffset_t>(i));
    if (gyroscope.body() == body_) gyroscope_ = gyroscope;
  }
  if (t.joint_positions() != nullptr) {
    joint_positions_.assign(t.joint_positions()->begin(), t.joint_positions()->end());
  }
  if (t.joint_broken() != nullptr) {
    joint_broken_.assign(t.joint_broken()->begin(), t.joint_broken()->end());
  }
}

void SessionModel::take_event(const stream::Event& event) {
  if (event.kind() == stream::EventKind::Joined) {
    session_names_[event.session()] = text_of(event.name());
  }
  add_event(event.stamp()->time(), text_of(event.text()));
  if (event.recorded() || event.ids() == nullptr) return;
  const bool taken = event.kind() == stream::EventKind::TookControl;
  if (!taken && event.kind() != stream::EventKind::ReleasedControl) return;
  for (const std::uint32_t channel : *event.ids()) {
    if (channel < holders_.size()) holders_[channel] = taken ? event.session() : protocol::kNobody;
  }
  if (!taken || event.session() != session_) return;
  if (const std::string others = held_by_others(); !others.empty())
    add_event(event.stamp()->time(), "not given: " + others);
}

void SessionModel::add_event(double time, const std::string& text) {
  events_.push_back(fmt::format("{:8.2f} s  {}", time, text));
  if (events_.size() > kEventsKept) {
    events_.pop_front();
  }
}

std::string SessionModel::session_name(std::uint32_t session) const {
  if (session == 0) {
    return "";
  }
  if (session == protocol::kHeldBack) {
    return "held back";
  }
  const auto found = session_names_.find(session);
  return found == session_names_.end() || found->second.empty() ? fmt::format("session {}", session)
                                                                : found->second;
}

std::string SessionModel::held_by_others() const {
  std::string text;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    if (holders_[i] == protocol::kNobody || holders_[i] == session_) continue;
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", channels_[i].name, session_name(holders_[i]));
  }
  return text;
}

std::vector<Levers::Channel> SessionModel::lever_channels() const {
  std::vector<Levers::Channel> out;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    out.push_back({channels_[i].lower, channels_[i].upper, channels_[i].neutral, keys_[i].springs_back});
  }
  return out;
}

std::vector<std::uint32_t> SessionModel::channels_of(std::uint32_t holder) const {
  std::vector<std::uint32_t> channels;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    if (holders_[i] == holder) channels.push_back(static_cast<std::uint32_t>(i));
  }
  return channels;
}

std::vector<std::uint32_t> SessionModel::held_channels() const {
  return channels_of(session_);
}

std::vector<std::uint32_t> SessionModel::free_channels() const {
  return channels_of(0);
}

ConsoleView SessionModel::view(double now) const {
  ConsoleView view;
  view.scene = scene_name_;
  view.server = server_;
  view.body = body_name_;
  if (motion_) {
    const double w = static_cast<double>(motion_->orientation().w());
    const double x = static_cast<double>(motion_->orientation().x());
    const double y = static_cast<double>(motion_->orientation().y());
    const double z = static_cast<double>(motion_->orientation().z());
    // The body's x axis in world axes, and the world's up in body axes.
    const double forward[3] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    const double up_y = 2 * (y * z + w * x);
    const double up_z = 1 - 2 * (x * x + y * y);
    const stream::Vec3f& v = motion_->linear_velocity();
    view.speed = forward[0] * static_cast<double>(v.x()) + forward[1] * static_cast<double>(v.y()) +
                 forward[2] * static_cast<double>(v.z());
    view.heading_deg = std::fmod(std::atan2(forward[1], forward[0]) * kDegrees + 360, 360);
    view.pitch_deg = std::asin(std::clamp(forward[2], -1.0, 1.0)) * kDegrees;
    view.roll_deg = std::atan2(up_y, up_z) * kDegrees;
  }
  if (motion_ && gyroscope_) {  // what the instrument shows, right or wrong
    view.heading_deg = std::fmod(static_cast<double>(gyroscope_->heading()) * kDegrees + 720, 360);
    view.pitch_deg = -static_cast<double>(gyroscope_->pitch()) * kDegrees;
    view.roll_deg = static_cast<double>(gyroscope_->roll()) * kDegrees;
  }
  view.channels = channels_;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    view.channels[i].holder = session_name(holders_[i]);
    view.channels[i].mine = session_ != 0 && holders_[i] == session_;
    view.channels[i].raise_key = keys_[i].raise;
    view.channels[i].lower_key = keys_[i].lower;
    view.channels[i].springs_back = keys_[i].springs_back;
  }
  for (const LimitedAxis& axis : axes_) {
    JointAxisView joint{axis.name, 0, axis.lower, axis.upper, axis.slides, false};
    if (axis.coordinate < joint_positions_.size()) {
      joint.position = joint_positions_[axis.coordinate] * (axis.slides ? kMillimetres : kDegrees);
    }
    joint.broken = axis.joint < joint_broken_.size() && joint_broken_[axis.joint];
    view.joints.push_back(joint);
  }
  view.drives = drives_;
  view.timing = timing_;
  view.timing.silence = now - newest_frame_;
  view.events.assign(events_.begin(), events_.end());
  return view;
}

}  // namespace drawbar::tools
