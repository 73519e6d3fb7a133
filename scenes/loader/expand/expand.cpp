#include "scenes/loader/expand/expand.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "scenes/loader/expand/frames.h"
#include "scenes/loader/expand/merge.h"
#include "scenes/loader/expand/parameters.h"
#include "scenes/loader/schema/nearest_word.h"
#include "scenes/loader/schema/schema_check.h"

namespace drawbar::scenes {
namespace {

using json::Kind;
using json::member_text;
using json::Node;

/// Counted for each placed file besides what it holds.
constexpr std::size_t kValuesOfPlacing = 100;

/// What one file is expanded with.
struct Task {
  std::string folder;  ///< from the scene's; empty: the same
  GivenParameters given;
  std::vector<Override> overrides;
};

std::optional<Node> take(Node& root, std::string_view name) {
  const auto found = std::find_if(root.children.begin(), root.children.end(),
                                  [&](const Node& child) { return child.name == name; });
  if (found == root.children.end()) return std::nullopt;
  Node taken = std::move(*found);
  root.children.erase(found);
  return taken;
}

class Expander {
 public:
  Expander(const Schema& schema, const Expansion& how, Diagnostics& errors)
      : schema_(schema), how_(how), errors_(errors), files_(how.read, errors) {}

  /// The file's own includes stay in it until the end, for errors to find their places.
  void expand_file(Node& root, const Task& task, Origins& origins) {
    const std::optional<Node> parameters = take(root, "parameters");
    Parameters values(parameters ? &*parameters : nullptr, task.given, {errors_, how_.explained});
    std::optional<Node> includes = take(root, "includes");
    const ObjectRule& scene = schema_.objects[schema_.root];
    if (has_expression(root)) values.apply(root, scene, schema_, "");
    if (!task.folder.empty()) lead_to_folder(root, scene, task.folder);
    std::vector<Override> own;
    std::vector<PlacedFile> placed;
    if (includes) {
      place_includes(*includes, values, task, placed, own);
    } else {
      own = task.overrides;
    }
    if (!errors_.empty()) return;
    apply_overrides(root, own, errors_);
    Frames(root, placed, schema_, errors_).resolve();
    if (!errors_.empty()) return;
    for (PlacedFile& file : placed) {
      place(file.contents, scene, schema_, pose_of(file.include));
      rename(file.contents, file, schema_);
      append(root, file, schema_, origins);
    }
  }

 private:
  // Paths of files are from the scene's folder wherever the file that names them lies.
  void lead_to_folder(Node& node, const ObjectRule& object, const std::string& folder) const {
    if (node.kind != Kind::object) return;
    for (Node& child : node.children) {
      const FieldRule* rule = object.find(child.name);
      if (rule == nullptr) continue;
      if (rule->folder_path && child.kind == Kind::string) child.text = joined_path(folder, child.text);
      if (rule->type != ValueType::table || rule->by_name) continue;
      const ObjectRule& inner = schema_.objects[rule->index];
      if (!rule->is_list) lead_to_folder(child, inner, folder);
      if (rule->is_list && child.kind == Kind::array) {
        for (Node& one : child.children) lead_to_folder(one, inner, folder);
      }
    }
  }

  void lead_overrides_to_folder(Node& include, const std::string& folder) const {
    for (Node& field : include.children) {
      if (field.name != "overrides") continue;
      for (Node& list : field.children) {
        const FieldRule* rule = schema_.objects[schema_.root].find(list.name);
        if (rule == nullptr || !is_brought(*rule)) continue;
        for (Node& thing : list.children) lead_to_folder(thing, schema_.objects[rule->index], folder);
      }
    }
  }

