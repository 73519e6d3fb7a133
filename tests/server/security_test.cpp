// Who gets in, and what others can read of it: tokens off loopback, TLS.
#include <csignal>
#include <cstdlib>

#include "protocol/hello.h"
#include "protocol/seal.h"
#include "server/session/channels.h"
#include "tests/server/daemon_fixture.h"
#include "tests/server/udp_socket.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using Transport = SocketClient::Transport;

class Tokened : public Daemon {
 protected:
  void SetUp() override {
    start({"--bind", "0.0.0.0", "--token-file",
           write_file(folder_.file("tokens"), "viewer onlylooking\ninstructor incommand\n")});
  }

  /// An address that is not the one the daemon was told.
  SocketClient::Options from_elsewhere(Transport transport = Transport::tcp) {
    return {.host = "127.0.0.2", .transport = transport};
  }
};

TEST_F(Tokened, NobodyJoinsWithoutATokenOfTheRole) {
  for (const Transport transport : {Transport::tcp, Transport::web_socket}) {
    const std::uint16_t port = transport == Transport::tcp ? daemon_->tcp_port() : daemon_->web_port();
    const auto refused = [&](const std::string& token) {
      SocketClient client(port, from_elsewhere(transport));
      client.send(protocol::make_hello("stranger", Role::Operator, token));
      const auto error = client.receive_body<stream::ErrorT>();
      return error ? *error : stream::ErrorT();
    };
    const stream::ErrorT none = refused("");
    EXPECT_EQ(none.code, stream::ErrorCode::Token);
    EXPECT_EQ(none.field, "Hello.token");
    const stream::ErrorT wrong = refused("wrong");
    EXPECT_EQ(wrong.code, stream::ErrorCode::Token);
    EXPECT_EQ(wrong.field, "Hello.token");
    EXPECT_NE(wrong.text, none.text);
    const stream::ErrorT insufficient = refused("onlylooking");
    EXPECT_EQ(insufficient.code, stream::ErrorCode::NotAllowed);
    EXPECT_EQ(insufficient.field, "Hello.role");
    EXPECT_NE(insufficient.text.find("Viewer"), std::string::npos) << insufficient.text;
    SocketClient viewer(port, from_elsewhere(transport));
    EXPECT_TRUE(viewer.join(Role::Viewer, "viewer", "onlylooking"));
    SocketClient instructor(port, from_elsewhere(transport));
    EXPECT_TRUE(instructor.join(Role::Instructor, "instructor", "incommand"));
  }
}

TEST_F(Daemon, Ipv6ServesLikeIpv4) {
  start({"--bind", "::1"});
  EXPECT_NE(daemon_->ready_line().find("tcp=[::1]:"), std::string::npos) << daemon_->ready_line();
  for (const Transport transport : {Transport::tcp, Transport::web_socket}) {
    SocketClient client(transport == Transport::tcp ? daemon_->tcp_port() : daemon_->web_port(),
                        {.host = "::1", .transport = transport});
    ASSERT_TRUE(client.join(Role::Viewer));
    EXPECT_TRUE(client.receive_body<stream::FrameT>());
  }
}

