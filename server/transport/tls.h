// TLS as an option of the TCP and the web port.
#pragma once

#include <boost/asio/ssl.hpp>
#include <memory>
#include <string>

#include "protocol/result.h"
#include "server/system/asio.h"

namespace drawbar::server {

namespace ssl = asio::ssl;

/// A server's side of TLS 1.2 and 1.3. Both files are PEM: the certificate with those that lead from it to
/// the authority, and its private key. An error names the file.
Result<std::unique_ptr<ssl::context>> make_tls(const std::string& certificate, const std::string& key);

}  // namespace drawbar::server
