// Run by the build: writes the JSON Schema of study files to standard output.
#include <iostream>

#include "scenes/loader/schema/json_schema.h"
#include "tools/study/study_loader.h"

int main() {
  std::cout << drawbar::scenes::json_schema(drawbar::tools::study_schema(), "drawbar study");
}
