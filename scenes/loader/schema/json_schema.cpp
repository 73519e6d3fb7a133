#include "scenes/loader/schema/json_schema.h"

#include <algorithm>

#include "scenes/loader/text/json.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes {
namespace {

using json::in_quotes;

/// Collects `"key": value` pairs; values are JSON already.
class Object {
 public:
  Object& add(std::string_view key, const std::string& value) {
    body_ += (body_.empty() ? "" : ",") + in_quotes(key) + ":" + value;
    return *this;
  }
  std::string text() const { return "{" + body_ + "}"; }

 private:
  std::string body_;
};

std::string array(const std::vector<std::string>& values) {
  std::string body;
  for (const std::string& value : values) body += (body.empty() ? "" : ",") + value;
  return "[" + body + "]";
}

std::string strings(const std::vector<std::string>& values) {
  std::vector<std::string> all;
  for (const std::string& value : values) all.push_back(in_quotes(value));
  return array(all);
}

std::string reference(const ObjectRule& object) {
  return Object().add("$ref", in_quotes("#/definitions/" + object.name)).text();
}

/// What is of a text alone is worked out in scene files, and only there.
bool has_expressions(const Schema& schema) {
  const std::vector<FieldRule>& fields = schema.objects[schema.root].fields;
  return std::any_of(fields.begin(), fields.end(), [](const FieldRule& rule) { return rule.text_only; });
}

/// Fields of an object that take the place of others: none is needed.
std::string change_name(const ObjectRule& object) {
  return object.name + "Change";
}

std::string by_name(const std::string& value) {
  return Object().add("type", in_quotes("object")).add("additionalProperties", value).text();
}

std::string list_of(const std::string& items) {
  return Object().add("type", in_quotes("array")).add("items", items).text();
}

/// In a scene an expression may stand for a number.
std::string or_expression(const std::string& number, const Schema& schema) {
  if (!has_expressions(schema)) return number;
  const std::string expression =
      Object().add("type", in_quotes("string")).add("pattern", in_quotes("^=")).text();
  return Object().add("anyOf", array({number, expression})).text();
}

std::string plain_number(const Schema& schema) {
  return or_expression(Object().add("type", in_quotes("number")).text(), schema);
}

std::string numbers(std::size_t least, std::size_t most, const Schema& schema) {
  return Object()
      .add("type", in_quotes("array"))
      .add("items", plain_number(schema))
      .add("minItems", std::to_string(least))
      .add("maxItems", std::to_string(most))
      .text();
}

std::string value_schema(const FieldRule& rule, const Schema& schema) {
  Object out;
  switch (rule.type) {
    case ValueType::boolean:
      return out.add("type", in_quotes("boolean")).text();
    case ValueType::string:
      return out.add("type", in_quotes("string")).text();
    case ValueType::choice:
      return out.add("enum", strings(schema.enums[rule.index].values)).text();
    case ValueType::structure:
    case ValueType::table:
      return reference(schema.objects[rule.index]);
    case ValueType::integer:
    case ValueType::number:
      break;
  }
  out.add("type", in_quotes(rule.type == ValueType::integer ? "integer" : "number"));
  if (rule.above) out.add("exclusiveMinimum", number_text(*rule.above));
  if (rule.least) out.add("minimum", number_text(*rule.least));
  if (rule.most) out.add("maximum", number_text(*rule.most));
  if (rule.type == ValueType::integer && !rule.least) out.add("minimum", "0");
  return or_expression(out.text(), schema);
}

/// Of a field that text gives as an object of values by their names.
std::string named_schema(const FieldRule& rule, const Schema& schema) {
  const ObjectRule& object = schema.objects[rule.index];
  if (const FieldRule* value = object.find("value")) return by_name(value_schema(*value, schema));
  return by_name(Object().add("$ref", in_quotes("#/definitions/" + change_name(object))).text());
}

std::string field_schema(const FieldRule& rule, const Schema& schema) {
  std::string value = rule.by_name ? named_schema(rule, schema) : value_schema(rule, schema);
  if (rule.is_list && !rule.by_name) {
    const std::string one = value;
    value = list_of(one);
    if (rule.one_or_list) value = Object().add("anyOf", array({one, value})).text();
  }
  std::string description = rule.documentation;
  if (!rule.unit.empty()) description += (description.empty() ? "" : " ") + ("[" + rule.unit + "]");
  if (description.empty()) return value;
  // Beside "$ref" draft 7 ignores everything, so that the description needs a level of its own.
  return Object().add("description", in_quotes(description)).add("allOf", array({value})).text();
}

/// What one value of `type` demands and forbids.
std::string rules_of_type(const ObjectRule& object, const std::string& type) {
  std::vector<std::string> needed;
  Object forbidden;
  for (const FieldRule& rule : object.fields) {
    if (rule.used_by.empty()) continue;
    if (!rule.used_by_type(type)) forbidden.add(rule.name, "false");
    if (rule.needed && rule.used_by_type(type)) needed.push_back(rule.name);
  }
  const std::string is_type =
      Object()
          .add("properties", Object().add("type", Object().add("const", in_quotes(type)).text()).text())
          .text();
  return Object()
      .add("if", is_type)
      .add("then", Object().add("required", strings(needed)).add("properties", forbidden.text()).text())
      .text();
}

std::string table_schema(const ObjectRule& object, const Schema& schema, bool is_root) {
  Object properties;
  std::vector<std::string> needed;
  if (is_root) properties.add("$schema", Object().add("type", in_quotes("string")).text());
  for (const FieldRule& rule : object.fields) {
    if (rule.text_only && !has_expressions(schema)) continue;
    properties.add(rule.name, field_schema(rule, schema));
    if (rule.needed && rule.used_by.empty()) needed.push_back(rule.name);
  }
  Object out;
  out.add("type", in_quotes("object")).add("description", in_quotes(object.documentation));
  out.add("properties", properties.text())
      .add("required", strings(needed))
      .add("additionalProperties", "false");
  const FieldRule* type = object.find("type");
  if (type != nullptr && type->type == ValueType::choice) {
    std::vector<std::string> by_type;
    for (const std::string& value : schema.enums[type->index].values)
      by_type.push_back(rules_of_type(object, value));
    out.add("allOf", array(by_type));
  }
  return out.text();
}

std::string change_schema(const ObjectRule& object, const Schema& schema) {
  Object properties;
  for (const FieldRule& rule : object.fields) properties.add(rule.name, field_schema(rule, schema));
  return Object()
      .add("type", in_quotes("object"))
      .add("properties", properties.text())
      .add("additionalProperties", "false")
      .text();
}

std::string structure_schema(const ObjectRule& object, const Schema& schema) {
  const std::size_t count = object.fields.size();
  Object out;
  out.add("description", in_quotes(object.documentation));
  if (object.name == "Inertia") {
    Object elements;
    std::vector<std::string> names;
    for (const FieldRule& rule : object.fields) {
      elements.add(rule.name, plain_number(schema));
      names.push_back(rule.name);
    }
    const std::string named = Object()
                                  .add("type", in_quotes("object"))
                                  .add("properties", elements.text())
                                  .add("required", strings(names))
                                  .add("additionalProperties", "false")
                                  .text();
    return out.add("anyOf", array({numbers(3, 3, schema), numbers(count, count, schema), named})).text();
  }
  const std::string exact = numbers(count, count, schema);
  // [] is an axis without a limit.
  return out.add("anyOf", object.name == "Range" ? array({exact, numbers(0, 0, schema)}) : array({exact}))
      .text();
}

}  // namespace

std::string json_schema(const Schema& schema, std::string_view title) {
  Object definitions;
  for (std::size_t i = 0; i < schema.objects.size(); ++i) {
    const ObjectRule& object = schema.objects[i];
    const bool is_structure = !object.text_form.empty();
    definitions.add(object.name, is_structure ? structure_schema(object, schema)
                                              : table_schema(object, schema, i == schema.root));
  }
  for (const ObjectRule& object : schema.objects) {
    for (const FieldRule& rule : object.fields) {
      // Of overrides.
      const ObjectRule* named = rule.by_name ? &schema.objects[rule.index] : nullptr;
      if (named == nullptr || named->find("value") != nullptr) continue;
      definitions.add(change_name(*named), change_schema(*named, schema));
    }
  }
  return Object()
             .add("$schema", in_quotes("http://json-schema.org/draft-07/schema#"))
             .add("title", in_quotes(title))
             .add("definitions", definitions.text())
             .add("allOf", array({reference(schema.objects[schema.root])}))
             .text() +
         "\n";
}

}  // namespace drawbar::scenes
