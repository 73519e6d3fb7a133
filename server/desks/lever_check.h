// Whether the levers of consoles stand where the controls of a state are that was taken over.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "server/desks/control_desk.h"

namespace drawbar::server {

class LeverCheck {
 public:
  LeverCheck(const Present& present, Messenger& messenger, RequestQueue& requests, ControlDesk& controls)
      : present_(present), messenger_(messenger), requests_(requests), controls_(controls) {}

  /// The newest frame shows a state that was taken over. Tells which levers must be moved where. `wait`: time
  /// stands still, and goes on once all of them agree; somebody must hold every control that is not neutral.
  void begin(bool wait);
  /// A Control of this session, which was carried out.
  void heard(const Session& session, const control::Control& message);
  /// An instructor lets time run: nobody waits any longer.
  void end();
  /// Another scene has begun: its channels are others.
  void begin_scene();

 private:
  struct Lever {
    SessionId of = kNobody;  ///< whose console sent it
    double at = 0;
  };

  bool differs(std::uint32_t channel) const;
  std::vector<std::uint32_t> differing() const;
  void tell(const std::vector<std::uint32_t>& channels) const;

  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
  ControlDesk& controls_;
  std::vector<Lever> levers_;   ///< by channel: the last value that came
  std::vector<double> wanted_;  ///< by channel, in the state taken over; empty: all agree
  std::set<SessionId> heard_;   ///< sent a Control since
  std::size_t told_ = 0;        ///< so many levers differed when it was told
  bool waits_ = false;
};

}  // namespace drawbar::server
