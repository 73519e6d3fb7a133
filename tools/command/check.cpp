// drawbar check FILE: every error of a scene or exercise file.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/loader.h"
#include "tools/command/command.h"

namespace drawbar::tools {
namespace {

/// The warnings of a file that is good.
Result<std::vector<std::string>> warnings_of(const std::string& file) {
  if (scenes::is_exercise_file(file)) {
    auto loaded = scenes::load_exercise_file(file);
    if (!loaded) return tl::unexpected(loaded.error());
    return std::move(loaded->scene.warnings);
  }
  auto loaded = scenes::load_file(file);
  if (!loaded) return tl::unexpected(loaded.error());
  return std::move(loaded->warnings);
}

int check(const std::string& file) {
  const auto warnings = warnings_of(file);
  if (!warnings) return report(warnings.error());
  for (const std::string& warning : *warnings) std::cerr << warning << '\n';
  std::cout << file << ": good\n";
  return kGood;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "check",
      "Validate a scene or an exercise: every error with file, line or path, what is wrong, what is allowed");
  const auto file = std::make_shared<std::string>();
  command.add_option("FILE", *file, "Scene or exercise file (.json)")->required();
  command.callback([file, &status] { status = check(*file); });
}

}  // namespace drawbar::tools
