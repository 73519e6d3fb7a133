// Any bytes as a client's message: refused, or every field of it can be touched and encoded again.
#include "protocol/check.h"
#include "protocol/decode.h"
#include "protocol/encode.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto message = protocol::decode_client_message(fuzz::as_bytes(data, size));
  if (!message || !protocol::is_known(**message)) {
    return 0;
  }
  (void)protocol::check(**message);
  control::ClientMessageT native;
  (*message)->UnPackTo(&native);
  const protocol::Bytes again = protocol::encode(native);
  fuzz::require(protocol::decode_client_message(again).has_value());
  return 0;
}
