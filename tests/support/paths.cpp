#include "tests/support/paths.h"

namespace drawbar::tests {

std::filesystem::path source_folder() {
  return DRAWBAR_SOURCE_DIR;
}

std::filesystem::path program(const std::string& name) {
  return std::filesystem::path(DRAWBAR_PROGRAMS) / name;
}

}  // namespace drawbar::tests
