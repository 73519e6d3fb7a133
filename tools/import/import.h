// drawbar import: a foreign model's file to a scene file, and the files beside it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "tools/import/model.h"
#include "tools/import/scene_text.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

struct ImportOptions {
  std::filesystem::path input;
  std::filesystem::path output;
  std::map<std::string, std::filesystem::path> packages;
  /// Positions (rad, m) at which joints begin, by their name in the file.
  std::map<std::string, double> start;
  bool free_base = false;
  /// No motors: joints turn by themselves.
  bool passive = false;
  /// What exists is written over.
  bool force = false;
};

struct Imported {
  std::vector<std::string> warnings;
  std::size_t bodies = 0;
  std::size_t joints = 0;
  std::size_t drives = 0;
};

/// The model as the file has it, with the starts of `options`.
Result<Model> read_model(const ImportOptions& options, Warnings& warnings);

/// Mends the model's masses, puts its joints at their start and makes a scene of it; it is changed.
SceneText scene_of(Model& model, const ImportOptions& options, Warnings& warnings);

/// Reads, checks and writes. Refused by one error; then nothing is written. The scene is written last, and
/// whole.
Result<Imported> import_file(const ImportOptions& options);

}  // namespace drawbar::import
