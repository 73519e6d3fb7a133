// Any bytes as what a server sends, over TCP and as datagrams: the client library survives and stays
// consistent.
#include "protocol/client.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

namespace {

void touch(protocol::Client& client) {
  while (auto notice = client.next_event()) {
    if (const auto* arrived = std::get_if<protocol::Client::Arrived>(&*notice)) {
      stream::ServerMessageT native;
      arrived->message->UnPackTo(&native);
      (void)protocol::encode(native);
    }
  }
  (void)client.poses().at(client.server_time(1'000'000'000));
  if (const auto shown = client.shown_time(1'000'000'000)) (void)client.poses().at(*shown);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  protocol::Client::Options options;
  options.name = "fuzz";
  options.subscribe.udp = true;
  protocol::Client client(std::move(options));
  client.connected();
  const auto bytes = fuzz::as_bytes(data, size);
  client.receive_datagram(bytes, 400'000'000);
  touch(client);
  // Whole messages without the luck of a right length, then the bytes as a stream of their own.
  for (int i = 0; i < 2; ++i) {
    (void)client.receive(protocol::framed(bytes), 500'000'000);
    touch(client);
    client.advance(1'000'000'000);
    (void)client.take_bytes();
    (void)client.take_datagrams();
  }
  (void)client.receive(bytes, 500'000'000);
  touch(client);
  return 0;
}
