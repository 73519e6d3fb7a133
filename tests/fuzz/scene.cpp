// Any bytes as a scene file, and as files that it includes: an error, or a scene whose normalised buffer
// loads again to the same buffer. Nothing is read from the disk: form feeds divide the input into the scene
// and the files "1", "2", ... that it may include.
#include <algorithm>
#include <cstring>

#include "scenes/loader/loader.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/json_mutation.h"

using namespace drawbar;

namespace {

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// The part of this number, 0 being the scene; nothing where there is none.
std::optional<std::string_view> part(std::string_view text, std::size_t number) {
  for (; number > 0; --number) {
    const std::size_t end = text.find('\f');
    if (end == std::string_view::npos) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\f'));
}

scenes::ReadSceneFile parts_of(std::string_view text) {
  return [text](const std::string& path) -> Result<std::vector<std::byte>> {
    const bool is_number = path.size() == 1 && path[0] >= '1' && path[0] <= '9';
    const auto found = is_number ? part(text, static_cast<std::size_t>(path[0] - '0')) : std::nullopt;
    if (!found) return fail(ErrorKind::wrong, "does not exist");
    std::vector<std::byte> bytes(found->size());
    if (!bytes.empty()) std::memcpy(bytes.data(), found->data(), bytes.size());
    return bytes;
  };
}

// The size of what is left in `out`, 0 if the change does not exist or fit.
std::size_t put(const std::optional<std::string>& text, std::uint8_t* out, std::size_t most) {
  if (!text || text->size() > most) return 0;
  std::copy(text->begin(), text->end(), out);
  return text->size();
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  // Bytes as often as items.
  const std::string_view text = text_of(data, size);
  const std::size_t changed =
      seed % 2 == 0 ? 0 : put(fuzz::JsonMutation(seed).change(text, text), data, most);
  return changed > 0 ? changed : LLVMFuzzerMutate(data, size, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second, std::size_t second_size,
                                                 std::uint8_t* out, std::size_t most, unsigned seed) {
  return put(fuzz::JsonMutation(seed).change(text_of(first, first_size), text_of(second, second_size)), out,
             most);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  scenes::LoadOptions options;
  options.explain = true;
  options.read = parts_of(text);
  const auto loaded = scenes::load_text(*part(text, 0), "fuzz", "/nonexistent", options);
  if (!loaded) {
    fuzz::require(!loaded.error().text.empty());
    return 0;
  }
  const auto again = scenes::load_buffer(loaded->buffer, "fuzz");
  fuzz::require(again.has_value() && again->buffer == loaded->buffer);
  return 0;
}
