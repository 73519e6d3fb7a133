// A connection of nobody: open until it is closed, and never slow. What is sent is for who derives from it.
#pragma once

#include <string>
#include <utility>

#include "server/session/connection.h"

namespace drawbar::server::test {

class ConnectionWithoutSocket : public Connection {
 public:
  explicit ConnectionWithoutSocket(std::string address = "127.0.0.1") : address_(std::move(address)) {}

  void close() override { closed_ = true; }
  void drop() override { closed_ = true; }
  std::string peer() const override { return "test"; }
  std::string address() const override { return address_; }
  std::size_t queued_bytes() const override { return 0; }
  Nanoseconds last_progress() const override { return 0; }
  std::uint64_t dropped() const override { return 0; }

  bool closed() const { return closed_; }

 private:
  std::string address_;
  bool closed_ = false;
};

}  // namespace drawbar::server::test
