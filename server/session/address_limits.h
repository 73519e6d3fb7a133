// What one address may cost: joins, and wrong tokens.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "server/session/messenger.h"
#include "server/system/rate_limit.h"

namespace drawbar::server {

/// Those who share an address share its limits: of IPv6 its first 64 bits, because one machine has as many of
/// the rest as it likes. Remembers kMostAddresses at most; who is silent longest is forgotten first.
class AddressLimits {
 public:
  static constexpr int kFreeGuesses = 5;               ///< wrong tokens before the first pause
  static constexpr Nanoseconds kFirstPause = kSecond;  ///< doubled by every further one
  static constexpr Nanoseconds kLongestPause = 10 * kSecond;
  static constexpr Nanoseconds kForgetGuesses = 60 * kSecond;  ///< after so long without one
  static constexpr std::size_t kMostAddresses = 4096;

  /// `joins_per_second` of one address; ten times as many at once.
  explicit AddressLimits(double joins_per_second) : joins_per_second_(joins_per_second) {}

  /// What stands for all that shares this address's limits.
  static std::string group_of(const std::string& address);

  /// Why nobody may join from here now, counting one who does.
  Outcome admit_join(const std::string& group, Nanoseconds now);
  /// Why no token is looked at now.
  Outcome admit_token(const std::string& group, Nanoseconds now) const;
  void wrong_token(const std::string& group, Nanoseconds now);

 private:
  struct Record {
    RateLimit joins;
    int guesses = 0;
    Nanoseconds last_guess = 0;
    Nanoseconds paused_until = 0;
    Nanoseconds last_seen = 0;
  };

  Record& record(const std::string& group, Nanoseconds now);

  double joins_per_second_;
  std::map<std::string, Record> records_;
};

}  // namespace drawbar::server
