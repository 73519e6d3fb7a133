// The HTTP connections that are open, WebSockets not among them: who goes when there are too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <utility>

namespace drawbar::server {

/// A newcomer is never refused: probes of /healthz come in whoever else holds connections. Of the address
/// that has most of them, the one goes that has been idle longest.
class HttpConnections {
  struct Entry {
    std::string address_group;
    std::function<void()> close;
    std::uint64_t touched = 0;
    bool closing = false;
  };

 public:
  using Place = std::list<Entry>::iterator;

  Place enter(std::string address_group, std::function<void()> close) {
    return entries_.insert(entries_.end(), {std::move(address_group), std::move(close), ++now_, false});
  }
  void leave(Place place) { entries_.erase(place); }
  /// Something begins on it.
  void touch(Place place) { place->touched = ++now_; }

  /// Closes one if a newcomer from `address_group` would make more than `most`; the newcomer counts for its
  /// address.
  void make_room(std::size_t most, const std::string& address_group) {
    std::map<std::string, std::size_t> from;
    std::size_t open = 0;
    for (const Entry& entry : entries_) {
      if (entry.closing) continue;
      ++from[entry.address_group];
      ++open;
    }
    if (open < most) return;
    ++from[address_group];
    Place to_go = entries_.end();
    for (Place at = entries_.begin(); at != entries_.end(); ++at) {
      if (at->closing) continue;
      const std::size_t of_this = from[at->address_group];
      const std::size_t of_that = to_go == entries_.end() ? 0 : from[to_go->address_group];
      if (of_this > of_that || (of_this == of_that && at->touched < to_go->touched)) to_go = at;
    }
    to_go->closing = true;
    to_go->close();
  }

 private:
  std::list<Entry> entries_;
  std::uint64_t now_ = 0;  ///< counts what begins
};

}  // namespace drawbar::server
