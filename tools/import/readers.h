// The readers of foreign formats: a file's text to a Model, and which of them this build has.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "protocol/result.h"
#include "tools/import/files_beside.h"
#include "tools/import/model.h"
#include "tools/import/warnings.h"
#include "tools/import/xml_file.h"

namespace drawbar::import {

/// What the user says about a model beside its file.
struct ReadOptions {
  /// The root of a URDF, which the format leaves open: free to move, or fixed to the world.
  bool free_base = false;
};

/// Each refuses by one error with file and line, and warns of what it leaves out. The XML is changed as it is
/// read.
Result<Model> read_urdf(XmlFile& file, FilesBeside& files, const ReadOptions& options, Warnings& warnings);
Result<Model> read_sdf(XmlFile& file, FilesBeside& files, Warnings& warnings);
Result<Model> read_mjcf(XmlFile& file, FilesBeside& files, Warnings& warnings);
Result<Model> read_gltf(const std::filesystem::path& file, Warnings& warnings);
/// From memory; files that it names are looked for in `folder`.
Result<Model> read_gltf_bytes(std::span<const std::byte> bytes, const std::string& name,
                              const std::string& folder, Warnings& warnings);

}  // namespace drawbar::import
