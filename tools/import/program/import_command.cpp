#include "tools/import/program/import_command.h"

#include <fmt/core.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "tools/command/command.h"
#include "tools/import/import.h"
#include "tools/import/shelter.h"
#include "tools/import/xml_file.h"

namespace drawbar::tools {
namespace {

struct ImportArguments {
  std::string file;
  std::string output;
  std::vector<std::string> packages;
  std::vector<std::string> start;
  std::string base = "fixed";
  bool passive = false;
  bool force = false;
};

Result<import::ImportOptions> options_of(const ImportArguments& arguments) {
  import::ImportOptions options;
  options.input = arguments.file;
  options.output = arguments.output;
  options.free_base = arguments.base == "free";
  options.passive = arguments.passive;
  options.force = arguments.force;
  for (const std::string& package : arguments.packages) {
    const std::size_t equals = package.find('=');
    if (equals == std::string::npos || equals == 0)
      return fail(ErrorKind::usage, "--package " + package + ": allowed: NAME=DIR");
    options.packages[package.substr(0, equals)] = package.substr(equals + 1);
  }
  for (const std::string& start : arguments.start) {
    const std::size_t equals = start.rfind('=');
    const auto value = equals == std::string::npos
                           ? std::nullopt
                           : import::numbers_of(std::string_view(start).substr(equals + 1), 1);
    if (!value || equals == 0)
      return fail(ErrorKind::usage, "--start " + start + ": allowed: JOINT=NUMBER (rad or m)");
    options.start[start.substr(0, equals)] = value->front();
  }
  return options;
}

int run_import(const ImportArguments& arguments) {
  const auto options = options_of(arguments);
  if (!options) return report(options.error());
  const auto imported = import::import_file(*options);
  if (!imported) return report(imported.error());
  for (const std::string& warning : imported->warnings) std::cerr << warning << '\n';
  fmt::print("{}: bodies {}, joints {}, driven {}; warnings {}\n", arguments.output, imported->bodies,
             imported->joints, imported->drives, imported->warnings.size());
  return kGood;
}

}  // namespace

void add_import(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand("import", kImportDoes);
  const auto arguments = std::make_shared<ImportArguments>();
  command.add_option("FILE", arguments->file, "Model (.urdf, .sdf, .xml, .gltf, .glb)")->required();
  command.add_option("--output", arguments->output, "Scene file to write; meshes go into a folder beside it")
      ->required();
  command.add_option("--package", arguments->packages,
                     "NAME=DIR: where package://NAME/ and model://NAME/ lie");
  command.add_option("--start", arguments->start,
                     "JOINT=VALUE: where a joint begins (rad or m); 0 unless given");
  command.add_option("--base", arguments->base, "Root of a URDF: fixed to the world, or free above a ground")
      ->check(CLI::IsMember({"fixed", "free"}))
      ->capture_default_str();
  command.add_flag("--passive", arguments->passive, "No motors and no controls");
  command.add_flag("--force", arguments->force, "Overwrite an existing scene and the meshes beside it");
  command.callback([arguments, &status] {
    const auto done = import::sheltered([&] { return run_import(*arguments); });
    status = done ? *done : report(Error{done.error().kind, arguments->file + ": " + done.error().text});
  });
}

}  // namespace drawbar::tools
