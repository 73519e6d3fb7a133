// The bytes of a connection, over TCP or over TLS over TCP.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "server/system/asio.h"
#include "server/transport/tls.h"

namespace drawbar::server {

/// The beginning of any buffer sequence, under one type.
template <class Buffer, std::size_t most>
class FewBuffers {
 public:
  using value_type = Buffer;
  using const_iterator = const Buffer*;

  template <class Sequence>
  explicit FewBuffers(const Sequence& sequence) {
    const auto end = asio::buffer_sequence_end(sequence);
    for (auto at = asio::buffer_sequence_begin(sequence); at != end && size_ < most; ++at) {
      if (const Buffer buffer(*at); buffer.size() > 0) buffers_[size_++] = buffer;
    }
  }
  const_iterator begin() const { return buffers_.data(); }
  const_iterator end() const { return buffers_.data() + size_; }

 private:
  std::array<Buffer, most> buffers_;
  std::size_t size_ = 0;
};

/// An AsyncReadStream and AsyncWriteStream of Asio. Encrypted or not is decided where one is made, and
/// whoever waits for an operation is held under one type: so the operations of sockets and of TLS are
/// compiled once, in byte_stream.cpp, and those of Beast once instead of for either kind.
///
/// Handlers, not completion tokens; they run on get_executor() (one that has another executor of its own
/// would not run there). One read and one write at a time.
class ByteStream {
  struct Layers;

 public:
  using executor_type = asio::any_io_executor;
  using TlsLayer = ssl::stream<tcp::socket&>;

  /// Whoever waits for an operation. Keeps the layers, on which the operation works, until then.
  class Completion {
   public:
    template <class Handler>
    Completion(std::shared_ptr<Layers> layers, Handler&& handler)
        : layers_(std::move(layers)),
          waiting_(std::make_unique<Held<std::decay_t<Handler>>>(std::forward<Handler>(handler))) {}
    void operator()(ErrorCode error, std::size_t size = 0) {
      Waiting& waiting = *waiting_;
      waiting.call(std::move(waiting_), error, size);
    }

   private:
    struct Waiting {
      virtual ~Waiting() = default;
      virtual void call(std::unique_ptr<Waiting> self, ErrorCode error, std::size_t size) = 0;
    };
    template <class Handler>
    struct Held final : Waiting {
      explicit Held(Handler given) : handler(std::move(given)) {}
      /// Its memory is free again before the handler starts the next operation.
      void call(std::unique_ptr<Waiting> self, ErrorCode error, std::size_t size) override {
        Handler last = std::move(handler);
        self.reset();
        if constexpr (std::is_invocable_v<Handler&, ErrorCode, std::size_t>) {
          last(error, size);
        } else {
          last(error);
        }
      }
      Handler handler;
    };

    std::shared_ptr<Layers> layers_;
    std::unique_ptr<Waiting> waiting_;
  };

  /// `tls`: null for plain TCP; otherwise async_handshake() comes before everything else.
  ByteStream(tcp::socket socket, ssl::context* tls);
  ByteStream(ByteStream&&) = default;
  ByteStream& operator=(ByteStream&&) = delete;
  ~ByteStream();

  executor_type get_executor() { return socket().get_executor(); }
  bool encrypted() const { return layers_->tls.has_value(); }

  template <class MutableBuffers, class Handler>
  void async_read_some(const MutableBuffers& buffers, Handler&& handler) {
    read(Space(buffers), completion(std::forward<Handler>(handler)));
  }
  template <class ConstBuffers, class Handler>
  void async_write_some(const ConstBuffers& buffers, Handler&& handler) {
    write(Bytes(buffers), completion(std::forward<Handler>(handler)));
  }
  /// Only where encrypted: the server's side.
  void async_handshake(std::function<void(ErrorCode)> handler);
  /// Only where encrypted: says good-bye and waits for the other side's.
  void async_shutdown(std::function<void(ErrorCode)> handler);
  /// The end of what is sent, without TLS's good-bye.
  void end_sending();
  /// Ends it now; what is under way ends with an error.
  void close();

  tcp::socket& socket() { return layers_->socket; }
  /// Only where encrypted.
  TlsLayer& tls() { return *layers_->tls; }
  template <class Handler>
  Completion completion(Handler&& handler) {
    return Completion(layers_, std::forward<Handler>(handler));
  }

 private:
  using Space = FewBuffers<asio::mutable_buffer, 2>;
  using Bytes = FewBuffers<asio::const_buffer, 32>;

  struct Layers {
    explicit Layers(tcp::socket lower) : socket(std::move(lower)) {}
    tcp::socket socket;
    std::optional<TlsLayer> tls;
    std::vector<std::byte> record;  ///< what TLS writes, where it came in several buffers
  };

  void read(const Space& space, Completion completion);
  void write(const Bytes& bytes, Completion completion);

  std::shared_ptr<Layers> layers_;
};

}  // namespace drawbar::server
