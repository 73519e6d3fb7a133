#include "server/foxglove/request_fields.h"

#include <algorithm>

namespace drawbar::server::fox {

namespace {

using Kind = Field::Kind;

constexpr double kLargestCount = 9'007'199'254'740'992;  ///< JSON's numbers are exact up to here

struct KindOfValue {
  const char* what;    ///< for people
  const char* schema;  ///< JSON Schema
};

KindOfValue describe(Kind kind) {
  switch (kind) {
    case Kind::number:
      return {"a number", R"("type": "number")"};
    case Kind::count:
      return {"an integer from 0 on", R"("type": "integer", "minimum": 0)"};
    case Kind::at_least_one:
      return {"an integer from 1 on", R"("type": "integer", "minimum": 1)"};
    case Kind::text:
      return {"a string", R"("type": "string")"};
    case Kind::flag:
      return {"true or false", R"("type": "boolean")"};
    case Kind::figures:
      return {"an object of numbers", R"("type": "object", "additionalProperties": { "type": "number" })"};
    case Kind::texts:
      return {"a list of strings", R"("type": "array", "items": { "type": "string" })"};
  }
  return {"", ""};
}

bool is_of(Kind kind, const json::value& value) {
  switch (kind) {
    case Kind::number:
      return value.is_number();
    case Kind::count:
    case Kind::at_least_one: {
      if (!value.is_number()) return false;
      const auto number = value.to_number<double>();
      return number >= (kind == Kind::count ? 0 : 1) && number <= kLargestCount &&
             number == static_cast<double>(static_cast<std::uint64_t>(number));
    }
    case Kind::text:
      return value.is_string();
    case Kind::flag:
      return value.is_bool();
    case Kind::figures:
      return value.is_object() &&
             std::ranges::all_of(value.get_object(),
                                 [](const json::key_value_pair& pair) { return pair.value().is_number(); });
    case Kind::texts:
      return value.is_array() &&
             std::ranges::all_of(value.get_array(), [](const json::value& one) { return one.is_string(); });
  }
  return false;
}

std::string names_of(std::span<const Field> fields) {
  std::string list;
  for (const Field& field : fields) list += (list.empty() ? "" : ", ") + std::string(field.name);
  return list.empty() ? "none" : list;
}

}  // namespace

std::string request_schema(std::span<const Field> fields) {
  std::string properties;
  std::string required;
  for (const Field& field : fields) {
    properties += (properties.empty() ? "" : ", ") + ("\"" + std::string(field.name)) + "\": { " +
                  describe(field.kind).schema + ", \"description\": \"" + field.meaning + "\" }";
    if (field.required) required += (required.empty() ? "\"" : ", \"") + std::string(field.name) + "\"";
  }
  return R"({ "type": "object", "properties": { )" + properties + R"( }, "required": [)" + required +
         R"(], "additionalProperties": false })";
}

Result<void> check_request(const std::string& service, std::span<const Field> fields,
                           const json::object& request) {
  for (const auto& [key, value] : request) {
    const std::string name(key.data(), key.size());
    const auto field = std::ranges::find_if(fields, [&](const Field& f) { return f.name == name; });
    if (field == fields.end())
      return fail(ErrorKind::wrong,
                  service + ": no member '" + name.substr(0, 64) + "'; members: " + names_of(fields));
    if (!is_of(field->kind, value))
      return fail(ErrorKind::wrong, service + ": " + name + " must be " + describe(field->kind).what);
  }
  for (const Field& field : fields) {
    if (field.required && !request.contains(field.name))
      return fail(ErrorKind::wrong,
                  service + ": " + field.name + " is missing; " + describe(field.kind).what + " is needed");
  }
  return {};
}

}  // namespace drawbar::server::fox
