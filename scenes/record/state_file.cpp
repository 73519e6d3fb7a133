#include "scenes/record/state_file.h"

#include <span>

#include "protocol/decode.h"
#include "protocol/framing.h"
#include "protocol/state_hash.h"
#include "scenes/record/build_identity.h"
#include "scenes/record/numerics.h"

namespace drawbar::scenes {

namespace {

constexpr const char* kIdentifier = "DBSS";

protocol::BytesView view_of(const std::vector<std::uint8_t>& bytes) {
  return std::as_bytes(std::span(bytes));
}

}  // namespace

std::uint64_t scene_shape(const physics::WorldConfig& config) {
  std::string shape;
  const auto add = [&shape](const char* kind, const std::string& name, std::size_t detail) {
    shape += std::string(kind) + ' ' + name + ' ' + std::to_string(detail) + '\n';
  };
  add("formulation", "", static_cast<std::size_t>(config.formulation));
  for (const auto& body : config.bodies) add("body", body.name, body.shapes.size());
  for (const auto& joint : config.joints) add("joint", joint.name, static_cast<std::size_t>(joint.type));
  for (const auto& coupling : config.couplings) add("coupling", coupling.name, coupling.terms.size());
  for (const auto& spring : config.springs) add("spring", spring.name, 0);
  for (const auto& drive : config.drives) add("drive", drive.name, static_cast<std::size_t>(drive.mode));
  for (const auto& wheel : config.wheels) add("wheel", wheel.name, 0);
  for (const auto& brake : config.brakes) add("brake", brake.name, 0);
  for (const auto& steering : config.steerings) add("steering", steering.name, steering.knuckles.size());
  for (const auto& hitch : config.hitches) add("hitch", hitch.name, 0);
  for (const auto& control : config.controls) add("control", control.name, 0);
  return protocol::state_hash(std::as_bytes(std::span(shape)));
}

protocol::Bytes encode_state(const std::string& program, const std::string& scene,
                             const physics::WorldConfig& config, std::uint32_t branch, std::uint64_t frame,
                             protocol::BytesView state, std::size_t exercise_bytes) {
  const record::BuildIdentityT build = build_identity(program, 0);
  record::SavedStateT saved;
  saved.program = build.program;
  saved.revision = build.revision;
  saved.state_layout = build.state_layout;
  saved.scene = scene;
  saved.scene_shape = scene_shape(config);
  saved.branch = branch;
  saved.frame = frame;
  saved.exercise_bytes = static_cast<std::uint32_t>(exercise_bytes);
  saved.state_hash = protocol::state_hash(state);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(state.data());
  saved.state.assign(bytes, bytes + state.size());
  flatbuffers::FlatBufferBuilder builder(state.size() + 512);
  builder.Finish(record::SavedState::Pack(builder, &saved), kIdentifier);
  const protocol::BytesView made = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
  return {made.begin(), made.end()};
}

Result<record::SavedStateT> decode_state(protocol::BytesView bytes, const std::string& name) {
  const protocol::Message<record::SavedState> message{protocol::AlignedBytes(bytes)};
  const auto* begin = reinterpret_cast<const std::uint8_t*>(message.bytes().data());
  flatbuffers::Verifier verifier(begin, bytes.size());
  if (bytes.size() < protocol::kShortestMessage || !flatbuffers::BufferHasIdentifier(begin, kIdentifier) ||
      !verifier.VerifyBuffer<record::SavedState>(kIdentifier)) {
    return fail(ErrorKind::wrong, name + ": is not a state that drawbar wrote, or not all of it");
  }
  record::SavedStateT saved;
  message->UnPackTo(&saved);
  if (protocol::state_hash(view_of(saved.state)) != saved.state_hash)
    return fail(ErrorKind::wrong, name + ": is damaged: its state has another hash than it says");
  return saved;
}

Result<void> check_state(const record::SavedStateT& saved, const std::string& scene,
                         const physics::WorldConfig& config, const std::string& name) {
  if (saved.scene_shape != scene_shape(config)) {
    return fail(ErrorKind::wrong, name + ": is a state of another scene (" + saved.scene + "), not of " +
                                      scene + ": its bodies, joints, drives or controls are not the same");
  }
  if (saved.state_layout != numerics().state_layout) {
    return fail(ErrorKind::wrong, name + ": its state is laid out otherwise than in this build; it needs " +
                                      saved.program + " (revision " + saved.revision + ")");
  }
  return {};
}

}  // namespace drawbar::scenes
