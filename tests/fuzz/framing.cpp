// Any byte stream, cut anywhere: the same messages come out as from one piece, and memory stays bounded.
#include "protocol/framing.h"

#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

namespace {

struct Outcome {
  std::vector<protocol::Bytes> messages;
  bool failed = false;
  bool operator==(const Outcome&) const = default;
};

Outcome read(protocol::BytesView bytes, std::size_t piece) {
  constexpr std::size_t kLimit = 4096;
  protocol::FrameReader reader(kLimit);
  Outcome outcome;
  while (!bytes.empty() && !outcome.failed) {
    const std::size_t size = std::min(piece, bytes.size());
    reader.feed(bytes.first(size));
    bytes = bytes.subspan(size);
    while (true) {
      const auto next = reader.next();
      outcome.failed = !next;
      if (!next || !*next) {
        break;
      }
      fuzz::require((*next)->size() <= kLimit);
      outcome.messages.emplace_back((*next)->begin(), (*next)->end());
    }
    fuzz::require(outcome.failed || reader.pending() <= kLimit + 4);
  }
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const auto bytes = fuzz::as_bytes(data + 1, size - 1);
  fuzz::require(read(bytes, bytes.size()) == read(bytes, std::size_t{data[0]} + 1));
  return 0;
}
