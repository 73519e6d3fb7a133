#include "tools/client/instructor_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "scenes/effects/effect_catalogue.h"

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

/// T seconds of simulation, with the branch they are on where that is not the present one.
template <class Body>
Result<InstructorCommand> moment(Words arguments) {
  Body body;
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

Result<InstructorCommand> step(Words arguments) {
  control::StepT body;
  if (!arguments.empty()) {
    const Result<std::uint32_t> frames = number<std::uint32_t>(arguments[0], "a number of frames");
    if (!frames) {
      return tl::unexpected(frames.error());
    }
    body.frames = *frames;
  }
  return with(body);
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

struct Verb {
  const char* name;
  const char* arguments;
  std::size_t least;
  std::size_t most;
  const char* meaning;
  std::function<Result<InstructorCommand>(Words)> parse;
};

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> table = {
      {"freeze", "", 0, 0, "simulation time stands still", plain<control::FreezeT>},
      {"run", "", 0, 0, "simulation time goes on", plain<control::RunT>},
      {"step", "[N]", 0, 1, "computes N frames (1), then freezes", step},
      {"speed", "X", 1, 1, "simulation seconds per second", speed},
      {"save", "NAME", 1, 1, "keeps the present state under a name", named<control::SaveT>},
      {"restore", "NAME", 1, 1, "goes back to a kept state, on a new branch", named<control::RestoreT>},
      {"rewind", "T [BRANCH]", 1, 2, "goes back to second T of this session and takes over from there",
       moment<control::RewindT>},
      {"seek", "T [BRANCH]", 1, 2, "moves a replay to second T", moment<control::SeekT>},
      {"fault", "DRIVE off|ok", 2, 2, "switches a drive's malfunction on or off", fault},
      {"malfunctions", "[--json]", 0, 0, "lists what can be broken or pushed in this scene, and what is",
       plain<control::ListEffectsT>},
      {"malfunction", "TARGET TYPE [KEY=VALUE...]", 2, 40,
       "breaks, pushes or places something; strength=, ramp= (s) and duration= (s) are keys, too",
       malfunction},
      {"clear", "[ID|all]", 0, 1, "ends a malfunction, or all of them", clear},
      {"reload", "", 0, 0, "reads the scene file again and starts it", plain<control::ReloadT>},
  };
  return table;
}

}  // namespace

std::string instructor_commands() {
  std::string text;
  for (const Verb& verb : verbs()) {
    text += fmt::format("  {:<40}{}\n", fmt::format("{} {}", verb.name, verb.arguments), verb.meaning);
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

Result<void> resolve_drive(InstructorCommand& command, const stream::Scene& scene) {
  if (command.drive.empty()) {
    return {};
  }
  std::vector<std::string> names;
  if (scene.drive_names() != nullptr) {
    for (const flatbuffers::String* name : *scene.drive_names()) {
      if (name->str() == command.drive) {
        command.body.AsDriveFault()->drive = static_cast<std::uint32_t>(names.size());
        return {};
      }
      names.push_back(name->str());
    }
  }
  return fail(ErrorKind::usage, fmt::format("instructor: the scene has no drive {}; its drives: {}",
                                            command.drive, fmt::join(names, ", ")));
}

}  // namespace drawbar::tools