  // Overrides of the file's own things go to `own`, others to the includes that bring what they are of.
  void place_includes(Node& includes, Parameters& values, const Task& task, std::vector<PlacedFile>& placed,
                      std::vector<Override>& own) {
    if (includes.kind != Kind::array) {
      return errors_.add_at(includes.place(), "includes", "is no list; allowed: a list of objects { ... }");
    }
    const Kept kept = names_kept(includes);
    std::vector<Override> passed;
    for (const Override& override : task.overrides) {
      const bool is_own =
          override.name.find('/') == std::string::npos || !kept.brings(first_part(override.name));
      (is_own ? own : passed).push_back(override);
    }
    // The checks of includes look for their lines below a scene.
    Node holder;
    holder.children.push_back(std::move(includes));
    const Node* const outer = errors_.tree();
    errors_.set_tree(&holder);
    const std::vector<Node>& list = holder.children[0].children;
    for (std::size_t i = 0; i < list.size() && !errors_.full() && !exhausted_; ++i) {
      place_all_of(list[i], element("includes", i), values, task, placed);
    }
    values.set_number(std::nullopt);
    errors_.set_tree(outer);
    if (errors_.empty()) refuse_overrides_of_nothing(passed, placed);
  }

  static std::string_view first_part(std::string_view name) { return name.substr(0, name.find('/')); }

  // A number above an include's count looks like one of its names until all are placed.
  void refuse_overrides_of_nothing(const std::vector<Override>& passed,
                                   const std::vector<PlacedFile>& placed) {
    std::set<std::string_view> names;
    for (const PlacedFile& file : placed) names.insert(file.name);
    for (const Override& override : passed) {
      if (names.contains(first_part(override.name))) continue;
      errors_.add_at(override.fields->place(), override.path,
                     "nothing is placed under this name; allowed: a number up to the include's count");
    }
  }

  /// What the includes of a file call what they bring.
  struct Kept {
    std::set<std::string, std::less<>> single;
    std::set<std::string, std::less<>> counted;  ///< without their numbers

    bool brings(std::string_view name) const {
      if (single.contains(name)) return true;
      while (!name.empty() && name.back() >= '0' && name.back() <= '9') {
        name.remove_suffix(1);
        if (counted.contains(name)) return true;
      }
      return false;
    }
  };
  static Kept names_kept(const Node& includes) {
    Kept kept;
    for (const Node& include : includes.children) {
      const std::string name = member_text(include, "name");
      const bool is_single = include.find("count") == nullptr;
      if (!name.empty()) (is_single ? kept.single : kept.counted).insert(name);
    }
    return kept;
  }

  void place_all_of(const Node& include, const std::string& path, Parameters& values, const Task& task,
                    std::vector<PlacedFile>& placed) {
    const ObjectRule& rule = *schema_.find("Include");
    const Node* counted = include.find("count");
    int count = 1;
    if (counted != nullptr) {
      Node one;
      one.children.push_back(*counted);
      values.set_number(std::nullopt);
      values.apply(one, rule, schema_, path);
      const Node& value = one.children[0];
      // What is no count is reported by the check of the first.
      if (value.kind == Kind::number && value.number >= 1 && value.number <= kMostCopies)
        count = static_cast<int>(value.number);
    }
    for (int number = 1; number <= count; ++number) {
      values.set_number(counted != nullptr ? std::optional<double>(number) : std::nullopt);
      const std::size_t before = errors_.count();
      PlacedFile file;
      file.path = path;
      file.include = include;
      values.apply(file.include, rule, schema_, path);
      if (errors_.count() == before) check_table(file.include, rule, schema_, path, errors_);
      if (const std::string wrong = wrong_orientation(file.include);
          errors_.count() == before && !wrong.empty())
        errors_.add_at(file.include.find("orientation")->place(), member(path, "orientation"), wrong);
      if (errors_.count() == before) {
        file.name = member_text(file.include, "name");
        if (counted != nullptr && file.name.empty()) {
          errors_.add_at(counted->place(), member(path, "count"), "given without name; allowed with: name");
        } else {
          if (counted != nullptr) file.name += std::to_string(number);
          fill(file, path, task);
        }
      }
      // One of many says what is wrong with all.
      if (errors_.count() > before || exhausted_) return;
      placed.push_back(std::move(file));
    }
  }

