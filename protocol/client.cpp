// The client's side of a session.
#include "protocol/client.h"

#include <utility>

#include "protocol/hello.h"

namespace drawbar::protocol {
namespace {

/// Has `interval` passed since `last`? Then `last` is now.
bool due(std::optional<std::uint64_t>& last, std::uint64_t now_ns, std::uint64_t interval) {
  if (last && now_ns - *last < interval) {
    return false;
  }
  last = now_ns;
  return true;
}

}  // namespace

void Client::connected() {
  reader_ = FrameReader(kServerMessageLimit);
  outgoing_.clear();
  session_ = 0;
  last_control_ns_.reset();
  last_ping_ns_.reset();
  last_udp_ns_.reset();
  challenge_.reset();
  last_pose_datagram_ns_.reset();
  say_hello();
}

void Client::say_hello() {
  append(outgoing_,
         framed(encode_client(make_hello(options_.name, options_.role, options_.token, resume_key_))));
}

Result<void> Client::receive(BytesView bytes, std::uint64_t now_ns) {
  reader_.feed(bytes);
  while (true) {
    const auto next = reader_.next();
    if (!next) {
      return tl::unexpected(next.error());
    }
    if (!*next) {
      return {};
    }
    auto message = decode_server_message(**next);
    if (!message) {
      return tl::unexpected(message.error());
    }
    if (const auto* pong = (*message)->body_as_Pong()) {
      clock_.take(*pong, now_ns);
    } else if (auto taken = take(std::move(*message)); !taken) {
      return taken;
    }
  }
}

void Client::receive_datagram(BytesView datagram) {
  auto message = decode_server_message(datagram);
  if (!message) {
    ++bad_datagrams_;
    return;
  }
  if (const auto* challenge = (*message)->body_as_UdpChallenge()) {
    if (challenge->challenge() != nullptr && resume_key_) {
      challenge_ = *challenge->challenge();
      echo_challenge();
    }
    return;
  }
  // Datagrams are not authenticated: nothing but poses is believed.
  const auto type = (*message)->body_type();
  const bool poses = type == stream::ServerBody::Frame || type == stream::ServerBody::CompactFrame;
  if (!poses || !take(std::move(*message))) {
    ++bad_datagrams_;
    return;
  }
  pose_datagram_came_ = true;
}

Result<void> Client::take(ServerMessage message) {
  switch (message->body_type()) {
    case stream::ServerBody::Welcome:
      welcome(std::move(message));
      return {};
    case stream::ServerBody::Frame:
      return take_poses(assembler_.take(*message->body_as_Frame()));
    case stream::ServerBody::CompactFrame:
      return take_poses(assembler_.take(*message->body_as_CompactFrame()));
    case stream::ServerBody::Scene:
      begin_scene(*message->body_as_Scene());
      break;
    case stream::ServerBody::Error:
      if (message->body_as_Error()->code() == stream::ErrorCode::ResumeExpired) {
        resume_key_.reset();
        say_hello();
      }
      break;
    default:
      break;
  }
  if (is_known(*message)) {
    notices_.push_back(Arrived{std::move(message)});
  } else {
    ++unknown_messages_;
  }
  return {};
}

void Client::welcome(ServerMessage message) {
  const stream::Welcome& welcome = *message->body_as_Welcome();
  session_ = welcome.session();
  udp_port_ = welcome.udp_port();
  if (welcome.resume_key() != nullptr) {
    resume_key_ = *welcome.resume_key();
  }
  if (!welcome.resumed()) {
    // Another session, perhaps of another server: its ticks and sequences begin anew.
    assembler_ = PoseAssembler();
    poses_ = PoseHistory();
    clock_ = ClockOffset();
    sequence_ = 0;
  }
  send(encode_client(options_.subscribe));
  notices_.push_back(Welcomed{std::move(message)});
}

void Client::begin_scene(const stream::Scene& scene) {
  assembler_ = PoseAssembler();
  poses_ = PoseHistory();
  const auto* channels = scene.channels();
  std::erase_if(controls_, [this, channels](const auto& control) {
    const std::uint32_t channel = control.first;
    return channels == nullptr || channel >= channels->size() || channels->Get(channel)->holder() != session_;
  });
}

Result<void> Client::take_poses(Result<std::optional<Poses>> poses) {
  if (!poses) {
    return tl::unexpected(poses.error());
  }
  if (*poses) {
    notices_.push_back(FrameArrived{(*poses)->stamp});
    poses_.push(std::move(**poses));
  }
  return {};
}

void Client::advance(std::uint64_t now_ns) {
  if (!joined()) {
    return;
  }
  if (!controls_.empty() && due(last_control_ns_, now_ns, kControlInterval)) {
    control::ControlT control;
    control.sequence = ++sequence_;
    for (const auto& [channel, value] : controls_) {
      control.values.emplace_back(channel, value);
    }
    send(encode_client(std::move(control)));
  }
  if (due(last_ping_ns_, now_ns, kPingInterval)) {
    control::PingT ping;
    ping.client_ns = now_ns;
    send(encode_client(std::move(ping)));
  }
  if (options_.subscribe.udp && udp_port_ != 0 && resume_key_) {
    keep_udp(now_ns);
  }
}

void Client::keep_udp(std::uint64_t now_ns) {
  if (std::exchange(pose_datagram_came_, false)) {
    last_pose_datagram_ns_ = now_ns;
  }
  const bool flows = last_pose_datagram_ns_ && now_ns - *last_pose_datagram_ns_ < kUdpSilence;
  if (!due(last_udp_ns_, now_ns, flows ? kUdpRenewalInterval : kUdpAskingInterval)) {
    return;
  }
  // While poses come, the echo alone renews: one datagram that can be lost, not three. Where none come, our
  // address may have changed on the way, or the server forgot us: prove it anew.
  if (flows && challenge_) {
    echo_challenge();
  } else {
    datagrams_.push_back(encode_udp_hello(*resume_key_));
  }
}

void Client::echo_challenge() {
  control::UdpChallengeEchoT echo;
  echo.resume_key = std::make_unique<control::Key>(*resume_key_);
  echo.challenge = std::make_unique<control::Key>(*challenge_);
  datagrams_.push_back(encode_client(std::move(echo)));
}

std::optional<Client::Notice> Client::next_event() {
  if (notices_.empty()) {
    return std::nullopt;
  }
  Notice notice = std::move(notices_.front());
  notices_.pop_front();
  return notice;
}

Bytes Client::take_bytes() {
  return std::exchange(outgoing_, {});
}

std::vector<Bytes> Client::take_datagrams() {
  return std::exchange(datagrams_, {});
}

std::uint64_t Client::server_time(std::uint64_t now_ns) const {
  return now_ns + static_cast<std::uint64_t>(clock_.offset_ns().value_or(0));
}

Client::Statistics Client::statistics() const {
  return {unknown_messages_, bad_datagrams_, assembler_.statistics()};
}

}  // namespace drawbar::protocol
