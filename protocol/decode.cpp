// Verification of messages that arrive.
#include "protocol/decode.h"

#include <algorithm>
#include <new>
#include <string>

#include "protocol/framing.h"

namespace drawbar::protocol {
namespace {

template <class T>
bool aligned(const flatbuffers::Vector<T>* vector, std::size_t alignment) {
  return vector == nullptr || vector->size() == 0 ||
         reinterpret_cast<std::uintptr_t>(vector->Data()) % alignment == 0;
}

bool body_aligned(const control::ClientMessage& message) {
  const auto* control = message.body_as_Control();
  return control == nullptr || aligned(control->values(), alignof(control::ChannelValue));
}

bool body_aligned(const stream::ServerMessage& message) {
  if (const auto* frame = message.body_as_Frame()) {
    return elements_aligned(*frame);
  }
  if (const auto* telemetry = message.body_as_Telemetry()) {
    return elements_aligned(*telemetry);
  }
  if (const auto* ghost = message.body_as_GhostFrame()) {
    return elements_aligned(*ghost);
  }
  if (const auto* score = message.body_as_Score()) {
    return elements_aligned(*score);
  }
  if (const auto* welcome = message.body_as_Welcome()) {
    return elements_aligned(*welcome);
  }
  const auto* event = message.body_as_Event();
  return event == nullptr || elements_aligned(*event);
}

struct Limits {
  const char* what;
  const char* identifier;
  std::size_t size;
  flatbuffers::uoffset_t tables;
};

template <class Root>
Result<Message<Root>> decode(BytesView bytes, const Limits& limits) {
  const auto refuse = [&](const std::string& why) {
    return fail(ErrorKind::wrong,
                std::string(limits.what) + " message of " + std::to_string(bytes.size()) + " bytes: " + why);
  };
  if (bytes.size() < kShortestMessage || bytes.size() > limits.size) {
    return refuse("allowed are " + std::to_string(kShortestMessage) + " to " + std::to_string(limits.size) +
                  " bytes");
  }
  Message<Root> message{AlignedBytes(bytes)};
  const auto* data = reinterpret_cast<const std::uint8_t*>(message.bytes().data());
  if (!flatbuffers::BufferHasIdentifier(data, limits.identifier)) {
    return refuse(std::string("file identifier is not ") + limits.identifier);
  }
  flatbuffers::Verifier verifier(data, bytes.size(), kVerifierDepth, limits.tables);
  if (!verifier.VerifyBuffer<Root>(limits.identifier)) {
    return refuse("not a valid FlatBuffer of this schema");
  }
  if (message->body_type() == decltype(message->body_type())::NONE || message->body() == nullptr) {
    return refuse("body is missing");
  }
  if (!body_aligned(*message)) {
    return refuse("vector elements are not aligned");
  }
  return message;
}

}  // namespace

AlignedBytes::AlignedBytes(BytesView bytes)
    : data_(static_cast<std::byte*>(::operator new[](bytes.size(), std::align_val_t(kAlignment)))),
      size_(bytes.size()) {
  if (!bytes.empty()) {
    std::memcpy(data_.get(), bytes.data(), bytes.size());
  }
}

Result<ClientMessage> decode_client_message(BytesView bytes) {
  return decode<control::ClientMessage>(
      bytes, {"client", control::ClientMessageIdentifier(), kClientMessageLimit, kClientTableLimit});
}

Result<ServerMessage> decode_server_message(BytesView bytes) {
  return decode<stream::ServerMessage>(
      bytes, {"server", stream::ServerMessageIdentifier(), kServerMessageLimit, kServerTableLimit});
}

bool elements_aligned(const stream::Frame& frame) {
  return aligned(frame.bodies(), alignof(stream::BodyState));
}

bool elements_aligned(const stream::Telemetry& telemetry) {
  return aligned(telemetry.joint_positions(), alignof(double)) &&
         aligned(telemetry.joint_velocities(), alignof(double)) &&
         aligned(telemetry.controls(), alignof(double)) &&
         aligned(telemetry.control_sequences(), alignof(std::uint64_t)) &&
         aligned(telemetry.contacts(), alignof(stream::Contact)) &&
         aligned(telemetry.wheels(), alignof(stream::WheelState)) &&
         aligned(telemetry.overlaps(), alignof(stream::Overlap)) &&
         aligned(telemetry.faulted(), alignof(stream::FaultedReading));
}

bool elements_aligned(const stream::GhostFrame& frame) {
  return aligned(frame.bodies(), alignof(stream::BodyState));
}

bool elements_aligned(const stream::Score& score) {
  if (score.criteria() == nullptr) return true;
  return std::ranges::all_of(*score.criteria(), [](const stream::CriterionScore* criterion) {
    return aligned(criterion->moments(), alignof(double));
  });
}

bool elements_aligned(const stream::Event& event) {
  return aligned(event.values(), alignof(double));
}

bool elements_aligned(const stream::Welcome& welcome) {
  return welcome.bookmarks() == nullptr ||
         std::ranges::all_of(*welcome.bookmarks(),
                             [](const stream::Event* event) { return elements_aligned(*event); });
}

bool is_known(const control::ClientMessage& message) {
  return message.body_type() <= control::ClientBody::MAX;
}

bool is_known(const stream::ServerMessage& message) {
  return message.body_type() <= stream::ServerBody::MAX;
}

}  // namespace drawbar::protocol
