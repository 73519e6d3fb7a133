// What MuJoCo does not tell of an MJCF file: lines, what is left out, files that are not there, and words of
// later versions.
#pragma once

#include <map>
#include <string>

#include "protocol/result.h"
#include "tools/import/files_beside.h"
#include "tools/import/warnings.h"
#include "tools/import/xml_file.h"

namespace drawbar::import {

/// Places of elements by kind and name, such as "joint elbow".
using MjcfPlaces = std::map<std::string, Place, std::less<>>;

/// Warns of what has no counterpart and of masses that come from meshes, takes out textures, and geoms whose
/// files are not there. Elements of included files are not looked at, which is warned of.
MjcfPlaces check_mjcf(XmlFile& file, FilesBeside& files, Warnings& warnings);

/// Takes the attribute or element out that MuJoCo's error text complains of, with a warning; false where that
/// would change what the model is.
bool drop_refused_word(XmlFile& file, std::string_view error, Warnings& warnings);

/// The line that MuJoCo's error text names, or 0.
int line_of_error(std::string_view error);

}  // namespace drawbar::import
