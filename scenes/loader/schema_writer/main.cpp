// Run by the build: writes the JSON Schema of scene files, or with the argument "exercise" that of exercise
// files, to standard output.
#include <iostream>
#include <string_view>

#include "scenes/loader/schema/json_schema.h"
#include "scenes/loader/schema/schema.h"

int main(int count, char** arguments) {
  using namespace drawbar::scenes;
  const bool exercise = count > 1 && std::string_view(arguments[1]) == "exercise";
  std::cout << (exercise ? json_schema(exercise_schema(), "drawbar exercise")
                         : json_schema(scene_schema(), "drawbar scene"));
}
