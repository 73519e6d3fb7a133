#include "scenes/loader/schema/schema_check.h"

#include <algorithm>
#include <cmath>

#include "scenes/loader/convert/limits.h"
#include "scenes/loader/schema/nearest_word.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes {
namespace {

using json::Kind;
using json::Node;

/// A piece of the scene's text in a message.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 60;
  return text.size() > most ? json::in_quotes(text.substr(0, most)) + "..." : json::in_quotes(text);
}

std::string found_text(const Node& node) {
  switch (node.kind) {
    case Kind::object:
      return "found an object";
    case Kind::array:
      return "found a list of " + std::to_string(node.children.size());
    case Kind::string:
      return "found the string " + shown(node.text);
    case Kind::number:
      return "found " + number_text(node.number) + (node.text.empty() ? "" : " from " + shown(node.text));
    case Kind::boolean:
      return node.boolean ? "found true" : "found false";
  }
  return {};
}

/// "above 0 kg", "0 to 1"
std::string bounds_text(const FieldRule& rule) {
  std::string text = rule.type == ValueType::integer ? "a whole number" : "a number";
  if (rule.above) text += " above " + number_text(*rule.above);
  if (rule.least && rule.most) {
    text += " from " + number_text(*rule.least) + " to " + number_text(*rule.most);
  } else if (rule.least) {
    text += " of at least " + number_text(*rule.least);
  } else if (rule.most) {
    text += std::string(rule.above ? " and" : "") + " of at most " + number_text(*rule.most);
  }
  if (!rule.unit.empty()) text += " (" + rule.unit + ")";
  return text;
}

/// Every check says whether what it looked at can still be read by the parser that follows; what cannot is
/// taken out of the tree, so that all other errors of the scene can be found in the same run.
class Checker {
 public:
  Checker(const Schema& schema, Diagnostics& errors, bool is_text)
      : schema_(schema), errors_(errors), is_text_(is_text) {}

  bool check_table(Node& node, const ObjectRule& object, const std::string& path) {
    if (node.kind != Kind::object) return refuse(path, found_text(node) + "; allowed: an object { ... }");
    const std::string type = type_of(node, object);
    for (const FieldRule& rule : object.fields) {
      const bool applies = rule.used_by.empty() || (!type.empty() && rule.used_by_type(type));
      if (rule.needed && applies && node.find(rule.name) == nullptr) {
        errors_.add(path, "the field \"" + rule.name + "\" is missing; allowed: " + allowed_text(rule));
      }
    }
    std::erase_if(node.children, [&](Node& child) { return !check_member(child, object, type, path); });
    return true;
  }

 private:
  bool refuse(const std::string& path, const std::string& text) {
    errors_.add(path, text);
    return false;
  }

  bool check_member(Node& child, const ObjectRule& object, const std::string& type, const std::string& path) {
    const FieldRule* rule = object.find(child.name);
    if (rule == nullptr) {
      report_unknown(child, object, type, path);
      return false;
    }
    const std::string child_path = member(path, child.name);
    if (!type.empty() && !rule->used_by_type(type)) {
      errors_.add_at(child.place(), child_path,
                     "the field is not used by type " + type + "; allowed with: " + joined(rule->used_by));
      return false;
    }
    if (rule->by_name) return check_named(child, *rule, child_path);
    if (rule->text_only && !is_text_) {
      errors_.add_at(child.place(), child_path,
                     "is of a scene's text alone; allowed: what it comes to, in the fields themselves");
      return false;
    }
    return check_field(child, *rule, child_path);
  }

  /// An object of numbers, or of objects that are checked where they get to.
  bool check_named(Node& node, const FieldRule& rule, const std::string& path) {
    if (node.kind != Kind::object)
      return refuse(path, found_text(node) + "; allowed: an object { name: ... }");
    const FieldRule* value = schema_.objects[rule.index].find("value");
    bool usable = true;
    for (Node& child : node.children) {
      const std::string at = member(path, child.name);
      if (value != nullptr) {
        usable = check_number(child, *value, at) && usable;
      } else if (child.kind != Kind::object) {
        usable = refuse(at, found_text(child) + "; allowed: an object { ... } of fields");
      }
    }
    return usable;
  }

  /// The value of `type` if the table has that field and it is good; otherwise empty.
  std::string type_of(const Node& node, const ObjectRule& object) const {
    const FieldRule* rule = object.find("type");
    const Node* type = node.find("type");
    if (rule == nullptr || type == nullptr || type->kind != Kind::string) return {};
    const std::vector<std::string>& values = schema_.enums[rule->index].values;
    return std::find(values.begin(), values.end(), type->text) == values.end() ? std::string{} : type->text;
  }

  void report_unknown(const Node& child, const ObjectRule& object, const std::string& type,
                      const std::string& path) {
    std::vector<std::string> allowed;
    for (const FieldRule& rule : object.fields) {
      if (type.empty() || rule.used_by_type(type)) allowed.push_back(rule.name);
    }
    errors_.add_at(child.place(), path,
                   "unknown field " + shown(child.name) + nearest_word(child.name, allowed) +
                       "; allowed: " + joined(allowed));
  }

  std::string allowed_text(const FieldRule& rule) const {
    const std::string list = rule.is_list ? "a list, each " : "";
    switch (rule.type) {
      case ValueType::boolean:
        return list + "true or false";
      case ValueType::integer:
      case ValueType::number:
        return list + bounds_text(rule);
      case ValueType::string:
        return list + "a string in double quotes";
      case ValueType::choice:
        return list + joined(schema_.enums[rule.index].values);
      case ValueType::structure:
        return list + schema_.objects[rule.index].text_form;
      case ValueType::table:
        return list + "an object { ... }";
    }
    return {};
  }

