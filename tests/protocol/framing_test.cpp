// Framing: whole messages out of pieces, and lengths judged before they cost anything.
#include "protocol/framing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace drawbar::protocol {
namespace {

Bytes message_of(std::size_t size, unsigned first) {
  Bytes out(size);
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = static_cast<std::byte>(first + i);
  }
  return out;
}

TEST(Framing, GivesBackTheSameMessagesWhateverThePieces) {
  const std::vector<Bytes> messages{message_of(8, 1), message_of(9, 2), message_of(1000, 3),
                                    message_of(64, 4)};
  Bytes stream;
  for (const Bytes& message : messages) {
    append(stream, framed(message));
  }
  for (std::size_t piece = 1; piece < stream.size(); piece = piece * 2 + 1) {
    FrameReader reader(kClientMessageLimit);
    std::vector<Bytes> got;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      reader.feed(BytesView(stream).subspan(at, std::min(piece, stream.size() - at)));
      for (auto next = reader.next(); next && *next; next = reader.next()) {
        got.emplace_back((*next)->begin(), (*next)->end());
      }
    }
    EXPECT_EQ(got, messages) << "pieces of " << piece;
    EXPECT_EQ(reader.pending(), 0u);
  }
}

TEST(Framing, RefusesLengthBeforeAllocating) {
  FrameReader reader(kClientMessageLimit);
  reader.feed(length_prefix(0xFFFFFFFF));
  const auto next = reader.next();
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().text, "message length 4294967295, allowed are 8 to 65536 bytes");
}

TEST(Framing, AcceptsTheLimitAndRefusesOneMore) {
  FrameReader at_limit(kClientMessageLimit);
  at_limit.feed(framed(Bytes(kClientMessageLimit)));
  const auto next = at_limit.next();
  ASSERT_TRUE(next && *next);
  EXPECT_EQ((*next)->size(), kClientMessageLimit);

  FrameReader above(kClientMessageLimit);
  above.feed(length_prefix(kClientMessageLimit + 1));
  EXPECT_FALSE(above.next());
}

TEST(Framing, RefusesLengthsThatNoMessageHas) {
  for (std::size_t size = 0; size < kShortestMessage; ++size) {
    FrameReader reader(kClientMessageLimit);
    reader.feed(length_prefix(size));
    EXPECT_FALSE(reader.next()) << size;
  }
}

TEST(Framing, AnnouncedButUnsentBytesCostNoMemory) {
  FrameReader reader(kServerMessageLimit);
  reader.feed(length_prefix(kServerMessageLimit));
  const auto next = reader.next();
  ASSERT_TRUE(next);
  EXPECT_FALSE(*next);
  EXPECT_EQ(reader.pending(), 4u);
}

}  // namespace
}  // namespace drawbar::protocol
