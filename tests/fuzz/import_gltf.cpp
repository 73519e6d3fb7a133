// Any bytes as glTF, text or binary, through tinygltf.
#include "tests/fuzz/import_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  import::Warnings warnings;
  fuzz::expect_scene_or_error(import::read_gltf_bytes({reinterpret_cast<const std::byte*>(data), size},
                                                      "fuzz", "/nonexistent", warnings),
                              warnings);
  return 0;
}
