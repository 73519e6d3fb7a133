// Any bytes as a scene file: an error, or a scene whose normalised buffer loads again to the same buffer.
#include "scenes/loader.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto loaded = scenes::load_text(text, "fuzz", "/nonexistent");
  if (!loaded) {
    fuzz::require(!loaded.error().text.empty());
    return 0;
  }
  const auto again = scenes::load_buffer(loaded->buffer, "fuzz");
  fuzz::require(again.has_value() && again->buffer == loaded->buffer);
  return 0;
}
