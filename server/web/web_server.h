// The web port: the page, /healthz, /readyz, /metrics, /station, /records, /recordings/, /scene/files/, and
// the WebSocket at /ws.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "scenes/course/course_records.h"
#include "server/foxglove/foxglove_host.h"
#include "server/hub/hub.h"
#include "server/system/asio.h"
#include "server/transport/acceptor.h"
#include "server/transport/tls.h"
#include "server/web/http_connections.h"
#include "server/web/metrics.h"
#include "server/web/web_guard.h"

namespace drawbar::server {

/// The attempts of a filter as JSON, or why not; later, on the network thread.
using TakeRecords = std::function<void(const Result<std::string>&)>;
using ReadRecords = std::function<void(const scenes::AttemptFilter& filter, const TakeRecords& take)>;

/// A file that goes out piece by piece: no more of it waits in memory for a slow reader.
struct FileInPieces {
  std::uint64_t size = 0;  ///< bytes
  /// The next ones, at most `most`, or why not; likewise.
  std::function<void(std::size_t most, std::function<void(Result<std::string>)> take)> read;
};

/// The recording of this name, or why not; likewise.
using TakeRecording = std::function<void(Result<FileInPieces>)>;
using ReadRecording = std::function<void(const std::string& name, const TakeRecording& take)>;

/// A file that shows the scene. `bytes` are empty where the asker's are the same still.
struct VisualFile {
  std::string bytes;
  std::string etag;  ///< in the quotes that HTTP wants
};
using TakeVisual = std::function<void(Result<VisualFile>)>;
/// `path` from the scene's folder; `known`: tag of the bytes that the asker has, empty without. Likewise.
using ReadVisual =
    std::function<void(const std::string& path, const std::string& known, const TakeVisual& take)>;

/// What the web port answers from.
struct WebSources {
  ReadRecords records;      ///< for /records; nothing: there are none
  ReadRecording recording;  ///< for /recordings/NAME
  ReadVisual visual;        ///< for /scene/files/PATH
  std::string station;      ///< its name in /station
};

class WebServer {
 public:
  /// As TcpServer::open(). `foxglove`: null: Foxglove's sub-protocols are not spoken.
  static Result<std::unique_ptr<WebServer>> open(asio::io_context& context, Hub& hub, const Metrics& metrics,
                                                 WebGuard guard, const std::string& address,
                                                 std::uint16_t port, ssl::context* tls, WebSources sources,
                                                 FoxgloveHost* foxglove);

  tcp::endpoint endpoint() const { return acceptor_.endpoint(); }
  void stop() { acceptor_.stop(); }

 private:
  WebServer(Hub& hub, const Metrics& metrics, WebGuard guard, Acceptor acceptor, ssl::context* tls,
            WebSources sources, FoxgloveHost* foxglove);
  void serve(tcp::socket socket, const tcp::endpoint& peer);

  Hub& hub_;
  const Metrics& metrics_;
  WebGuard guard_;
  Acceptor acceptor_;
  ssl::context* tls_;
  WebSources sources_;
  FoxgloveHost* foxglove_;
  std::shared_ptr<HttpConnections> connections_ = std::make_shared<HttpConnections>();
};

}  // namespace drawbar::server
