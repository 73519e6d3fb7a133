// The pose stream over UDP, from outside.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <map>
#include <memory>

#include "protocol/compact.h"
#include "protocol/hello.h"
#include "tests/server/daemon_process.h"
#include "tests/server/library_client.h"
#include "tests/server/socket_client.h"
#include "tests/server/udp_socket.h"

namespace drawbar::server::test {
namespace {

/// Has joined a group on loopback.
class MulticastSocket {
 public:
  /// On any free port, so that daemons of other tests do not speak to it.
  explicit MulticastSocket(const char* group) : socket_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, group, &address.sin_addr);
    bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    ip_mreq membership{};
    membership.imr_multiaddr = address.sin_addr;
    membership.imr_interface.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(socket_, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership);
    socklen_t size = sizeof address;
    getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    address_ = std::string(group) + ":" + std::to_string(ntohs(address.sin_port));
  }
  ~MulticastSocket() { close(socket_); }
  MulticastSocket(const MulticastSocket&) = delete;
  MulticastSocket& operator=(const MulticastSocket&) = delete;

  /// GROUP:PORT.
  const std::string& address() const { return address_; }
  std::optional<protocol::Bytes> receive() const { return receive_datagram(socket_, kPatienceMs); }

 private:
  int socket_;
  std::string address_;
};

class Udp : public testing::Test {
 protected:
  void start(const std::string& scene) {
    daemon_ = std::make_unique<DaemonProcess>(
        std::vector<std::string>{write_file(folder_.file("scene.json"), scene)});
    ASSERT_TRUE(daemon_->ready()) << daemon_->log();
    client_ = std::make_unique<SocketClient>(daemon_->tcp_port());
    const auto welcome = client_->join(control::Role::Viewer);
    ASSERT_TRUE(welcome);
    key_ = *welcome->udp_key;
    EXPECT_FALSE(welcome->udp_sealed) << "no TLS";
    resume_key_ = *welcome->resume_key;
    control::SubscribeT subscribe;
    subscribe.udp = true;
    client_->send(std::move(subscribe), 1);
    ASSERT_TRUE(client_->answered(1));
  }

  /// The challenge that the server answers, as the echo to send.
  protocol::Bytes challenge(UdpSocket& socket) {
    const protocol::Bytes hello = protocol::encode_udp_hello(key_);
    socket.send(hello);
    const auto answer = socket.receive();
    EXPECT_TRUE(answer);
    if (!answer) return {};
    EXPECT_LE(answer->size(), hello.size()) << "no more bytes than it got";
    const auto message = protocol::decode_server_message(*answer);
    EXPECT_TRUE(message);
    return protocol::encode_udp_echo(key_, *(*message)->body_as_UdpChallenge()->challenge());
  }

  TemporaryFolder folder_;
  std::unique_ptr<DaemonProcess> daemon_;
  std::unique_ptr<SocketClient> client_;
  control::Key key_;
  control::Key resume_key_;
};

TEST(Multicast, CarriesEveryFrameToWhoeverJoinsTheGroup) {
  TemporaryFolder folder;
  const MulticastSocket group("239.255.77.1");
  DaemonProcess daemon(
      {write_file(folder.file("scene.json"), pendulum_scene()), "--multicast", group.address()});
  ASSERT_TRUE(daemon.ready()) << daemon.log();
  SocketClient client(daemon.tcp_port());
  const auto welcome = client.join(control::Role::Viewer);
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->multicast, group.address());
  std::uint64_t last = 0;
  for (int i = 0; i < 20; ++i) {
    const auto datagram = group.receive();
    ASSERT_TRUE(datagram);
    const auto message = protocol::decode_server_message(*datagram);
    ASSERT_TRUE(message);
    const auto* frame = (*message)->body_as_Frame();
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(frame->bodies()->size(), 2u);
    EXPECT_TRUE(last == 0 || frame->stamp()->frame() == last + 1);
    last = frame->stamp()->frame();
  }
}

TEST(Multicast, AddressThatIsNoGroupEndsWithTwo) {
  TemporaryFolder folder;
  const std::string scene = write_file(folder.file("scene.json"), pendulum_scene());
  for (const std::string group :
       {"127.0.0.1:4041", "239.1.2.3", "239.1.2.3:0", "239.1.2.3:4041x", "[ff15::1]:4041", "nonsense"}) {
    DaemonProcess daemon({scene, "--multicast", group});
    EXPECT_EQ(daemon.wait(), 2) << group;
    EXPECT_NE(daemon.log().find("--multicast " + group), std::string::npos) << daemon.log();
  }
}

TEST_F(Udp, EveryFrameArrivesInDatagramsUsefulAlone) {
  start(many_bodies_scene(40));
  UdpSocket socket(daemon_->udp_port());
  socket.send(challenge(socket));
  std::uint64_t last_frame = 0;
  std::size_t bodies = 0;
  for (int frames = 0; frames < 20;) {
    const auto datagram = socket.receive();
    ASSERT_TRUE(datagram);
    EXPECT_LE(datagram->size(), 1200u);
    const auto message = protocol::decode_server_message(*datagram);
    ASSERT_TRUE(message);
    const auto* frame = (*message)->body_as_Frame();
    ASSERT_NE(frame, nullptr);
    ASSERT_GT(frame->parts(), 1);
    if (frame->part() == 0) {
      if (last_frame != 0) {
        EXPECT_EQ(frame->stamp()->frame(), last_frame + 1);
        EXPECT_EQ(bodies, 40u);
      }
      last_frame = frame->stamp()->frame();
      bodies = 0;
      ++frames;
    }
    EXPECT_EQ(frame->stamp()->frame(), last_frame);
    bodies += frame->bodies()->size();
  }
}

