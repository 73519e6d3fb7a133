// What libsdformat 12 does not tell of an SDFormat file: what is left out, plugins, words of later versions.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tools/import/files_beside.h"
#include "tools/import/warnings.h"
#include "tools/import/xml_file.h"

namespace drawbar::import {

struct SdfFacts {
  /// Line of a link whose inertia comes from its shapes.
  std::set<int> auto_inertia;
  /// Line of a collision to its density, kg/m^3.
  std::map<int, double> densities;
  /// Line of a collision or visual to radius and length of its cone, m.
  std::map<int, std::array<double, 2>> cones;
  /// Line of a model to the names of joints in its plugins.
  std::map<int, std::vector<std::string>> plugin_words;
  /// Line of a collision to its restitution.
  std::map<int, double> restitution;
  /// Line of a screw joint to its travel, m per turn (screw_thread_pitch, SDFormat 1.10).
  std::map<int, double> screw_travel;
  /// Folders of included models.
  std::map<std::string, std::string> included;
};

/// Warns of what has no counterpart; takes out includes that are not there, and a version that is too new for
/// the library.
SdfFacts check_sdf(XmlFile& file, FilesBeside& files, Warnings& warnings);

}  // namespace drawbar::import
