// drawbar import: becomes the program that does it.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/batch/engine/program.h"
#include "tools/command/command.h"
#include "tools/import/program/import_command.h"

namespace drawbar::tools {
namespace {

/// Beside this program as it is built, or where it is installed.
Result<std::filesystem::path> import_program() {
  const auto own = own_program();
  if (!own) return tl::unexpected(own.error());
  const std::filesystem::path folder = std::filesystem::path(*own).parent_path();
  std::error_code ignored;
  const std::filesystem::path built = folder / kImportProgram;
  if (std::filesystem::exists(built, ignored)) return built;
  return (folder / ".." / DRAWBAR_LIBEXEC / kImportProgram).lexically_normal();
}

}  // namespace

void list_import(CLI::App& app) {
  app.add_subcommand("import", kImportDoes);
}

int become_import(char** arguments) {
  const auto program = import_program();
  if (!program) return report(program.error());
  std::string path = program->string();
  std::vector<char*> words = {path.data()};
  while (*arguments != nullptr) words.push_back(*arguments++);
  words.push_back(nullptr);
  execv(path.c_str(), words.data());
  return report({ErrorKind::environment, path + ", which drawbar import needs: " + std::strerror(errno)});
}

}  // namespace drawbar::tools
