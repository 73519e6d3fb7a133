// What urdfdom does not look at in a URDF file: numbers that are none, negative masses, what is left out, and
// the facts of simulators' own elements.
#pragma once

#include <map>
#include <set>
#include <string>

#include "protocol/result.h"
#include "tools/import/model.h"
#include "tools/import/warnings.h"
#include "tools/import/xml_file.h"

namespace drawbar::import {

struct UrdfFacts {
  std::map<std::string, Place, std::less<>> links;
  std::map<std::string, Place, std::less<>> joints;
  /// Places of mesh files by their name.
  std::map<std::string, Place, std::less<>> meshes;
  /// Of links with <contact> or <gazebo><mu1>.
  std::map<std::string, Surface, std::less<>> surfaces;
  /// Joints of transmissions, where the file has any.
  std::set<std::string, std::less<>> transmitted;
};

/// Checks and mends the XML for urdfdom: numbers that are none are errors, figures that may be left out are
/// put in with a warning.
Result<UrdfFacts> check_urdf(XmlFile& file, Warnings& warnings);

}  // namespace drawbar::import
