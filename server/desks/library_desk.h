// The scenes and exercises that an instructor can begin, and exercises that are put there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "server/session/background.h"
#include "server/session/messenger.h"
#include "server/session/present.h"

namespace drawbar::server {

/// A file of a library's folder, ready to run. The error kind usage: there is no such file, and what there
/// is.
Result<ServedScene> read_library_file(const std::filesystem::path& file,
                                      const scenes::ChosenVariant& variant);
/// In one line. `message`: that asked for the file, in its field `scene`.
Refusal library_refusal(const Error& error, const std::string& message);

class LibraryDesk {
 public:
  /// `folder`: of the library.
  LibraryDesk(const Present& present, Messenger& messenger, SessionTable& sessions, std::string folder)
      : present_(present), messenger_(messenger), sessions_(sessions), folder_(std::move(folder)) {}

  /// Without one, lists are refused. It outlives the desk's use.
  void set_background(Background& background) { background_ = &background; }

  /// Reads the files' heads anew, on the background's thread.
  Outcome list(const Session& session, std::uint32_t request);
  /// Reads one of them whole, on the background's thread.
  Outcome describe(const Session& session, const control::DescribeScene& message, std::uint32_t request);
  /// Checks an exercise's text and writes it, on the background's thread.
  Outcome store(const Session& session, const control::StoreExercise& message, std::uint32_t request);
  /// Where the file of this name lies.
  std::string path_of(const std::string& name) const;

 private:
  /// `done(asker, work())`, with `work` on the background's thread; not where the asker has gone meanwhile.
  /// `busy`: one such is on its way, so that another gets the refusal.
  template <class Work, class Done>
  Outcome work_on(bool& busy, const Refusal& refusal, const Session& session, Work work, Done done);

  const Present& present_;
  Messenger& messenger_;
  SessionTable& sessions_;
  std::string folder_;
  Background* background_ = nullptr;
  bool listing_ = false;
  bool describing_ = false;
  bool storing_ = false;
};

}  // namespace drawbar::server
