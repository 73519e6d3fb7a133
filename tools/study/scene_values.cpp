#include "tools/study/scene_values.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "scenes/loader/files/folder.h"
#include "scenes/loader/load_tree.h"

namespace drawbar::tools {
namespace {

using scenes::json::Kind;
using scenes::json::Node;

struct Step {
  std::string_view name;  ///< of a member; of an element its index or name
  bool is_element = false;
};

/// Nothing for a text that is no path.
std::optional<std::vector<Step>> steps_of(std::string_view path) {
  std::vector<Step> steps;
  while (!path.empty()) {
    const bool element = path.front() == '[';
    const std::size_t end = element ? path.find(']') : std::min(path.find_first_of(".[]"), path.size());
    if (end == std::string_view::npos || end == (element ? 1u : 0u) || (element && steps.empty())) return {};
    steps.push_back({element ? path.substr(1, end - 1) : path.substr(0, end), element});
    path.remove_prefix(element ? end + 1 : end);
    if (path.empty()) return steps;
    if (path.front() == '.') {
      path.remove_prefix(1);
      if (path.empty() || path.front() == '[') return {};
    } else if (path.front() != '[') {
      return {};
    }
  }
  return {};
}

Node* element_of(Node& list, std::string_view which) {
  if (list.kind != Kind::array) return nullptr;
  std::size_t index = 0;
  const auto [end, bad] = std::from_chars(which.data(), which.data() + which.size(), index);
  if (bad == std::errc() && end == which.data() + which.size())
    return index < list.children.size() ? &list.children[index] : nullptr;
  const auto found = std::ranges::find_if(list.children, [&](const Node& child) {
    const Node* name = child.kind == Kind::object ? child.find("name") : nullptr;
    return name != nullptr && name->kind == Kind::string && name->text == which;
  });
  return found == list.children.end() ? nullptr : &*found;
}

Node* member_of(Node& object, std::string_view name) {
  if (object.kind != Kind::object) return nullptr;
  const auto found = std::ranges::find(object.children, name, &Node::name);
  return found == object.children.end() ? nullptr : &*found;
}

}  // namespace

Result<void> set_number(Node& root, std::string_view path, double value) {
  const std::string shown = scenes::json::in_quotes(path);
  const auto steps = steps_of(path);
  if (!steps)
    return fail(ErrorKind::wrong,
                shown + " is no path; allowed: such as bodies[rod].mass or springs[0].stiffness");
  Node* at = &root;
  for (std::size_t i = 0; i < steps->size(); ++i) {
    const Step& step = (*steps)[i];
    Node* next = step.is_element ? element_of(*at, step.name) : member_of(*at, step.name);
    const bool may_be_absent = i + 1 == steps->size() && !step.is_element && at->kind == Kind::object;
    if (next == nullptr && may_be_absent) {
      next = &at->children.emplace_back();
      next->kind = Kind::number;
      next->name = step.name;
      next->set_place(at->place());
    }
    if (next == nullptr) {
      return fail(ErrorKind::wrong, shown + ": the scene has no " + scenes::json::in_quotes(step.name) +
                                        " there; allowed: a place that the scene file has");
    }
    at = next;
  }
  if (at->kind != Kind::number)
    return fail(ErrorKind::wrong,
                shown + ": the scene holds no number there; allowed: the place of a number");
  at->number = value;
  return {};
}

Result<SceneValues> SceneValues::read(const std::filesystem::path& file) {
  const auto bytes = scenes::read_file(file, scenes::kMostSceneFileBytes);
  if (!bytes) return fail(bytes.error().kind, file.string() + ": " + bytes.error().text);
  scenes::Diagnostics errors(file.string());
  Node root = scenes::json::parse({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  return SceneValues(file, std::move(root));
}

Result<void> SceneValues::check_path(std::string_view path) const {
  Node scene = root_;
  return set_number(scene, path, 0);
}

Result<scenes::LoadedScene> SceneValues::scene_with(
    const std::vector<std::unique_ptr<study::ParameterT>>& parameters, std::span<const double> values) const {
  Node scene = root_;
  scenes::LoadOptions options;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i]->paths.empty()) options.parameters[parameters[i]->name] = values[i];
    for (const std::string& path : parameters[i]->paths) {
      if (auto set = set_number(scene, path, values[i]); !set) return tl::unexpected(set.error());
    }
  }
  const std::filesystem::path folder = file_.has_parent_path() ? file_.parent_path() : ".";
  return scenes::load_tree(std::move(scene), file_.string(), folder, options);
}

}  // namespace drawbar::tools
