// The people of a load: viewers on every transport, operators, those who come and go, those who send rubbish.
#include "tests/load/clients.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "protocol/playout_clock.h"
#include "tests/server/library_client.h"
#include "tests/server/socket_client.h"

namespace drawbar::server::test {

namespace {

using Transport = SocketClient::Transport;

protocol::Bytes noise_of(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  protocol::Bytes noise(size);
  std::ranges::generate(noise, [&random] { return static_cast<std::byte>(random()); });
  return noise;
}

constexpr std::size_t kDatagram = 1'200;

/// Tries again while the daemon is busy with others: a class that starts at once, or a flood.
std::unique_ptr<SocketClient> joined(
    std::uint16_t port, Transport transport, control::Role role, const std::string& name,
    const std::atomic<bool>& stop,
    const std::function<void(const stream::WelcomeT&)>& look = [](const auto&) {}) {
  while (true) {
    auto client = std::make_unique<SocketClient>(port, transport);
    if (const auto welcome = client->join(role, name)) {
      look(*welcome);
      return client;
    }
    if (stop) return client;
    sleep_until(monotonic_now() + 50 * kMillisecond, 0);
  }
}

}  // namespace

bool view_tcp(std::uint16_t port, bool web_socket, const std::atomic<bool>& stop, Sight& sight) {
  const auto client = joined(port, web_socket ? Transport::web_socket : Transport::tcp, control::Role::Viewer,
                             "viewer", stop);
  while (!stop) {
    const auto message = client->receive();
    if (!message) return false;
    if (const auto* frame = (*message)->body_as_Frame()) sight.saw(frame->stamp()->frame());
  }
  return sight.frames > 0;
}

bool view_udp(std::uint16_t port, const std::atomic<bool>& stop, Sight& sight) {
  protocol::Client::Options options;
  options.name = "udp viewer";
  options.subscribe.udp = true;
  while (!stop) {
    LibraryClient viewer(port, 0, options);
    while (!stop && viewer.pump(20)) {
      while (const auto notice = viewer.client().next_event()) {
        if (const auto* frame = std::get_if<protocol::Client::FrameArrived>(&*notice)) {
          sight.saw(frame->stamp.frame());
        }
      }
    }
    if (!stop && viewer.client().joined()) return false;
  }
  return sight.frames > 0;
}

bool drive(std::uint16_t port, std::uint32_t share, std::uint32_t shares, const std::atomic<bool>& stop,
           ControlDelays& delays) {
  control::TakeControlT take;
  Nanoseconds period = 0;
  const auto client = joined(
      port, Transport::tcp, control::Role::Operator, "operator", stop, [&](const stream::WelcomeT& welcome) {
        period = static_cast<Nanoseconds>(welcome.scene->period_ns);
        for (std::uint32_t i = share; i < welcome.scene->channels.size(); i += shares) {
          take.channels.push_back(i);
        }
      });
  const std::vector<std::uint32_t> channels = take.channels;
  if (channels.empty()) return true;
  client->send(std::move(take), 1);
  if (!client->answered(1)) return false;

  std::mt19937 random(share);
  std::uniform_int_distribution<Nanoseconds> phase(0, 40 * kMillisecond);
  std::uint64_t sequence = 0;
  Nanoseconds sent = 0;
  protocol::PlayoutClock playout;
  while (!stop) {
    if (sent == 0) {
      sleep_until(monotonic_now() + phase(random), 0);
      control::ControlT message;
      message.sequence = ++sequence;
      const double value = static_cast<double>(sequence % 20) / 20;
      for (const std::uint32_t channel : channels) message.values.emplace_back(channel, value);
      sent = monotonic_now();
      client->send(std::move(message));
    }
    const auto message = client->receive();
    if (!message) return false;
    const Nanoseconds now = monotonic_now();
    if (const auto* frame = (*message)->body_as_Frame()) {
      playout.arrived(*frame->stamp(), static_cast<std::uint64_t>(period), static_cast<std::uint64_t>(now));
    }
    const auto* telemetry = (*message)->body_as_Telemetry();
    if (telemetry == nullptr) continue;
    // A daemon held up for longer than the dead man's timeout sets neutral, and the value never shows.
    const Nanoseconds passed = now - sent;
    const bool acts = telemetry->control_sequences()->Get(channels.front()) >= sequence;
    if (!acts && passed < kSecond) continue;
    delays.telemetry.add(passed);
    if (const auto shown = playout.shown(static_cast<std::uint64_t>(now))) {
      // Motion towards a frame begins a period before its stamp. Clocks here are one.
      const Nanoseconds begins = static_cast<Nanoseconds>(telemetry->stamp()->monotonic_ns()) - period - sent;
      delays.picture.add(std::max(passed, begins + now - static_cast<Nanoseconds>(*shown)));
      delays.fixed.add(std::max(passed, begins + 45 * kMillisecond));
    }
    sent = 0;
  }
  return true;
}

bool watch_frames(std::uint16_t port, const std::atomic<bool>& stop, std::vector<FrameTiming>& frames) {
  Nanoseconds period = 0;
  const auto client =
      joined(port, Transport::tcp, control::Role::Viewer, "witness", stop,
             [&](const auto& welcome) { period = static_cast<Nanoseconds>(welcome.scene->period_ns); });
  while (!stop) {
    const auto message = client->receive();
    if (!message) return false;
    const auto* telemetry = (*message)->body_as_Telemetry();
    if (telemetry == nullptr) continue;
    frames.push_back({.tick = telemetry->stamp()->tick(),
                      .slot_begin = static_cast<Nanoseconds>(telemetry->stamp()->monotonic_ns()) - period,
                      .lateness = static_cast<Nanoseconds>(telemetry->lateness_ns()),
                      .compute = static_cast<Nanoseconds>(telemetry->compute_ns()),
                      .missed = telemetry->misses() + telemetry->slips()});
  }
  return !frames.empty();
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
  protocol::Bytes rubbish = noise_of(60'000, 2);
  const int datagrams = connected_socket(SOCK_DGRAM, port);
  while (!stop) {
    SocketClient(port).send_raw(rubbish);
    SocketClient(web_port).send_raw(rubbish);
    SocketClient(web_port, Transport::web_socket).send_message(rubbish);
    for (protocol::BytesView rest = rubbish; !rest.empty(); rest = rest.subspan(kDatagram)) {
      send(datagrams, rest.data(), kDatagram, 0);
    }
    bytes += 4 * rubbish.size();
    std::rotate(rubbish.begin(), rubbish.begin() + 1, rubbish.end());
  }
  close(datagrams);
}

}  // namespace drawbar::server::test
