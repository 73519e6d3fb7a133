#include "python/native/message.h"

#include <flatbuffers/idl.h>
#include <flatbuffers/reflection.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "protocol/control_bfbs_generated.h"
#include "protocol/stream_bfbs_generated.h"
#include "python/native/errors.h"

namespace drawbar::python {
namespace {

using flatbuffers::Table;
using reflection::BaseType;

/// Walks one buffer along the schema that flatc wrote.
class SchemaReader {
 public:
  explicit SchemaReader(const reflection::Schema& schema) : schema_(schema) {}

  py::dict table(const reflection::Object& type, const Table& table) const {
    py::dict fields;
    for (const reflection::Field* field : *type.fields()) {
      const BaseType base = field->type()->base_type();
      if (field->deprecated() || base == BaseType::UType) continue;
      fields[field->name()->c_str()] =
          base == BaseType::Union ? union_of(type, *field, table) : field_of(*field, table);
    }
    return fields;
  }

  /// The body's name and fields, of a message whose only union is `body`.
  py::tuple body(const Table& message) const {
    const reflection::Object& root = *schema_.root_table();
    const reflection::Field& field = *root.fields()->LookupByKey("body");
    const reflection::Object& type = flatbuffers::GetUnionType(schema_, root, field, message);
    const auto* body = message.GetPointer<const Table*>(field.offset());
    return py::make_tuple(short_name(type), table(type, *body));
  }

 private:
  static std::string short_name(const reflection::Object& type) {
    const std::string name = type.name()->str();
    return name.substr(name.rfind('.') + 1);
  }

  py::object union_of(const reflection::Object& type, const reflection::Field& field,
                      const Table& table) const {
    const auto* value = table.GetPointer<const Table*>(field.offset());
    if (value == nullptr) return py::none();
    return this->table(flatbuffers::GetUnionType(schema_, type, field, table), *value);
  }

  py::object field_of(const reflection::Field& field, const Table& table) const {
    const reflection::Type& type = *field.type();
    switch (type.base_type()) {
      case BaseType::String: {
        const auto* text = flatbuffers::GetFieldS(table, field);
        return text == nullptr ? py::object(py::none()) : py::str(text->c_str(), text->size());
      }
      case BaseType::Vector:
        return vector_of(type, table.GetPointer<const flatbuffers::VectorOfAny*>(field.offset()));
      case BaseType::Obj: {
        const reflection::Object& object = *schema_.objects()->Get(static_cast<unsigned>(type.index()));
        if (object.is_struct()) {
          const auto* data = table.GetStruct<const flatbuffers::Struct*>(field.offset());
          return data == nullptr ? py::object(py::none()) : struct_of(object, *data);
        }
        const auto* inner = table.GetPointer<const Table*>(field.offset());
        return inner == nullptr ? py::object(py::none()) : this->table(object, *inner);
      }
      case BaseType::Float:
      case BaseType::Double:
        if (field.optional() && !table.CheckField(field.offset())) return py::none();
        return py::float_(flatbuffers::GetAnyFieldF(table, field));
      default:
        if (field.optional() && !table.CheckField(field.offset())) return py::none();
        return integer(type, flatbuffers::GetAnyFieldI(table, field));
    }
  }

  py::object struct_of(const reflection::Object& type, const flatbuffers::Struct& data) const {
    py::dict fields;
    for (const reflection::Field* field : *type.fields()) {
      const BaseType base = field->type()->base_type();
      if (base == BaseType::Obj) {
        fields[field->name()->c_str()] =
            struct_of(*schema_.objects()->Get(static_cast<unsigned>(field->type()->index())),
                      *data.GetStruct<const flatbuffers::Struct*>(field->offset()));
      } else if (base == BaseType::Float || base == BaseType::Double) {
        fields[field->name()->c_str()] = py::float_(flatbuffers::GetAnyFieldF(data, *field));
      } else {
        fields[field->name()->c_str()] = integer(*field->type(), flatbuffers::GetAnyFieldI(data, *field));
      }
    }
    return fields;
  }

  /// An enum's value by its name, where it has one.
  py::object integer(const reflection::Type& type, std::int64_t value) const {
    if (type.base_type() == BaseType::Bool) return py::bool_(value != 0);
    if (type.index() >= 0) {
      for (const reflection::EnumVal* known :
           *schema_.enums()->Get(static_cast<unsigned>(type.index()))->values()) {
        if (known->value() == value) return py::str(known->name()->str());
      }
    }
    if (type.base_type() == BaseType::ULong) return py::int_(static_cast<std::uint64_t>(value));
    return py::int_(value);
  }

