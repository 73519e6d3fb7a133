// The shapes of a link as a scene has them: what touches, and what is seen in its place.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/import/model.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

/// Materials by what they do.
struct Surfaces {
  std::vector<std::pair<Surface, std::string>> list;

  void add(const Surface& surface, std::string name) { list.emplace_back(surface, std::move(name)); }
  bool contains(const Surface& surface) const { return !name_of(surface).empty(); }
  /// Empty where there is none.
  std::string name_of(const Surface& surface) const;
};

class SceneShapes {
 public:
  /// Files of what is seen go to `folder`, from the scene's folder.
  SceneShapes(std::string folder, const Surfaces& surfaces, Warnings& warnings)
      : folder_(std::move(folder)), surfaces_(surfaces), warnings_(warnings) {}

  /// The list of shapes, or nothing; `file` names the link's file.
  std::string text(const Link& link, const std::string& file);

  std::map<std::string, std::vector<ColoredMesh>> take_visuals() { return std::move(visuals_); }

 private:
  struct Piece {
    std::string members;  ///< of the shape's object
    Pose pose;            ///< in the link's axes
  };
  void add_pieces(const Link& link, const Shape& shape, bool hull_only, std::vector<Piece>& pieces);
  std::string color_of(const Link& link, const Shape& shape) const;

  std::string folder_;
  const Surfaces& surfaces_;
  Warnings& warnings_;
  std::map<std::string, std::vector<ColoredMesh>> visuals_;
};

/// Numbers that read back to the same double: [x, y, z], [w, x, y, z].
std::string vec_text(const Vec3& v);
std::string quat_text(const Quat& q);
/// Six digits: of what is chosen and not read.
std::string short_text(double value);
std::string short_vec_text(const Vec3& v);

}  // namespace drawbar::import
