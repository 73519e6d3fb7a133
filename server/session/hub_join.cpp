// The meeting place: how a session begins, or goes on over another connection.
#include <spdlog/spdlog.h>

#include "server/session/hub.h"

namespace drawbar::server {

namespace {

std::string text_or_nothing(const flatbuffers::String* text) {
  return text == nullptr ? std::string() : text->str();
}

}  // namespace

void Hub::join(Client& client, const control::Hello& hello, std::uint32_t request) {
  if (client.session != kNobody) {
    refuse(*client.connection, request,
           {stream::ErrorCode::NotAllowed, "this connection has a session", "Hello"});
    return;
  }
  if (!tokens_.allows(text_or_nothing(hello.token()), hello.role())) {
    refuse_and_close(client, request,
                     {stream::ErrorCode::Token,
                      std::string("the token does not allow the role ") + control::EnumNameRole(hello.role()),
                      "Hello.token"});
    return;
  }
  Session* resumed = hello.resume_key() == nullptr ? nullptr : session_of(*hello.resume_key());
  if (hello.resume_key() != nullptr && resumed == nullptr) {
    refuse(*client.connection, request,
           {stream::ErrorCode::ResumeExpired,
            "the session to resume no longer exists; send Hello without resume_key for a new one",
            "Hello.resume_key"});
    return;
  }
  if (resumed != nullptr) {
    // The old connection may not know yet that it is dead.
    for (auto& [connection, other] : clients_) {
      if (other.session != resumed->id) continue;
      other.session = kNobody;
      other.closing = true;
      connection->close();
    }
    // What was asked there is still done, but its numbers mean nothing here.
    for (Acknowledgement& acknowledgement : acknowledgements_) {
      if (acknowledgement.session == resumed->id) acknowledgement.request = 0;
    }
  }
  Session& session = resumed != nullptr ? *resumed : sessions_[++last_session_];
  if (resumed == nullptr) {
    session.id = last_session_;
    session.resume_key = random_key();
  }
  session.name = text_or_nothing(hello.name());
  session.role = hello.role();
  session.last_sequence = 0;
  session.stream = PoseStream();
  client.session = session.id;
  spdlog::info("session {} ({}) {} as {} from {}", session.id, session.name, resumed ? "is back" : "joined",
               control::EnumNameRole(session.role), client.connection->peer());
  // Announced before it is connected: the newcomer learns of itself from its Welcome.
  session.connection.reset();
  announce(stream::EventKind::Joined, session.id,
           session.name + (resumed != nullptr ? " is back" : " joined"));
  session.connection = client.connection;
  welcome(session, resumed != nullptr);
}

void Hub::welcome(Session& session, bool resumed) {
  stream::WelcomeT welcome;
  welcome.major = protocol::kProtocolMajor;
  welcome.minor = protocol::kProtocolMinor;
  welcome.server = options_.server;
  welcome.session = session.id;
  welcome.resume_key = std::make_unique<control::Key>(session.resume_key);
  welcome.resumed = resumed;
  welcome.role = session.role;
  welcome.stamp = std::make_unique<stream::FrameStamp>(stamp_);
  welcome.clock =
      std::make_unique<stream::ClockReading>(static_cast<std::uint64_t>(monotonic_now()), utc_offset());
  welcome.udp_port = udp_port_;
  welcome.multicast = multicast_;
  welcome.scene = describe_scene();
  for (const auto& [id, other] : sessions_) {
    if (!other.connection) continue;
    auto info = std::make_unique<stream::SessionInfoT>();
    info->session = id;
    info->name = other.name;
    info->role = other.role;
    welcome.sessions.push_back(std::move(info));
  }
  for (const auto& [name, state] : saves_) welcome.saves.push_back(name);
  welcome.replay_frames = options_.replay == nullptr ? 0 : options_.replay->size();
  session.connection->send(make_packet(protocol::encode_server(std::move(welcome))), Traffic::reliable);
  if (newest_poses_) session.connection->send(newest_poses_, Traffic::newest);
  if (newest_telemetry_) session.connection->send(newest_telemetry_, Traffic::newest);
}

std::unique_ptr<stream::SceneT> Hub::describe_scene() const {
  auto scene = std::make_unique<stream::SceneT>();
  scene->name = scene_.name;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(scene_.normalised.data());
  scene->scene.assign(bytes, bytes + scene_.normalised.size());
  const physics::WorldConfig& world = scene_.world;
  for (const auto& body : world.bodies) scene->body_names.push_back(body.name);
  for (const auto& joint : world.joints) {
    auto info = std::make_unique<stream::JointInfoT>();
    info->name = joint.name;
    info->axes = static_cast<std::uint8_t>(physics::free_axis_count(joint.type));
    scene->joints.push_back(std::move(info));
  }
  for (const auto& drive : world.drives) scene->drive_names.push_back(drive.name);
  for (std::uint32_t i = 0; i < world.controls.size(); ++i) {
    auto info = std::make_unique<stream::ChannelInfoT>();
    info->name = world.controls[i].name;
    info->minimum = world.controls[i].lower;
    info->maximum = world.controls[i].upper;
    info->neutral = world.controls[i].neutral;
    const auto& timeout = channels_.silence(i).timeout;
    info->timeout_ms = timeout ? static_cast<std::uint32_t>(*timeout / kMillisecond) : 0;
    info->holder = channels_.holder(i);
    scene->channels.push_back(std::move(info));
  }
  scene->period_ns = static_cast<std::uint64_t>(scene_.period());
  scene->branch = scene_.first_branch;
  return scene;
}

}  // namespace drawbar::server
