// Frames out of parts.
#include "protocol/pose_assembler.h"

#include "protocol/compact.h"

namespace drawbar::protocol {
namespace {

Result<void> check_part(std::uint32_t part, std::uint32_t parts) {
  if (part >= parts) {
    return fail(ErrorKind::wrong, "part " + std::to_string(part) + " of a frame of " + std::to_string(parts));
  }
  return {};
}

}  // namespace

Result<std::optional<Poses>> PoseAssembler::take(const stream::Frame& frame) {
  if (auto checked = check_part(frame.part(), frame.parts()); !checked) {
    return tl::unexpected(checked.error());
  }
  Part part{*frame.stamp(), std::nullopt, frame.part(), frame.parts(), {}};
  for (const stream::BodyState* body : *frame.bodies()) {
    part.bodies.push_back(*body);
  }
  return take_part(part);
}

Result<std::optional<Poses>> PoseAssembler::take(const stream::CompactFrame& frame) {
  if (auto checked = check_part(frame.part(), frame.parts()); !checked) {
    return tl::unexpected(checked.error());
  }
  auto bodies = decode_compact(frame);
  if (!bodies) {
    return tl::unexpected(bodies.error());
  }
  const Part part{*frame.stamp(), frame.key_tick(), frame.part(), frame.parts(), std::move(*bodies)};
  take_key_part(part);
  return take_part(part);
}

PoseAssembler::Pending::Pending(const Part& part)
    : stamp(part.stamp), key_tick(part.key_tick), arrived(part.count), missing(part.count) {}

void PoseAssembler::Pending::take(const Part& part) {
  if (part.count != arrived.size() || arrived[part.index]) {
    return;
  }
  arrived[part.index] = true;
  --missing;
  for (const stream::BodyState& body : part.bodies) {
    bodies.insert_or_assign(body.id(), body);
  }
}

/// Keys come twice where poses come as datagrams: as such and, in other parts, over the connection, maybe
/// later than frames that differ from them.
void PoseAssembler::take_key_part(const Part& part) {
  const std::uint64_t tick = part.stamp.tick();
  if (part.key_tick != tick || (key_tick_ && tick <= *key_tick_)) {
    return;
  }
  const bool newer = !pending_key_ || tick > pending_key_->stamp.tick();
  const bool fewer_parts =
      pending_key_ && tick == pending_key_->stamp.tick() && part.count < pending_key_->arrived.size();
  if (newer || fewer_parts) {
    pending_key_.emplace(part);
  } else if (tick < pending_key_->stamp.tick()) {
    return;
  }
  pending_key_->take(part);
  if (pending_key_->missing == 0) {
    key_tick_ = tick;
    key_ = std::move(pending_key_->bodies);
    pending_key_.reset();
  }
}

std::optional<Poses> PoseAssembler::take_part(const Part& part) {
  const std::uint64_t tick = part.stamp.tick();
  if ((newest_ && tick <= *newest_) || (pending_ && tick < pending_->stamp.tick())) {
    ++statistics_.stale;
    return std::nullopt;
  }
  std::optional<Poses> out;
  if (pending_ && tick > pending_->stamp.tick()) {
    out = give(*pending_);
    pending_.reset();
  }
  if (!pending_) {
    pending_.emplace(part);
  }
  pending_->take(part);
  if (pending_->missing == 0) {
    // A whole single-part frame right after an incomplete one: the newer is what matters.
    out = give(*pending_);
    pending_.reset();
  }
  return out;
}

Poses PoseAssembler::give(const Pending& pending) {
  const bool whole = pending.missing == 0;
  const bool holds_all = !pending.key_tick || *pending.key_tick == pending.stamp.tick();
  const bool complete = whole && (holds_all || pending.key_tick == key_tick_);
  if (complete) {
    // What a frame does not list is where its key put it; bodies that neither holds are gone.
    current_ = holds_all ? pending.bodies : key_;
  }
  for (const auto& [id, body] : pending.bodies) {
    current_.insert_or_assign(id, body);
  }
  ++(complete ? statistics_.complete : statistics_.incomplete);
  newest_ = pending.stamp.tick();
  Poses poses{pending.stamp, {}, complete};
  poses.bodies.reserve(current_.size());
  for (const auto& [id, body] : current_) {
    poses.bodies.push_back(body);
  }
  return poses;
}

}  // namespace drawbar::protocol
