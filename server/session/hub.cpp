// The meeting place: who is here, and what time alone brings about.
#include "server/session/hub.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace drawbar::server {

namespace {

std::string in_seconds(Nanoseconds duration) {
  return fmt::format("{:g} s", static_cast<double>(duration) / static_cast<double>(kSecond));
}

}  // namespace

Hub::Hub(ServedScene scene, Tokens tokens, LoopPort& loop, HubOptions options)
    : scene_(std::move(scene)),
      tokens_(std::move(tokens)),
      loop_(loop),
      options_(std::move(options)),
      channels_(scene_.silences),
      history_(scene_.world.period, options_.history_bytes),
      substeps_told_(scene_.world.substeps),
      broken_told_(scene_.world.joints.size()),
      machines_(machines_of(scene_.world)),
      body_ids_(body_ids(scene_.world)) {}

void Hub::on_time(Nanoseconds time) {
  for (const std::uint32_t channel : channels_.silent(time)) {
    const SessionId holder = channels_.holder(channel);
    const bool to_neutral_now = channels_.silence(channel).to_neutral;
    if (to_neutral_now) to_neutral(channel, record::SetReason::Silence, holder);
    const std::string& name = scene_.world.controls[channel].name;
    spdlog::warn("session {}: silent, {} {}", holder, name, to_neutral_now ? "set to neutral" : "held");
    announce(
        stream::EventKind::ControlSilent, holder,
        "no control message in time: " + name + (to_neutral_now ? " goes to neutral" : " keeps its value"),
        {channel});
  }
  for (auto& [connection, client] : clients_) {
    if (client.closing) continue;
    if (client.session == kNobody && time > client.hello_deadline) {
      refuse_and_close(client, 0,
                       {stream::ErrorCode::HelloTimeout,
                        "no complete Hello within " + in_seconds(options_.hello_timeout), ""});
    } else if (connection->queued_bytes() > 0 &&
               time - connection->last_progress() > options_.stall_timeout) {
      ++counters_.dropped_clients;
      const SessionId id = client.session;
      const std::string time_stalled = in_seconds(options_.stall_timeout);
      refuse_and_close(client, 0,
                       {stream::ErrorCode::TooSlow, "the client has not read for " + time_stalled, ""});
      if (id != kNobody) announce(stream::EventKind::ClientDropped, id, "did not read for " + time_stalled);
    }
  }
  std::vector<SessionId> expired;
  for (const auto& [id, session] : sessions_) {
    if (!session.connection && time - session.away_since > options_.resume_timeout) expired.push_back(id);
  }
  for (const SessionId id : expired) remove_session(id, "did not come back");
}

void Hub::remove_session(SessionId id, const std::string& why) {
  release(channels_.held_by(id), id);
  const auto found = sessions_.find(id);
  const bool was_here = found->second.connection != nullptr;
  spdlog::info("session {} ({}) {}", id, found->second.name, why);
  if (was_here) announce(stream::EventKind::Left, id, found->second.name + " " + why);
  for (auto& [connection, client] : clients_) {
    if (client.session != id) continue;
    client.session = kNobody;
    client.closing = true;
  }
  sessions_.erase(found);
}

void Hub::shut_down() {
  announce(stream::EventKind::ShuttingDown, kNobody, "the server is shutting down");
  for (auto& [connection, client] : clients_) {
    client.closing = true;
    connection->close();
  }
}

Session* Hub::session(SessionId id) {
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : &found->second;
}

Session* Hub::session_of(const control::Key& resume_key) {
  Session* match = nullptr;
  for (auto& [id, session] : sessions_) {
    if (same_key(session.resume_key, resume_key)) match = &session;
  }
  return match;
}

std::size_t Hub::connected_sessions() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(sessions_, [](const auto& entry) { return entry.second.connection != nullptr; }));
}

std::uint64_t Hub::dropped_packets() const {
  std::uint64_t sum = counters_.dropped_packets;
  for (const auto& [connection, client] : clients_) sum += connection->dropped();
  return sum;
}

}  // namespace drawbar::server
