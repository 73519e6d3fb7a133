// Text of a server as a terminal may show it.
#pragma once

#include <string>

#include "protocol/strings.h"
#include "tools/text/cells.h"

namespace drawbar::tools {

/// Without what would act on a terminal; empty where there is none.
inline std::string shown(const flatbuffers::String* text) {
  return clean(protocol::text_of(text));
}

}  // namespace drawbar::tools
