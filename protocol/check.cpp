// Checks of client messages, one function per message that has rules.
#include "protocol/check.h"

#include <cmath>
#include <string_view>

namespace drawbar::protocol {
namespace {

using MaybeRefusal = std::optional<Refusal>;
using stream::ErrorCode;

MaybeRefusal bad_value(std::string field, std::string text) {
  return Refusal{ErrorCode::BadValue, std::move(text), std::move(field)};
}

/// Length of the UTF-8 sequence at the start of `text`, or 0 if it is none (overlong, surrogate, cut off).
std::size_t utf8_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    return 1;
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) {
      return 0;
    }
  }
  const unsigned second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

/// Names go into logs and terminals: no control characters.
bool printable_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = utf8_sequence(text);
    if (length == 0 || lead < 0x20 || lead == 0x7F) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

/// One line of `what`, of 1 to `most` bytes.
MaybeRefusal check_line(const flatbuffers::String* line, const std::string& what, std::size_t most,
                        const char* field) {
  if (line == nullptr || line->size() == 0) {
    return bad_value(field, what + " is missing");
  }
  if (line->size() > most) {
    return bad_value(field, what + " has " + std::to_string(line->size()) + " bytes, allowed are 1 to " +
                                std::to_string(most));
  }
  if (!printable_utf8({line->c_str(), line->size()})) {
    return bad_value(field, what + " is not printable UTF-8");
  }
  return std::nullopt;
}

MaybeRefusal check_name(const flatbuffers::String* name, const char* field) {
  return check_line(name, "name", kNameLimit, field);
}

MaybeRefusal check_body(const control::Hello& hello) {
  if (hello.role() > control::Role::MAX) {
    return bad_value("Hello.role", "role " + std::to_string(static_cast<int>(hello.role())) +
                                       " is unknown, allowed are 0 (viewer), 1 (operator), 2 (instructor)");
  }
  return check_name(hello.name(), "Hello.name");
}

MaybeRefusal check_body(const control::Control& control) {
  if (control.values() == nullptr) {
    return std::nullopt;
  }
  for (flatbuffers::uoffset_t i = 0; i < control.values()->size(); ++i) {
    if (!std::isfinite(control.values()->Get(i)->value())) {
      return bad_value(element("Control", "values", i) + ".value", "value is not a finite number");
    }
  }
  return std::nullopt;
}

bool finite(const control::Point& point) {
  return std::isfinite(point.x()) && std::isfinite(point.y()) && std::isfinite(point.z());
}

MaybeRefusal check_body(const control::Subscribe& subscribe) {
  if (subscribe.encoding() > control::PoseEncoding::MAX) {
    return bad_value("Subscribe.encoding", "encoding " +
                                               std::to_string(static_cast<int>(subscribe.encoding())) +
                                               " is unknown, allowed are 0 (none), 1 (plain), 2 (compact)");
  }
  if (subscribe.every_nth() == 0) {
    return bad_value("Subscribe.every_nth", "0 is not allowed, 1 is every frame");
  }
  if (!std::isfinite(subscribe.distance()) || subscribe.distance() < 0) {
    return bad_value("Subscribe.distance", "distance must be a finite number of metres, 0 for no limit");
  }
  const auto* point = subscribe.around_point();
  if (point != nullptr && !finite(*point)) {
    return bad_value("Subscribe.around_point", "coordinates must be finite numbers");
  }
  const bool has_body = subscribe.around_body().has_value();
  if (subscribe.distance() > 0 && has_body == (point != nullptr)) {
    return bad_value("Subscribe.distance", "needs exactly one of around_body and around_point");
  }
  return std::nullopt;
}

MaybeRefusal check_body(const control::Step& step) {
  if (step.frames() == 0) {
    return bad_value("Step.frames", "0 is not allowed, at least 1");
  }
  return std::nullopt;
}

MaybeRefusal check_body(const control::Speed& speed) {
  if (!std::isfinite(speed.factor()) || speed.factor() <= 0) {
    return bad_value("Speed.factor", "factor must be a finite number above 0");
  }
  return std::nullopt;
}

/// Of Rewind and Seek.
template <class Moment>
MaybeRefusal check_moment(const Moment& moment, const std::string& message) {
  if (moment.frame().has_value() == moment.time().has_value()) {
    return bad_value(message + ".frame", "needs exactly one of frame and time");
  }
  if (moment.time().has_value() && (!std::isfinite(*moment.time()) || *moment.time() < 0)) {
    return bad_value(message + ".time", "time must be a finite number of seconds, at least 0");
  }
  return std::nullopt;
}

