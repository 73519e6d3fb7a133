// A server that says what a test wants, to one client.
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "protocol/encode.h"
#include "protocol/framing.h"

namespace drawbar::tests {

class ServerByHand {
 public:
  ServerByHand() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    EXPECT_EQ(bind(listener_, reinterpret_cast<const sockaddr*>(&address_), size), 0);
    EXPECT_EQ(getsockname(listener_, reinterpret_cast<sockaddr*>(&address_), &size), 0);
    EXPECT_EQ(listen(listener_, 1), 0);
  }
  ~ServerByHand() {
    close(visitor_);
    close(listener_);
  }
  ServerByHand(const ServerByHand&) = delete;
  ServerByHand& operator=(const ServerByHand&) = delete;

  std::uint16_t port() const { return ntohs(address_.sin_port); }

  /// Where nobody is here, to whoever comes next.
  template <class Body>
  void say(Body body) {
    if (visitor_ < 0) visitor_ = accept(listener_, nullptr, nullptr);
    const protocol::Bytes bytes = protocol::framed(protocol::encode_server(std::move(body)));
    EXPECT_EQ(send(visitor_, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  }

  /// The visitor's connection ends; what is said next is for the one who comes next.
  void hang_up() {
    close(visitor_);
    visitor_ = -1;
  }

 private:
  int listener_;
  int visitor_ = -1;
  sockaddr_in address_{};
};

/// With all that every server gives, of session 1.
inline stream::WelcomeT whole_welcome() {
  stream::WelcomeT welcome;
  welcome.session = 1;
  welcome.resume_key = std::make_unique<control::Key>();
  welcome.stamp = std::make_unique<stream::FrameStamp>();
  welcome.scene = std::make_unique<stream::SceneT>();
  return welcome;
}

}  // namespace drawbar::tests
