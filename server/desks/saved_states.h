// States kept under a name, also as files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "server/session/request_queue.h"

namespace drawbar::server {

class SavedStates {
 public:
  SavedStates(const Present& present, Messenger& messenger, RequestQueue& requests)
      : present_(present), messenger_(messenger), requests_(requests) {}

  Outcome save(const Session& session, const control::Save& message, std::uint32_t request);
  Outcome restore(const Session& session, const control::Restore& message, std::uint32_t request);
  Outcome forget(const Session& session, const control::DeleteState& message, std::uint32_t request);
  /// Sends the file.
  Outcome give(const Session& session, const control::ExportState& message, std::uint32_t request);
  /// A piece of a file; the last one keeps it.
  Outcome take(const Session& session, const control::ImportState& message, std::uint32_t request);

  /// Another scene has begun: states that are not of its kind are gone.
  void begin_scene();

  std::vector<std::string> names() const;

 private:
  struct Kept {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::uint64_t shape = 0;  ///< of the scene: as in a state's file
    std::vector<std::byte> state;
    bool foreign = false;  ///< of a file or of a scene before: this session's branches do not lead to it
    std::size_t exercise_bytes = 0;  ///< of `state`: the last ones are what an exercise remembered
  };
  /// A file on its way.
  struct Upload {
    std::string name;
    std::vector<std::byte> bytes;
  };

  Outcome room_for(const std::string& name, const char* field) const;
  Outcome no_such(const std::string& name, const char* field) const;
  void announce(stream::EventKind kind, const Session& session, const std::string& name, const char* did);
  /// The newest frame's state.
  Outcome keep_present(const Session& session, const std::string& name, std::uint32_t request);
  Outcome keep(const Session& session, Upload upload, std::uint32_t request);

  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
  std::map<std::string, Kept> kept_;
  std::map<SessionId, Upload> uploads_;
};

}  // namespace drawbar::server
