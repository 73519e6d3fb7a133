// Keeps what the server said last and turns it into the console's view.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/decode.h"
#include "protocol/result.h"
#include "protocol/scene_generated.h"
#include "tools/console/levers.h"
#include "tools/console/view.h"

namespace drawbar::tools {

class SessionModel {
 public:
  /// `body`: whose motion to show; empty: the one the scene's camera follows, else the first that moves.
  explicit SessionModel(std::string body = "") : wanted_body_(std::move(body)) {}

  /// Takes one message; `now` (s) is when it arrived. An error for a scene that does not decode or lacks the
  /// wanted body, for which there is nothing to show.
  Result<void> take(const stream::ServerMessage& message, double now);

  /// Channels as the levers need them; changes with the scene.
  std::vector<Levers::Channel> lever_channels() const;
  const std::vector<KeyPair>& keys() const { return keys_; }
  /// Channels that this session holds.
  std::vector<std::uint32_t> held_channels() const;
  std::vector<std::uint32_t> free_channels() const;  ///< Of nobody.
  /// Counts the scenes received, so that a reload is noticed.
  int scene_count() const { return scene_count_; }

  /// Everything but the levers' own figures (`wanted`, presence).
  ConsoleView view(double now) const;

 private:
  /// Where one limited axis stands in Telemetry.joint_positions, and what limits it.
  struct LimitedAxis {
    std::string name;
    std::size_t joint = 0;
    std::size_t coordinate = 0;
    double lower = 0;  ///< deg or mm
    double upper = 0;
    bool slides = false;
  };

  Result<void> take_scene(const stream::Scene& scene);
  void take_telemetry(const stream::Telemetry& telemetry);
  void take_event(const stream::Event& event);
  void add_event(double time, const std::string& text);
  void list_limited_axes(const scene::Scene& scene);
  std::string session_name(std::uint32_t session) const;
  /// Channels that others hold, and who.
  std::string held_by_others() const;
  std::vector<std::uint32_t> channels_of(std::uint32_t holder) const;

  std::string wanted_body_;
  std::string server_;
  std::string scene_name_;
  std::uint32_t session_ = 0;
  std::map<std::uint32_t, std::string> session_names_;
  int scene_count_ = 0;
  std::uint32_t body_ = 0;
  std::string body_name_;
  std::vector<ChannelView> channels_;
  std::vector<std::uint32_t> holders_;
  std::vector<KeyPair> keys_;
  std::vector<LimitedAxis> axes_;
  std::vector<DriveView> drives_;
  std::vector<double> joint_positions_;
  std::vector<bool> joint_broken_;
  std::optional<stream::BodyState> motion_;
  std::optional<stream::Gyroscope> gyroscope_;  // of the body shown, where it has one
  TimingView timing_;
  double newest_frame_ = 0;  // s
  std::deque<std::string> events_;
};

}  // namespace drawbar::tools
