// Run by the build: writes the JSON Schema of scene files to standard output.
#include <iostream>

#include "scenes/loader/schema/json_schema.h"

int main() {
  std::cout << drawbar::scenes::json_schema();
}