MaybeRefusal check_body(const control::ImportState& piece) {
  if (auto refusal = check_name(piece.name(), "ImportState.name")) return refusal;
  if (piece.total() == 0 || piece.total() > kStateFileLimit) {
    return bad_value("ImportState.total",
                     "a state's file has 1 to " + std::to_string(kStateFileLimit) + " bytes");
  }
  const std::size_t size = piece.data() == nullptr ? 0 : piece.data()->size();
  if (size == 0 || size > kStatePieceLimit || piece.offset() > piece.total() ||
      size > piece.total() - piece.offset()) {
    return bad_value("ImportState.data", "a piece has 1 to " + std::to_string(kStatePieceLimit) +
                                             " bytes and lies within the file's total");
  }
  return std::nullopt;
}

bool is_file_name(const flatbuffers::String& text, std::string_view ending) {
  return protocol::is_file_name(std::string_view(text.c_str(), text.size()), ending);
}

MaybeRefusal check_body(const control::SetGhost& ghost) {
  if (ghost.recording() == nullptr) return std::nullopt;
  if (auto refusal = check_name(ghost.recording(), "SetGhost.recording")) return refusal;
  if (is_file_name(*ghost.recording(), ".mcap")) return std::nullopt;
  return bad_value("SetGhost.recording",
                   "must be the name of a recording in the library's folder, such as \"good.mcap\"");
}

MaybeRefusal check_library_file(const flatbuffers::String* file, const char* field) {
  if (auto refusal = check_name(file, field)) return refusal;
  if (is_file_name(*file, ".json")) return std::nullopt;
  return bad_value(field, "must be the name of a file of the library (ListScenes), such as \"crane.json\"");
}

MaybeRefusal check_body(const control::StoreExercise& store) {
  if (auto refusal = check_library_file(store.file(), "StoreExercise.file")) return refusal;
  if (store.text() == nullptr || store.text()->size() == 0) {
    return bad_value("StoreExercise.text", "must be the text of an exercise file");
  }
  return std::nullopt;
}

/// Empty: the scene without any.
MaybeRefusal check_variant(const flatbuffers::String* variant, const char* field) {
  if (variant == nullptr || variant->size() == 0) return std::nullopt;
  return check_name(variant, field);
}

MaybeRefusal check_body(const control::DescribeScene& message) {
  if (auto refusal = check_variant(message.variant(), "DescribeScene.variant")) return refusal;
  return check_library_file(message.scene(), "DescribeScene.scene");
}

MaybeRefusal check_body(const control::Reload& reload) {
  if (reload.trainee() != nullptr) {
    if (auto refusal = check_name(reload.trainee(), "Reload.trainee")) return refusal;
  }
  if (auto refusal = check_variant(reload.variant(), "Reload.variant")) return refusal;
  if (reload.scene() == nullptr) return std::nullopt;
  return check_library_file(reload.scene(), "Reload.scene");
}

MaybeRefusal check_body(const control::Bookmark& bookmark) {
  return check_line(bookmark.text(), "text", kNoteLimit, "Bookmark.text");
}

/// The shown frame is meant where neither is there.
MaybeRefusal check_body(const control::TakeOver& take_over) {
  if (!take_over.frame() && !take_over.time()) return std::nullopt;
  return check_moment(take_over, "TakeOver");
}

MaybeRefusal check_body(const control::Repeat& repeat) {
  if (repeat.from().has_value() != repeat.to().has_value()) {
    return bad_value("Repeat.to", "needs both from and to, or none");
  }
  if (!repeat.from()) return std::nullopt;
  if (!std::isfinite(*repeat.from()) || *repeat.from() < 0) {
    return bad_value("Repeat.from", "from must be a finite number of seconds, at least 0");
  }
  if (!std::isfinite(*repeat.to()) || *repeat.to() <= *repeat.from()) {
    return bad_value("Repeat.to", "to must be a finite number of seconds, later than from");
  }
  return std::nullopt;
}

MaybeRefusal check_body(const control::DriveFault& fault) {
  if (fault.kind() > control::FaultKind::MAX) {
    return bad_value("DriveFault.kind", "kind " + std::to_string(static_cast<int>(fault.kind())) +
                                            " is unknown, allowed are 0 (works), 1 (off)");
  }
  return std::nullopt;
}

