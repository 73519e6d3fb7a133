// drawbar new KIND: a first scene to start from, with comments, or the schema by which an editor completes
// it.
#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/loader/schema/json_schema.h"
#include "scenes/loader/schema/schema.h"
#include "tools/command/command.h"
#include "tools/text/output_file.h"

// Of new_scenes.S.
extern "C" {
extern const char drawbar_new_vehicle[], drawbar_new_vehicle_end[];
extern const char drawbar_new_arm[], drawbar_new_arm_end[];
extern const char drawbar_new_crane[], drawbar_new_crane_end[];
}

namespace drawbar::tools {
namespace {

struct FirstScene {
  const char* kind;
  const char* begin;
  const char* end;
};

const std::array kFirstScenes = {
    FirstScene{"vehicle", drawbar_new_vehicle, drawbar_new_vehicle_end},
    FirstScene{"arm", drawbar_new_arm, drawbar_new_arm_end},
    FirstScene{"crane", drawbar_new_crane, drawbar_new_crane_end},
};
constexpr const char* kSchemaKind = "schema";

struct NewArguments {
  std::string kind;
  std::string output;
  bool force = false;
};

std::string text_of(std::string_view kind) {
  for (const FirstScene& scene : kFirstScenes) {
    if (kind == scene.kind) return {scene.begin, scene.end};
  }
  return scenes::json_schema(scenes::scene_schema(), "drawbar scene");
}

int write_new(const NewArguments& arguments) {
  const std::string path = arguments.output == "-" ? "" : arguments.output;
  if (const auto may = check_may_write(path, arguments.force); !may) return report(may.error());
  auto file = OutputFile::open(path);
  if (!file) return report(file.error());
  file->write(text_of(arguments.kind));
  if (const auto written = file->close(); !written) return report(written.error());
  if (!path.empty() && arguments.kind != kSchemaKind) {
    std::cout << path << ": drive it with `drawbard " << path << "`, change it, and ask `drawbar check "
              << path << "`\n";
  }
  return kGood;
}

}  // namespace

void add_new(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "new", "A first scene to start from, with comments; or the JSON Schema for editors of scenes");
  const auto arguments = std::make_shared<NewArguments>();
  std::vector<std::string> kinds{kSchemaKind};
  for (const FirstScene& scene : kFirstScenes) kinds.emplace_back(scene.kind);
  command.add_option("KIND", arguments->kind, "What to write")->required()->check(CLI::IsMember(kinds));
  command.add_option("--output", arguments->output, "File to write; standard output without it, or as -");
  command.add_flag("--force", arguments->force, "Overwrite an existing file");
  command.callback([arguments, &status] { status = write_new(*arguments); });
}

}  // namespace drawbar::tools
