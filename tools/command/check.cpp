// drawbar check FILE: every error of a scene, exercise or study file.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/loader.h"
#include "scenes/loader/text/number_text.h"
#include "tools/command/command.h"
#include "tools/command/set_option.h"
#include "tools/study/study_loader.h"

namespace drawbar::tools {
namespace {

struct Checked {
  std::vector<std::string> warnings;
  std::vector<scenes::Explained> explained;
};

/// What there is to say of a file that is good.
Result<Checked> checked(const std::string& file, const scenes::ParameterValues& parameters) {
  const auto only_of_scene = [&](const char* what) {
    return fail(ErrorKind::usage, "--set: " + file + " is " + what + "; allowed: with a scene");
  };
  if (is_study_file(file)) {
    if (!parameters.empty()) return only_of_scene("a study");
    auto loaded = load_study_file(file);
    if (!loaded) return tl::unexpected(loaded.error());
    return Checked{std::move(loaded->warnings), {}};
  }
  if (scenes::is_exercise_file(file)) {
    if (!parameters.empty()) return only_of_scene("an exercise");
    auto loaded = scenes::load_exercise_file(file);
    if (!loaded) return tl::unexpected(loaded.error());
    return Checked{std::move(loaded->scene.warnings), {}};
  }
  auto loaded = scenes::load_file(file, {.parameters = parameters, .explain = true, .read = {}});
  if (!loaded) return tl::unexpected(loaded.error());
  return Checked{std::move(loaded->warnings), std::move(loaded->explained)};
}

/// `values`: of the same text at the same place, once for each time that its file is included.
void show(const scenes::Explained& explained, const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);  // + 0: no -0
  const std::string value = scenes::number_text(least + 0.0);
  std::string text = explained.text == value ? "" : explained.text + " is ";
  text += least == most ? value : value + " to " + scenes::number_text(most + 0.0);
  if (values.size() > 1) {
    text += " (" + std::to_string(values.size()) + " times; each: --all)";
  } else if (!explained.by.empty()) {
    text += " (" + explained.by + ")";
  }
  std::cout << explained.place << ": " << explained.path << ": " << text << '\n';
}

void show_all(const std::vector<scenes::Explained>& explained, bool each) {
  const auto key = [](const scenes::Explained& e) { return std::tuple(e.place, e.path, e.text); };
  std::vector<std::vector<double>> values(explained.size());
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> first;
  for (std::size_t i = 0; i < explained.size(); ++i) {
    const std::size_t at = each ? i : first.try_emplace(key(explained[i]), i).first->second;
    values[at].push_back(explained[i].value);
  }
  for (std::size_t i = 0; i < explained.size(); ++i) {
    if (!values[i].empty()) show(explained[i], values[i]);
  }
}

int check(const std::string& file, const std::vector<std::string>& set, bool each) {
  const auto parameters = parameter_values(set);
  if (!parameters) return report(parameters.error());
  const auto found = checked(file, *parameters);
  if (!found) return report(found.error());
  for (const std::string& warning : found->warnings) std::cerr << warning << '\n';
  show_all(found->explained, each);
  std::cout << file << ": good\n";
  return kGood;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  CLI::App& command =
      *app.add_subcommand("check",
                          "Validate a scene, an exercise or a study: every error with file, line or "
                          "path, what is wrong, what is allowed; of "
                          "a good scene the value of every parameter and expression");
  const auto file = std::make_shared<std::string>();
  const auto set = std::make_shared<std::vector<std::string>>();
  command.add_option("FILE", *file, "Scene, exercise or study file (.json)")->required();
  const auto each = std::make_shared<bool>(false);
  command.add_flag("--all", *each,
                   "The value of every expression each time that its file is included, not their range");
  add_set_option(command, *set);
  command.callback([file, set, each, &status] { status = check(*file, *set, *each); });
}

}  // namespace drawbar::tools
