// The scenes and exercises that an instructor can begin.
#include "server/session/library_desk.h"

#include <filesystem>
#include <memory>
#include <vector>

#include "protocol/encode.h"
#include "scenes/exercise/library.h"
#include "server/frames/frame_encoder.h"
#include "server/session/texts.h"

namespace drawbar::server {

namespace {

Packet answer(const std::vector<scenes::LibraryFile>& files, std::uint32_t request) {
  stream::ScenesT scenes;
  scenes.request = request;
  for (const scenes::LibraryFile& file : files) {
    auto& entry = *scenes.files.emplace_back(std::make_unique<stream::SceneFileT>());
    entry.file = file.name;
    entry.title = text_of(file.title.en, file.title.ru);
    entry.briefing = text_of(file.briefing.en, file.briefing.ru);
    entry.exercise = file.is_exercise;
    entry.wrong = file.wrong;
  }
  return make_packet(protocol::encode_server(std::move(scenes)));
}

}  // namespace

Outcome LibraryDesk::list(const Session& session, std::uint32_t request) {
  if (background_ == nullptr || listing_)
    return Refusal{stream::ErrorCode::Busy, "another list is on its way", "ListScenes"};
  listing_ = true;
  background_->run([folder = folder_](const std::atomic<bool>&) { return scenes::list_library(folder); },
                   [this, id = session.id, request,
                    asked_over = session.connection](const std::vector<scenes::LibraryFile>& files) {
                     listing_ = false;
                     if (const Session* asker = sessions_.find(id, asked_over))
                       asker->connection->send(answer(files, request), Traffic::reliable);
                   });
  return {};
}

std::string LibraryDesk::path_of(const std::string& name) const {
  return (std::filesystem::path(folder_) / name).string();
}

}  // namespace drawbar::server
