// What a viewer costs: CPU time of the network thread for a frame of 100 moving bodies sent to many clients
// over loopback, each in the four ways that poses travel; and the bytes of it. From these follow the clients
// that one core carries at 25 Hz: fanout_bench --benchmark_counters_tabular=true
#include <benchmark/benchmark.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <memory>
#include <sstream>
#include <thread>
#include <vector>

#include "protocol/framing.h"
#include "protocol/hello.h"
#include "scenes/loader/loader.h"
#include "server/hub/hub.h"
#include "server/transport/tcp_server.h"
#include "server/transport/udp_server.h"

namespace drawbar::server {
namespace {

constexpr int kBodies = 100;
constexpr double kFramesPerSecond = 25;

ServedScene tumbling_bodies() {
  std::ostringstream text;
  text << R"({ "name": "tumbling", "frame": { "substeps": 1 }, "gravity": [0, 0, 0], "bodies": [)";
  for (int i = 0; i < kBodies; ++i) {
    text << (i == 0 ? "" : ",") << R"({ "name": "b)" << i
         << R"(", "mass": 1, "inertia": [1, 2, 3], "position": [)" << i
         << R"(, 0, 0], "linear_velocity": [0.5, 1, 0.1], "angular_velocity": [1, 0.)" << i << R"(, 2] })";
  }
  text << "] }";
  ServedScene scene;
  auto loaded = scenes::load_text(text.str(), "tumbling", ".");
  scene.name = "tumbling";
  scene.normalised = loaded->buffer;
  scene.world = loaded->world;
  return scene;
}

Nanoseconds thread_cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

/// A session over real sockets of loopback, whose bytes another thread reads and forgets.
class Viewer {
 public:
  Viewer(asio::io_context& context, const TcpServer& server, const UdpServer& udp_server,
         const control::SubscribeT& subscribe)
      : tcp_(context), udp_(context, udp::v4()) {
    tcp_.connect(server.endpoint());
    send(protocol::encode_client(protocol::make_hello("viewer", control::Role::Viewer)));
    const auto welcome = receive();
    key_ = *welcome->body_as_Welcome()->udp_key();
    send(protocol::encode_client(subscribe));
    if (!subscribe.udp) return;
    udp_.connect(udp_server.endpoint());
    udp_.send(asio::buffer(protocol::encode_udp_hello(key_)));
    std::array<std::byte, 1200> bytes;
    const auto challenge = protocol::decode_server_message({bytes.data(), udp_.receive(asio::buffer(bytes))});
    echo_ = protocol::encode_udp_echo(key_, *(*challenge)->body_as_UdpChallenge()->challenge());
    renew();
  }

  void renew() {
    if (!echo_.empty()) udp_.send(asio::buffer(echo_));
  }

