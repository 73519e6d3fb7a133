// HOST:PORT as --cigi and --multicast take it.
#include "server/system/host_port.h"

#include <gtest/gtest.h>

#include <tuple>

namespace drawbar::server::test {
namespace {

TEST(HostPort, NamesAndAddressesOfBothVersionsAreRead) {
  for (const auto& [text, host, port] :
       {std::tuple("station-3:8000", "station-3", 8000), std::tuple("192.168.0.20:1", "192.168.0.20", 1),
        std::tuple("[ff15::1]:65535", "ff15::1", 65535)}) {
    const auto read = read_host_port(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->host, host);
    EXPECT_EQ(read->port, port);
  }
}

TEST(HostPort, WhatHasNoHostOrNoPortIsNone) {
  for (const char* text : {"", ":", "station", "station:", ":8000", "station:0", "station:65536",
                           "station:80x", "station:-1", "[ff15::1]", "[]:80"})
    EXPECT_FALSE(read_host_port(text)) << text;
}

}  // namespace
}  // namespace drawbar::server::test
