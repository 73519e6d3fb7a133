// The members of a service's request: what they may be, as a schema says it and as they are checked.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "server/foxglove/wire.h"

namespace drawbar::server::fox {

struct Field {
  enum class Kind : std::uint8_t { number, count, at_least_one, text, flag, figures, texts };
  const char* name;
  Kind kind;
  bool required;
  const char* meaning;  ///< for people
};

/// JSON Schema of a request with these members.
std::string request_schema(std::span<const Field> fields);
/// Every member is one of these and of its kind, and those that are required are there. `service`: begins
/// errors.
Result<void> check_request(const std::string& service, std::span<const Field> fields,
                           const json::object& request);

}  // namespace drawbar::server::fox
