#include "tools/client/states_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include "protocol/byte_io.h"
#include "protocol/channel_holder.h"
#include "protocol/check.h"
#include "protocol/strings.h"
#include "tools/client/holder_text.h"
#include "tools/text/cells.h"

namespace drawbar::tools {

namespace {

template <class Body>
control::ClientBodyUnion body_of(Body body) {
  control::ClientBodyUnion result;
  result.Set(std::move(body));
  return result;
}

template <class Body>
Result<void> ask(Connection& connection, Body body) {
  const auto answer = connection.request(body_of(std::move(body)));
  return answer ? Result<void>() : tl::unexpected(answer.error());
}

void list_states(const stream::Welcome& welcome) {
  if (welcome.saves() == nullptr) return;
  for (const auto& name : *welcome.saves()) fmt::print("{}\n", clean(protocol::text_of(name)));
}

void list_sessions(const stream::Welcome& welcome) {
  std::map<std::uint32_t, std::string> sessions;
  std::string holders;
  for (flatbuffers::uoffset_t i = 0; welcome.sessions() != nullptr && i < welcome.sessions()->size(); ++i) {
    const stream::SessionInfo* session = welcome.sessions()->Get(i);
    sessions[session->session()] = fmt::format("{:<11}{}", control::EnumNameRole(session->role()),
                                               clean(protocol::text_of(session->name())));
  }
  if (const auto* channels = welcome.scene()->channels(); channels != nullptr) {
    for (const auto& channel : *channels) {
      // Of who holds a channel and is not listed the connection is lost.
      if (channel->holder() != protocol::kNobody && channel->holder() != protocol::kHeldBack)
        sessions.try_emplace(channel->holder(), "away       its channels wait for it to come back");
      holders +=
          fmt::format("{}: {}\n", clean(protocol::text_of(channel->name())), holder_text(channel->holder()));
    }
  }
  for (const auto& [session, line] : sessions) fmt::print("{:>4}  {}\n", session, line);
  fmt::print("{}", holders);
}

Result<void> save_file(const std::string& name, const std::string& path, Connection& connection) {
  if (std::error_code ignored; std::filesystem::exists(path, ignored))
    return fail(ErrorKind::environment, path + ": exists; allowed: another name");
  control::ExportStateT body;
  body.name = name;
  std::vector<std::uint8_t> data;
  const auto take = [&data](const stream::ServerMessage& message) {
    if (const auto* file = message.body_as_StateFile(); file != nullptr && file->data() != nullptr)
      data.assign(file->data()->begin(), file->data()->end());
  };
  if (auto done = connection.request(body_of(std::move(body)), take); !done)
    return tl::unexpected(done.error());
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  file.close();
  if (!file) return fail(ErrorKind::environment, path + ": cannot be written");
  return {};
}

Result<void> load_file(const std::string& path, const std::string& name, Connection& connection) {
  const auto file = protocol::open_file(path);
  if (!file) return tl::unexpected(file.error());
  if ((*file)->size() == 0 || (*file)->size() > protocol::kStateFileLimit) {
    return fail(ErrorKind::wrong, fmt::format("{}: has {} bytes, a state's file has 1 to {}", path,
                                              (*file)->size(), protocol::kStateFileLimit));
  }
  protocol::Bytes bytes((*file)->size());
  if (auto read = (*file)->read(0, bytes); !read) return read;
  for (std::size_t at = 0; at < bytes.size(); at += protocol::kStatePieceLimit) {
    const std::size_t size = std::min(protocol::kStatePieceLimit, bytes.size() - at);
    control::ImportStateT body;
    body.name = name;
    body.offset = static_cast<std::uint32_t>(at);
    body.total = static_cast<std::uint32_t>(bytes.size());
    const auto* piece = reinterpret_cast<const std::uint8_t*>(bytes.data()) + at;
    body.data.assign(piece, piece + size);
    if (auto done = ask(connection, std::move(body)); !done) return done;
  }
  return {};
}

}  // namespace

std::string states_commands() {
  return fmt::format("  {:<46}{}\n  {:<46}{}\n  {:<46}{}\n  {:<46}{}\n  {:<46}{}\n  {:<46}{}\n", "states",
                     "lists the kept states", "states save NAME", "the same as save NAME",
                     "states delete NAME", "forgets a kept state", "states export NAME FILE",
                     "writes a kept state to a file", "states import FILE [NAME]",
                     "keeps a state from a file, under its name", "sessions",
                     "lists who is here, or away and may come back to its channels, and who holds what");
}

bool is_states_command(std::span<const std::string> words) {
  return !words.empty() && (words[0] == "states" || words[0] == "sessions");
}

Result<void> run_states_command(std::span<const std::string> words, Connection& connection) {
  const stream::Welcome& welcome = *connection.welcome()->body_as_Welcome();
  if (words[0] == "sessions" && words.size() == 1) {
    list_sessions(welcome);
    return {};
  }
  if (words[0] == "states" && words.size() == 1) {
    list_states(welcome);
    return {};
  }
  const auto is = [&](const char* verb, std::size_t least, std::size_t most) {
    return words[0] == "states" && words[1] == verb && words.size() - 2 >= least && words.size() - 2 <= most;
  };
  if (is("save", 1, 1)) {
    control::SaveT body;
    body.name = words[2];
    return ask(connection, std::move(body));
  }
  if (is("delete", 1, 1)) {
    control::DeleteStateT body;
    body.name = words[2];
    return ask(connection, std::move(body));
  }
  if (is("export", 2, 2)) return save_file(words[2], words[3], connection);
  if (is("import", 1, 2)) {
    const std::string name = words.size() > 3 ? words[3] : std::filesystem::path(words[2]).stem().string();
    return load_file(words[2], name, connection);
  }
  return fail(ErrorKind::usage, "instructor: expected one of\n" + states_commands());
}

}  // namespace drawbar::tools