  py::object vector_of(const reflection::Type& type, const flatbuffers::VectorOfAny* vector) const {
    const BaseType element = type.element();
    const std::size_t count = vector == nullptr ? 0 : vector->size();
    const auto* data = vector == nullptr ? nullptr : reinterpret_cast<const char*>(vector->Data());
    if (element == BaseType::String || (element == BaseType::Obj && !object_of(type).is_struct())) {
      py::list list;
      for (std::size_t i = 0; i < count; ++i) list.append(entry_of(type, *vector, static_cast<unsigned>(i)));
      return list;
    }
    if (element == BaseType::UByte && type.index() < 0) return py::bytes(data, count);
    const py::dtype dtype = element == BaseType::Obj ? dtype_of(object_of(type)) : dtype_of(element);
    py::array array(dtype, static_cast<py::ssize_t>(count));
    if (count > 0)
      std::memcpy(array.mutable_data(), data, count * static_cast<std::size_t>(dtype.itemsize()));
    return array;
  }

  py::object entry_of(const reflection::Type& type, const flatbuffers::VectorOfAny& vector,
                      unsigned i) const {
    if (type.element() == BaseType::String) {
      const auto* text = flatbuffers::GetAnyVectorElemPointer<const flatbuffers::String>(&vector, i);
      return py::str(text->c_str(), text->size());
    }
    return table(object_of(type), *flatbuffers::GetAnyVectorElemPointer<const Table>(&vector, i));
  }

  const reflection::Object& object_of(const reflection::Type& type) const {
    return *schema_.objects()->Get(static_cast<unsigned>(type.index()));
  }

  static py::dtype dtype_of(BaseType base) {
    switch (base) {
      case BaseType::Bool:
        return py::dtype("?");
      case BaseType::Byte:
        return py::dtype("i1");
      case BaseType::UByte:
        return py::dtype("u1");
      case BaseType::Short:
        return py::dtype("<i2");
      case BaseType::UShort:
        return py::dtype("<u2");
      case BaseType::Int:
        return py::dtype("<i4");
      case BaseType::UInt:
        return py::dtype("<u4");
      case BaseType::Long:
        return py::dtype("<i8");
      case BaseType::ULong:
        return py::dtype("<u8");
      case BaseType::Float:
        return py::dtype("<f4");
      default:
        return py::dtype("<f8");
    }
  }

  /// The struct's memory as NumPy sees it, in its order: the schema has fields by name.
  py::dtype dtype_of(const reflection::Object& type) const {
    std::vector<const reflection::Field*> fields(type.fields()->begin(), type.fields()->end());
    std::ranges::sort(fields, {}, &reflection::Field::offset);
    py::list names, formats, offsets;
    for (const reflection::Field* field : fields) {
      const reflection::Type& of = *field->type();
      names.append(field->name()->str());
      formats.append(of.base_type() == BaseType::Obj ? dtype_of(object_of(of)) : dtype_of(of.base_type()));
      offsets.append(field->offset());
    }
    return py::dtype(names, formats, offsets, type.bytesize());
  }

  const reflection::Schema& schema_;
};

}  // namespace

py::tuple to_python(const protocol::ServerMessage& message) {
  static const reflection::Schema& schema = *reflection::GetSchema(stream::ServerMessageBinarySchema::data());
  return SchemaReader(schema).body(*flatbuffers::GetRoot<Table>(message.bytes().data()));
}

control::ClientBodyUnion body_from_json(const std::string& name, const std::string& fields) {
  static const std::unique_ptr<flatbuffers::Parser> parser = [] {
    flatbuffers::IDLOptions options;
    options.strict_json = true;
    auto made = std::make_unique<flatbuffers::Parser>(options);
    made->Deserialize(control::ClientMessageBinarySchema::data(), control::ClientMessageBinarySchema::size());
    return made;
  }();
  if (!parser->ParseJson(("{\"body_type\": \"" + name + "\", \"body\": " + fields + "}").c_str()))
    throw Failure("request " + name + ": " + parser->error_);
  control::ClientMessageT message;
  flatbuffers::GetRoot<control::ClientMessage>(parser->builder_.GetBufferPointer())->UnPackTo(&message);
  return std::move(message.body);
}

}  // namespace drawbar::python
