// drawbar drive: the operator's console in the terminal, or a controls file played into the daemon.
#include <memory>
#include <string>

#include "tools/client/controls_player.h"
#include "tools/command/command.h"
#include "tools/command/connection_arguments.h"
#include "tools/console/console.h"

namespace drawbar::tools {
namespace {

struct DriveArguments {
  ConnectionArguments connection;
  std::string body;
  std::string controls;
  double duration = 0;
};

Result<void> drive(const DriveArguments& arguments) {
  const Result<ConnectionOptions> options = arguments.connection.options(control::Role::Operator);
  if (!options) return tl::unexpected(options.error());
  return arguments.controls.empty() ? run_console(*options, arguments.body)
                                    : play_controls(*options, arguments.controls, arguments.duration);
}

}  // namespace

void add_drive(CLI::App& app, int& status) {
  CLI::App& command =
      *app.add_subcommand("drive", "Drive: the operator's console in the terminal, or a controls file");
  const auto arguments = std::make_shared<DriveArguments>();
  arguments->connection.add_to(command);
  command.add_option("--body", arguments->body, "Whose motion to show (default: the scene's choice)");
  auto* controls =
      command.add_option("--controls", arguments->controls,
                         "Play this controls file (rows time,name,value) instead of the keyboard");
  command
      .add_option("--duration", arguments->duration,
                  "With --controls: hold on until this time of the file in s, if it "
                  "is later than the last row")
      ->needs(controls);
  command.footer(
      "Keys: w s throttle, a d steering, further pairs as shown; space: all to neutral; c: take or give up "
      "control;\n"
      "q: quit. A terminal tells of key presses only: levers stay where they were put, the steering springs "
      "back, and\n"
      "without any key everything goes to neutral after some seconds.");
  command.callback([arguments, &status] {
    const Result<void> done = drive(*arguments);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
