// What one address may cost: joins, and wrong tokens.
#include "server/session/address_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/system/asio.h"

namespace drawbar::server {

namespace {

constexpr double kSecondsOfJoins = 10;  ///< that may come at once

}  // namespace

std::string AddressLimits::group_of(const std::string& address) {
  ErrorCode error;
  const asio::ip::address ip = asio::ip::make_address(address, error);
  if (error || !ip.is_v6()) return address;
  auto bytes = ip.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return asio::ip::address_v6(bytes).to_string() + "/64";
}

Outcome AddressLimits::admit_join(const std::string& group, Nanoseconds now) {
  if (record(group, now).joins.take(1, now)) return {};
  return Refusal{stream::ErrorCode::Busy,
                 fmt::format("too many joins from {}: {:g} per second are allowed", group, joins_per_second_),
                 ""};
}

Outcome AddressLimits::admit_token(const std::string& group, Nanoseconds now) const {
  const auto found = records_.find(group);
  if (found == records_.end() || now >= found->second.paused_until) return {};
  const auto wait = static_cast<double>(found->second.paused_until - now) / static_cast<double>(kSecond);
  return Refusal{stream::ErrorCode::Busy,
                 fmt::format("too many wrong tokens from {}: try again in {:.1f} s", group, wait),
                 "Hello.token"};
}

void AddressLimits::wrong_token(const std::string& group, Nanoseconds now) {
  Record& of = record(group, now);
  if (now - of.last_guess > kForgetGuesses) of.guesses = 0;
  of.last_guess = now;
  const int beyond = ++of.guesses - kFreeGuesses;
  if (beyond <= 0) return;
  of.paused_until = now + std::min(kLongestPause, kFirstPause << std::min(beyond - 1, 10));
}

AddressLimits::Record& AddressLimits::record(const std::string& group, Nanoseconds now) {
  if (records_.size() >= kMostAddresses && !records_.contains(group)) {
    records_.erase(
        std::ranges::min_element(records_, {}, [](const auto& entry) { return entry.second.last_seen; }));
  }
  Record& found =
      records_
          .try_emplace(group,
                       Record{.joins = RateLimit(kSecondsOfJoins * joins_per_second_, joins_per_second_)})
          .first->second;
  found.last_seen = now;
  return found;
}

}  // namespace drawbar::server
