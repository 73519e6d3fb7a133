// Who is called what in a scene: one namespace for everything that has a name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "physics/model/ids.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

inline constexpr std::string_view kWorldName = "world";
/// Groups of bodies that a scene can have; one bit more is that of bodies in none.
inline constexpr std::size_t kMostGroups = 31;

class Names {
 public:
  /// Adds an error for every name that is duplicate, reserved or not fit for a column of a table.
  Names(const scene::SceneT& scene, Diagnostics& errors);

  /// Index in the scene's list, or nothing.
  std::optional<std::size_t> body(std::string_view name) const { return find(bodies_, name); }
  std::optional<std::size_t> joint(std::string_view name) const { return find(joints_, name); }
  std::optional<std::size_t> control(std::string_view name) const { return find(controls_, name); }
  std::optional<std::size_t> material(std::string_view name) const { return find(materials_, name); }
  std::optional<std::size_t> tyre(std::string_view name) const { return find(tyres_, name); }

  /// A body or "world"; nothing if there is none of this name.
  std::optional<physics::BodyId> body_or_world(std::string_view name) const;

  /// "no body is called "x"; allowed: world, a, b, ..."
  std::string no_such_body(std::string_view name) const { return no_such("body", name, bodies_, true); }
  std::string no_such_joint(std::string_view name) const { return no_such("joint", name, joints_, false); }
  std::string no_such_control(std::string_view name) const {
    return no_such("control", name, controls_, false);
  }
  std::string no_such_material(std::string_view name) const {
    return no_such("material", name, materials_, false);
  }
  std::string no_such_tyre(std::string_view name) const { return no_such("tyre", name, tyres_, false); }

 private:
  using Index = std::map<std::string, std::size_t, std::less<>>;
  template <class Tables>
  void add_all(const Tables& tables, std::string_view list, Index& index, Diagnostics& errors);
  static std::optional<std::size_t> find(const Index& index, std::string_view name);
  static std::string no_such(std::string_view kind, std::string_view name, const Index& index,
                             bool with_world);

  std::map<std::string, std::string, std::less<>> paths_;  ///< of every name so far
  Index bodies_, joints_, controls_, materials_, tyres_;
};

}  // namespace drawbar::scenes
