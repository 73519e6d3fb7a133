// Sealed datagrams: only what this key sealed for this direction opens, and only once.
#include "protocol/seal.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace drawbar::protocol {
namespace {

const control::Key kKey(0x0f1e2d3c4b5a6978, 0x8796a5b4c3d2e1f0);

Bytes bytes_from(const std::vector<unsigned>& numbers) {
  Bytes bytes;
  for (const unsigned number : numbers) bytes.push_back(static_cast<std::byte>(number));
  return bytes;
}

Bytes counting(std::size_t size) {
  std::vector<unsigned> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return bytes_from(numbers);
}

TEST(Seal, WhatWasSealedOpensOnceAndIsWhatItWas) {
  DatagramSealer sealer(kKey, 7, Direction::to_client);
  DatagramOpener opener(kKey, Direction::to_client);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{16}, std::size_t{1168}}) {
    const Bytes sealed = sealer.seal(counting(size));
    EXPECT_EQ(sealed.size(), size + kSealOverhead);
    EXPECT_EQ(sealed_session(sealed), 7u);
    EXPECT_EQ(opener.open(sealed), counting(size));
    EXPECT_FALSE(opener.open(sealed)) << "replayed";
  }
}

// The bytes of README section "UDP", and of python3-cryptography: another implementation's.
TEST(Seal, IsTheLayoutOfTheDocument) {
  DatagramSealer sealer(kKey, 3, Direction::to_server);
  sealer.seal(counting(4));
  EXPECT_EQ(sealer.seal(counting(4)),
            bytes_from({0x03, 0x00, 0x00, 0x00, 0x44, 0x42, 0x52, 0x58, 0x01, 0x00, 0x00, 0x00,
                        0x00, 0x00, 0x00, 0x00, 0xd8, 0xc2, 0xed, 0xa7, 0x1b, 0x17, 0x52, 0xe5,
                        0xa0, 0x87, 0xbd, 0x50, 0x0e, 0x0a, 0xfa, 0xaf, 0x46, 0xd7, 0x45, 0xc6}));
}

TEST(Seal, ChangedInAnyByteItDoesNotOpen) {
  DatagramSealer sealer(kKey, 7, Direction::to_client);
  DatagramOpener opener(kKey, Direction::to_client);
  const Bytes sealed = sealer.seal(counting(20));
  for (std::size_t at = 0; at < sealed.size(); ++at) {
    Bytes changed = sealed;
    changed[at] ^= std::byte{1};
    EXPECT_FALSE(opener.open(changed)) << "byte " << at;
  }
  for (std::size_t size = 0; size < sealed.size(); ++size) {
    EXPECT_FALSE(opener.open(BytesView(sealed).first(size))) << size << " bytes";
  }
  EXPECT_TRUE(opener.open(sealed)) << "what did not open used nothing up";
}

TEST(Seal, OtherKeysAndTheOtherDirectionDoNotOpenIt) {
  DatagramSealer sealer(kKey, 7, Direction::to_client);
  const Bytes sealed = sealer.seal(counting(20));
  EXPECT_FALSE(DatagramOpener(control::Key(1, 2), Direction::to_client).open(sealed));
  EXPECT_FALSE(DatagramOpener(kKey, Direction::to_server).open(sealed))
      << "a datagram sent back to its sender";
}

TEST(Seal, TheSameDatagramNeverLooksTheSame) {
  DatagramSealer sealer(kKey, 7, Direction::to_client);
  const Bytes first = sealer.seal(counting(20));
  const Bytes second = sealer.seal(counting(20));
  EXPECT_FALSE(std::equal(first.begin() + 16, first.end(), second.begin() + 16));
}

TEST(ReplayWindow, TakesEachNumberOnceInAnyOrderWithinTheWindow) {
  ReplayWindow window;
  for (const std::uint64_t number : {5u, 3u, 4u, 0u, 1028u, 6u}) {
    EXPECT_TRUE(window.fresh(number)) << number;
    window.take(number);
    EXPECT_FALSE(window.fresh(number)) << number;
  }
  EXPECT_FALSE(window.fresh(4)) << "left the window";
  EXPECT_TRUE(window.fresh(7));
  window.take(1'000'000);
  for (std::uint64_t back = 0; back < 2 * ReplayWindow::kSize; ++back) {
    EXPECT_FALSE(window.fresh(1'000'000 - ReplayWindow::kSize - back)) << back;
  }
  EXPECT_TRUE(window.fresh(1'000'001 - ReplayWindow::kSize));
  EXPECT_TRUE(window.fresh(1028 + 1'000'000));
}

}  // namespace
}  // namespace drawbar::protocol
