// The name of a result: what it was computed from, by what.
#pragma once

#include <string>
#include <string_view>

#include "protocol/result.h"

namespace drawbar::tools {

/// XXH3-128 of everything added, in order; adding "ab" and "c" differs from adding "a" and "bc".
class ContentKey {
 public:
  ContentKey();
  ~ContentKey();
  ContentKey(const ContentKey&) = delete;
  ContentKey& operator=(const ContentKey&) = delete;

  void add(std::string_view bytes);
  /// The file's content, read in pieces; `environment` where it cannot be read.
  Result<void> add_file(const std::string& path);
  /// 32 hexadecimal digits.
  std::string text() const;

 private:
  void* state_;
};

/// Key of the content of the program that runs: another build has another one.
Result<std::string> build_key();

}  // namespace drawbar::tools
