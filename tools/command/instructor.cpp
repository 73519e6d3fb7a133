// drawbar instructor COMMAND...: one command to a running daemon.
#include "tools/command/instructor.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/client/effects_text.h"
#include "tools/client/instructor_command.h"
#include "tools/client/library_text.h"
#include "tools/client/live_score.h"
#include "tools/client/states_command.h"
#include "tools/command/command.h"
#include "tools/command/connection_arguments.h"

namespace drawbar::tools {
namespace {

struct InstructorArguments {
  ConnectionArguments connection;
  InstructorWords command;
};

}  // namespace

Result<void> instruct(const InstructorWords& arguments, const ConnectionOptions& options) {
  const bool asks_for_states = is_states_command(arguments.words);
  const bool asks_for_score = is_live_score_command(arguments.words);
  Result<InstructorCommand> command =
      asks_for_states || asks_for_score ? InstructorCommand{} : parse_instructor_command(arguments.words);
  if (!command) return tl::unexpected(command.error());
  if (arguments.variant) {
    control::ReloadT* reload = command->body.AsReload();
    if (reload == nullptr) {
      return fail(ErrorKind::usage, "--variant: allowed: with reload, exercise load and exercise reset");
    }
    reload->variant = *arguments.variant;
  }
  Result<Connection> connection = Connection::open(options);
  if (!connection) return tl::unexpected(connection.error());
  if (asks_for_score) {
    const Result<std::string> score = live_score(arguments.words, arguments.as_json, *connection);
    (void)connection->send_body(control::GoodbyeT{});
    if (!score) return tl::unexpected(score.error());
    fmt::print("{}", *score);
    return {};
  }
  if (asks_for_states) {
    const Result<void> done = run_states_command(arguments.words, *connection);
    (void)connection->send_body(control::GoodbyeT{});
    return done;
  }
  const stream::Welcome& welcome = *connection->welcome()->body_as_Welcome();
  if (const Result<void> resolved = resolve(*command, welcome); !resolved) return resolved;
  const std::chrono::nanoseconds takes(command->slots * welcome.scene()->period_ns());
  const Result<protocol::ServerMessage> done = connection->request(
      std::move(command->body), {}, std::chrono::duration_cast<std::chrono::milliseconds>(takes));
  // Without it the server keeps the session for a while; whether it arrives changes nothing for the command.
  (void)connection->send_body(control::GoodbyeT{});
  if (!done) return tl::unexpected(done.error());
  if (const stream::Effects* effects = (*done)->body_as_Effects()) {
    fmt::print("{}", arguments.as_json ? effects_json(*effects) + "\n" : effects_text(*effects));
  } else if (const stream::Scenes* scenes = (*done)->body_as_Scenes()) {
    fmt::print("{}", arguments.as_json ? library_json(*scenes) + "\n" : library_text(*scenes));
  }
  return {};
}

void add_instructor(CLI::App& app, int& status) {
  CLI::App& command =
      *app.add_subcommand("instructor", "Give a running daemon one command of the instructor's");
  const auto arguments = std::make_shared<InstructorArguments>();
  arguments->connection.add_to(command);
  command.add_option("COMMAND", arguments->command.words, "The command and its arguments");
  command.add_flag("--json", arguments->command.as_json,
                   "What the server answers as JSON (malfunctions, triggers, library)");
  command.add_option("--variant", arguments->command.variant,
                     "Of the exercise that is loaded or reset, in place of its file's own; '': none");
  command.footer("Commands:\n" + instructor_commands() + states_commands() + live_score_commands());
  command.callback([arguments, &status] {
    const auto options = arguments->connection.options(control::Role::Instructor);
    const Result<void> done =
        options ? instruct(arguments->command, *options) : tl::unexpected(options.error());
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
