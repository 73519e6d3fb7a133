// One Foxglove client: to the hub a connection like any other, to the other side a Foxglove server.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "protocol/encode.h"
#include "server/foxglove/foxglove_host.h"
#include "server/foxglove/parameters.h"
#include "server/foxglove/wire.h"
#include "server/system/rate_limit.h"

namespace drawbar::server {

/// What it asks it asks by messages of our protocol at the hub's door, and what it is told it is told in
/// them: rights, limits and silence about malfunctions are the hub's. On the network thread.
class FoxgloveClient final : public Connection, public std::enable_shared_from_this<FoxgloveClient> {
 public:
  FoxgloveClient(FoxgloveHost& host, std::shared_ptr<Connection> lower, FoxgloveVisitor visitor);

  // --- the other side ---

  /// Joins.
  void open();
  void take(protocol::BytesView bytes, bool text);
  void too_long(std::size_t most);
  /// The transport is gone. Foxglove clients cannot come back to a session: it ends, its channels are let go.
  void closed();

  // --- the hub ---

  void send(const Packet& packet, Traffic traffic) override;
  void close() override { lower_->close(); }
  void drop() override { lower_->drop(); }
  std::string peer() const override { return lower_->peer(); }
  std::string address() const override { return lower_->address(); }
  std::size_t queued_bytes() const override { return lower_->queued_bytes(); }
  Nanoseconds last_progress() const override { return lower_->last_progress(); }
  std::uint64_t dropped() const override { return lower_->dropped(); }

 private:
  using Topic = protocol::Topic;

  /// What waits for the hub's answer.
  struct Call {
    std::uint32_t service;
    std::uint32_t call;
  };
  /// Parameters that are being set, told when the last of them is.
  struct Setting {
    std::vector<std::string> names;
    std::string id;
    std::size_t open = 0;
  };
  using Pending = std::variant<std::monostate, Call, std::shared_ptr<Setting>>;

  // --- what the client asks ---

  void carry_out(const fox::Subscribe& request);
  void carry_out(const fox::Unsubscribe& request);
  void carry_out(const fox::Advertise& request);
  void carry_out(const fox::Unadvertise& request);
  void carry_out(const fox::GetParameters& request);
  void carry_out(const fox::SetParameters& request);
  void carry_out(const fox::WatchParameters& request);
  void carry_out(const fox::Publish& request);
  void carry_out(const fox::CallService& request);
  /// Of one parameter; why not, if not.
  std::string set_parameter(const fox::SetParameters::One& one, const std::shared_ptr<Setting>& setting);
  /// Takes the channels that are not held yet, then commands.
  void command(std::vector<control::ChannelValue> values, const Pending& pending);

  // --- what the hub says ---

  void welcome(const stream::Welcome& message);
  void begin_scene(const stream::Scene& message);
  void show(const stream::Frame& frame, const Packet& packet);
  void show(const stream::Telemetry& telemetry, const Packet& packet);
  void show(const stream::Event& event, const Packet& packet);
  void answer(std::uint32_t request, const boost::json::object& text);
  void refuse(const stream::Error& error);
  void finish(const std::shared_ptr<Setting>& setting);
  /// The first that a frame's message says: Foxglove's clock.
  void tell_time(const stream::FrameStamp& stamp);

  /// `pending` gets the answer; monostate: nobody does.
  void ask(control::ClientBodyUnion body, Pending pending);
  template <class Body>
  void ask(Body body, Pending pending) {
    control::ClientBodyUnion body_union;
    body_union.Set(std::move(body));
    ask(std::move(body_union), std::move(pending));
  }
  /// Poses only while somebody looks.
  void subscribe_at_hub();
  void send_geometry();
  std::optional<std::uint32_t> subscription(Topic topic) const;
  void put(Topic topic, const stream::FrameStamp& stamp, protocol::BytesView payload, Traffic traffic);
  /// The client erred: counted, and said once.
  void complain(const std::string& text);
  void say(fox::Level level, const std::string& text);

  FoxgloveHost& host_;
  Hub& hub_;
  std::shared_ptr<Connection> lower_;
  FoxgloveVisitor visitor_;
  SessionId session_ = kNobody;
  std::map<Topic, std::uint32_t> subscriptions_;      ///< its number by the client's choice
  std::set<std::uint32_t> publishing_;                ///< channels of the client
  std::map<std::uint32_t, Pending> pending_;          ///< by request, where somebody waits
  std::vector<std::shared_ptr<Setting>> to_be_told_;  ///< with the next telemetry, which shows it
  fox::Parameters parameters_;
  fox::SceneNames names_;
  std::vector<bool> held_;  ///< by channel
  protocol::PresenceWatch presence_;
  stream::FrameStamp stamp_;  ///< of the newest frame
  std::uint32_t last_request_ = 0;
  std::uint64_t sequence_ = 0;
  std::optional<bool> poses_wanted_;  ///< as the hub was told; nothing: not yet
  RateLimit requests_;  ///< of all but published messages: the hub limits what reaches it, this what does not
  RateLimit published_;
  RateLimit complaints_;
};

}  // namespace drawbar::server
