// Texts in two languages, as clients get them.
#pragma once

#include <memory>
#include <string>

#include "protocol/stream_generated.h"

namespace drawbar::server {

/// Null where there is no English one. `ru` empty: the English one stands for it.
inline std::unique_ptr<control::TextT> text_of(const std::string& en, const std::string& ru) {
  if (en.empty()) return nullptr;
  auto text = std::make_unique<control::TextT>();
  text->en = en;
  text->ru = ru;
  return text;
}

}  // namespace drawbar::server
