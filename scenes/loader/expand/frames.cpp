#include "scenes/loader/expand/frames.h"

#include <algorithm>

#include "scenes/loader/convert/names.h"
#include "scenes/loader/text/name_list.h"

namespace drawbar::scenes {
namespace {

using json::Kind;
using json::member_text;
using json::Node;

constexpr std::string_view kRelative = "relative_to";

bool mentions_frames(const Node& node) {
  if (node.kind == Kind::object && node.find(kRelative) != nullptr) return true;
  return std::any_of(node.children.begin(), node.children.end(), mentions_frames);
}

}  // namespace

Frames::Frames(Node& root, std::vector<PlacedFile>& placed, const Schema& schema, Diagnostics& errors)
    : root_(root), placed_(placed), schema_(schema), errors_(errors) {}

void Frames::resolve() {
  const bool any = mentions_frames(root_) ||
                   std::any_of(placed_.begin(), placed_.end(),
                               [](const auto& file) { return file.include.find(kRelative) != nullptr; });
  if (!any) return;
  for (PlacedFile& file : placed_) {
    includes_.push_back({&file.include, schema_.find("Include"), file.path, kOwn, Progress::none});
  }
  index(root_, kOwn);
  for (std::size_t i = 0; i < placed_.size(); ++i) index(placed_[i].contents, i);
  for (Entry& include : includes_) resolve(include);
  for (auto& [name, entry] : entries_) {
    if (entry.placed == kOwn) resolve(entry);
  }
  resolve_inside(root_, schema_.objects[schema_.root], "");
}

void Frames::index(Node& contents, std::size_t placed) {
  for (const auto& [list, rule] : {std::pair("bodies", "Body"), std::pair("joints", "Joint")}) {
    for (Node& field : contents.children) {
      if (field.name != list || field.kind != Kind::array) continue;
      for (std::size_t i = 0; i < field.children.size(); ++i) {
        Node& node = field.children[i];
        const std::string own = member_text(node, "name");
        if (own.empty()) continue;
        const std::string name = placed == kOwn ? own : placed_[placed].outside(own);
        entries_.emplace(name, Entry{&node, schema_.find(rule), element(list, i), placed, Progress::none});
      }
    }
  }
}

void Frames::resolve(Entry& entry) {
  if (entry.progress != Progress::none) return;
  entry.progress = Progress::busy;
  resolve_table(*entry.node, *entry.rule, entry.path);
  entry.progress = Progress::done;
}

void Frames::resolve_table(Node& node, const ObjectRule& object, const std::string& path) {
  const auto found = std::find_if(node.children.begin(), node.children.end(),
                                  [](const Node& child) { return child.name == kRelative; });
  if (node.kind != Kind::object || found == node.children.end() || object.find(kRelative) == nullptr) return;
  const Node relative = std::move(*found);
  node.children.erase(found);
  const std::string at = member(path, kRelative);
  if (relative.kind != Kind::string) {
    return errors_.add_at(relative.place(), at, "is no name; allowed: the name of a body or joint in quotes");
  }
  if (const auto frame = frame_of(relative.text, relative.place(), at)) place(node, object, schema_, *frame);
}

void Frames::resolve_inside(Node& node, const ObjectRule& object, const std::string& path) {
  if (node.kind != Kind::object) return;
  resolve_table(node, object, path);
  for (Node& child : node.children) {
    const FieldRule* rule = object.find(child.name);
    if (rule == nullptr || rule->type != ValueType::table) continue;
    const ObjectRule& inner = schema_.objects[rule->index];
    const std::string at = member(path, child.name);
    if (child.kind == Kind::object) resolve_inside(child, inner, at);
    if (child.kind != Kind::array) continue;
    for (std::size_t i = 0; i < child.children.size(); ++i) {
      resolve_inside(child.children[i], inner, element(at, i));
    }
  }
}

std::optional<Frame> Frames::frame_of(const std::string& name, Place at, const std::string& path) {
  if (name == kWorldName) return Frame{};
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    NameList allowed;
    allowed.add(kWorldName);
    for (const auto& [known, entry] : entries_) allowed.add(known);
    errors_.add_at(at, path,
                   "no body or joint of this file is called " + json::in_quotes(name.substr(0, 100)) +
                       "; allowed: " + allowed.text());
    return std::nullopt;
  }
  Entry& entry = found->second;
  const Entry* parent = parent_of(entry);
  const bool circle = is_busy(entry) || (parent != nullptr && is_busy(*parent));
  if (circle) {
    errors_.add_at(at, path,
                   "goes round in a circle through " + json::in_quotes(name.substr(0, 100)) +
                       "; allowed: a body or joint that is not itself given relative to this");
    return std::nullopt;
  }
  if (depth_ >= kMostChain) {
    errors_.add_at(at, path,
                   "is the end of a chain of more than " + std::to_string(kMostChain) +
                       " frames; allowed: shorter ones");
    return std::nullopt;
  }
  ++depth_;
  const Frame frame = frame_of(entry);
  --depth_;
  return frame;
}

bool Frames::is_busy(const Entry& entry) const {
  if (entry.progress == Progress::busy) return true;
  return entry.placed != kOwn && includes_[entry.placed].progress == Progress::busy;
}

// Of a joint; nothing where that is the world or unknown.
Frames::Entry* Frames::parent_of(const Entry& entry) {
  if (entry.rule->name != "Joint") return nullptr;
  const std::string parent = member_text(*entry.node, "parent");
  const auto body = entries_.find(entry.placed == kOwn ? parent : placed_[entry.placed].outside(parent));
  if (body == entries_.end() || body->second.rule->name != "Body") return nullptr;
  return entry.placed == kOwn || body->second.placed == entry.placed ? &body->second : nullptr;
}

Frame Frames::frame_of(Entry& entry) {
  Frame outer;
  if (entry.placed != kOwn) {
    Entry& include = includes_[entry.placed];
    resolve(include);
    outer = pose_of(*include.node);
  } else {
    resolve(entry);
  }
  if (entry.rule->name == "Body") return outer * pose_of(*entry.node);
  // A joint: its position, and the axes of its parent.
  Frame frame;
  if (const auto position = vector_of(*entry.node, "position")) frame.position = *position;
  if (Entry* parent = parent_of(entry)) {
    if (parent->placed == kOwn) resolve(*parent);
    const Frame axes = pose_of(*parent->node);
    frame.rotation = axes.rotation;
    frame.turned = axes.turned;
  }
  return outer * frame;
}

}  // namespace drawbar::scenes
