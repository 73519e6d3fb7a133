// Any text as a controls file: refused with its line, or rows in order of frame that name existing controls.
#include "scenes/loader/controls_file.h"

#include <cmath>

#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const physics::ControlConfig controls[] = {{.name = "throttle"}, {.name = "steer"}};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto file = scenes::parse_controls(text, "fuzz", 40, controls);
  if (!file) {
    fuzz::require(!file.error().text.empty());
    return 0;
  }
  std::uint64_t frame = 0;
  for (const scenes::ControlRow& row : file->rows) {
    fuzz::require(row.frame >= frame && static_cast<std::size_t>(row.control) < 2 &&
                  std::isfinite(row.value));
    frame = row.frame;
  }
  return 0;
}
