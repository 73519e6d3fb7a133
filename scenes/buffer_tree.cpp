#include "scenes/buffer_tree.h"

#include "scenes/schema.h"

namespace drawbar::scenes {
namespace {

using flatbuffers::Offset;
using flatbuffers::ReadScalar;
using json::Kind;
using json::Node;

double read_number(const std::uint8_t* at, const FieldRule& rule) {
  if (rule.type == ValueType::number) return ReadScalar<double>(at);
  switch (rule.bytes) {
    case 1:
      return ReadScalar<std::uint8_t>(at);
    case 2:
      return ReadScalar<std::uint16_t>(at);
    default:
      return ReadScalar<std::uint32_t>(at);
  }
}

Node number_node(double value) {
  Node node;
  node.kind = Kind::number;
  node.number = value;
  return node;
}

Node string_node(std::string text) {
  Node node;
  node.kind = Kind::string;
  node.text = std::move(text);
  return node;
}

Node scalar_node(double value, const FieldRule& rule) {
  if (rule.type == ValueType::boolean) {
    Node node;
    node.kind = Kind::boolean;
    node.boolean = value != 0;
    return node;
  }
  if (rule.type == ValueType::choice) {
    const std::vector<std::string>& values = scene_schema().enums[rule.index].values;
    const auto index = static_cast<std::size_t>(value);
    return string_node(index < values.size() ? values[index] : std::to_string(index));
  }
  return number_node(value);
}

Node structure_node(const std::uint8_t* at, const ObjectRule& object) {
  Node node;
  node.kind = Kind::array;
  for (const FieldRule& rule : object.fields)
    node.children.push_back(number_node(read_number(at + rule.slot, rule)));
  return node;
}

Node table_node(const flatbuffers::Table& table, const ObjectRule& object);

Node list_node(const flatbuffers::Table& table, const FieldRule& rule) {
  Node node;
  node.kind = Kind::array;
  if (rule.type == ValueType::string) {
    for (const flatbuffers::String* text :
         *table.GetPointer<const flatbuffers::Vector<Offset<flatbuffers::String>>*>(rule.slot)) {
      node.children.push_back(string_node(text->str()));
    }
  } else {
    for (const flatbuffers::Table* entry :
         *table.GetPointer<const flatbuffers::Vector<Offset<flatbuffers::Table>>*>(rule.slot)) {
      node.children.push_back(table_node(*entry, scene_schema().objects[rule.index]));
    }
  }
  return node;
}

Node field_node(const flatbuffers::Table& table, const std::uint8_t* at, const FieldRule& rule) {
  const Schema& schema = scene_schema();
  switch (rule.type) {
    case ValueType::string:
      return string_node(table.GetPointer<const flatbuffers::String*>(rule.slot)->str());
    case ValueType::structure:
      return structure_node(at, schema.objects[rule.index]);
    case ValueType::table:
      return table_node(*table.GetPointer<const flatbuffers::Table*>(rule.slot), schema.objects[rule.index]);
    default:
      return scalar_node(read_number(at, rule), rule);
  }
}

bool is_scalar(ValueType type) {
  return type == ValueType::boolean || type == ValueType::integer || type == ValueType::number ||
         type == ValueType::choice;
}

Node table_node(const flatbuffers::Table& table, const ObjectRule& object) {
  Node node;
  node.kind = Kind::object;
  for (const FieldRule& rule : object.fields) {
    const bool skipped = rule.is_list && (is_scalar(rule.type) || rule.type == ValueType::structure);
    const std::uint8_t* at = table.GetAddressOf(rule.slot);
    if (skipped) continue;
    if (at == nullptr && !(rule.needed && is_scalar(rule.type) && !rule.optional)) continue;
    Node child = at == nullptr  ? scalar_node(rule.default_value, rule)
                 : rule.is_list ? list_node(table, rule)
                                : field_node(table, at, rule);
    child.name = rule.name;
    node.children.push_back(std::move(child));
  }
  return node;
}

}  // namespace

json::Node tree_of(const scene::Scene& scene) {
  const Schema& schema = scene_schema();
  return table_node(*reinterpret_cast<const flatbuffers::Table*>(&scene), schema.objects[schema.root]);
}

}  // namespace drawbar::scenes
