// A recording that runs beside the session as poses only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "scenes/record/reference_run.h"
#include "server/frames/packet.h"
#include "server/session/background.h"
#include "server/session/messenger.h"

namespace drawbar::server {

/// Its frame is the one of the session's number: it stands still, goes back and starts again with it.
class GhostDesk {
 public:
  /// `folder`: of the recordings that an instructor can choose.
  GhostDesk(const Present& present, SessionTable& sessions, Messenger& messenger, std::string folder)
      : present_(present), sessions_(sessions), messenger_(messenger), folder_(std::move(folder)) {}

  /// Without one, SetGhost is refused. It outlives this.
  void set_background(Background& background) { background_ = &background; }

  Outcome set(const Session& session, const control::SetGhost& message, std::uint32_t request);
  /// From now on; null: none.
  void show(std::shared_ptr<const scenes::ReferenceRun> run);
  /// Another scene has begun: its bodies may have other ids.
  void begin_scene() { find_ids(); }

  bool has_ghost() const { return run_ != nullptr; }
  /// A GhostFrame beside the frame of this stamp; only with a ghost.
  Packet frame(const stream::FrameStamp& stamp) const;

 private:
  void find_ids();

  const Present& present_;
  SessionTable& sessions_;
  Messenger& messenger_;
  std::string folder_;
  Background* background_ = nullptr;
  bool reading_ = false;
  bool unwanted_ = false;  ///< the one that is being read has been switched off meanwhile
  std::shared_ptr<const scenes::ReferenceRun> run_;
  std::vector<std::uint32_t> ids_;  ///< in the session's scene, by the ghost's; kNoBody: not there
};

}  // namespace drawbar::server
