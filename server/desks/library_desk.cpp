// The scenes and exercises that an instructor can begin, and exercises that are put there.
#include "server/desks/library_desk.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <vector>

#include "protocol/encode.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/library.h"
#include "server/frames/frame_encoder.h"
#include "server/scene/scene_source.h"
#include "server/session/channels.h"
#include "server/session/scene_message.h"
#include "server/session/texts.h"

namespace drawbar::server {

namespace {

namespace fs = std::filesystem;

/// What is wrong with a file, a line for each fault, as one line.
std::string one_line(const std::string& lines) {
  std::string line;
  for (const char c : lines) {
    if (c == '\n') {
      line += "; ";
    } else {
      line += c;
    }
  }
  return line;
}

Packet answer(const std::vector<scenes::LibraryFile>& files, const std::string& scene,
              std::uint32_t request) {
  stream::ScenesT scenes;
  scenes.request = request;
  scenes.scene = scene;
  for (const scenes::LibraryFile& file : files) {
    auto& entry = *scenes.files.emplace_back(std::make_unique<stream::SceneFileT>());
    entry.file = file.name;
    entry.title = text_of(file.title.en, file.title.ru);
    entry.briefing = text_of(file.briefing.en, file.briefing.ru);
    entry.exercise = file.is_exercise;
    entry.wrong = one_line(file.wrong);
    for (const scenes::LibraryFile::Variant& variant : file.variants) {
      auto& listed = *entry.variants.emplace_back(std::make_unique<stream::SceneVariantT>());
      listed.name = variant.name;
      listed.title = text_of(variant.title.en, variant.title.ru);
    }
  }
  return make_packet(protocol::encode_server(std::move(scenes)));
}

/// What an exercise in `folder` says as its scene, for what is served; empty where that has no file.
std::string scene_beside(const ServedScene& served, const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(served.path, ignored)) return {};
  fs::path file = served.path;
  if (served.exercise != nullptr) file = file.parent_path() / served.exercise->text.scene;
  const fs::path way = fs::relative(file, folder, ignored);
  return way.generic_string();
}

/// A scene that an exercise which came over the network may name: in the library's folder, or the one around
/// it.
bool is_near(const fs::path& scene) {
  const fs::path way = scene.lexically_normal();
  return way.is_relative() && std::ranges::count(way, "..") <= 1;
}

/// Nothing, or why the text is no exercise: every error, one a line.
std::optional<std::string> wrong_with(const std::string& text, const std::string& name,
                                      const fs::path& folder) {
  const auto scene_of = [&folder](const std::string& path) -> Result<scenes::LoadedScene> {
    if (is_near(path)) return scenes::load_file(folder / path);
    return fail(ErrorKind::wrong, "must lie in the library's folder or in the one around it");
  };
  const auto loaded = scenes::load_exercise_text(text, name, scene_of, folder);
  if (loaded) return std::nullopt;
  return loaded.error().text;
}

/// Whole or not at all: a list that is made meanwhile sees no half of it.
bool write_whole(const fs::path& path, const std::string& text) {
  const fs::path beside = path.parent_path() / ("." + path.filename().string() + ".new");
  std::ofstream file(beside, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file) fs::rename(beside, path, error);
  if (file && !error) return true;
  fs::remove(beside, error);
  return false;
}

/// Empty where it is stored, or is right and only that was asked for.
std::optional<Refusal> store_file(const fs::path& path, const std::string& text, bool check_only,
                                  bool replace) {
  if (auto wrong = wrong_with(text, path.filename().string(), path.parent_path()))
    return Refusal{stream::ErrorCode::SceneInvalid, std::move(*wrong), "StoreExercise.text"};
  if (check_only) return std::nullopt;
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(path, ignored))) {
    const char* why = !replace ? "the library has a file of this name; `replace` allows it"
                      : scenes::is_exercise_file(path)
                          ? nullptr
                          : "the library has a scene of this name; only an exercise may be replaced";
    if (why != nullptr) return Refusal{stream::ErrorCode::BadValue, why, "StoreExercise.file"};
  }
  if (!write_whole(path, text)) {
    return Refusal{stream::ErrorCode::Unsupported,
                   "the daemon may not write into the library's folder, or the disk is full",
                   "StoreExercise"};
  }
  return std::nullopt;
}

