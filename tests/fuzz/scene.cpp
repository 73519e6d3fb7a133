// Any bytes as a scene file: an error, or a scene whose normalised buffer loads again to the same buffer.
#include <algorithm>

#include "scenes/loader/loader.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/json_mutation.h"

using namespace drawbar;

namespace {

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
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
  const auto loaded = scenes::load_text(text, "fuzz", "/nonexistent");
  if (!loaded) {
    fuzz::require(!loaded.error().text.empty());
    return 0;
  }
  const auto again = scenes::load_buffer(loaded->buffer, "fuzz");
  fuzz::require(again.has_value() && again->buffer == loaded->buffer);
  return 0;
}