  void fill(PlacedFile& file, const std::string& path, const Task& task) {
    const Node& named = *file.include.find("file");
    const std::string at = member(path, "file");
    const SceneFile* source = files_.find(task.folder, named.text, named.place(), at);
    if (source == nullptr) return;
    if (const auto circle = std::find(stack_.begin(), stack_.end(), source->path); circle != stack_.end()) {
      std::string way;
      for (auto step = circle; step != stack_.end(); ++step) way += *step + ", ";
      return errors_.add_at(named.place(), at,
                            "includes itself: " + way + source->path + "; allowed: no circles");
    }
    if (stack_.size() >= kDeepestInclude) {
      return errors_.add_at(named.place(), at,
                            "is included deeper than " + std::to_string(kDeepestInclude) +
                                " levels; allowed: files that include each other less deep");
    }
    // Each placing has the include with its overrides as its own.
    values_ += source->values + values_of(file.include) + kValuesOfPlacing;
    if (values_ > kMostIncludedValues) {
      exhausted_ = true;
      return errors_.add_at(named.place(), at,
                            "brings the included files to more than " + std::to_string(kMostIncludedValues) +
                                " values; allowed: fewer or smaller ones");
    }
    file.contents = source->root;
    if (!task.folder.empty()) lead_overrides_to_folder(file.include, task.folder);
    Task inner{source->folder, given_by(file.include, path), overrides_of(file, path, task)};
    stack_.push_back(source->path);
    const std::string label = (file.name.empty() ? "" : json::in_quotes(prefix_ + file.name) + " ") +
                              "included in " + errors_.at(named.place());
    file.origins.own = errors_.begin_placement(label);
    const std::string outer = std::exchange(prefix_, file.name.empty() ? prefix_ : prefix_ + file.name + "/");
    if (is_whole(file.contents)) expand_file(file.contents, inner, file.origins);
    prefix_ = outer;
    errors_.end_placement();
    stack_.pop_back();
  }

  static GivenParameters given_by(const Node& include, const std::string& path) {
    GivenParameters given;
    const Node* parameters = include.find("parameters");
    if (parameters == nullptr) return given;
    for (const Node& child : parameters->children) {
      given[child.name] = {child.number, child.place(), member(member(path, "parameters"), child.name)};
    }
    return given;
  }

  // Those of who includes the file that includes it win.
  static std::vector<Override> overrides_of(const PlacedFile& file, const std::string& path,
                                            const Task& task) {
    std::vector<Override> all =
        scenes::overrides_of(file.include.find("overrides"), member(path, "overrides"));
    for (const Override& override : task.overrides) {
      if (file.name.empty() || !override.name.starts_with(file.name + "/")) continue;
      all.push_back(override);
      all.back().name.erase(0, file.name.size() + 1);
    }
    return all;
  }

  /// Fields that an included file may not have; what is of a scene as a whole is passed over.
  bool is_whole(const Node& contents) {
    const ObjectRule& scene = schema_.objects[schema_.root];
    std::vector<std::string> allowed;
    for (const FieldRule& rule : scene.fields) allowed.push_back(rule.name);
    const std::size_t before = errors_.count();
    for (const Node& child : contents.children) {
      if (child.name == "effects") {
        errors_.add_at(child.place(), child.name,
                       "given in an included file; allowed: in the scene that runs");
      } else if (const FieldRule* rule = scene.find(child.name); rule == nullptr && child.name != "$schema") {
        errors_.add_at(child.place(), "",
                       "unknown field " + json::in_quotes(child.name.substr(0, 60)) +
                           nearest_word(child.name, allowed) + "; allowed: " + joined(allowed));
      } else if (rule != nullptr && is_brought(*rule) && child.kind != Kind::array) {
        errors_.add_at(child.place(), child.name, "is no list; allowed: a list of objects { ... }");
      }
    }
    return errors_.count() == before;
  }

  static constexpr double kMostCopies = 1000;

  const Schema& schema_;
  const Expansion& how_;
  Diagnostics& errors_;
  SceneFiles files_;
  std::vector<std::string> stack_;  ///< of files that include each other, the innermost last
  std::string prefix_;              ///< before the names of the innermost one's
  std::size_t values_ = 0;
  bool exhausted_ = false;
};

}  // namespace

void expand(Node& root, const Schema& schema, const Expansion& how, Diagnostics& errors) {
  Task task;
  for (const auto& [name, value] : how.parameters) task.given[name] = {value, {}, ""};
  Origins origins;
  Expander(schema, how, errors).expand_file(root, task, origins);
  errors.set_origins(std::move(origins));
}

}  // namespace drawbar::scenes
