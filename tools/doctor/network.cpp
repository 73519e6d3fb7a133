#include "tools/doctor/network.h"

#include <fmt/format.h>
#include <net/if.h>
#include <sys/ioctl.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/multicast.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <chrono>
#include <memory>
#include <string_view>

#include "tools/client/height_survey.h"

namespace drawbar::tools {

namespace asio = boost::asio;
using asio::ip::tcp;
using asio::ip::udp;
using boost::system::error_code;

namespace {

constexpr int kPoseBytes = 1200 + 28;  ///< a datagram of poses with its IPv4 and UDP headers
constexpr int kCigiBytes = 1472 + 28;

template <class Protocol>
error_code try_port(std::uint16_t port) {
  asio::io_context context;
  typename Protocol::socket socket(context);
  error_code error;
  socket.open(Protocol::v4(), error);
  if constexpr (std::is_same_v<Protocol, tcp>) {
    // As the daemon does: connections of one that has just ended do not count.
    if (!error) socket.set_option(asio::socket_base::reuse_address(true), error);
  }
  if (!error) socket.bind({asio::ip::address_v4::loopback(), port}, error);
  return error;
}

template <class Protocol>
Finding port_finding(const char* kind, std::uint16_t port, const char* option) {
  Finding finding;
  finding.what = fmt::format("{} port {}", kind, port);
  const error_code error = try_port<Protocol>(port);
  finding.found = error ? error.message() : "is free";
  if (!error) return finding;
  finding.verdict = Verdict::notice;
  finding.remedy =
      fmt::format("drawbard runs already, or choose another port: {}; `ss -lnp sport = :{}` names who has it",
                  option, port);
  return finding;
}

/// Sends to the group and waits for its own datagram.
error_code echo_from_group(const std::string& group) {
  asio::io_context context;
  udp::socket socket(context);
  error_code error;
  const auto address = asio::ip::make_address_v4(group, error);
  if (!error && !address.is_multicast()) error = asio::error::invalid_argument;
  if (!error) socket.open(udp::v4(), error);
  if (!error) socket.bind({udp::v4(), 0}, error);
  if (!error) socket.set_option(asio::ip::multicast::join_group(address), error);
  if (!error) socket.set_option(asio::ip::multicast::hops(1), error);
  if (error) return error;
  constexpr std::array<char, 8> kSent{'d', 'r', 'a', 'w', 'b', 'a', 'r', '?'};
  socket.send_to(asio::buffer(kSent), {address, socket.local_endpoint().port()}, 0, error);
  if (error) return error;
  std::array<char, 64> received{};
  udp::endpoint from;
  error = asio::error::timed_out;
  socket.async_receive_from(asio::buffer(received), from,
                            [&](error_code result, std::size_t) { error = result; });
  context.run_for(std::chrono::seconds(1));
  return error;
}

Finding multicast_finding(const std::string& group) {
  Finding finding;
  finding.what = "multicast";
  const error_code error = echo_from_group(group);
  finding.found = error ? group + ": " + error.message() : group + " comes back to this machine";
  if (!error) return finding;
  finding.verdict = Verdict::notice;
  finding.remedy =
      "give an interface a route to 224.0.0.0/4 (`ip route add 224.0.0.0/4 dev DEVICE`); switches need an "
      "IGMP querier; "
      "or leave --multicast away";
  return finding;
}

struct Interface {
  std::string name;
  int mtu = 0;  ///< bytes
};

/// By asking the kernel: a root without /sys has interfaces, too.
std::vector<Interface> interfaces() {
  std::vector<Interface> found;
  asio::io_context context;
  udp::socket socket(context);
  error_code error;
  socket.open(udp::v4(), error);
  const std::unique_ptr<struct if_nameindex, decltype(&if_freenameindex)> names(if_nameindex(),
                                                                                &if_freenameindex);
  if (error || names == nullptr) return found;
  for (const struct if_nameindex* entry = names.get(); entry->if_name != nullptr; ++entry) {
    const std::string_view name = entry->if_name;
    ifreq request{};
    name.copy(request.ifr_name, IFNAMSIZ - 1);
    if (ioctl(socket.native_handle(), SIOCGIFMTU, &request) == 0)
      found.push_back({std::string(name), request.ifr_mtu});
  }
  return found;
}

std::vector<Finding> interface_findings() {
  std::vector<Finding> findings;
  for (const auto& [name, mtu] : interfaces()) {
    Finding finding;
    finding.what = "MTU of " + name;
    finding.found = fmt::format("{} bytes", mtu);
    finding.figures = {{"bytes", mtu}};
    if (mtu < kCigiBytes) {
      finding.verdict = mtu < kPoseBytes ? Verdict::bad : Verdict::notice;
      finding.remedy = fmt::format(
          "set it to 1500 where the network allows; poses need {}, CIGI {} unless the scene's "
          "cigi.datagram_bytes is smaller",
          kPoseBytes, kCigiBytes);
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

Finding generator_finding(const std::string& address, std::uint16_t port) {
  Finding finding;
  finding.what = "image generator " + address;
  const auto endpoint = parse_endpoint(address, 0);
  const scenes::CigiMapping mapping;
  const auto answer = endpoint ? survey_heights(*endpoint, port, mapping, {})
                               : tl::unexpected(Error{ErrorKind::usage, "HOST:PORT is needed"});
  finding.found = "answers and operates (CIGI 3.3)";
  if (answer) return finding;
  // Its address stands before what is wrong, as in `what`.
  const std::string name = endpoint ? to_string(*endpoint) + ": " : "";
  const std::string& text = answer.error().text;
  finding.found = text.starts_with(name) ? text.substr(name.size()) : text;
  finding.verdict = Verdict::bad;
  finding.remedy = fmt::format(
      "it must speak CIGI 3.3, send its Start of Frame to UDP port {} of this machine, and no "
      "firewall may be between",
      port);
  return finding;
}

}  // namespace

std::vector<Finding> network_findings(const NetworkQuestions& questions) {
  std::vector<Finding> findings{
      port_finding<tcp>("TCP", questions.port, "--port"), port_finding<udp>("UDP", questions.port, "--port"),
      port_finding<tcp>("TCP", questions.web_port, "--web-port"), multicast_finding(questions.multicast)};
  if (questions.cigi_port != 0)
    findings.push_back(port_finding<udp>("UDP", questions.cigi_port, "--cigi-port"));
  for (Finding& finding : interface_findings()) findings.push_back(std::move(finding));
  for (const std::string& address : questions.image_generators)
    findings.push_back(generator_finding(address, questions.cigi_port));
  return findings;
}

}  // namespace drawbar::tools
