#include "tools/client/instructor_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "protocol/channel_holder.h"
#include "protocol/strings.h"
#include "scenes/effects/effect_catalogue.h"
#include "tools/client/holder_text.h"

namespace drawbar::tools {

namespace {

using Words = std::span<const std::string>;

template <class Number>
Result<Number> number(const std::string& word, const char* meaning) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) {
    return fail(ErrorKind::usage, fmt::format("instructor: {} is not {}", word, meaning));
  }
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(value) || value < 0) {
      return fail(ErrorKind::usage, fmt::format("instructor: {} is not {}", word, meaning));
    }
  }
  return value;
}

template <class Body>
InstructorCommand with(Body body) {
  InstructorCommand command;
  command.body.Set(std::move(body));
  return command;
}

template <class Body>
Result<InstructorCommand> plain(Words) {
  return with(Body{});
}

template <class Body>
Result<InstructorCommand> named(Words arguments) {
  Body body;
  body.name = arguments[0];
  return with(std::move(body));
}

/// Takes the word off the end: time is to stand still until the levers agree.
bool take_wait(Words& arguments) {
  if (arguments.empty() || arguments.back() != "wait") return false;
  arguments = arguments.first(arguments.size() - 1);
  return true;
}

Result<InstructorCommand> restore(Words arguments) {
  control::RestoreT body;
  body.name = arguments[0];
  if (arguments.size() > 1) {
    if (arguments[1] != "wait") {
      return fail(ErrorKind::usage, fmt::format("instructor: {} is not `wait`", arguments[1]));
    }
    body.wait = true;
  }
  return with(std::move(body));
}

/// T seconds of simulation, with the branch they are on where that is not the present one.
template <class Body>
Result<InstructorCommand> moment(Words arguments) {
  Body body;
  if constexpr (requires { body.wait; }) {
    body.wait = take_wait(arguments);
    if (arguments.empty() && std::is_same_v<Body, control::TakeOverT>) return with(std::move(body));
  }
  if (arguments.empty() || arguments.size() > 2)
    return fail(ErrorKind::usage, "instructor: expected a time in seconds and, at most, a branch");
  const Result<double> time = number<double>(arguments[0], "a time in seconds, 0 or more");
  if (!time) {
    return tl::unexpected(time.error());
  }
  body.time = *time;
  if (arguments.size() > 1) {
    const Result<std::uint32_t> branch = number<std::uint32_t>(arguments[1], "a branch's number");
    if (!branch) {
      return tl::unexpected(branch.error());
    }
    body.branch = *branch;
  }
  return with(std::move(body));
}

/// `T1 T2 [BRANCH]`, or `off`.
Result<InstructorCommand> repeat(Words arguments) {
  control::RepeatT body;
  if (arguments.size() == 1 && arguments[0] == "off") return with(std::move(body));
  if (arguments.size() == 1) return fail(ErrorKind::usage, "instructor: repeat: expected two times, or off");
  const Result<double> from = number<double>(arguments[0], "a time in seconds, 0 or more");
  if (!from) return tl::unexpected(from.error());
  const Result<double> to = number<double>(arguments[1], "a time in seconds, 0 or more");
  if (!to) return tl::unexpected(to.error());
  body.from = *from;
  body.to = *to;
  if (arguments.size() > 2) {
    const Result<std::uint32_t> branch = number<std::uint32_t>(arguments[2], "a branch's number");
    if (!branch) return tl::unexpected(branch.error());
    body.branch = *branch;
  }
  return with(std::move(body));
}

Result<InstructorCommand> step(Words arguments) {
  control::StepT body;
  if (!arguments.empty()) {
    const Result<std::uint32_t> frames = number<std::uint32_t>(arguments[0], "a number of frames");
    if (!frames) {
      return tl::unexpected(frames.error());
    }
    body.frames = *frames;
  }
  if (arguments.size() > 1) {
    if (arguments[1] != "fast") {
      return fail(ErrorKind::usage, fmt::format("instructor: step {}: allowed: fast", arguments[1]));
    }
    body.fast = true;
  }
  InstructorCommand command = with(body);
  command.slots = body.frames;
  return command;
}

