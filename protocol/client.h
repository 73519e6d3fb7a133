// A client of drawbard without sockets: bytes that arrived go in, events and bytes to send come out.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/clock_offset.h"
#include "protocol/decode.h"
#include "protocol/encode.h"
#include "protocol/framing.h"
#include "protocol/playout_clock.h"
#include "protocol/pose_assembler.h"
#include "protocol/pose_history.h"
#include "protocol/seal.h"

namespace drawbar::protocol {

/// All times are of one monotonic clock of the client's own, in nanoseconds. The caller moves bytes:
///   socket connected -> connected(); bytes read -> receive(); datagram read -> receive_datagram();
///   at least every 20 ms -> advance(); after any of them: send take_bytes() on TCP and take_datagrams() over
///   UDP to the server's udp_port; then next_event() until there is none.
class Client {
 public:
  /// How to join.
  struct Options {
    std::string name;  ///< who this is, for people
    control::Role role = control::Role::Viewer;
    std::string token;  ///< needed off loopback
    /// What to receive; sent after the Welcome. Where that has no key for UDP, without `udp`; datagrams are
    /// sealed where the server seals them, unless this says `udp_clear`.
    control::SubscribeT subscribe;
  };

  /// The server took the session in, or back.
  struct Welcomed {
    ServerMessage message;  ///< a stream::Welcome
  };
  /// New poses: also in poses().
  struct FrameArrived {
    stream::FrameStamp stamp;
  };
  /// Any other message of the server: Telemetry, Event, Error, Reply, Scene.
  struct Arrived {
    ServerMessage message;
  };
  using Notice = std::variant<Welcomed, FrameArrived, Arrived>;  ///< What next_event() gives.

  /// Counts since the beginning.
  struct Statistics {
    std::uint64_t unknown_messages = 0;  ///< of a newer minor version, skipped
    std::uint64_t bad_datagrams = 0;     ///< did not decode, ignored
    PoseAssembler::Statistics poses;
  };

  /// Nothing is sent before connected().
  explicit Client(Options options) : options_(std::move(options)), reader_(kServerMessageLimit) {}

  /// A new TCP connection: says Hello, with the key of the session before, if there was one. When that
  /// session no longer exists, a new one begins.
  void connected();
  /// Bytes from TCP. An error means that the connection must be closed; connected() may follow with a new
  /// one.
  Result<void> receive(BytesView bytes, std::uint64_t now_ns);
  /// A datagram from the server's UDP address. Bad ones are counted: those that are not poses or a challenge,
  /// that are not sealed where they must be, or came before.
  void receive_datagram(BytesView datagram, std::uint64_t now_ns);
  /// Time passes: repeats controls, measures the clock, keeps the UDP stream alive.
  void advance(std::uint64_t now_ns);

  std::optional<Notice> next_event();   ///< What has happened, oldest first; nothing when there is no more.
  Bytes take_bytes();                   ///< What is to be sent over TCP, framed already.
  std::vector<Bytes> take_datagrams();  ///< What is to be sent by UDP, a datagram each.

  // --- what to do; ignored before the Welcome ---

  /// A client message with this body (control::TakeControlT, control::FreezeT, ...). The number that its
  /// Reply or Error will carry. What a ReleaseControl gives up is no longer repeated.
  template <class Body>
  std::uint32_t request(Body body) {
    control::ClientBodyUnion any;
    any.Set(std::move(body));
    return request(std::move(any));
  }
  /// The same for a body whose type is known only when the program runs.
  std::uint32_t request(control::ClientBodyUnion body);
  /// Value of a channel that this session holds: sent at the next advance(), then repeated every 40 ms, so
  /// that the dead man's handle of the server does not act. Forgotten when a reloaded scene takes the channel
  /// away.
  void set_control(std::uint32_t channel, double value) { controls_[channel] = value; }
  /// No longer repeats this channel.
  void forget_control(std::uint32_t channel) { controls_.erase(channel); }

  // --- what is known ---

  bool joined() const { return session_ != 0; }         ///< Whether the server has said Welcome.
  std::uint32_t session() const { return session_; }    ///< The session's number; 0 before the Welcome.
  std::uint16_t udp_port() const { return udp_port_; }  ///< Where the server takes datagrams; 0: nowhere.
  const PoseHistory& poses() const { return poses_; }   ///< The frames that arrived last.
  const ClockOffset& clock() const { return clock_; }   ///< How the server's clock lies to the client's.
  /// The server's clock at an instant of the client's, for what is not to be drawn.
  std::uint64_t server_time(std::uint64_t now_ns) const;
  /// What to draw now: poses().at(*shown_time(now)). It adapts to the network (PlayoutClock): where frames
  /// come 39 ms before their stamp, as on a quiet network, 4 ms behind the server's clock. Nothing before the
  /// first frame.
  std::optional<std::uint64_t> shown_time(std::uint64_t now_ns) { return playout_.shown(now_ns); }
  Statistics statistics() const;  ///< Counts since the beginning.

 private:
  static constexpr std::uint64_t kControlInterval = 40'000'000;        ///< ns
  static constexpr std::uint64_t kPingInterval = 1'000'000'000;        ///< ns
  static constexpr std::uint64_t kUdpAskingInterval = 250'000'000;     ///< ns, while no poses come
  static constexpr std::uint64_t kUdpRenewalInterval = 1'000'000'000;  ///< ns; the server forgets after 5 s
  static constexpr std::uint64_t kUdpSilence = 1'000'000'000;          ///< ns: then the stream is lost

  void send(BytesView message) {
    if (joined()) {
      append(outgoing_, framed(message));
    }
  }
  void say_hello();
  void keep_udp(std::uint64_t now_ns);
  void echo_challenge();
  void send_datagram(Bytes datagram);
  Result<void> take(ServerMessage message, std::uint64_t now_ns);
  void welcome(ServerMessage message);
  void begin_scene(const stream::Scene& scene);
  Result<void> take_poses(Result<std::optional<Poses>> poses, std::uint64_t now_ns);

  Options options_;
  FrameReader reader_;
  Bytes outgoing_;
  std::vector<Bytes> datagrams_;
  std::deque<Notice> notices_;
  std::uint32_t session_ = 0;
  std::optional<control::Key> resume_key_;
  std::uint16_t udp_port_ = 0;
  std::optional<control::Key> udp_key_;  ///< nothing: no UDP; poses come over the connection
  struct Seal {
    DatagramSealer sealer;
    DatagramOpener opener;
  };
  std::optional<Seal> seal_;  ///< nothing: datagrams go in the clear
  std::uint32_t last_request_ = 0;
  std::uint64_t sequence_ = 0;
  std::map<std::uint32_t, double> controls_;
  std::optional<std::uint64_t> last_control_ns_;
  std::optional<std::uint64_t> last_ping_ns_;
  std::optional<std::uint64_t> last_udp_ns_;
  std::optional<control::Key> challenge_;  ///< that proved our address
  bool pose_datagram_came_ = false;        ///< since advance() was last called
  std::optional<std::uint64_t> last_pose_datagram_ns_;
  PoseAssembler assembler_;
  PoseHistory poses_;
  PlayoutClock playout_;
  std::uint64_t period_ns_ = 0;
  ClockOffset clock_;
  std::uint64_t unknown_messages_ = 0;
  std::uint64_t bad_datagrams_ = 0;
};

}  // namespace drawbar::protocol
