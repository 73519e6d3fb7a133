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
  Part part{*frame.stamp(), frame.stamp()->tick(), frame.part(), frame.parts(), {}};
  for (const stream::BodyState* body : *frame.bodies()) {
    part.bodies.push_back(*body);
  }
  return take_part(std::move(part));
}

Result<std::optional<Poses>> PoseAssembler::take(const stream::CompactFrame& frame) {
  if (auto checked = check_part(frame.part(), frame.parts()); !checked) {
    return tl::unexpected(checked.error());
  }
  auto bodies = decode_compact(frame);
  if (!bodies) {
    return tl::unexpected(bodies.error());
  }
  return take_part({*frame.stamp(), frame.key_tick(), frame.part(), frame.parts(), std::move(*bodies)});
}

std::optional<Poses> PoseAssembler::take_part(Part part) {
  const std::uint64_t tick = part.stamp.tick();
  if ((newest_ && tick <= *newest_) || (pending_ && tick < pending_->stamp.tick())) {
    ++statistics_.stale;
    return std::nullopt;
  }
  std::optional<Poses> out;
  if (pending_ && tick > pending_->stamp.tick()) {
    ++statistics_.incomplete;
    out = give(*pending_);
    pending_.reset();
  }
  if (!pending_) {
    pending_ = Pending{part.stamp, part.key_tick, std::vector<bool>(part.count), part.count, {}};
  }
  if (part.index >= pending_->arrived.size() || pending_->arrived[part.index]) {
    return out;  // a datagram doubled on its way
  }
  pending_->arrived[part.index] = true;
  --pending_->missing;
  for (const stream::BodyState& body : part.bodies) {
    pending_->bodies.insert_or_assign(body.id(), body);
  }
  if (pending_->missing == 0) {
    ++statistics_.complete;
    // A whole single-part frame right after an incomplete one: the newer is what matters.
    out = give(*pending_);
    pending_.reset();
  }
  return out;
}

Poses PoseAssembler::give(const Pending& pending) {
  const bool whole = pending.missing == 0;
  const bool is_key = pending.key_tick == pending.stamp.tick();
  if (whole && is_key) {
    key_tick_ = pending.key_tick;
    key_ = pending.bodies;
    current_ = pending.bodies;  // and bodies that it does not hold are gone
  } else {
    // What a whole frame does not list is where its key put it, if that key is the one we hold.
    if (whole && !key_.empty() && pending.key_tick == key_tick_) {
      current_ = key_;
    }
    for (const auto& [id, body] : pending.bodies) {
      current_.insert_or_assign(id, body);
    }
  }
  newest_ = pending.stamp.tick();
  Poses poses{pending.stamp, {}};
  poses.bodies.reserve(current_.size());
  for (const auto& [id, body] : current_) {
    poses.bodies.push_back(body);
  }
  return poses;
}

}  // namespace drawbar::protocol
