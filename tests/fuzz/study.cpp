// Any bytes as a study file: an error, or a study whose variants are as many as it says; and any path in a
// scene.
#include "tests/fuzz/fuzz_input.h"
#include "tools/study/sampling.h"
#include "tools/study/study_loader.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = tools::parse_study(text, "fuzz");
  if (!parsed) {
    fuzz::require(!parsed.error().text.empty());
    return 0;
  }
  constexpr std::size_t kMostTried = 5000;
  const std::size_t count = tools::variant_count(parsed->study);
  if (count <= kMostTried) {
    const auto variants = tools::variants_of(parsed->study);
    fuzz::require(variants.size() == count && variants.front().size() == parsed->study.parameters.size());
  }
  scenes::Diagnostics errors("fuzz");
  scenes::json::Node scene = scenes::json::parse(
      R"({ "bodies": [ { "name": "rod", "mass": 1, "position": [0, 1, 2] } ], "gravity": [0, 0, -9.81] })",
      errors);
  for (const auto& parameter : parsed->study.parameters) {
    for (const std::string& path : parameter->paths) (void)tools::set_number(scene, path, 1.5);
  }
  return 0;
}
