#include "tools/command/command.h"

#include <iostream>

namespace drawbar::tools {

int report(const Error& error) {
  std::cerr << error.text << '\n';
  return exit_code(error.kind);
}

}  // namespace drawbar::tools
