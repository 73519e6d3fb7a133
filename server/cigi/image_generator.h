// One image generator: what it has shown of itself, what it has been told, what came of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/cigi/handshake.h"
#include "server/cigi/delay_meter.h"
#include "server/cigi/message_writer.h"
#include "server/system/asio.h"
#include "server/system/rate_limit.h"

namespace drawbar::server {

class ImageGenerator {
 public:
  struct Counters {
    std::uint64_t messages = 0;
    std::uint64_t not_sent = 0;  ///< of them: the kernel did not take them
    std::uint64_t frames = 0;    ///< Starts of Frame
    std::uint64_t malformed = 0;
    std::uint64_t unanswered = 0;  ///< Starts of Frame that came too fast to be answered
  };

  /// `mapping` outlives this object or the next begin_scene().
  ImageGenerator(const udp::endpoint& address, const scenes::CigiMapping& mapping);

  void begin_scene(const scenes::CigiMapping& mapping);
  const udp::endpoint& address() const { return address_; }

  /// A message of it. False: it comes so fast that it gets no answer.
  bool take(const cigi::IgMessage& message, Nanoseconds now);
  /// Something that is no message.
  void take_malformed() { ++counters_.malformed; }
  /// It has been silent for too long: what it was told does not count any more.
  void watch(Nanoseconds now);

  /// A frame begins in which controls act that came then; 0: none. Told with the next messages.
  void frame_begins(Nanoseconds controls_heard) { heard_ = std::max(heard_, controls_heard); }
  /// What tells it `picture`. The list is valid until the next call.
  const std::vector<protocol::Bytes>& tell(const Picture& picture, Nanoseconds now);
  /// The last messages: no entity stays. The list is valid until the next call.
  const std::vector<protocol::Bytes>& farewell(Nanoseconds now);
  void count_sent(bool taken) { ++(taken ? counters_.messages : counters_.not_sent); }

  bool answers() const { return answers_; }
  /// It is told entities: it answers, operates and has its database.
  bool ready() const { return answers_ && handshake_.ready(); }
  bool has_database() const { return handshake_.database() != cigi::DatabaseState::refused; }
  const Counters& counters() const { return counters_; }
  const CigiDelayMeter& delays() const { return delays_; }

 private:
  cigi::IgControl control(Nanoseconds instant) const;
  void log_changes(bool answered, cigi::DatabaseState database, bool operated) const;

  udp::endpoint address_;
  const scenes::CigiMapping* mapping_;
  cigi::Handshake handshake_;
  CigiMessageWriter writer_;
  CigiDelayMeter delays_;
  RateLimit pace_;
  bool answers_ = false;
  Nanoseconds last_answer_ = 0;
  std::uint32_t ig_frame_ = 0;
  std::uint32_t next_message_ = 1;
  Nanoseconds heard_ = 0;  ///< of controls since the last messages; 0: none
  Counters counters_;
};

}  // namespace drawbar::server
