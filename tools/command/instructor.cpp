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

/// The number that the server gave to what this session has just begun; it comes as an event behind the
/// reply.
Result<std::uint32_t> begun_effect(Connection& connection) {
  const auto message = connection.wait_for(
      [own = connection.session()](const stream::ServerMessage& arrived) {
        const stream::Event* event = arrived.body_as_Event();
        return event != nullptr && event->kind() == stream::EventKind::EffectBegan && !event->recorded() &&
               event->session() == own && event->ids() != nullptr && event->ids()->size() == 1;
      },
      "it has begun, but its number did not come");
  if (!message) return tl::unexpected(message.error());
  return (*message)->body_as_Event()->ids()->Get(0);
}

Result<void> print_begun_effect(bool as_json, Connection& connection) {
  const auto number = begun_effect(connection);
  if (!number) return tl::unexpected(number.error());
  if (as_json) {
    fmt::print("{{\"effect\": {}}}\n", *number);
  } else {
    fmt::print("malfunction {0}; `drawbar instructor clear {0}` ends it\n", *number);
  }
  return {};
}

/// What the words ask of the daemon, which answers, and what it answers, printed.
Result<void> carry_out(InstructorCommand command, const InstructorWords& arguments, Connection& connection) {
  if (is_live_score_command(arguments.words)) {
    const Result<std::string> score = live_score(arguments.words, arguments.as_json, connection);
    if (!score) return tl::unexpected(score.error());
    fmt::print("{}", *score);
    return {};
  }
  if (is_states_command(arguments.words)) return run_states_command(arguments.words, connection);
  if (arguments.words == std::vector<std::string>{"exercise", "start"}) {
    if (const Result<void> can = check_exercise_can_start(connection); !can) return can;
  }
  const stream::Welcome& welcome = *connection.welcome()->body_as_Welcome();
  if (const Result<void> resolved = resolve(command, welcome); !resolved) return resolved;
  const std::chrono::nanoseconds takes(command.slots * welcome.scene()->period_ns());
  const bool begins_effect = command.body.type == control::ClientBody::BeginEffect;
  const Result<protocol::ServerMessage> done = connection.request(
      std::move(command.body), {}, std::chrono::duration_cast<std::chrono::milliseconds>(takes));
  if (!done) return tl::unexpected(done.error());
  if (begins_effect) {
    if (const Result<void> printed = print_begun_effect(arguments.as_json, connection); !printed)
      return printed;
  }
  if (!command.left_undone.empty()) return fail(ErrorKind::wrong, command.left_undone);
  if (const stream::Effects* effects = (*done)->body_as_Effects()) {
    fmt::print("{}", arguments.as_json ? effects_json(*effects) + "\n" : effects_text(*effects));
  } else if (const stream::Scenes* scenes = (*done)->body_as_Scenes()) {
    fmt::print("{}", arguments.as_json ? library_json(*scenes) + "\n" : library_text(*scenes));
  }
  return {};
}

}  // namespace

Result<void> instruct(const InstructorWords& arguments, const ConnectionOptions& options) {
  InstructorCommand command;
  if (!is_states_command(arguments.words) && !is_live_score_command(arguments.words)) {
    Result<InstructorCommand> parsed = parse_instructor_command(arguments.words);
    if (!parsed) return tl::unexpected(parsed.error());
    command = std::move(*parsed);
  }
  if (arguments.variant) {
    control::ReloadT* reload = command.body.AsReload();
    if (reload == nullptr) {
      return fail(ErrorKind::usage, "--variant: allowed: with reload, exercise load and exercise reset");
    }
    reload->variant = *arguments.variant;
  }
  ConnectionOptions for_one_command = options;
  for_one_command.brief = true;
  Result<Connection> connection = Connection::open(for_one_command);
  if (!connection) return tl::unexpected(connection.error());
  const Result<void> done = carry_out(std::move(command), arguments, *connection);
  // Without it the server keeps the session for a while; whether it arrives changes nothing for the command.
  (void)connection->send_body(control::GoodbyeT{});
  return done;
}

void add_instructor(CLI::App& app, int& status) {
  CLI::App& command =
      *app.add_subcommand("instructor", "Give a running daemon one command of the instructor's");
  const auto arguments = std::make_shared<InstructorArguments>();
  arguments->connection.add_to(command);
  command.add_option("COMMAND", arguments->command.words, "The command and its arguments");
  command.add_flag("--json", arguments->command.as_json,
                   "What the server answers as JSON (malfunctions, malfunction, triggers, library)");
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
