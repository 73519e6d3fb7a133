// Any bytes as a normalised scene, as a daemon or a recording would send it: refused with an error, or a
// scene.
#include "scenes/loader/loader.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)scenes::load_buffer(fuzz::as_bytes(data, size), "fuzz");
  return 0;
}
