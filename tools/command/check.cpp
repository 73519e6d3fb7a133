// drawbar check SCENE: every error of a scene file.
#include <iostream>
#include <memory>

#include "scenes/loader/loader.h"
#include "tools/command/command.h"

namespace drawbar::tools {
namespace {

int check(const std::string& file) {
  const auto loaded = scenes::load_file(file);
  if (!loaded) return report(loaded.error());
  for (const std::string& warning : loaded->warnings) std::cerr << warning << '\n';
  std::cout << file << ": good\n";
  return kGood;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "check", "Validate a scene: every error with file, line or path, what is wrong, what is allowed");
  const auto file = std::make_shared<std::string>();
  command.add_option("SCENE", *file, "Scene file (.json)")->required();
  command.callback([file, &status] { status = check(*file); });
}

}  // namespace drawbar::tools
