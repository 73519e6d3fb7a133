// Any bytes as an exercise file: an error, or an exercise whose buffer loads again.
#include "scenes/exercise/exercise_loader.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

namespace {

constexpr const char* kScene = R"({ "name": "drop", "materials": [ { "name": "clay" } ],
  "bodies": [
    { "name": "plate", "static": true, "shapes": [ { "type": "box", "size": [4, 4, 0.2], "material": "clay" } ] },
    { "name": "near", "static": true, "shapes": [ { "type": "box", "size": [4, 4, 0.2], "sensor": true } ] },
    { "name": "ball", "mass": 2, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, 0.6], "shapes": [ { "type": "sphere", "radius": 0.1 } ] },
    { "name": "rod", "mass": 3, "inertia": [0.1, 0.1, 0.1], "position": [9, 0, 5] } ],
  "joints": [ { "name": "pin", "type": "revolute", "parent": "ball", "child": "rod", "position": [4, 0, 3], "axis": [0, 1, 0] } ],
  "controls": [ { "name": "lever" } ] })";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto loaded = scenes::load_exercise_text(
      text, "fuzz", [](const std::string&) { return scenes::load_text(kScene, "scene", "/nonexistent"); });
  if (!loaded) {
    fuzz::require(!loaded.error().text.empty());
    return 0;
  }
  const auto again = scenes::load_exercise_buffer(loaded->exercise.buffer, "fuzz", loaded->scene.world);
  fuzz::require(again.has_value() &&
                again->observer->memory_size() == loaded->exercise.observer->memory_size());
  return 0;
}
