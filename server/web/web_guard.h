// Who may talk to the web port: Host and Origin of a request.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drawbar::server {

/// A page of another site must not reach a daemon through its user's browser: neither by asking for our
/// address (Origin tells) nor by a name of its own that resolves to us (Host tells).
class WebGuard {
 public:
  /// `hosts`: names besides localhost and addresses; `loopback_only`: of the addresses only loopback ones.
  /// `origins`: sites besides our own whose pages may talk to us, each `https://NAME:PORT` or a NAME, which
  /// stands for every scheme and port.
  WebGuard(const std::vector<std::string>& hosts, bool loopback_only,
           const std::vector<std::string>& origins = {});

  /// Why the request is refused, empty if it is not. `origin` empty: the header is absent (not a browser, or
  /// a plain navigation).
  std::string refusal(std::string_view host, std::string_view origin) const;

 private:
  bool known_host(std::string_view host) const;
  bool known_origin(const std::string& origin) const;

  std::vector<std::string> hosts_;
  std::vector<std::string> origins_;
  bool loopback_only_;
};

}  // namespace drawbar::server