  /// Reads what there is.
  void drain() {
    std::array<std::byte, 65536> bytes;
    while (recv(tcp_.native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) {
    }
    while (recv(udp_.native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) {
    }
  }

 private:
  void send(protocol::BytesView message) { asio::write(tcp_, asio::buffer(protocol::framed(message))); }

  protocol::ServerMessage receive() {
    protocol::FrameReader reader(protocol::kServerMessageLimit);
    std::array<std::byte, 4096> bytes;
    while (true) {
      reader.feed({bytes.data(), tcp_.read_some(asio::buffer(bytes))});
      const auto next = reader.next();
      if (*next) return std::move(*protocol::decode_server_message(**next));
    }
  }

  tcp::socket tcp_;
  udp::socket udp_;
  control::Key key_;
  protocol::Bytes echo_;
};

/// What one of the viewers is sent.
class Sizes : public FrameSink {
 public:
  explicit Sizes(const control::SubscribeT& subscribe) : stream_(subscribe) {}
  void on_frame(const EncodedFrame& frame) override {
    stream_.next_frame();
    const PosePackets packets = stream_.poses(frame, stream_.over_udp());
    const std::size_t prefix = protocol::length_prefix(0).size();
    for (const Packet& key : packets.keys) bytes += key->size() + prefix;
    for (const Packet& packet : packets.poses) bytes += packet->size() + (stream_.over_udp() ? 0 : prefix);
    ++frames;
  }
  void on_event(const stream::EventT&, const Packet&) override {}

  std::size_t bytes = 0;
  std::size_t frames = 0;

 private:
  PoseStream stream_;
};

void fan_out(benchmark::State& state, control::PoseEncoding encoding, bool over_udp) {
  spdlog::set_level(spdlog::level::off);
  const int clients = static_cast<int>(state.range(0));
  control::SubscribeT subscribe;
  subscribe.encoding = encoding;
  subscribe.udp = over_udp;
  subscribe.telemetry_every_nth = 0;

  asio::io_context context(1);
  Inbox inbox(64, [] { return LoopInput(); });
  LoopPort port(inbox);
  Stage stage(tumbling_bodies().world, 1, nullptr, 4);
  HubOptions options;
  options.most_clients = options.most_from_an_address = options.most_strangers = 4096;
  options.most_joins = 4096;
  Hub hub(tumbling_bodies(), Tokens(), port, options);
  const auto tcp_server = TcpServer::open(context, hub, "127.0.0.1", 0, nullptr);
  const auto udp_server = UdpServer::open(context, hub, "127.0.0.1", 0, true, "");
  hub.add_sink(**udp_server);
  Sizes sizes(subscribe);

  std::uint64_t tick = 0;
  const auto next_frame = [&]() -> const FrameSlot& {
    if (stage.outbox.size() > 1) stage.outbox.release();
    FrameSlot& slot = *stage.outbox.claim();
    stage.world.step_frame(1);
    stage.world.observe(slot.state);
    stage.world.save_state(slot.saved_state);
    slot.tick = ++tick;
    slot.begins_branch = tick == 1;
    slot.computed = tick != 1;
    slot.timing.slot_start = monotonic_now();
    stage.outbox.publish();
    return slot;
  };
  hub.take_frame(next_frame());

  asio::io_context viewing;
  std::vector<std::unique_ptr<Viewer>> viewers;
  std::thread joining([&] {
    for (int i = 0; i < clients; ++i) {
      viewers.push_back(std::make_unique<Viewer>(viewing, **tcp_server, **udp_server, subscribe));
    }
    asio::post(context, [&context] { context.stop(); });
  });
  context.run();
  joining.join();
  context.restart();
  context.poll();
  hub.add_sink(sizes);

  for (auto _ : state) {
    const FrameSlot& slot = next_frame();
    const Nanoseconds begin = thread_cpu_time();
    hub.take_frame(slot);
    context.poll();
    state.SetIterationTime(static_cast<double>(thread_cpu_time() - begin) / 1e9);
    for (const auto& viewer : viewers) viewer->drain();
    if (tick % 50 == 0) {
      for (const auto& viewer : viewers) viewer->renew();
    }
    context.poll();
  }
  state.counters["us_per_client"] = benchmark::Counter(
      clients * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["clients_per_core"] =
      benchmark::Counter(clients / kFramesPerSecond, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes_per_body"] =
      static_cast<double>(sizes.bytes) / static_cast<double>(sizes.frames) / kBodies;
  hub.shut_down();
  context.poll();
}

/// One datagram of full size, sealed and opened.
void seal(benchmark::State& state) {
  const control::Key key = random_key();
  protocol::DatagramSealer sealer(key, 1, protocol::Direction::to_client);
  const protocol::Bytes datagram(protocol::kDatagramMessageLimit);
  for (auto _ : state) benchmark::DoNotOptimize(sealer.seal(datagram));
  state.counters["datagrams_per_second"] =
      benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}

void register_all() {
  benchmark::RegisterBenchmark("seal_1200_bytes", seal);
  using Encoding = control::PoseEncoding;
  for (const auto& [name, encoding, over_udp] :
       {std::tuple{"plain_tcp", Encoding::Plain, false}, std::tuple{"plain_udp", Encoding::Plain, true},
        std::tuple{"compact_tcp", Encoding::Compact, false},
        std::tuple{"compact_udp", Encoding::Compact, true}}) {
    benchmark::RegisterBenchmark(name, fan_out, encoding, over_udp)
        ->Arg(16)
        ->Arg(128)
        ->Iterations(250)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace
}  // namespace drawbar::server

int main(int count, char** arguments) {
  drawbar::server::register_all();
  benchmark::Initialize(&count, arguments);
  benchmark::RunSpecifiedBenchmarks();
}
