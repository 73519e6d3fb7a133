// Any bytes as a hall file: an error, or a hall of stations with ports of their own, whose units can be
// written.
#include <set>

#include "tests/fuzz/fuzz_input.h"
#include "tools/hall/hall.h"
#include "tools/hall/units.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto hall = tools::parse_hall(text, "fuzz", "/hall");
  if (!hall) {
    fuzz::require(!hall.error().text.empty());
    return 0;
  }
  std::set<std::uint16_t> ports;
  for (const tools::HallStation& station : hall->stations) {
    ports.insert(station.port);
    ports.insert(station.web_port);
  }
  fuzz::require(ports.size() == 2 * hall->stations.size());
  fuzz::require(tools::hall_units(*hall).size() == hall->stations.size() + 1);
  return 0;
}
