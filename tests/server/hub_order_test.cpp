// In which order a client hears what belongs together.
#include <algorithm>

#include "tests/server/hub_in_slots.h"

namespace drawbar::server::test {
namespace {

TEST(HubOrder, TheReplyOfAStepComesBeforeTheFrameThatItWaitedFor) {
  HubInSlots hall;
  const Person chief = hall.join(control::Role::Instructor, "chief");
  ASSERT_EQ(hall.ask(chief, control::FreezeT()), "Reply");
  const std::uint64_t stood_at = hall.newest().state.frame;
  const std::size_t before = chief.connection->count();
  ASSERT_EQ(hall.ask(chief, control::StepT()), "Reply");
  const auto place_of = [&](auto wanted) {
    const auto& packets = chief.connection->packets();
    return std::find_if(
        packets.begin() + static_cast<std::ptrdiff_t>(before), packets.end(),
        [&](const Packet& packet) { return wanted(**protocol::decode_server_message(*packet)); });
  };
  const auto reply = place_of([](const stream::ServerMessage& m) { return m.body_as_Reply() != nullptr; });
  const auto frame = place_of([&](const stream::ServerMessage& m) {
    return m.body_as_Frame() != nullptr && m.body_as_Frame()->stamp()->frame() > stood_at;
  });
  ASSERT_NE(frame, chief.connection->packets().end());
  EXPECT_LT(reply, frame);
}

}  // namespace
}  // namespace drawbar::server::test
