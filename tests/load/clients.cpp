// The people of a load: viewers on every transport, operators, those who come and go, those who send rubbish.
#include "tests/load/clients.h"

#include <algorithm>

#include "tests/server/library_client.h"
#include "tests/server/socket_client.h"

namespace drawbar::server::test {

namespace {

protocol::Bytes noise_of(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  protocol::Bytes noise(size);
  std::ranges::generate(noise, [&random] { return static_cast<std::byte>(random()); });
  return noise;
}

}  // namespace

bool view_tcp(std::uint16_t port, bool web_socket, const std::atomic<bool>& stop, Sight& sight) {
  SocketClient client(port, web_socket ? SocketClient::Transport::web_socket : SocketClient::Transport::tcp);
  if (!client.join(control::Role::Viewer, "viewer")) return false;
  while (!stop) {
    const auto message = client.receive();
    if (!message) return true;
    if (const auto* frame = (*message)->body_as_Frame()) sight.saw(frame->stamp()->frame());
  }
  return true;
}

bool view_udp(std::uint16_t port, const std::atomic<bool>& stop, Sight& sight) {
  protocol::Client::Options options;
  options.name = "udp viewer";
  options.subscribe.udp = true;
  LibraryClient viewer(port, 0, options);
  while (!stop) {
    if (!viewer.pump(20)) return viewer.client().joined();
    while (const auto notice = viewer.client().next_event()) {
      if (const auto* frame = std::get_if<protocol::Client::FrameArrived>(&*notice)) {
        sight.saw(frame->stamp.frame());
      }
    }
  }
  return viewer.client().joined();
}

void drive(std::uint16_t port, std::uint32_t share, std::uint32_t shares, const std::atomic<bool>& stop,
           Drive& drive) {
  SocketClient client(port);
  const auto welcome = client.join(control::Role::Operator, "operator");
  if (!welcome) return;
  control::TakeControlT take;
  for (std::uint32_t i = 0; i < welcome->scene->channels.size(); ++i) {
    if (i % shares == share) take.channels.push_back(i);
  }
  const std::vector<std::uint32_t> channels = take.channels;
  if (channels.empty()) return;
  client.send(std::move(take), 1);
  if (!client.answered(1)) return;

  std::mt19937 random(share);
  std::uniform_int_distribution<Nanoseconds> phase(0, 40 * kMillisecond);
  std::uint64_t sequence = 0;
  Nanoseconds sent = 0;
  while (!stop) {
    if (sent == 0) {
      sleep_until(monotonic_now() + phase(random), 0);
      control::ControlT message;
      message.sequence = ++sequence;
      const double value = static_cast<double>(sequence % 20) / 20;
      for (const std::uint32_t channel : channels) message.values.emplace_back(channel, value);
      sent = monotonic_now();
      client.send(std::move(message));
    }
    const auto message = client.receive();
    if (!message) return;
    const auto* telemetry = (*message)->body_as_Telemetry();
    if (telemetry == nullptr) continue;
    drive.compute.add(static_cast<Nanoseconds>(telemetry->compute_ns()));
    // A daemon held up for longer than the dead man's timeout sets neutral, and the value never shows.
    const Nanoseconds latency = monotonic_now() - sent;
    const bool acts = telemetry->control_sequences()->Get(channels.front()) >= sequence;
    if (!acts && latency < kSecond) continue;
    drive.latency.add(latency);
    sent = 0;
  }
}

void come_and_go(std::uint16_t port, int churn, int noise, const std::atomic<bool>& stop,
                 std::uint64_t& connects) {
  const protocol::Bytes rubbish = noise_of(16'384, 1);
  const int per_second = std::max(1, churn + noise);
  for (int i = 0; !stop; ++i) {
    SocketClient client(port);
    if (i % per_second < noise) {
      client.send_raw(rubbish);
    } else if (client.join(control::Role::Viewer, "passer-by")) {
      ++connects;
    }
    sleep_until(monotonic_now() + kSecond / per_second, 0);
  }
}

void flood(std::uint16_t port, std::uint16_t web_port, const std::atomic<bool>& stop, std::uint64_t& bytes) {
  protocol::Bytes rubbish = noise_of(65'536, 2);
  for (std::uint64_t i = 0; !stop; ++i) {
    SocketClient client(i % 2 == 0 ? port : web_port);
    client.send_raw(rubbish);
    bytes += rubbish.size();
    std::ranges::rotate(rubbish, rubbish.begin() + 1);
  }
}

}  // namespace drawbar::server::test
