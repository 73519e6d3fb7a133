#include "tools/command/connection_arguments.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "protocol/check.h"

namespace drawbar::tools {

namespace {

/// USER@HOST, as far as the system tells.
std::string own_name() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  const passwd* user = getpwuid(geteuid());
  return fmt::format("{}@{}", user == nullptr ? "operator" : user->pw_name, host.data())
      .substr(0, protocol::kNameLimit);
}

}  // namespace

void ConnectionArguments::add_to(CLI::App& command) {
  command.add_option("--connect", connect, "Where drawbard listens: HOST, HOST:PORT or [IPv6]:PORT")
      ->capture_default_str();
  command.add_option("--token-file", token_file,
                     "File with the token, as drawbard reads it; needed off loopback");
  command.add_flag("--tls", tls, "The daemon speaks TLS (drawbard --tls-cert); its certificate is checked");
  command.add_option("--tls-ca", tls_ca,
                     "PEM file of the authorities to trust instead of the system's, or the daemon's own "
                     "certificate; says --tls, too");
  command.add_option("--name", name, "Who this is, for the others (default: USER@HOST)");
}

Result<ConnectionOptions> ConnectionArguments::options(control::Role role) const {
  ConnectionOptions out;
  Result<Endpoint> endpoint = parse_endpoint(connect);
  if (!endpoint) {
    return tl::unexpected(endpoint.error());
  }
  out.endpoint = std::move(*endpoint);
  if (!token_file.empty()) {
    Result<std::string> token = read_token(token_file, role);
    if (!token) {
      return tl::unexpected(token.error());
    }
    out.token = std::move(*token);
  }
  out.tls = tls || !tls_ca.empty();
  out.tls_ca = tls_ca;
  out.name = name.empty() ? own_name() : name;
  out.role = role;
  return out;
}

}  // namespace drawbar::tools
