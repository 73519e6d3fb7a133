// drawbar watch: poses and telemetry of a running daemon, as text or JSON lines.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "tools/client/message_text.h"
#include "tools/command/command.h"
#include "tools/command/connection_arguments.h"

namespace drawbar::tools {
namespace {

struct WatchArguments {
  ConnectionArguments connection;
  bool json = false;
  std::uint32_t every = 1;
  std::uint64_t count = 0;
  std::vector<std::string> bodies;
};

Result<void> watch(const WatchArguments& arguments) {
  const Result<ConnectionOptions> options = arguments.connection.options(control::Role::Viewer);
  if (!options) return tl::unexpected(options.error());
  Result<Connection> connection = Connection::open(*options);
  if (!connection) return tl::unexpected(connection.error());
  SceneNames names = scene_names(*connection->welcome()->body_as_Welcome()->scene());
  const Result<std::vector<std::uint32_t>> bodies = body_ids(names, arguments.bodies);
  if (!bodies) return tl::unexpected(bodies.error());

  control::SubscribeT subscription;
  subscription.every_nth = subscription.telemetry_every_nth = arguments.every;
  subscription.bodies = *bodies;
  // What arrives before the answer is still by the server's own choice of bodies and rate.
  control::ClientBodyUnion body;
  body.Set(std::move(subscription));
  const auto subscribed = connection->request(std::move(body));
  if (!subscribed) return tl::unexpected(subscribed.error());

  for (std::uint64_t frames = 0; arguments.count == 0 || frames < arguments.count;) {
    const auto arrived = connection->receive(std::chrono::milliseconds(1000));
    if (!arrived) return tl::unexpected(arrived.error());
    if (!*arrived) continue;
    const stream::ServerMessage& message = ***arrived;
    if (const stream::Scene* scene = message.body_as_Scene()) names = scene_names(*scene);
    std::string text = arguments.json ? json_line(message, names) : text_lines(message, names);
    if (arguments.json && !text.empty()) text += '\n';
    // The reader of a pipe has gone: that is how `watch | head` ends.
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) return {};
    frames += message.body_type() == stream::ServerBody::Frame ? 1 : 0;
  }
  return connection->send_body(control::GoodbyeT{});
}

}  // namespace

void add_watch(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand("watch", "Print poses, telemetry and events of a running daemon");
  const auto arguments = std::make_shared<WatchArguments>();
  arguments->connection.add_to(command);
  command.add_flag("--json", arguments->json, "One JSON object per line");
  command.add_option("--every", arguments->every, "Only every n-th frame")
      ->check(CLI::Range(1u, 1'000'000u))
      ->capture_default_str();
  command.add_option("--count", arguments->count, "End after so many frames; 0: never")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000'000'000}))
      ->capture_default_str();
  command.add_option("--body", arguments->bodies, "Only this body; repeatable");
  command.callback([arguments, &status] {
    const Result<void> done = watch(*arguments);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
