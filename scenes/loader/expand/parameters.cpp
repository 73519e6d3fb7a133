#include "scenes/loader/expand/parameters.h"

#include <algorithm>

#include "scenes/loader/expand/expression.h"
#include "scenes/loader/schema/nearest_word.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes {
namespace {

using json::Kind;
using json::Node;

std::string in_quotes_cut(std::string_view text) {
  constexpr std::size_t kLongestQuote = 60;
  return text.size() > kLongestQuote ? json::in_quotes(text.substr(0, kLongestQuote)) + "..."
                                     : json::in_quotes(text);
}

void explain(ExpressionContext context, Place place, const std::string& path, std::string text, double value,
             std::string by) {
  if (context.explained == nullptr || context.explained->size() >= kMostExplained) return;
  const std::string& placed = context.errors.placement();
  if (!placed.empty()) by = by.empty() ? placed : by + ", " + placed;
  context.explained->push_back({context.errors.at(place), path, std::move(text), value, std::move(by)});
}

}  // namespace

Parameters::Parameters(const Node* parameters, const GivenParameters& given, ExpressionContext context)
    : context_(context) {
  if (parameters != nullptr) node_ = *parameters;
  if (parameters != nullptr && node_.kind != Kind::object) {
    context_.errors.add_at(node_.place(), "parameters",
                           "is not an object; allowed: numbers and expressions by their names { ... }");
    node_.children.clear();
  }
  for (Node& child : node_.children) {
    const std::string path = member("parameters", child.name);
    if (!is_parameter_name(child.name)) {
      context_.errors.add_at(child.place(), path,
                             "cannot be a parameter's name; allowed: letters, digits and underscores, not a "
                             "digit first, no function, not pi or number");
      continue;
    }
    parameters_[child.name] = {child.name, &child, Progress::none, 0};
  }
  take_given(given);
  // In the order of the file, as `drawbar check` lists them.
  for (const Node& child : node_.children) {
    if (context_.errors.full()) return;
    const auto found = parameters_.find(child.name);
    if (found != parameters_.end() && found->second.progress == Progress::none) work_out(found->second);
  }
}

std::string Parameters::no_such(std::string_view name) const {
  std::vector<std::string> names;
  for (const auto& [known, parameter] : parameters_) names.push_back(known);
  if (number_) names.emplace_back("number");
  return "no parameter is called " + in_quotes_cut(name) + nearest_word(name, names) +
         "; allowed: " + (names.empty() ? "none, the file has no parameters" : joined(names));
}

void Parameters::take_given(const GivenParameters& given) {
  for (const auto& [name, value] : given) {
    if (context_.errors.full()) return;
    const auto own = parameters_.find(name);
    if (own == parameters_.end()) {
      context_.errors.add_at(value.place, value.path, no_such(name));
      continue;
    }
    Parameter& parameter = own->second;
    parameter.progress = Progress::known;
    parameter.value = value.value;
    const std::string by = value.place.line > 0 ? "given in " + context_.errors.at(value.place) : "given";
    explain(context_, parameter.node->place(), member("parameters", name), number_text(value.value),
            value.value, by);
  }
}

// Without recursion, however long a chain of parameters is: an expression that needs one without a value
// stops there, waits for it and begins anew.
void Parameters::work_out(Parameter& first) {
  std::vector<Parameter*> waiting{&first};
  while (!waiting.empty()) {
    Parameter& parameter = *waiting.back();
    parameter.progress = Progress::waits;
    wanted_ = nullptr;
    const auto value = own_value(parameter);
    if (wanted_ != nullptr && wanted_->progress == Progress::none) {
      waiting.push_back(wanted_);
      continue;
    }
    waiting.pop_back();
    const std::string path = member("parameters", parameter.name);
    if (value) {
      parameter.progress = Progress::known;
      parameter.value = *value;
      const Node& node = *parameter.node;
      explain(context_, node.place(), path,
              node.kind == Kind::string ? json::in_quotes(node.text) : number_text(*value), *value, "");
      continue;
    }
    parameter.progress = Progress::failed;
    if (!value.error().text.empty()) {
      context_.errors.add_at(parameter.node->place(), path, value.error().text);
    }
  }
  wanted_ = nullptr;
}

