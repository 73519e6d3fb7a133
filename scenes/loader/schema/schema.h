// protocol/scene.fbs and exercise.fbs as values: tables, fields and their rules, read from the binary schemas
// inside the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drawbar::scenes {

enum class ValueType : unsigned char { boolean, integer, number, string, choice, structure, table };

/// How a field changes with the frame that it is given in.
enum class Placed : unsigned char { no, point, direction, turn };

/// One field with the attributes that the schema gives it.
struct FieldRule {
  std::string name;
  std::string documentation;
  ValueType type = ValueType::number;
  bool is_list = false;
  std::size_t index = 0;       ///< of the enum, structure or table in Schema, by type
  std::uint16_t slot = 0;      ///< vtable offset of a table's field, byte offset of a structure's
  int bytes = 0;               ///< size of a scalar
  double largest_integer = 0;  ///< of its type
  double default_value = 0;    ///< of a scalar without `optional`
  bool optional = false;       ///< absent differs from its default
  bool needed = false;
  std::vector<std::string> used_by;  ///< values of `type` that use it; empty: all
  std::optional<double> above;
  std::optional<double> least;
  std::optional<double> most;
  std::string unit;
  bool one_or_list = false;
  bool folder_path = false;
  bool text_only = false;  ///< worked out before the check; of no binary form
  bool by_name = false;    ///< text gives an object of them by their names
  Placed placed = Placed::no;
  bool refers = false;  ///< to what is called so

  bool used_by_type(std::string_view type_name) const;
};

struct ObjectRule {
  std::string name;  ///< without namespace
  std::string documentation;
  std::string text_form;          ///< of a structure: what its text looks like, such as "[x, y, z]"
  std::vector<FieldRule> fields;  ///< in the order of the schema

  const FieldRule* find(std::string_view field) const;
};

struct EnumRule {
  std::string name;
  std::vector<std::string> values;  ///< their numbers are 0, 1, 2...
};

struct Schema {
  std::vector<ObjectRule> objects;
  std::vector<EnumRule> enums;
  std::size_t root = 0;

  /// The object of this name, or nothing.
  const ObjectRule* find(std::string_view object) const;
};

/// The schema of scenes, read once.
const Schema& scene_schema();
/// The schema of exercises, which has that of scenes in it.
const Schema& exercise_schema();

/// "a, b, c"
std::string joined(const std::vector<std::string>& words);

}  // namespace drawbar::scenes
