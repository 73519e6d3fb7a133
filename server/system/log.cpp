// The log: spdlog to stderr, written by a thread of its own.
#include "server/system/log.h"

#include <spdlog/async.h>
#include <spdlog/sinks/dup_filter_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "server/system/rate_limited_sink.h"

namespace drawbar::server {

namespace {

constexpr std::size_t kQueueCapacity = 8192;
// A class of fifty may join at once; strangers that knock all day may not fill the disk.
constexpr double kBurst = 500;
constexpr double kLinesPerSecond = 20;

}  // namespace

Log::Log(const std::string& level) {
  spdlog::init_thread_pool(kQueueCapacity, 1);
  // The same line again within a second is counted, not repeated; others are limited in number.
  auto limited = std::make_shared<RateLimitedSink>(kBurst, kLinesPerSecond);
  limited->add_sink(std::make_shared<spdlog::sinks::stderr_sink_mt>());
  auto sink = std::make_shared<spdlog::sinks::dup_filter_sink_mt>(std::chrono::seconds(1));
  sink->add_sink(std::move(limited));
  // Under a flood the oldest lines go: logging never waits.
  auto logger = std::make_shared<spdlog::async_logger>("drawbard", sink, spdlog::thread_pool(),
                                                       spdlog::async_overflow_policy::overrun_oldest);
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
  logger->set_level(spdlog::level::from_str(level));
  logger->flush_on(spdlog::level::warn);
  spdlog::set_default_logger(logger);
  logger_ = std::move(logger);
}

Log::~Log() {
  spdlog::shutdown();
}

}  // namespace drawbar::server
