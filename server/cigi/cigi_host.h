// CIGI 3.3: tells image generators every frame, and hears from them how they are.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "server/cigi/image_generator.h"
#include "server/cigi/pacing.h"
#include "server/frames/frame_encoder.h"
#include "server/system/asio.h"

namespace drawbar::server {

/// Lives on the network thread. What it sends is lost where the kernel does not take it at once; it waits for
/// nobody.
class CigiHost : public FrameSink {
 public:
  /// To `addresses` (HOST:PORT each), which answer to `port` (0: any free one). From others nothing is taken.
  static Result<std::unique_ptr<CigiHost>> open(asio::io_context& context,
                                                const std::vector<std::string>& addresses, std::uint16_t port,
                                                CigiPacing pacing, const ServedScene& scene);

  udp::endpoint endpoint() const { return socket_.local_endpoint(); }
  void stop();

  void on_frame(const EncodedFrame& frame) override;
  void on_scene(const ServedScene& scene) override;
  void on_event(const stream::EventT&, const Packet&) override {}

  /// The newest delay from a console to an image, of the slowest image generator that is ready (s); 0: none
  /// measured.
  double image_delay() const;
  /// Prometheus text.
  std::string metrics() const;

 private:
  CigiHost(udp::socket socket, CigiPacing pacing, std::unique_ptr<scenes::CigiMapping> mapping,
           const std::vector<udp::endpoint>& addresses);
  void receive();
  void take(protocol::BytesView datagram, Nanoseconds now);
  /// Whoever sends from there; null: a stranger.
  ImageGenerator* at(const udp::endpoint& sender);
  void tell(ImageGenerator& generator, const Picture& picture, Nanoseconds now);
  void send(ImageGenerator& generator, const protocol::Bytes& message);

  udp::socket socket_;
  CigiPacing pacing_;
  std::unique_ptr<scenes::CigiMapping> mapping_;
  std::vector<ImageGenerator> generators_;
  std::optional<Picture> picture_;  ///< the newest of this scene
  std::uint64_t strangers_ = 0;
  udp::endpoint from_;
  std::array<std::byte, 65536> received_{};
};

}  // namespace drawbar::server
