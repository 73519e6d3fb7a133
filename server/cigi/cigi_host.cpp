#include "server/cigi/cigi_host.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "protocol/scene_generated.h"
#include "server/system/host_port.h"
#include "server/system/udp_socket.h"

namespace drawbar::server {

namespace {

constexpr int kBufferBytes = 1 << 20;

Result<udp::endpoint> resolve(asio::io_context& context, const std::string& text) {
  const auto given = read_host_port(text);
  if (!given)
    return fail(ErrorKind::usage, "--cigi " + text + ": HOST:PORT is needed, such as 192.168.0.20:8000");
  ErrorCode error;
  udp::resolver resolver(context);
  const auto found = resolver.resolve(given->host, std::to_string(given->port), error);
  if (error || found.empty()) return fail(ErrorKind::environment, "--cigi " + text + ": " + error.message());
  return found.begin()->endpoint();
}

Result<std::vector<udp::endpoint>> resolve_all(asio::io_context& context,
                                               const std::vector<std::string>& texts) {
  std::vector<udp::endpoint> addresses;
  for (const std::string& text : texts) {
    const auto address = resolve(context, text);
    if (!address) return tl::unexpected(address.error());
    if (std::ranges::find(addresses, *address) != addresses.end())
      return fail(ErrorKind::usage, "--cigi " + text + ": is given twice");
    if (!addresses.empty() && addresses.front().protocol() != address->protocol())
      return fail(ErrorKind::usage, "--cigi " + text + ": IPv4 and IPv6 do not go together");
    addresses.push_back(*address);
  }
  return addresses;
}

/// Where the image generators are all on this machine, nobody from outside is listened to.
asio::ip::address own_address(const std::vector<udp::endpoint>& addresses) {
  const bool here =
      std::ranges::all_of(addresses, [](const udp::endpoint& a) { return a.address().is_loopback(); });
  if (here) return addresses.front().address();
  if (addresses.front().address().is_v6()) return asio::ip::address_v6::any();
  return asio::ip::address_v4::any();
}

std::unique_ptr<scenes::CigiMapping> mapping_of(const ServedScene& scene) {
  scenes::Diagnostics errors(scene.name);
  std::unique_ptr<scene::CigiT> section;
  if (const scene::Cigi* given = scene::GetScene(scene.normalised.data())->cigi())
    section.reset(given->UnPack());
  // The loader has found every error in it.
  return std::make_unique<scenes::CigiMapping>(scenes::cigi_mapping(section.get(), scene.world, errors));
}

}  // namespace

Result<std::unique_ptr<CigiHost>> CigiHost::open(asio::io_context& context,
                                                 const std::vector<std::string>& texts, std::uint16_t port,
                                                 CigiPacing pacing, const ServedScene& scene) {
  const auto addresses = resolve_all(context, texts);
  if (!addresses) return tl::unexpected(addresses.error());
  auto socket = open_udp(context, {own_address(*addresses), port}, "CIGI, UDP port " + std::to_string(port),
                         "choose another with --cigi-port, or 0 for any");
  if (!socket) return tl::unexpected(socket.error());
  ErrorCode ignored;
  socket->set_option(asio::socket_base::send_buffer_size(kBufferBytes), ignored);
  socket->set_option(asio::socket_base::receive_buffer_size(kBufferBytes), ignored);
  std::unique_ptr<CigiHost> host(new CigiHost(std::move(*socket), pacing, mapping_of(scene), *addresses));
  for (const udp::endpoint& address : *addresses) {
    spdlog::info("CIGI {}: told {}, answers to UDP {}", text_of(address),
                 pacing == CigiPacing::synchronous ? "when it begins a frame" : "every frame",
                 text_of(host->endpoint()));
  }
  host->receive();
  return host;
}

CigiHost::CigiHost(udp::socket socket, CigiPacing pacing, std::unique_ptr<scenes::CigiMapping> mapping,
                   const std::vector<udp::endpoint>& addresses)
    : socket_(std::move(socket)), pacing_(pacing), mapping_(std::move(mapping)) {
  for (const udp::endpoint& address : addresses) generators_.emplace_back(address, *mapping_);
}

void CigiHost::stop() {
  for (ImageGenerator& generator : generators_) {
    if (!generator.ready()) continue;
    for (const protocol::Bytes& message : generator.farewell(monotonic_now())) send(generator, message);
  }
  ErrorCode ignored;
  socket_.close(ignored);
}

void CigiHost::receive() {
  socket_.async_receive_from(asio::buffer(received_), from_, [this](ErrorCode error, std::size_t size) {
    if (error == asio::error::operation_aborted || !socket_.is_open()) return;
    // Other errors are of datagrams sent before, to a port where nobody listens yet.
    if (!error) take(std::span(received_).first(size), monotonic_now());
    receive();
  });
}

ImageGenerator* CigiHost::at(const udp::endpoint& sender) {
  const auto exact = std::ranges::find(generators_, sender, &ImageGenerator::address);
  if (exact != generators_.end()) return &*exact;
  // It may send from another port than it listens at, where there is no doubt which one it is.
  const auto here = [&](const ImageGenerator& generator) {
    return generator.address().address() == sender.address();
  };
  if (std::ranges::count_if(generators_, here) != 1) return nullptr;
  return &*std::ranges::find_if(generators_, here);
}

void CigiHost::take(protocol::BytesView datagram, Nanoseconds now) {
  ImageGenerator* generator = at(from_);
  if (generator == nullptr) {
    ++strangers_;
    return;
  }
  const auto message = cigi::read_ig_message(datagram);
  if (!message) return generator->take_malformed();
  const bool answered = generator->take(*message, now);
  if (answered && pacing_ == CigiPacing::synchronous && picture_) tell(*generator, picture_->at(now), now);
}

void CigiHost::on_frame(const EncodedFrame& frame) {
  const FrameSlot& slot = frame.slot();
  for (ImageGenerator& generator : generators_) generator.frame_begins(slot.controls_heard);
  if (!slot.newest) return;
  picture_ = picture_of(*mapping_, slot,
                        static_cast<Nanoseconds>(frame.stamp().monotonic_ns()) - slot.timing.slot_start,
                        picture_.value_or(Picture()));
  const Nanoseconds now = monotonic_now();
  for (ImageGenerator& generator : generators_) {
    generator.watch(now);
    // One that is silent would never begin a frame that could be answered.
    if (pacing_ == CigiPacing::asynchronous || !generator.answers()) tell(generator, *picture_, now);
  }
}

void CigiHost::on_scene(const ServedScene& scene) {
  auto next = mapping_of(scene);
  for (ImageGenerator& generator : generators_) generator.begin_scene(*next);
  mapping_ = std::move(next);
  picture_.reset();
}

void CigiHost::tell(ImageGenerator& generator, const Picture& picture, Nanoseconds now) {
  for (const protocol::Bytes& message : generator.tell(picture, now)) send(generator, message);
}

void CigiHost::send(ImageGenerator& generator, const protocol::Bytes& message) {
  ErrorCode error;
  socket_.send_to(asio::buffer(message), generator.address(), 0, error);
  generator.count_sent(!error);
}

double CigiHost::image_delay() const {
  double longest = 0;
  for (const ImageGenerator& generator : generators_) {
    if (generator.ready()) longest = std::max(longest, generator.delays().last());
  }
  return longest;
}

}  // namespace drawbar::server
