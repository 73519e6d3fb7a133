#include "scenes/loader/schema/schema.h"

#include <flatbuffers/reflection_generated.h>

#include <algorithm>
#include <cassert>
#include <charconv>

#include "protocol/exercise_bfbs_generated.h"
#include "protocol/scene_bfbs_generated.h"

namespace drawbar::scenes {
namespace {

std::string short_name(const flatbuffers::String* full) {
  const std::string_view text = full->string_view();
  return std::string(text.substr(text.rfind('.') + 1));
}

std::string documentation_of(const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>* lines) {
  std::string out;
  if (lines == nullptr) return out;
  for (const flatbuffers::String* line : *lines) {
    std::string_view text = line->string_view();
    if (text.starts_with(' ')) text.remove_prefix(1);
    if (!out.empty()) out += ' ';
    out += text;
  }
  return out;
}

std::string_view attribute(const reflection::Field& field, const char* name, bool& present) {
  const auto* pair = field.attributes() != nullptr ? field.attributes()->LookupByKey(name) : nullptr;
  present = pair != nullptr;
  return present && pair->value() != nullptr ? pair->value()->string_view() : std::string_view{};
}

std::optional<double> number_attribute(const reflection::Field& field, const char* name) {
  bool present = false;
  const std::string_view text = attribute(field, name, present);
  if (!present) return std::nullopt;
  double value = 0;
  [[maybe_unused]] const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  assert(result.ec == std::errc{} && "a schema gives a bound that is not a number");
  return value;
}

bool has_attribute(const reflection::Field& field, const char* name) {
  bool present = false;
  attribute(field, name, present);
  return present;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

void set_type(FieldRule& rule, reflection::BaseType base, int index, const reflection::Schema& schema) {
  switch (base) {
    case reflection::BaseType::Bool:
      rule.type = ValueType::boolean;
      rule.bytes = 1;
      return;
    case reflection::BaseType::Double:
      rule.type = ValueType::number;
      rule.bytes = 8;
      return;
    case reflection::BaseType::String:
      rule.type = ValueType::string;
      return;
    case reflection::BaseType::Obj:
      rule.index = static_cast<std::size_t>(index);
      rule.type = schema.objects()->Get(static_cast<flatbuffers::uoffset_t>(index))->is_struct()
                      ? ValueType::structure
                      : ValueType::table;
      return;
    case reflection::BaseType::UByte:
    case reflection::BaseType::UShort:
    case reflection::BaseType::UInt:
      rule.type = index >= 0 ? ValueType::choice : ValueType::integer;
      rule.index = index >= 0 ? static_cast<std::size_t>(index) : 0;
      rule.bytes = base == reflection::BaseType::UByte ? 1 : base == reflection::BaseType::UShort ? 2 : 4;
      rule.largest_integer = rule.bytes == 1 ? 255.0 : rule.bytes == 2 ? 65535.0 : 4294967295.0;
      return;
    default:
      assert(false && "a schema uses a type that schema.cpp does not know");
  }
}

FieldRule field_rule(const reflection::Field& field, const reflection::Schema& schema) {
  FieldRule rule;
  rule.name = field.name()->str();
  rule.documentation = documentation_of(field.documentation());
  rule.slot = field.offset();
  rule.optional = field.optional();
  rule.is_list = field.type()->base_type() == reflection::BaseType::Vector;
  set_type(rule, rule.is_list ? field.type()->element() : field.type()->base_type(), field.type()->index(),
           schema);
  rule.default_value =
      rule.type == ValueType::number ? field.default_real() : static_cast<double>(field.default_integer());
  rule.needed = has_attribute(field, "needed");
  bool present = false;
  rule.used_by = words_of(attribute(field, "used_by", present));
  rule.above = number_attribute(field, "above");
  rule.least = number_attribute(field, "least");
  rule.most = number_attribute(field, "most");
  rule.unit = std::string(attribute(field, "unit", present));
  rule.one_or_list = has_attribute(field, "one_or_list");
  rule.folder_path = has_attribute(field, "folder_path");
  rule.text_only = has_attribute(field, "text_only");
  rule.by_name = has_attribute(field, "by_name");
  rule.refers = has_attribute(field, "refers");
  const std::string_view placed = attribute(field, "placed", present);
  rule.placed = placed == "point"       ? Placed::point
                : placed == "direction" ? Placed::direction
                : placed == "turn"      ? Placed::turn
                                        : Placed::no;
  return rule;
}

}  // namespace

Schema read_schema(const std::uint8_t* data) {
  const reflection::Schema& binary = *reflection::GetSchema(data);
  Schema schema;
  for (const reflection::Enum* choice : *binary.enums()) {
    EnumRule& rule = schema.enums.emplace_back();
    rule.name = short_name(choice->name());
    for (const reflection::EnumVal* value : *choice->values()) {
      assert(value->value() == static_cast<std::int64_t>(rule.values.size()));
      rule.values.push_back(value->name()->str());
    }
  }
  for (const reflection::Object* object : *binary.objects()) {
    ObjectRule& rule = schema.objects.emplace_back();
    rule.name = short_name(object->name());
    rule.documentation = documentation_of(object->documentation());
    constexpr std::string_view marker = "Text: ";
    const std::size_t text_at = rule.documentation.find(marker);
    if (text_at != std::string::npos) rule.text_form = rule.documentation.substr(text_at + marker.size());
    for (const reflection::Field* field : *object->fields())
      rule.fields.push_back(field_rule(*field, binary));
    std::sort(rule.fields.begin(), rule.fields.end(),
              [](const FieldRule& a, const FieldRule& b) { return a.slot < b.slot; });
  }
  for (std::size_t i = 0; i < schema.objects.size(); ++i) {
    if (schema.objects[i].name == short_name(binary.root_table()->name())) schema.root = i;
  }
  return schema;
}

bool FieldRule::used_by_type(std::string_view type_name) const {
  return used_by.empty() || std::find(used_by.begin(), used_by.end(), type_name) != used_by.end();
}

const FieldRule* ObjectRule::find(std::string_view field) const {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const FieldRule& f) { return f.name == field; });
  return found == fields.end() ? nullptr : &*found;
}

const ObjectRule* Schema::find(std::string_view object) const {
  const auto found =
      std::find_if(objects.begin(), objects.end(), [&](const ObjectRule& o) { return o.name == object; });
  return found == objects.end() ? nullptr : &*found;
}

const Schema& scene_schema() {
  static const Schema schema = read_schema(scene::SceneBinarySchema::data());
  return schema;
}

const Schema& exercise_schema() {
  static const Schema schema = read_schema(exercise::ExerciseBinarySchema::data());
  return schema;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ", ";
    out += word;
  }
  return out;
}

}  // namespace drawbar::scenes
