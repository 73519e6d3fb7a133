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
    } else if (auto taken = take(std::move(*message), now_ns); !taken) {
      return taken;
    }
  }
}

void Client::receive_datagram(BytesView datagram, std::uint64_t now_ns) {
  std::optional<Bytes> opened;
  if (seal_) {
    opened = seal_->opener.open(datagram);
    if (!opened) {
      ++bad_datagrams_;
      return;
    }
    datagram = *opened;
  }
  auto message = decode_server_message(datagram);
  if (!message) {
    ++bad_datagrams_;
    return;
  }
  if (const auto* challenge = (*message)->body_as_UdpChallenge()) {
    if (challenge->challenge() != nullptr && udp_key_) {
      challenge_ = *challenge->challenge();
      echo_challenge();
    }
    return;
  }
  // In the clear datagrams are not authenticated: nothing but poses is believed.
  const auto type = (*message)->body_type();
  const bool poses = type == stream::ServerBody::Frame || type == stream::ServerBody::CompactFrame;
  if (!poses || !take(std::move(*message), now_ns)) {
    ++bad_datagrams_;
    return;
  }
  pose_datagram_came_ = true;
}

Result<void> Client::take(ServerMessage message, std::uint64_t now_ns) {
  switch (message->body_type()) {
    case stream::ServerBody::Welcome:
      welcome(std::move(message));
      return {};
    case stream::ServerBody::Frame:
      return take_poses(assembler_.take(*message->body_as_Frame()), now_ns);
    case stream::ServerBody::CompactFrame:
      return take_poses(assembler_.take(*message->body_as_CompactFrame()), now_ns);
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
    playout_ = PlayoutClock();
    clock_ = ClockOffset();
    sequence_ = 0;
  }
  if (welcome.scene() != nullptr) period_ns_ = welcome.scene()->period_ns();
  udp_key_.reset();
  if (welcome.udp_key() != nullptr && udp_port_ != 0) udp_key_ = *welcome.udp_key();
  seal_.reset();
  if (udp_key_ && welcome.udp_sealed() && !options_.subscribe.udp_clear) {
    seal_ = Seal{DatagramSealer(*udp_key_, session_, Direction::to_server),
                 DatagramOpener(*udp_key_, Direction::to_client)};
  }
  control::SubscribeT subscribe = options_.subscribe;
  subscribe.udp = subscribe.udp && udp_key_;
  send(encode_client(std::move(subscribe)));
  notices_.push_back(Welcomed{std::move(message)});
}

std::uint32_t Client::request(control::ClientBodyUnion body) {
  // The server takes all of a Control or nothing: a value given up would keep back those that are held still.
  if (const control::ReleaseControlT* release = body.AsReleaseControl()) {
    if (release->channels.empty()) controls_.clear();
    for (const std::uint32_t channel : release->channels) controls_.erase(channel);
  }
  control::ClientMessageT message;
  message.request = ++last_request_;
  message.body = std::move(body);
  send(encode(message));
  return last_request_;
}

void Client::begin_scene(const stream::Scene& scene) {
  period_ns_ = scene.period_ns();
  assembler_ = PoseAssembler();
  poses_ = PoseHistory();
  const auto* channels = scene.channels();
  std::erase_if(controls_, [this, channels](const auto& control) {
    const std::uint32_t channel = control.first;
    return channels == nullptr || channel >= channels->size() || channels->Get(channel)->holder() != session_;
  });
}

Result<void> Client::take_poses(Result<std::optional<Poses>> poses, std::uint64_t now_ns) {
  if (!poses) {
    return tl::unexpected(poses.error());
  }
  if (*poses) {
    playout_.arrived((*poses)->stamp, period_ns_, now_ns);
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
  if (options_.subscribe.udp && udp_key_) {
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
    send_datagram(encode_udp_hello(seal_ ? std::nullopt : udp_key_));
  }
}

void Client::echo_challenge() {
  send_datagram(encode_udp_echo(seal_ ? std::nullopt : udp_key_, *challenge_));
}

void Client::send_datagram(Bytes datagram) {
  datagrams_.push_back(seal_ ? seal_->sealer.seal(datagram) : std::move(datagram));
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