Result<InstructorCommand> speed(Words arguments) {
  const Result<double> factor = number<double>(arguments[0], "a factor above 0");
  if (!factor) {
    return tl::unexpected(factor.error());
  }
  control::SpeedT body;
  body.factor = *factor;
  return with(body);
}

Result<InstructorCommand> fault(Words arguments) {
  control::DriveFaultT body;
  if (arguments[1] == "off") {
    body.kind = control::FaultKind::Off;
  } else if (arguments[1] != "ok") {
    return fail(ErrorKind::usage, fmt::format("instructor: fault {}: allowed: off, ok", arguments[1]));
  }
  InstructorCommand command = with(body);
  command.drive = arguments[0];
  return command;
}

Result<InstructorCommand> reload(Words arguments) {
  control::ReloadT body;
  if (!arguments.empty()) body.scene = arguments[0];
  return with(std::move(body));
}

/// The file's name may be said without its ending.
Result<InstructorCommand> exercise(Words arguments) {
  const std::string& what = arguments[0];
  if (what == "load" && arguments.size() >= 2) {
    control::ReloadT body;
    body.scene = arguments[1].ends_with(".json") ? arguments[1] : arguments[1] + ".json";
    body.freeze = true;
    if (arguments.size() == 3) body.trainee = arguments[2];
    return with(std::move(body));
  }
  if (arguments.size() == 1) {
    if (what == "start") return with(control::RunT{});
    if (what == "end") return with(control::EndExerciseT{});
    if (what == "reset") {
      control::ReloadT body;
      body.freeze = true;
      return with(std::move(body));
    }
  }
  return fail(ErrorKind::usage,
              fmt::format("instructor: exercise {}: allowed: load NAME [TRAINEE], start, reset, end",
                          fmt::join(arguments, " ")));
}

Result<InstructorCommand> ghost(Words arguments) {
  control::SetGhostT body;
  if (arguments[0] != "off") body.recording = arguments[0];
  return with(std::move(body));
}

Result<InstructorCommand> malfunction(Words arguments) {
  const auto request = scenes::read_effect_words(arguments);
  if (!request) return fail(ErrorKind::usage, "instructor: malfunction: " + request.error().text);
  control::BeginEffectT body;
  body.target = request->target;
  body.type = request->type;
  for (const auto& [name, value] : request->parameters) {
    auto& parameter = *body.parameters.emplace_back(std::make_unique<control::EffectParameterT>());
    parameter.name = name;
    parameter.value = value;
  }
  body.strength = request->strength;
  body.ramp = request->ramp;
  body.duration = request->duration;
  return with(std::move(body));
}

Result<InstructorCommand> clear(Words arguments) {
  control::ClearEffectT body;
  if (arguments.empty() || arguments[0] == "all") return with(body);
  const Result<std::uint32_t> effect = number<std::uint32_t>(arguments[0], "an effect's number, or all");
  if (!effect) return tl::unexpected(effect.error());
  body.effect = *effect;
  return with(body);
}

/// The session of this command ends at once: the channels are held back from then on.
Result<InstructorCommand> take(Words arguments) {
  control::TakeControlT body;
  body.force = body.keep = true;
  InstructorCommand command = with(std::move(body));
  command.channels.assign(arguments.begin(), arguments.end());
  return command;
}

Result<InstructorCommand> give(Words arguments) {
  InstructorCommand command = with(control::HandOverT{});
  command.channels.assign(arguments.begin(), arguments.end() - 1);
  command.receiver = arguments.back();
  return command;
}

Result<InstructorCommand> release(Words arguments) {
  InstructorCommand command = with(control::ReleaseControlT{});
  command.channels.assign(arguments.begin(), arguments.end());
  return command;
}

Result<InstructorCommand> bookmark(Words arguments) {
  control::BookmarkT body;
  body.text = fmt::format("{}", fmt::join(arguments, " "));
  return with(std::move(body));
}

