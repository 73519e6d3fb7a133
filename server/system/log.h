// The log: spdlog to stderr, written by a thread of its own.
#pragma once

#include <memory>
#include <string>

namespace spdlog {
class logger;
}

namespace drawbar::server {

/// Sets spdlog's default logger for its lifetime; what was logged is written when it ends.
class Log {
 public:
  /// `level`: debug, info, warning or error.
  explicit Log(const std::string& level);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

 private:
  std::shared_ptr<spdlog::logger> logger_;  ///< outlives the thread that writes
};

}  // namespace drawbar::server