  bool check_field(Node& node, const FieldRule& rule, const std::string& path) {
    if (!rule.is_list) return check_value(node, rule, path);
    const bool is_one = node.kind == (rule.type == ValueType::number ? Kind::number : Kind::object);
    if (rule.one_or_list && is_one) wrap(node);
    if (node.kind != Kind::array) {
      return refuse(path, found_text(node) + "; allowed: " + allowed_text(rule) +
                              (rule.one_or_list ? "; or one for all" : ""));
    }
    bool usable = true;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      Node& child = node.children[i];
      if (check_value(child, rule, element(path, i))) continue;
      if (rule.type == ValueType::table) {
        // An empty object keeps the places of those after it.
        child.kind = Kind::object;
        child.children.clear();
      } else {
        usable = false;
      }
    }
    return usable;
  }

  /// { ... } becomes [{ ... }]
  static void wrap(Node& node) {
    Node list;
    list.kind = Kind::array;
    list.set_place(node.place());
    list.name = std::move(node.name);
    list.children.push_back(std::move(node));
    node = std::move(list);
  }

  bool check_value(Node& node, const FieldRule& rule, const std::string& path) {
    switch (rule.type) {
      case ValueType::boolean:
        return node.kind == Kind::boolean || refuse(path, found_text(node) + "; allowed: true or false");
      case ValueType::integer:
      case ValueType::number:
        return check_number(node, rule, path);
      case ValueType::string:
        if (node.kind != Kind::string)
          return refuse(path, found_text(node) + "; allowed: a string in double quotes");
        return !node.text.empty() || !rule.needed ||
               refuse(path, "is empty; allowed: at least one character");
      case ValueType::choice: {
        const std::vector<std::string>& values = schema_.enums[rule.index].values;
        if (node.kind != Kind::string) return refuse(path, found_text(node) + "; allowed: " + joined(values));
        return std::find(values.begin(), values.end(), node.text) != values.end() ||
               refuse(path, "unknown value " + shown(node.text) + nearest_word(node.text, values) +
                                "; allowed: " + joined(values));
      }
      case ValueType::structure:
        return check_structure(node, schema_.objects[rule.index], path);
      case ValueType::table:
        return check_table(node, schema_.objects[rule.index], path);
    }
    return false;
  }

  bool check_number(const Node& node, const FieldRule& rule, const std::string& path) {
    if (node.kind != Kind::number) return refuse(path, found_text(node) + "; allowed: " + bounds_text(rule));
    const double value = node.number;
    const bool whole = rule.type != ValueType::integer ||
                       (value == std::floor(value) && value >= 0 && value <= rule.largest_integer);
    const bool in_bounds = !(rule.above && !(value > *rule.above)) &&
                           !(rule.least && !(value >= *rule.least)) && !(rule.most && !(value <= *rule.most));
    if (!whole || !in_bounds) return refuse(path, found_text(node) + "; allowed: " + bounds_text(rule));
    const bool too_small = rule.above && *rule.above == 0 && value < kSmallestPositive;
    if (std::abs(value) <= kLargestNumber && !too_small) return true;
    return refuse(path, found_text(node) + "; allowed: magnitudes from " + number_text(kSmallestPositive) +
                            " to " + number_text(kLargestNumber));
  }

  bool check_structure(Node& node, const ObjectRule& object, const std::string& path) {
    if (object.name == "Range" && node.kind == Kind::array && node.children.empty()) make_unlimited(node);
    if (object.name == "Inertia") expand_inertia(node, object);
    const bool right_length = node.kind == Kind::array && node.children.size() == object.fields.size();
    if (!right_length) return refuse(path, found_text(node) + "; allowed: " + object.text_form);
    bool usable = true;
    for (std::size_t i = 0; i < object.fields.size(); ++i) {
      if (object.name == "Range" && is_unlimited(node.children[i])) continue;
      usable = check_number(node.children[i], object.fields[i], element(path, i)) && usable;
    }
    return usable;
  }

  /// [] stands for an axis without limit.
  static void make_unlimited(Node& node) {
    for (const double bound : {-kUnlimited, kUnlimited}) {
      Node child;
      child.kind = Kind::number;
      child.set_place(node.place());
      child.number = bound;
      node.children.push_back(std::move(child));
    }
  }

  static bool is_unlimited(const Node& node) {
    return node.kind == Kind::number && std::abs(node.number) == kUnlimited;
  }

  /// Three elements are the diagonal; an object names the elements.
  static void expand_inertia(Node& node, const ObjectRule& object) {
    const std::size_t elements = object.fields.size();
    if (node.kind == Kind::array && node.children.size() == 3) {
      while (node.children.size() < elements) {
        Node zero;
        zero.kind = Kind::number;
        zero.set_place(node.place());
        node.children.push_back(std::move(zero));
      }
    } else if (node.kind == Kind::object && node.children.size() == elements) {
      std::vector<Node> ordered;
      for (const FieldRule& rule : object.fields) {
        const Node* named = node.find(rule.name);
        if (named == nullptr) return;
        ordered.push_back(*named);
      }
      node.kind = Kind::array;
      node.children = std::move(ordered);
    }
  }

  const Schema& schema_;
  Diagnostics& errors_;
  bool is_text_;
};

}  // namespace

void check_against_schema(Node& root, const Schema& schema, Diagnostics& errors) {
  Checker(schema, errors, false).check_table(root, schema.objects[schema.root], "");
}

void check_table(Node& node, const ObjectRule& object, const Schema& schema, const std::string& path,
                 Diagnostics& errors) {
  Checker(schema, errors, true).check_table(node, object, path);
}

}  // namespace drawbar::scenes