struct Verb {
  const char* name;
  const char* arguments;
  std::size_t least;
  std::size_t most;
  const char* meaning;
  std::function<Result<InstructorCommand>(Words)> parse;
};

const std::vector<Verb>& verbs() {
  constexpr std::size_t kMany = 1000;
  static const std::vector<Verb> table = {
      {"freeze", "", 0, 0, "simulation time stands still", plain<control::FreezeT>},
      {"run", "", 0, 0, "simulation time goes on", plain<control::RunT>},
      {"step", "[N [fast]]", 0, 2,
       "computes N frames (1), one per slot or as fast as they compute, then freezes", step},
      {"speed", "X", 1, 1, "simulation seconds per second", speed},
      {"save", "NAME", 1, 1, "keeps the present state under a name", named<control::SaveT>},
      {"restore", "NAME [wait]", 1, 2, "goes back to a kept state, on a new branch", restore},
      {"rewind", "T [BRANCH] [wait]", 1, 3, "goes back to second T of this session and takes over from there",
       moment<control::RewindT>},
      {"seek", "T [BRANCH]", 1, 2, "moves a replay to second T", moment<control::SeekT>},
      {"repeat", "T1 T2 [BRANCH]|off", 1, 3, "lets a replay play this range again and again", repeat},
      {"takeover", "[T [BRANCH]] [wait]", 0, 3,
       "goes on live from second T of the recording (the frame shown); wait: once the levers agree",
       moment<control::TakeOverT>},
      {"take", "CHANNEL...", 1, kMany, "takes channels out of whoever's hands and holds them back", take},
      {"give", "CHANNEL... SESSION", 2, kMany, "gives channels to a session, by number or name", give},
      {"release", "CHANNEL...", 1, kMany,
       "lets anybody take those of the channels that are held back, and names the rest", release},
      {"bookmark", "TEXT", 1, kMany, "marks the moment, live or in a replay, in the recording", bookmark},
      {"fault", "DRIVE off|ok", 2, 2, "switches a drive's malfunction on or off", fault},
      {"malfunctions", "[--json]", 0, 0, "lists what can be broken or pushed in this scene, and what is",
       plain<control::ListEffectsT>},
      {"malfunction", "TARGET TYPE [KEY=VALUE...]", 2, 40,
       "breaks, pushes or places something; strength=, ramp= (s) and duration= (s) are keys, too",
       malfunction},
      {"clear", "[ID|all]", 0, 1, "ends a malfunction, or all of them", clear},
      {"reload", "[FILE]", 0, 1, "reads the file again, or another one of the library, and starts it",
       reload},
      {"library", "[--json]", 0, 0, "lists the scenes and exercises that can be begun",
       plain<control::ListScenesT>},
      {"exercise", "load NAME [TRAINEE]|start|reset|end", 1, 3,
       "sets an exercise of the library up (--variant NAME), frozen, for TRAINEE or whoever did the one "
       "before; starts it; sets it up again; ends it",
       exercise},
      {"ghost", "FILE.mcap|off", 1, 1, "lets a recording of the library's folder run beside, as poses only",
       ghost},
  };
  return table;
}

}  // namespace

std::string instructor_commands() {
  std::string text;
  for (const Verb& verb : verbs()) {
    text += fmt::format("  {:<46}{}\n", fmt::format("{} {}", verb.name, verb.arguments), verb.meaning);
  }
  return text;
}

Result<InstructorCommand> parse_instructor_command(Words words) {
  if (words.empty()) {
    return fail(ErrorKind::usage, "instructor: no command; allowed:\n" + instructor_commands());
  }
  for (const Verb& verb : verbs()) {
    if (words[0] != verb.name) {
      continue;
    }
    const Words arguments = words.subspan(1);
    if (arguments.size() < verb.least || arguments.size() > verb.most) {
      return fail(ErrorKind::usage,
                  fmt::format("instructor: expected `{} {}`: {}", verb.name, verb.arguments, verb.meaning));
    }
    return verb.parse(arguments);
  }
  return fail(ErrorKind::usage, fmt::format("instructor: there is no command {}; allowed:\n{}", words[0],
                                            instructor_commands()));
}

