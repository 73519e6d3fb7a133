#include "tools/import/scene_names.h"

#include <algorithm>
#include <cctype>

#include "tools/text/cells.h"

namespace drawbar::import {
namespace {

/// Longest name of a scene, less what a change may add.
constexpr std::size_t kLongest = 80;

std::string fit(const std::string& wanted, const std::string& what) {
  std::string name = tools::clean(wanted);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ',' || c == '"'; }, '_');
  const std::size_t first = name.find_first_not_of(' ');
  if (first == std::string::npos) return what;
  name = name.substr(first, name.find_last_not_of(' ') - first + 1);
  while (name.size() > kLongest) name = tools::clipped(name, tools::cell_count(name) - 1);
  return name;
}

}  // namespace

std::string SceneNames::take(const std::string& wanted, const std::string& what, const Place& place) {
  const std::string base = fit(wanted, what);
  std::string name = base;
  if (taken_.contains(name)) name = base + "_" + what;
  for (int number = 2; taken_.contains(name); ++number) name = base + "_" + what + std::to_string(number);
  taken_.insert(name);
  if (name != wanted && !wanted.empty())
    warnings_.add_kind(place, "name " + what,
                       what + " \"" + wanted + "\" is called \"" + name + "\" in the scene");
  return name;
}

std::string file_name(const std::string& name) {
  std::string out;
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' ? c : '_';
  return out.empty() ? "link" : out;
}

}  // namespace drawbar::import
