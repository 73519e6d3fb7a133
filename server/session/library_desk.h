// The scenes and exercises that an instructor can begin.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "server/session/background.h"
#include "server/session/messenger.h"

namespace drawbar::server {

class LibraryDesk {
 public:
  /// `folder`: of the library.
  LibraryDesk(SessionTable& sessions, std::string folder) : sessions_(sessions), folder_(std::move(folder)) {}

  /// Without one, lists are refused. It outlives the desk's use.
  void set_background(Background& background) { background_ = &background; }

  /// Reads the files' heads anew, on the background's thread.
  Outcome list(const Session& session, std::uint32_t request);
  /// Where the file of this name lies.
  std::string path_of(const std::string& name) const;

 private:
  SessionTable& sessions_;
  std::string folder_;
  Background* background_ = nullptr;
  bool listing_ = false;
};

}  // namespace drawbar::server
