#include "scenes/loader/schema/buffer_tree.h"

#include <algorithm>
#include <cstdint>

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

Node scalar_node(double value, const FieldRule& rule, const Schema& schema) {
  if (rule.type == ValueType::boolean) {
    Node node;
    node.kind = Kind::boolean;
    node.boolean = value != 0;
    return node;
  }
  if (rule.type == ValueType::choice) {
    const std::vector<std::string>& values = schema.enums[rule.index].values;
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

bool is_scalar(ValueType type) {
  return type == ValueType::boolean || type == ValueType::integer || type == ValueType::number ||
         type == ValueType::choice;
}

std::size_t alignment_of(const FieldRule& rule, const Schema& schema) {
  if (rule.type != ValueType::structure) return static_cast<std::size_t>(rule.bytes);
  std::size_t largest = 1;
  for (const FieldRule& field : schema.objects[rule.index].fields)
    largest = std::max(largest, alignment_of(field, schema));
  return largest;
}

// Of a list of numbers or structures that the table has.
bool elements_aligned(const flatbuffers::Table& table, const FieldRule& rule, const Schema& schema) {
  const auto* list = table.GetPointer<const flatbuffers::Vector<std::uint8_t>*>(rule.slot);
  return list->size() == 0 ||
         reinterpret_cast<std::uintptr_t>(list->Data()) % alignment_of(rule, schema) == 0;
}

class TreeReader {
 public:
  explicit TreeReader(const Schema& schema) : schema_(schema) {}

  Node table(const flatbuffers::Table& table, const ObjectRule& object) {
    Node node;
    node.kind = Kind::object;
    for (const FieldRule& rule : object.fields) {
      const std::uint8_t* at = table.GetAddressOf(rule.slot);
      if (rule.is_list && (is_scalar(rule.type) || rule.type == ValueType::structure)) {
        if (at == nullptr) continue;
        aligned_ = aligned_ && elements_aligned(table, rule, schema_);
        // The elements stay in the buffer; that there is a list is all that the rules of a needed one ask.
        if (rule.needed) {
          Node present;
          present.kind = Kind::array;
          present.name = rule.name;
          node.children.push_back(std::move(present));
        }
        continue;
      }
      if (at == nullptr && !(rule.needed && is_scalar(rule.type) && !rule.optional)) continue;
      Node child = at == nullptr  ? scalar_node(rule.default_value, rule, schema_)
                   : rule.is_list ? list(table, rule)
                                  : field(table, at, rule);
      child.name = rule.name;
      node.children.push_back(std::move(child));
    }
    return node;
  }

  bool aligned() const { return aligned_; }

 private:
  Node list(const flatbuffers::Table& table, const FieldRule& rule) {
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
        node.children.push_back(this->table(*entry, schema_.objects[rule.index]));
      }
    }
    return node;
  }

  Node field(const flatbuffers::Table& table, const std::uint8_t* at, const FieldRule& rule) {
    switch (rule.type) {
      case ValueType::string:
        return string_node(table.GetPointer<const flatbuffers::String*>(rule.slot)->str());
      case ValueType::structure:
        return structure_node(at, schema_.objects[rule.index]);
      case ValueType::table:
        return this->table(*table.GetPointer<const flatbuffers::Table*>(rule.slot),
                           schema_.objects[rule.index]);
      default:
        return scalar_node(read_number(at, rule), rule, schema_);
    }
  }

  const Schema& schema_;
  bool aligned_ = true;  // elements of all lists so far
};

}  // namespace

std::optional<json::Node> tree_of(const flatbuffers::Table& root, const Schema& schema) {
  TreeReader reader(schema);
  Node tree = reader.table(root, schema.objects[schema.root]);
  if (!reader.aligned()) return std::nullopt;
  return tree;
}

}  // namespace drawbar::scenes
