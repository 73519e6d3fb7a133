// What sessions are told besides frames: answers for one, events for everybody.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/check.h"
#include "protocol/encode.h"
#include "server/frames/frame_encoder.h"
#include "server/session/present.h"
#include "server/session/session_table.h"

namespace drawbar::server {

using Refusal = protocol::Refusal;
/// Of a request. Nothing: carried out, the answer is sent or on its way.
using Outcome = std::optional<Refusal>;

class Messenger {
 public:
  Messenger(const Present& present, SessionTable& sessions) : present_(present), sessions_(sessions) {}

  /// Hears of every event, as the sessions do, and outlives the messenger's use.
  void add_sink(FrameSink& sink) { sinks_.push_back(&sink); }
  const std::vector<FrameSink*>& sinks() const { return sinks_; }

  // --- to one ---

  void refuse(Connection& connection, std::uint32_t request, const Refusal& refusal);
  void refuse_and_close(Client& client, std::uint32_t request, const Refusal& refusal);
  void reply(const Session& session, std::uint32_t request);
  /// Answers a Ping.
  Outcome pong(const Session& session, const control::Ping& ping);
  /// The event alone, not announced to the others. Its stamp is filled in.
  void tell(const Session& session, stream::EventT event);

  // --- to everybody; of effects to instructors alone ---

  /// With the session's name, without a stamp.
  stream::EventT make_event(stream::EventKind kind, SessionId session, std::string text,
                            std::vector<std::uint32_t> ids = {}, double value = 0) const;
  /// The stamp is filled in.
  void announce(stream::EventT event);
  void announce(stream::EventKind kind, SessionId session, std::string text,
                std::vector<std::uint32_t> ids = {}, double value = 0) {
    announce(make_event(kind, session, std::move(text), std::move(ids), value));
  }
  /// To every connected session.
  void send_to_all(const Packet& packet);

  /// Messages answered with an error so far.
  std::uint64_t refusals() const { return refusals_; }

 private:
  const Present& present_;
  SessionTable& sessions_;
  std::vector<FrameSink*> sinks_;
  std::uint64_t refusals_ = 0;
};

}  // namespace drawbar::server
