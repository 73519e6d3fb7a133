// What the network of this machine can do: ports, multicast, MTU, image generators that answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/doctor/finding.h"

namespace drawbar::tools {

struct NetworkQuestions {
  std::uint16_t port = 4040;                  ///< TCP and UDP
  std::uint16_t web_port = 8040;              ///< TCP
  std::uint16_t cigi_port = 8001;             ///< UDP; 0: any free one
  std::string multicast = "239.255.40.40";    ///< an IPv4 group
  std::vector<std::string> image_generators;  ///< HOST:PORT each
};

std::vector<Finding> network_findings(const NetworkQuestions& questions);

}  // namespace drawbar::tools
