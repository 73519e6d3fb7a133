// Messages of the protocol as Python's dicts, field by field as the schema has them.
#pragma once

#include <string>

#include "protocol/control_generated.h"
#include "protocol/decode.h"
#include "python/native/bindings.h"

namespace drawbar::python {

/// The body's name and its fields. Numbers as the schema types them, absent optional ones as None, enums as
/// their names, lists of numbers and of structs as NumPy arrays, of bytes as bytes. The message must be known
/// (protocol/decode.h).
py::tuple to_python(const protocol::ServerMessage& message);

/// The body `name` from its fields as a JSON object; throws Failure for what the schema does not know.
control::ClientBodyUnion body_from_json(const std::string& name, const std::string& fields);

}  // namespace drawbar::python