TEST_F(Daemon, OneSocketOfBothVersionsKnowsWhoComesOverLoopback) {
  start({"--bind", "::", "--token-file", write_file(folder_.file("tokens"), "incommand\n")});
  EXPECT_TRUE(daemon_->get("/metrics").starts_with("HTTP/1.1 200")) << "over IPv4";
  SocketClient other(daemon_->web_port(), {.host = "::1"});
  other.send_text("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(other.read_to_end().starts_with("HTTP/1.1 200")) << "over IPv6";
}

class Tls : public Daemon {
 protected:
  void SetUp() override { make_certificate("good"); }

  std::string file(const std::string& name, const std::string& kind) {
    return folder_.file(name + "." + kind);
  }

  void make_certificate(const std::string& name,
                        const std::string& key = "ec -pkeyopt ec_paramgen_curve:prime256v1") {
    const std::string command = "openssl req -x509 -newkey " + key +
                                " -nodes -days 2 -subj "
                                "/CN=drawbard "
                                "-addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout '" +
                                file(name, "key") + "' -out '" + file(name, "cert") + "' 2> /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }

  void start_with_tls(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.end(), {"--tls-cert", file("good", "cert"), "--tls-key", file("good", "key")});
    start(std::move(arguments));
  }
};

TEST_F(Tls, TcpAndWebSocketCarryTheSameSessions) {
  start_with_tls();
  EXPECT_NE(daemon_->ready_line().find("web=https://"), std::string::npos) << daemon_->ready_line();
  for (const Transport transport : {Transport::tcp, Transport::web_socket}) {
    SocketClient client(transport == Transport::tcp ? daemon_->tcp_port() : daemon_->web_port(),
                        {.transport = transport, .tls_ca = file("good", "cert")});
    ASSERT_TRUE(client.connected());
    ASSERT_TRUE(client.join(Role::Operator));
    client.send(control::TakeControlT{}, 1);
    EXPECT_TRUE(client.answered(1));
    const auto first = client.receive_body<stream::FrameT>();
    const auto second = client.receive_body<stream::FrameT>();
    ASSERT_TRUE(first && second);
    EXPECT_EQ(second->stamp->frame(), first->stamp->frame() + 1);
    client.send(control::ReleaseControlT{}, 2);
    EXPECT_TRUE(client.answered(2));
    client.send(control::GoodbyeT{}, 3);
    EXPECT_TRUE(client.answered(3));
    while (client.receive()) {
    }
  }
  SocketClient web(daemon_->web_port(), {.tls_ca = file("good", "cert")});
  web.send_text("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(web.read_to_end().starts_with("HTTP/1.1 200"));
}

class SealedUdp : public Tls {
 protected:
  void join(bool clear = false) {
    start_with_tls();
    client_ = std::make_unique<SocketClient>(daemon_->tcp_port(),
                                             SocketClient::Options{.tls_ca = file("good", "cert")});
    const auto welcome = client_->join(Role::Viewer);
    ASSERT_TRUE(welcome);
    EXPECT_TRUE(welcome->udp_sealed);
    session_ = welcome->session;
    key_ = *welcome->udp_key;
    control::SubscribeT subscribe;
    subscribe.udp = true;
    subscribe.udp_clear = clear;
    client_->send(std::move(subscribe), 1);
    ASSERT_TRUE(client_->answered(1));
    sealer_.emplace(key_, session_, protocol::Direction::to_server);
    opener_.emplace(key_, protocol::Direction::to_client);
  }

  std::optional<protocol::ServerMessage> opened(const std::optional<protocol::Bytes>& datagram) {
    if (!datagram) return {};
    EXPECT_LE(datagram->size(), 1200u);
    const auto bytes = opener_->open(*datagram);
    if (!bytes) return {};
    auto message = protocol::decode_server_message(*bytes);
    if (!message) return {};
    return std::move(*message);
  }

  std::unique_ptr<SocketClient> client_;
  SessionId session_ = kNobody;
  control::Key key_;
  std::optional<protocol::DatagramSealer> sealer_;
  std::optional<protocol::DatagramOpener> opener_;
};

TEST_F(SealedUdp, PosesComeSealedAndNothingElseIsTaken) {
  join();
  UdpSocket socket(daemon_->udp_port());
  socket.send(protocol::encode_udp_hello(key_));
  EXPECT_FALSE(socket.receive(200)) << "in the clear, with the right key";
  const protocol::Bytes hello = sealer_->seal(protocol::encode_udp_hello({}));
  socket.send(hello);
  const auto answer = socket.receive();
  ASSERT_TRUE(answer);
  EXPECT_LE(answer->size(), hello.size()) << "no more bytes than it got";
  const auto challenge = opened(answer);
  ASSERT_TRUE(challenge);
  ASSERT_NE((*challenge)->body_as_UdpChallenge(), nullptr);
  socket.send(hello);
  EXPECT_FALSE(socket.receive(200)) << "it came before";
  socket.send(
      sealer_->seal(protocol::encode_udp_echo({}, *(*challenge)->body_as_UdpChallenge()->challenge())));
  for (int i = 0; i < 5; ++i) {
    const auto datagram = socket.receive();
    ASSERT_TRUE(datagram);
    EXPECT_FALSE(protocol::decode_server_message(*datagram)) << "nobody else can read it";
    const auto frame = opened(datagram);
    ASSERT_TRUE(frame);
    EXPECT_NE((*frame)->body_as_Frame(), nullptr);
  }
}

// A datagram's sender may be forged: nobody can have the server send another more than he sends himself.
TEST_F(SealedUdp, AHelloThatIsShorterThanItsAnswerGetsNone) {
  join();
  UdpSocket socket(daemon_->udp_port());
  const protocol::Bytes hello = sealer_->seal(protocol::encode_client(control::UdpHelloT{}));
  socket.send(hello);
  socket.send(sealer_->seal(protocol::encode_udp_hello({})));
  const auto answer = socket.receive();
  ASSERT_TRUE(answer);
  ASSERT_GT(answer->size(), hello.size());
  EXPECT_FALSE(socket.receive(200)) << "both were answered";
}

TEST_F(SealedUdp, WhoAsksForTheClearGetsIt) {
  join(true);
  UdpSocket socket(daemon_->udp_port());
  socket.send(protocol::encode_udp_hello(key_));
  const auto answer = socket.receive();
  ASSERT_TRUE(answer);
  const auto challenge = protocol::decode_server_message(*answer);
  ASSERT_TRUE(challenge);
  socket.send(protocol::encode_udp_echo(key_, *(*challenge)->body_as_UdpChallenge()->challenge()));
  const auto frame = socket.receive();
  ASSERT_TRUE(frame);
  EXPECT_TRUE(protocol::decode_server_message(*frame));
}

TEST_F(Tls, ClientThatTrustsAnotherAuthorityDoesNotConnect) {
  start_with_tls();
  make_certificate("other");
  EXPECT_FALSE(SocketClient(daemon_->tcp_port(), {.tls_ca = file("other", "cert")}).connected());
}

TEST_F(Tls, PlainBytesAreRefusedInOneLineAndOthersGoOn) {
  start_with_tls();
  SocketClient good(daemon_->tcp_port(), {.tls_ca = file("good", "cert")});
  ASSERT_TRUE(good.join(Role::Viewer));
  SocketClient plain(daemon_->tcp_port());
  EXPECT_FALSE(plain.join(Role::Viewer));
  EXPECT_TRUE(good.receive_body<stream::FrameT>());
  daemon_->signal(SIGTERM);
  EXPECT_EQ(daemon_->wait(), 0);
  EXPECT_NE(daemon_->log().find("no TLS"), std::string::npos) << daemon_->log();
}

TEST_F(Tls, HandshakeThatNeverBeginsEndsWithTheHellosTime) {
  start_with_tls({"--hello-timeout", "0.2"});
  SocketClient silent(daemon_->tcp_port());
  EXPECT_TRUE(silent.read_to_end().empty());
  daemon_->signal(SIGTERM);
  EXPECT_EQ(daemon_->wait(), 0);
  EXPECT_NE(daemon_->log().find("no complete Hello within 0.2 s"), std::string::npos) << daemon_->log();
}

TEST_F(Tls, WrongFilesEndWithTwoAndNameTheFile) {
  make_certificate("other");
  const std::string scene = write_file(scene_file_, pendulum_scene());
  DaemonProcess mixed({scene, "--tls-cert", file("good", "cert"), "--tls-key", file("other", "key")});
  EXPECT_EQ(mixed.wait(), 2);
  EXPECT_NE(mixed.log().find("--tls-key " + file("other", "key")), std::string::npos) << mixed.log();
  make_certificate("rsa", "rsa:2048");
  DaemonProcess kinds({scene, "--tls-cert", file("good", "cert"), "--tls-key", file("rsa", "key")});
  EXPECT_EQ(kinds.wait(), 2) << "a key of another kind than the certificate's";
  EXPECT_NE(kinds.log().find("--tls-key " + file("rsa", "key") + ": not of the kind"), std::string::npos)
      << kinds.log();
  DaemonProcess missing({scene, "--tls-cert", file("none", "cert"), "--tls-key", file("good", "key")});
  EXPECT_EQ(missing.wait(), 2);
  EXPECT_NE(missing.log().find("--tls-cert " + file("none", "cert")), std::string::npos) << missing.log();
  DaemonProcess alone({scene, "--tls-cert", file("good", "cert")});
  EXPECT_EQ(alone.wait(), 2);
}

}  // namespace
}  // namespace drawbar::server::test