/// As a client is told of one that runs; nobody holds anything.
Packet description(const ServedScene& scene, const std::string& file, std::uint32_t request) {
  stream::SceneDescriptionT answer;
  answer.request = request;
  answer.file = file;
  answer.scene = std::make_unique<stream::SceneT>(describe_scene(scene, Channels(scene.silences)));
  return make_packet(protocol::encode_server(std::move(answer)));
}

}  // namespace

Result<ServedScene> read_library_file(const fs::path& file, const scenes::ChosenVariant& variant) {
  std::error_code ignored;
  if (fs::exists(file, ignored)) return read_scene(file.string(), variant);
  std::string known;
  for (const scenes::LibraryFile& there : scenes::list_library(file.parent_path()))
    known += (known.empty() ? "" : ", ") + there.name;
  return fail(ErrorKind::usage, file.filename().string() +
                                    " is not in the library; there are: " + (known.empty() ? "none" : known));
}

Refusal library_refusal(const Error& error, const std::string& message) {
  std::string why = one_line(error.text);
  if (error.kind == ErrorKind::usage)
    return {stream::ErrorCode::NoSuchName, std::move(why), message + ".scene"};
  return {stream::ErrorCode::SceneInvalid, std::move(why), message};
}

template <class Work, class Done>
Outcome LibraryDesk::work_on(bool& busy, const Refusal& refusal, const Session& session, Work work,
                             Done done) {
  if (background_ == nullptr || busy) return refusal;
  busy = true;
  background_->run([work = std::move(work)](const std::atomic<bool>&) { return work(); },
                   [this, &busy, id = session.id, asked_over = session.connection,
                    done = std::move(done)](const auto& result) {
                     busy = false;
                     if (const Session* asker = sessions_.find(id, asked_over)) done(*asker, result);
                   });
  return {};
}

Outcome LibraryDesk::list(const Session& session, std::uint32_t request) {
  return work_on(
      listing_, {stream::ErrorCode::Busy, "another list is on its way", "ListScenes"}, session,
      [folder = folder_] { return scenes::list_library(folder); },
      [this, request](const Session& asker, const std::vector<scenes::LibraryFile>& files) {
        const std::string scene = scene_beside(present_.scene, folder_);
        asker.connection->send(answer(files, scene, request), Traffic::reliable);
      });
}

Outcome LibraryDesk::describe(const Session& session, const control::DescribeScene& message,
                              std::uint32_t request) {
  const std::string file = message.scene()->str();
  scenes::ChosenVariant variant;
  if (message.variant() != nullptr) variant = message.variant()->str();
  return work_on(
      describing_, {stream::ErrorCode::Busy, "another description is on its way", "DescribeScene"}, session,
      // Encoded there, too: a scene with terrain is large.
      [path = path_of(file), file, variant = std::move(variant), request]() -> Result<Packet> {
        const auto scene = read_library_file(path, variant);
        if (!scene) return tl::unexpected(scene.error());
        return description(*scene, file, request);
      },
      [this, request](const Session& asker, const Result<Packet>& described) {
        if (described)
          asker.connection->send(*described, Traffic::reliable);
        else
          messenger_.refuse(*asker.connection, request, library_refusal(described.error(), "DescribeScene"));
      });
}

Outcome LibraryDesk::store(const Session& session, const control::StoreExercise& message,
                           std::uint32_t request) {
  return work_on(
      storing_, {stream::ErrorCode::Busy, "another exercise is being checked", "StoreExercise"}, session,
      [path = path_of(message.file()->str()), text = message.text()->str(), check_only = message.check_only(),
       replace = message.replace()] { return store_file(path, text, check_only, replace); },
      [this, request](const Session& asker, const std::optional<Refusal>& refusal) {
        if (refusal)
          messenger_.refuse(*asker.connection, request, *refusal);
        else
          messenger_.reply(asker, request);
      });
}

std::string LibraryDesk::path_of(const std::string& name) const {
  return (std::filesystem::path(folder_) / name).lexically_normal().string();
}

}  // namespace drawbar::server
