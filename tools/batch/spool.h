// Outcomes on their way from the order in which they come to the order in which they are wanted; on disk, so
// that a batch of any length takes the same memory.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "protocol/result.h"
#include "tools/batch/outcome.h"

namespace drawbar::tools {

class Spool {
 public:
  /// For `count` outcomes, in a file without a name; `environment` where there is no place for one.
  static Result<Spool> create(std::size_t count);

  Result<void> put(std::size_t index, const Outcome& outcome);
  bool has(std::size_t index) const { return places_[index].size > 0; }
  /// One that was put.
  Result<Outcome> get(std::size_t index) const;

 private:
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  Spool(File file, std::size_t count) : file_(std::move(file)), places_(count) {}

  File file_;
  std::vector<Place> places_;
  std::uint64_t end_ = 0;
};

}  // namespace drawbar::tools
