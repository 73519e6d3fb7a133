// The scene as the server serves it: what it needs to know of it besides the World.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/bytes.h"
#include "scenes/exercise/exercise_loader.h"
#include "server/loop/clock.h"

namespace drawbar::server {

/// What happens when a channel's console falls silent.
struct Silence {
  std::optional<Nanoseconds> timeout;  ///< nothing: never
  bool to_neutral = true;              ///< else the last value is held
};

/// By name.
using BodyIds = std::map<std::string, std::uint32_t>;
BodyIds body_ids(const physics::WorldConfig& world);

struct ServedScene {
  std::string name;
  std::string path;            ///< of the scene's or exercise's file
  protocol::Bytes normalised;  ///< a buffer of scene.fbs with every file inlined: for recordings
  protocol::Bytes told;  ///< the same without what trainees must not know; empty: there is no such thing
  std::filesystem::path folder;           ///< where the files lie that show it
  std::vector<std::string> visual_files;  ///< of these, as scenes::visual_files()
  physics::WorldConfig world;
  int minimum_substeps = 1;        ///< the governor's
  std::vector<Silence> silences;   ///< by channel
  std::uint32_t first_branch = 0;  ///< that runs this scene

  std::shared_ptr<const scenes::Exercise> exercise;  ///< null: none, the scene alone
  scenes::ChosenVariant variant;                     ///< that was asked for
  std::string trainee;              ///< who is to do the exercise; key into the course records
  std::uint32_t first_attempt = 1;  ///< number of the attempt that `first_branch` is

  /// What runs beside the World; null without an exercise.
  std::shared_ptr<const scenes::ExerciseObserver> observer() const {
    return exercise == nullptr ? nullptr : exercise->observer;
  }
  /// Each branch is an attempt.
  std::uint32_t attempt(std::uint32_t branch) const { return first_attempt + (branch - first_branch); }

  /// The buffer that clients are sent.
  const protocol::Bytes& for_clients() const { return told.empty() ? normalised : told; }

  Nanoseconds period() const;
};

/// Whether an id means the same thing in both lists of a scene (bodies, controls, ...).
template <class Things>
bool same_names(const Things& a, const Things& b) {
  return std::ranges::equal(
      a, b, {}, [](const auto& thing) { return thing.name; }, [](const auto& thing) { return thing.name; });
}

}  // namespace drawbar::server