TEST_F(Udp, CompactPosesAreWithinTheirErrorOfThePlainOnes) {
  start(pendulum_scene());
  SocketClient compact(daemon_->tcp_port());
  ASSERT_TRUE(compact.join(control::Role::Viewer));
  control::SubscribeT subscribe;
  subscribe.encoding = control::PoseEncoding::Compact;
  compact.send(std::move(subscribe), 1);
  ASSERT_TRUE(compact.answered(1));
  SocketClient plain(daemon_->tcp_port());
  ASSERT_TRUE(plain.join(control::Role::Viewer));
  std::map<std::uint64_t, std::vector<stream::BodyState>> expected;
  for (int i = 0; i < 30; ++i) {
    const auto frame = plain.receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    expected[frame->stamp->tick()] = frame->bodies;
  }
  int compared = 0;
  while (compared < 20) {
    const auto message = compact.receive();
    ASSERT_TRUE(message);
    const auto* frame = (*message)->body_as_CompactFrame();
    if (frame == nullptr) continue;
    ASSERT_LE(frame->stamp()->tick(), expected.rbegin()->first)
        << "only " << compared << " frames came to both";
    if (!expected.contains(frame->stamp()->tick())) continue;
    const auto bodies = protocol::decode_compact(*frame);
    ASSERT_TRUE(bodies) << bodies.error().text;
    for (const stream::BodyState& body : *bodies) {
      const auto& truth = expected[frame->stamp()->tick()].at(body.id()).position();
      EXPECT_NEAR(body.position().x(), truth.x(), protocol::kPositionError);
      EXPECT_NEAR(body.position().z(), truth.z(), protocol::kPositionError);
    }
    ++compared;
  }
}

TEST_F(Udp, PosesNoLongerComeOverTheConnection) {
  start(pendulum_scene());
  ASSERT_TRUE(client_->receive_body<stream::TelemetryT>());
  for (int i = 0; i < 5; ++i) {
    const auto message = client_->receive();
    ASSERT_TRUE(message);
    EXPECT_EQ((*message)->body_as_Frame(), nullptr);
  }
}

TEST_F(Udp, WithoutTheKeyNothingIsAnswered) {
  start(pendulum_scene());
  UdpSocket socket(daemon_->udp_port());
  socket.send(protocol::encode_udp_hello(control::Key(1, 2)));
  const protocol::Bytes noise(100, std::byte{0x5A});
  socket.send(noise);
  EXPECT_FALSE(socket.receive(200));
}

TEST_F(Udp, KeyThatResumesTheSessionServesNoDatagram) {
  start(pendulum_scene());
  EXPECT_NE(key_, resume_key_);
  UdpSocket socket(daemon_->udp_port());
  socket.send(protocol::encode_udp_hello(resume_key_));
  EXPECT_FALSE(socket.receive(200));
  SocketClient thief(daemon_->tcp_port());
  thief.send(protocol::make_hello("thief", control::Role::Viewer, {}, key_));
  const auto error = thief.receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, stream::ErrorCode::ResumeExpired) << "nor does the key for UDP resume it";
}

TEST_F(Udp, OwnersEchoWinsBackTheStream) {
  start(pendulum_scene());
  UdpSocket owner(daemon_->udp_port());
  const protocol::Bytes owners_echo = challenge(owner);
  owner.send(owners_echo);
  ASSERT_TRUE(owner.receive());
  UdpSocket thief(daemon_->udp_port());  // has seen the key in the clear
  thief.send(challenge(thief));
  ASSERT_TRUE(thief.receive());
  while (owner.receive(200)) {
  }
  owner.send(owners_echo);
  EXPECT_TRUE(owner.receive()) << "the echo that it repeats anyway, without a new challenge";
}

TEST_F(Udp, ClientOfBeforeIsToldAndGetsItsPosesOverTheConnection) {
  start(pendulum_scene());
  SocketClient old(daemon_->tcp_port());
  control::HelloT hello = protocol::make_hello("of 1.1", control::Role::Viewer);
  hello.minor = 1;
  old.send(std::move(hello));
  const auto welcome = old.receive_body<stream::WelcomeT>();
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->udp_port, 0) << "it would send the key that resumes its session";
  control::SubscribeT subscribe;
  subscribe.udp = true;
  old.send(std::move(subscribe), 1);
  const auto error = old.receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, stream::ErrorCode::Unsupported);
  EXPECT_EQ(error->field, "Subscribe.udp");
  EXPECT_NE(error->text.find("1.2"), std::string::npos) << error->text;
  EXPECT_TRUE(old.receive_body<stream::FrameT>());
}

TEST_F(Udp, DaemonSaysThatItSpeaksInTheClear) {
  start(pendulum_scene());
  EXPECT_NE(daemon_->log().find("in the clear"), std::string::npos) << daemon_->log();
}

TEST_F(Udp, EchoFromAnotherAddressStartsNoStream) {
  start(pendulum_scene());
  UdpSocket asking(daemon_->udp_port());
  const protocol::Bytes echo = challenge(asking);
  UdpSocket other(daemon_->udp_port());
  other.send(echo);
  EXPECT_FALSE(other.receive(200));
}

}  // namespace
}  // namespace drawbar::server::test
