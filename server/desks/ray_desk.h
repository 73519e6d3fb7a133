// Rays through the newest frame: the ground's height, lines of sight, range finders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "physics/world/ray_caster.h"
#include "server/session/background.h"
#include "server/session/messenger.h"

namespace drawbar::server {

/// Rays are cast on a thread of their own, on poses that are copied: neither the frame loop nor the poses on
/// their way out wait for them.
class RayDesk {
 public:
  RayDesk(const Present& present, SessionTable& sessions);
  ~RayDesk();

  /// Without one, rays are refused. It outlives the desk's use.
  void set_background(Background& background) { background_ = &background; }

  Outcome cast(const Session& session, const control::CastRays& message, std::uint32_t request);
  /// Another scene has begun.
  void begin_scene() { shapes_ = nullptr; }

 private:
  /// Of the scene; made by the first question, on the thread that answers it.
  struct Shapes;
  using Hits = std::vector<std::optional<physics::CastHit>>;

  void answer(const Session& session, std::uint32_t request, const stream::FrameStamp& stamp,
              const Hits& hits);

  const Present& present_;
  SessionTable& sessions_;
  Background* background_ = nullptr;
  std::shared_ptr<Shapes> shapes_;
  std::size_t waiting_ = 0;  ///< questions that are not answered
};

}  // namespace drawbar::server
