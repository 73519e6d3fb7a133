// Who may talk to the web port: Host and Origin of a request.
#include "server/web/web_guard.h"

#include <algorithm>
#include <cctype>

#include "server/system/asio.h"

namespace drawbar::server {

namespace {

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// `name:port`, `[v6]:port` or without a port -> the name or address.
std::string without_port(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    return std::string(host.substr(1, end == std::string_view::npos ? end : end - 1));
  }
  return std::string(host.substr(0, host.rfind(':')));
}

}  // namespace

WebGuard::WebGuard(const std::vector<std::string>& hosts, bool loopback_only,
                   const std::vector<std::string>& origins)
    : loopback_only_(loopback_only) {
  for (const std::string& host : hosts) hosts_.push_back(lower_case(host));
  for (const std::string& origin : origins) origins_.push_back(lower_case(origin));
}

bool WebGuard::known_host(std::string_view host) const {
  const std::string name = lower_case(without_port(host));
  if (name == "localhost" || std::ranges::find(hosts_, name) != hosts_.end()) return true;
  ErrorCode error;
  const asio::ip::address address = asio::ip::make_address(name, error);
  return !error && (address.is_loopback() || !loopback_only_);
}

bool WebGuard::known_origin(const std::string& origin) const {
  const std::size_t scheme = origin.find("://");
  const std::string site = scheme == std::string::npos ? origin : without_port(origin.substr(scheme + 3));
  return std::ranges::any_of(
      origins_, [&](const std::string& allowed) { return allowed == origin || allowed == site; });
}

std::string WebGuard::refusal(std::string_view host, std::string_view origin) const {
  if (host.empty() || !known_host(host)) {
    return "the Host '" + std::string(host.substr(0, 100)) +
           "' is not this server; allowed: localhost, an address of its own, or a name given with --web-host";
  }
  if (origin.empty()) return {};
  const std::string own = lower_case(host);
  const std::string from = lower_case(origin);
  if (from == "http://" + own || from == "https://" + own || known_origin(from)) return {};
  return "the Origin '" + std::string(origin.substr(0, 100)) + "' is another site; allowed: http://" + own +
         ", or a site given with --web-origin";
}

}  // namespace drawbar::server