// An error without a text has been reported where it is.
Result<double> Parameters::value_of(std::string_view name) {
  if (name == "number" && number_) return *number_;
  const auto found = parameters_.find(name);
  if (found == parameters_.end()) return fail(ErrorKind::wrong, no_such(name));
  Parameter& parameter = found->second;
  switch (parameter.progress) {
    case Progress::known:
      return parameter.value;
    case Progress::failed:
      return fail(ErrorKind::wrong, "");
    case Progress::waits:
      return fail(ErrorKind::wrong, "goes round in a circle through " + in_quotes_cut(name) +
                                        "; allowed: parameters of other ones");
    case Progress::none:
      wanted_ = &parameter;
      return fail(ErrorKind::wrong, "");
  }
  return fail(ErrorKind::wrong, "");
}

Result<double> Parameters::own_value(const Parameter& parameter) {
  const Node& node = *parameter.node;
  if (node.kind == Kind::number) return node.number;
  if (node.kind != Kind::string || !is_expression(node.text)) {
    return fail(ErrorKind::wrong, "is no number; allowed: a number, or an expression such as \"=2 * pi\"");
  }
  return value_of_expression(node.text);
}

Result<double> Parameters::value_of_expression(const std::string& text) {
  auto value = evaluate(text, [this](std::string_view name) { return value_of(name); });
  if (!value && !value.error().text.empty())
    value.error().text = in_quotes_cut(text) + ": " + value.error().text;
  return value;
}

void Parameters::apply(Node& node, const ObjectRule& object, const Schema& schema, const std::string& path) {
  if (node.kind != Kind::object) return;
  for (Node& child : node.children) {
    if (const FieldRule* rule = object.find(child.name))
      apply_to_field(child, *rule, schema, member(path, child.name));
  }
}

void Parameters::apply_to_field(Node& node, const FieldRule& rule, const Schema& schema,
                                const std::string& path) {
  if (rule.by_name) {
    const FieldRule* value = schema.objects[rule.index].find("value");
    for (Node& child : node.children) {
      const std::string at = member(path, child.name);
      value != nullptr ? apply_to_number(child, at) : apply(child, schema.objects[rule.index], schema, at);
    }
    return;
  }
  if (!rule.is_list || node.kind != Kind::array) return apply_to_value(node, rule, schema, path);
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    // Paths of elements are made only where they may be needed: lists of numbers are long.
    Node& child = node.children[i];
    if (child.kind != Kind::number) apply_to_value(child, rule, schema, element(path, i));
  }
}

void Parameters::apply_to_value(Node& node, const FieldRule& rule, const Schema& schema,
                                const std::string& path) {
  switch (rule.type) {
    case ValueType::integer:
    case ValueType::number:
      return apply_to_number(node, path);
    case ValueType::structure:
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        Node& child = node.children[i];
        if (child.kind != Kind::string) continue;
        apply_to_number(child, node.kind == Kind::object ? member(path, child.name) : element(path, i));
      }
      return;
    case ValueType::table:
      return apply(node, schema.objects[rule.index], schema, path);
    case ValueType::boolean:
    case ValueType::string:
    case ValueType::choice:
      return;
  }
}

void Parameters::apply_to_number(Node& node, const std::string& path) {
  if (context_.errors.full()) return;
  if (node.kind != Kind::string || !is_expression(node.text)) return;
  const auto value = value_of_expression(node.text);
  if (!value) {
    if (!value.error().text.empty()) context_.errors.add_at(node.place(), path, value.error().text);
    return;
  }
  node.kind = Kind::number;
  node.number = *value;
  explain(context_, node.place(), path, json::in_quotes(node.text), *value, "");
}

bool has_expression(const Node& node) {
  if (node.kind == Kind::string) return is_expression(node.text);
  return std::any_of(node.children.begin(), node.children.end(), has_expression);
}

}  // namespace drawbar::scenes
