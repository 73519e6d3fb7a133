// Any datagrams at an end that opens them: what was not sealed for it never opens, what was opens once.
#include "protocol/seal.h"

#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const control::Key key(1, 2);
  protocol::DatagramOpener opener(key, protocol::Direction::to_client);
  const auto bytes = fuzz::as_bytes(data, size);
  fuzz::require(!opener.open(bytes));
  protocol::DatagramSealer sealer(key, 7, protocol::Direction::to_client);
  protocol::Bytes sealed = sealer.seal(bytes);
  if (size > 0) {
    protocol::Bytes changed = sealed;
    changed[data[0] % changed.size()] ^= std::byte{0x10};
    fuzz::require(!opener.open(changed));
  }
  const auto opened = opener.open(sealed);
  fuzz::require(opened.has_value() && std::equal(opened->begin(), opened->end(), bytes.begin(), bytes.end()));
  fuzz::require(!opener.open(sealed));
  return 0;
}
