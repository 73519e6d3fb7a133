#include "scenes/loader/schema/tree_buffer.h"

#include <flatbuffers/idl.h>

namespace drawbar::scenes {

std::optional<std::vector<std::byte>> buffer_of(const json::Node& root,
                                                std::span<const std::uint8_t> binary_schema,
                                                Diagnostics& errors) {
  flatbuffers::IDLOptions options;
  options.strict_json = true;
  flatbuffers::Parser parser(options);
  const bool known = parser.Deserialize(binary_schema.data(), binary_schema.size());
  if (!known || !parser.ParseJson(json::write(root).c_str())) {
    errors.add("", "the schema's parser refuses it: " + parser.error_);
    return std::nullopt;
  }
  const auto* begin = reinterpret_cast<const std::byte*>(parser.builder_.GetBufferPointer());
  return std::vector<std::byte>(begin, begin + parser.builder_.GetSize());
}

}  // namespace drawbar::scenes