/// Names that errors say back: of effects and what they act on.
MaybeRefusal check_body(const control::BeginEffect& effect) {
  if (auto refusal = check_name(effect.target(), "BeginEffect.target")) return refusal;
  if (auto refusal = check_name(effect.type(), "BeginEffect.type")) return refusal;
  if (effect.parameters() == nullptr) return std::nullopt;
  for (flatbuffers::uoffset_t i = 0; i < effect.parameters()->size(); ++i) {
    const std::string field = element("BeginEffect", "parameters", i);
    const control::EffectParameter& parameter = *effect.parameters()->Get(i);
    if (auto refusal = check_name(parameter.name(), (field + ".name").c_str())) return refusal;
    if (!std::isfinite(parameter.value())) return bad_value(field + ".value", "value is not a finite number");
  }
  return std::nullopt;
}

MaybeRefusal check_body(const control::CastRays& message) {
  const std::size_t count = message.rays() == nullptr ? 0 : message.rays()->size();
  if (count == 0 || count > kRayLimit) {
    return bad_value("CastRays.rays",
                     std::to_string(count) + " rays, allowed are 1 to " + std::to_string(kRayLimit));
  }
  for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
    const control::Ray& ray = *message.rays()->Get(i);
    const std::string field = element("CastRays", "rays", i);
    if (!finite(*ray.from())) return bad_value(field + ".from", "coordinates must be finite numbers");
    if (!finite(*ray.to())) return bad_value(field + ".to", "coordinates must be finite numbers");
    const double x = ray.to()->x() - ray.from()->x();
    const double y = ray.to()->y() - ray.from()->y();
    const double z = ray.to()->z() - ray.from()->z();
    const double length = std::hypot(x, y, z);
    if (!(length > 0) || length > kRayLength) {
      return bad_value(field + ".to", "must lie above 0 and up to 1e6 m from `from`");
    }
    if (!(ray.radius() >= 0) || ray.radius() > kRayLength) {
      return bad_value(field + ".radius", "radius must be 0 to 1e6 m");
    }
  }
  return std::nullopt;
}

}  // namespace

std::string element(const char* message, const char* list, std::size_t index) {
  return std::string(message) + "." + list + "[" + std::to_string(index) + "]";
}

bool is_file_name(std::string_view name, std::string_view ending) {
  return !name.starts_with('.') && name.find('/') == name.npos && name.ends_with(ending);
}

std::optional<Refusal> check(const control::ClientMessage& message) {
  switch (message.body_type()) {
    case control::ClientBody::Hello:
      return check_body(*message.body_as_Hello());
    case control::ClientBody::Control:
      return check_body(*message.body_as_Control());
    case control::ClientBody::Subscribe:
      return check_body(*message.body_as_Subscribe());
    case control::ClientBody::Step:
      return check_body(*message.body_as_Step());
    case control::ClientBody::Speed:
      return check_body(*message.body_as_Speed());
    case control::ClientBody::Save:
      return check_name(message.body_as_Save()->name(), "Save.name");
    case control::ClientBody::Restore:
      return check_name(message.body_as_Restore()->name(), "Restore.name");
    case control::ClientBody::Rewind:
      return check_moment(*message.body_as_Rewind(), "Rewind");
    case control::ClientBody::Seek:
      return check_moment(*message.body_as_Seek(), "Seek");
    case control::ClientBody::DeleteState:
      return check_name(message.body_as_DeleteState()->name(), "DeleteState.name");
    case control::ClientBody::ExportState:
      return check_name(message.body_as_ExportState()->name(), "ExportState.name");
    case control::ClientBody::ImportState:
      return check_body(*message.body_as_ImportState());
    case control::ClientBody::Reload:
      return check_body(*message.body_as_Reload());
    case control::ClientBody::SetGhost:
      return check_body(*message.body_as_SetGhost());
    case control::ClientBody::Bookmark:
      return check_body(*message.body_as_Bookmark());
    case control::ClientBody::Repeat:
      return check_body(*message.body_as_Repeat());
    case control::ClientBody::TakeOver:
      return check_body(*message.body_as_TakeOver());
    case control::ClientBody::DriveFault:
      return check_body(*message.body_as_DriveFault());
    case control::ClientBody::BeginEffect:
      return check_body(*message.body_as_BeginEffect());
    case control::ClientBody::CastRays:
      return check_body(*message.body_as_CastRays());
    case control::ClientBody::StoreExercise:
      return check_body(*message.body_as_StoreExercise());
    case control::ClientBody::DescribeScene:
      return check_body(*message.body_as_DescribeScene());
    default:
      return std::nullopt;
  }
}

}  // namespace drawbar::protocol
