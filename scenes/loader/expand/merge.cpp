#include "scenes/loader/expand/merge.h"

#include <algorithm>
#include <map>
#include <set>

#include "scenes/loader/text/name_list.h"

namespace drawbar::scenes {
namespace {

using json::Kind;
using json::Node;
using NameSet = std::set<std::string, std::less<>>;

Node* find(Node& node, std::string_view name) {
  for (Node& child : node.children) {
    if (child.name == name) return &child;
  }
  return nullptr;
}

Node& find_or_add(Node& node, std::string_view name, Kind kind, Place place) {
  if (Node* found = find(node, name)) return *found;
  Node& added = node.children.emplace_back();
  added.name = std::string(name);
  added.kind = kind;
  added.set_place(place);
  return added;
}

const std::string* name_of(const Node& node) {
  const Node* name = node.find("name");
  return name != nullptr && name->kind == Kind::string ? &name->text : nullptr;
}

void collect_names(const Node& list, NameSet& names) {
  for (const Node& thing : list.children) {
    if (const std::string* name = name_of(thing)) names.insert(*name);
    const Node* group = thing.find("group");
    if (list.name == "bodies" && group != nullptr && group->kind == Kind::string) names.insert(group->text);
  }
}

/// Of everything that the lists call something.
NameSet names_in(const Node& contents, const Schema& schema) {
  NameSet names;
  for (const Node& field : contents.children) {
    const FieldRule* rule = schema.objects[schema.root].find(field.name);
    if (rule != nullptr && is_brought(*rule)) collect_names(field, names);
    if (field.name != "console") continue;
    if (const Node* groups = field.find("groups")) collect_names(*groups, names);
  }
  return names;
}

class Renaming {
 public:
  Renaming(const PlacedFile& file, const Schema& schema, NameSet names)
      : file_(file), schema_(schema), names_(std::move(names)) {}

  void refer(Node& node, const ObjectRule& object) const {
    if (node.kind != Kind::object) return;
    for (Node& child : node.children) {
      const FieldRule* rule = object.find(child.name);
      if (rule == nullptr) continue;
      if (rule->refers) {
        refer(child);
        for (Node& one : child.children) refer(one);
      } else if (rule->type == ValueType::table) {
        const ObjectRule& inner = schema_.objects[rule->index];
        if (!rule->is_list) refer(child, inner);
        for (Node& one : child.children) refer(one, inner);
      }
    }
  }

  void call(Node& list) const {
    for (Node& thing : list.children) {
      Node* name = find(thing, "name");
      if (name != nullptr && name->kind == Kind::string) name->text = file_.outside(name->text);
    }
  }

 private:
  void refer(Node& node) const {
    if (node.kind == Kind::string && names_.contains(node.text)) node.text = file_.outside(node.text);
  }

  const PlacedFile& file_;
  const Schema& schema_;
  NameSet names_;
};

void append_list(Node& into, Node& from, const std::string& list, const PlacedFile& file, Origins& origins) {
  if (into.kind != Kind::array || from.kind != Kind::array) return;
  std::vector<Origin>& to = origins.lists[list];
  while (to.size() < into.children.size()) {
    to.push_back({static_cast<std::uint32_t>(to.size()), origins.own});
  }
  const auto brought = file.origins.lists.find(list);
  for (std::size_t i = 0; i < from.children.size(); ++i) {
    const bool known = brought != file.origins.lists.end() && i < brought->second.size();
    to.push_back(known ? brought->second[i] : Origin{static_cast<std::uint32_t>(i), file.origins.own});
    into.children.push_back(std::move(from.children[i]));
  }
}

}  // namespace

bool is_brought(const FieldRule& rule) {
  return rule.is_list && rule.type == ValueType::table && !rule.text_only && rule.name != "effects";
}

std::vector<Override> overrides_of(const Node* overrides, const std::string& path) {
  std::vector<Override> all;
  if (overrides == nullptr) return all;
  for (const Node& list : overrides->children) {
    for (const Node& fields : list.children) {
      all.push_back({list.name, fields.name, &fields, member(member(path, list.name), fields.name)});
    }
  }
  return all;
}

void merge(Node& into, const Node& from) {
  if (into.kind == Kind::object && from.kind == Kind::object) {
    for (const Node& child : from.children) {
      if (Node* known = find(into, child.name)) {
        merge(*known, child);
      } else {
        into.children.push_back(child);
      }
    }
    return;
  }
  std::string name = std::move(into.name);
  into = from;
  into.name = std::move(name);
}

void apply_overrides(Node& contents, const std::vector<Override>& overrides, Diagnostics& errors) {
  std::map<std::string_view, std::map<std::string, Node*, std::less<>>, std::less<>> by_name;
  for (const Override& override : overrides) {
    auto [things, is_new] = by_name.try_emplace(override.list);
    if (Node* list = find(contents, override.list); is_new && list != nullptr) {
      for (Node& thing : list->children) {
        if (const std::string* name = name_of(thing)) things->second.emplace(*name, &thing);
      }
    }
    const auto thing = things->second.find(override.name);
    if (thing != things->second.end()) {
      merge(*thing->second, *override.fields);
      continue;
    }
    NameList known;
    for (const auto& [name, node] : things->second) known.add(name);
    errors.add_at(override.fields->place(), override.path,
                  "nothing in its list is called so; allowed: " +
                      (known.empty() ? "none, the file has no " + override.list : known.text()));
    return;
  }
}

void rename(Node& contents, const PlacedFile& file, const Schema& schema) {
  if (file.name.empty()) return;
  const Renaming renaming(file, schema, names_in(contents, schema));
  renaming.refer(contents, schema.objects[schema.root]);
  for (Node& field : contents.children) {
    const FieldRule* rule = schema.objects[schema.root].find(field.name);
    if (rule != nullptr && is_brought(*rule)) renaming.call(field);
    if (field.name != "console") continue;
    if (Node* groups = find(field, "groups")) renaming.call(*groups);
  }
}

void append(Node& root, PlacedFile& file, const Schema& schema, Origins& origins) {
  const ObjectRule& scene = schema.objects[schema.root];
  for (Node& field : file.contents.children) {
    const FieldRule* rule = scene.find(field.name);
    if (rule == nullptr) continue;
    if (is_brought(*rule)) {
      Node& into = find_or_add(root, field.name, Kind::array, file.include.place());
      append_list(into, field, field.name, file, origins);
    }
    if (field.name != "console" || field.kind != Kind::object) continue;
    Node& console = find_or_add(root, "console", Kind::object, file.include.place());
    for (Node& list : field.children) {
      if (list.kind != Kind::array || console.kind != Kind::object) continue;
      Node& into = find_or_add(console, list.name, Kind::array, file.include.place());
      append_list(into, list, member("console", list.name), file, origins);
    }
  }
}

}  // namespace drawbar::scenes