namespace {

/// Of a list that is absent where it is empty.
template <class List, class Name>
std::vector<std::string> names_of(const List* list, Name name) {
  std::vector<std::string> names;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const flatbuffers::String* text = name(list->Get(static_cast<flatbuffers::uoffset_t>(i)));
    names.push_back(text == nullptr ? "" : text->str());
  }
  return names;
}

/// For people.
std::string listed(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// The place of `name` among `names`, or an error that lists them.
Result<std::uint32_t> place_of(const std::string& name, const std::vector<std::string>& names,
                               const char* what) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<std::uint32_t>(found - names.begin());
  return fail(ErrorKind::wrong,
              fmt::format("instructor: there is no {} {}; there are: {}", what, name, listed(names)));
}

Result<std::uint32_t> session_of(const std::string& receiver, const stream::Welcome& welcome) {
  std::vector<std::string> known =
      names_of(welcome.sessions(), [](const auto* session) { return session->name(); });
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::uint32_t number = welcome.sessions()->Get(static_cast<flatbuffers::uoffset_t>(i))->session();
    // Whoever gives is gone at once.
    const bool is_named = receiver == known[i] && number != welcome.session();
    if (is_named || receiver == std::to_string(number)) found.push_back(number);
    known[i] = fmt::format("{} ({})", number, known[i]);
  }
  if (found.size() == 1) return found[0];
  const std::string why = found.empty() ? fmt::format("no session {} is here", receiver)
                                        : fmt::format("more than one session is called {}", receiver);
  return fail(ErrorKind::wrong, fmt::format("instructor: {}; there are: {}", why, listed(known)));
}

/// Those that are held back; what is said of the others.
Result<void> resolve_release(const std::vector<std::uint32_t>& channels, const stream::Scene& scene,
                             InstructorCommand& command) {
  std::vector<std::uint32_t>& released = command.body.AsReleaseControl()->channels;
  std::vector<std::string> names;
  std::vector<std::string> others;
  for (const std::uint32_t channel : channels) {
    const stream::ChannelInfo& info = *scene.channels()->Get(channel);
    const std::string name = protocol::text_of(info.name());
    if (info.holder() == protocol::kHeldBack) {
      released.push_back(channel);
      names.push_back(name);
    } else {
      others.push_back(fmt::format("{} ({})", name, holder_text(info.holder())));
    }
  }
  if (others.empty()) return {};
  command.left_undone =
      fmt::format("instructor: not held back: {}; released: {}", listed(others), listed(names));
  return released.empty() ? fail(ErrorKind::wrong, command.left_undone) : Result<void>();
}

}  // namespace

Result<void> resolve(InstructorCommand& command, const stream::Welcome& welcome) {
  const stream::Scene& scene = *welcome.scene();
  if (!command.drive.empty()) {
    const auto drive = place_of(
        command.drive, names_of(scene.drive_names(), [](const flatbuffers::String* name) { return name; }),
        "drive");
    if (!drive) return tl::unexpected(drive.error());
    command.body.AsDriveFault()->drive = *drive;
  }
  std::vector<std::uint32_t> channels;
  const std::vector<std::string> names =
      names_of(scene.channels(), [](const auto* channel) { return channel->name(); });
  for (const std::string& name : command.channels) {
    const auto channel = place_of(name, names, "channel");
    if (!channel) return tl::unexpected(channel.error());
    channels.push_back(*channel);
  }
  if (auto* take = command.body.AsTakeControl(); take != nullptr) take->channels = channels;
  if (command.body.type == control::ClientBody::ReleaseControl)
    return resolve_release(channels, scene, command);
  if (auto* give = command.body.AsHandOver(); give != nullptr) {
    const auto session = session_of(command.receiver, welcome);
    if (!session) return tl::unexpected(session.error());
    give->channels = std::move(channels);
    give->to_session = *session;
  }
  return {};
}

}  // namespace drawbar::tools
