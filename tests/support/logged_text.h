// What is logged meanwhile, as text.
#pragma once

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace drawbar::test {

/// As long as it lives, the default logger's lines come here: "LEVEL TEXT".
class LoggedText {
 public:
  LoggedText() {
    auto logger =
        std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_));
    logger->set_pattern("%l %v");
    spdlog::set_default_logger(std::move(logger));
  }
  ~LoggedText() { spdlog::set_default_logger(before_); }
  LoggedText(const LoggedText&) = delete;
  LoggedText& operator=(const LoggedText&) = delete;

  /// Since the last call.
  std::string take() { return std::exchange(text_, std::ostringstream()).str(); }

 private:
  std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
  std::ostringstream text_;
};

}  // namespace drawbar::test
