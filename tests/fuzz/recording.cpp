// Any bytes as a recording, and as a state's file: refused with an error, or walked through to its end or an
// error.
#include "protocol/session_record.h"
#include "scenes/record/state_file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)scenes::decode_state(fuzz::as_bytes(data, size), "fuzz");
  const auto record = protocol::SessionRecord::open(
      std::make_unique<protocol::MemorySource>(fuzz::as_bytes(data, size)), "fuzz");
  if (!record) {
    return 0;
  }
  auto cursor = record->items();
  for (auto item = cursor.next(); item && *item; item = cursor.next()) {
  }
  (void)record->frames();
  (void)record->items_from(record->end_time()).next();
  return 0;
}
