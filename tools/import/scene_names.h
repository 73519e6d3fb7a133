// Names as a scene allows them: everything has one of its own.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tools/import/model.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

class SceneNames {
 public:
  explicit SceneNames(Warnings& warnings) : warnings_(warnings) {}

  /// `wanted`, or the nearest name that is free; `what` ("joint") goes before a change and into the warning.
  std::string take(const std::string& wanted, const std::string& what, const Place& place);

 private:
  Warnings& warnings_;
  std::set<std::string> taken_{"world"};
};

/// The name as part of a file's name: letters, digits, '-' and '_'.
std::string file_name(const std::string& name);

}  // namespace drawbar::import
