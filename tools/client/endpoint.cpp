#include "tools/client/endpoint.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "protocol/port.h"

namespace drawbar::tools {

Result<Endpoint> parse_endpoint(std::string_view text, std::uint16_t default_port) {
  const auto wrong = [&] {
    return fail(ErrorKind::usage,
                fmt::format("--connect {}: expected HOST, HOST:PORT or [IPv6]:PORT with a port from 1 to {}",
                            text, protocol::kLastPort));
  };
  Endpoint endpoint;
  endpoint.port = default_port;
  std::string_view host = text;
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) {
      return wrong();
    }
    host = text.substr(1, close - 1);
    port = text.substr(close + 1);
    if (!port.empty() && !port.starts_with(':')) {
      return wrong();
    }
  } else if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    host = text.substr(0, colon);
    port = text.substr(colon);
    if (host.find(':') != std::string_view::npos) {
      return wrong();
    }
  }
  if (!port.empty()) {
    const auto given = protocol::read_port(port.substr(1));
    if (!given) {
      return wrong();
    }
    endpoint.port = *given;
  }
  if (host.empty() || endpoint.port == 0) {
    return wrong();
  }
  endpoint.host = host;
  return endpoint;
}

std::string to_string(const Endpoint& endpoint) {
  const bool ipv6 = endpoint.host.find(':') != std::string::npos;
  return ipv6 ? fmt::format("[{}]:{}", endpoint.host, endpoint.port)
              : fmt::format("{}:{}", endpoint.host, endpoint.port);
}

Result<std::string> read_token(const std::string& path, control::Role role) {
  std::ifstream file(path);
  if (!file) {
    return fail(ErrorKind::environment, fmt::format("--token-file {}: cannot be read", path));
  }
  std::map<control::Role, std::string> tokens;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string first;
    std::string second;
    if (!(words >> first)) {
      continue;
    }
    if (!(words >> second)) {
      tokens.emplace(control::Role::Instructor, first);
    }
    for (const auto& [name, named] : {std::pair{"viewer", control::Role::Viewer},
                                      {"operator", control::Role::Operator},
                                      {"instructor", control::Role::Instructor}}) {
      if (!second.empty() && first == name) {
        tokens.emplace(named, second);
      }
    }
  }
  const auto token = tokens.lower_bound(role);
  if (token == tokens.end()) {
    return fail(ErrorKind::usage,
                fmt::format("--token-file {}: holds no token for an {}; allowed: lines of ROLE TOKEN "
                            "with viewer, operator or instructor, or a TOKEN alone",
                            path, control::EnumNameRole(role)));
  }
  return token->second;
}

}  // namespace drawbar::tools
