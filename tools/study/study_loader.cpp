#include "tools/study/study_loader.h"

#include <algorithm>
#include <set>
#include <utility>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/controls_file.h"
#include "scenes/loader/files/folder.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/schema/schema_reader.h"
#include "scenes/loader/schema/tree_buffer.h"
#include "scenes/loader/text/json.h"
#include "study/study_bfbs_generated.h"
#include "tools/study/sampling.h"
#include "tools/study/study_columns.h"

namespace drawbar::tools {
namespace {

using scenes::Diagnostics;
using scenes::element;
using scenes::member;
using scenes::json::in_quotes;
using scenes::json::Kind;
using scenes::json::Node;

Node text_node(std::string name, std::string text) {
  Node node;
  node.kind = Kind::string;
  node.name = std::move(name);
  node.text = std::move(text);
  return node;
}

/// The study's quantities and criteria as an exercise in a scene that somebody else gives.
Node exercise_of(const Node& study) {
  Node exercise;
  exercise.set_place(study.place());
  exercise.children = {text_node("name", "study"), text_node("scene", "scene")};
  for (const char* const needed : {"title", "briefing"}) {
    Node& text = exercise.children.emplace_back();
    text.name = needed;
    text.children = {text_node("en", "study")};
  }
  for (const char* const kept : {"quantities", "criteria"}) {
    if (const Node* node = study.find(kept)) exercise.children.push_back(*node);
  }
  return exercise;
}

void check_parameter(const study::ParameterT& parameter, const std::string& path, Diagnostics& errors) {
  if (parameter.type == study::ParameterType::range && !(*parameter.from < *parameter.to))
    errors.add(member(path, "to"),
               "is not above `from`; allowed: a range from the smaller number to the larger");
  if (parameter.type == study::ParameterType::list && parameter.values.empty())
    errors.add(member(path, "values"), "is empty; allowed: one number or more");
}

void check_columns(const study::StudyT& study, Diagnostics& errors) {
  std::set<std::string> taken(kStudyColumns.begin(), kStudyColumns.end());
  const auto check = [&](const std::string& name, const std::string& path) {
    if (taken.insert(name).second) return;
    errors.add(member(path, "name"), in_quotes(name) +
                                         " is a column already; allowed: each name once, and none of " +
                                         "variant, status, error, outcome, time, score, hash");
  };
  for (std::size_t i = 0; i < study.parameters.size(); ++i)
    check(study.parameters[i]->name, element("parameters", i));
  for (std::size_t i = 0; i < study.criteria.size(); ++i)
    check(study.criteria[i]->name, element("criteria", i));
}

void check_seeds(const study::SamplingT& sampling, Diagnostics& errors) {
  std::set<std::uint32_t> taken;
  for (std::size_t i = 0; i < sampling.seeds.size(); ++i) {
    const std::uint32_t seed = sampling.seeds[i];
    if (!taken.insert(seed).second)
      errors.add(element("sampling.seeds", i),
                 std::to_string(seed) + " is given twice; allowed: each seed once");
  }
}

void check_study(const study::StudyT& study, Diagnostics& errors) {
  for (std::size_t i = 0; i < study.parameters.size(); ++i)
    check_parameter(*study.parameters[i], element("parameters", i), errors);
  if (study.parameters.empty()) errors.add("parameters", "is empty; allowed: one parameter or more");
  if (study.sampling) check_seeds(*study.sampling, errors);
  if (study.criteria.empty()) errors.add("criteria", "is empty; allowed: one criterion or more");
  check_columns(study, errors);
  if (errors.empty() && variant_count(study) > kMostVariants)
    errors.add("sampling", "gives too many variants; allowed: at most " + std::to_string(kMostVariants));
}

/// What `result` says is wrong, at `path`; nothing where it is good.
template <class T>
void add_error_of(const Result<T>& result, std::string_view path, Diagnostics& errors) {
  if (!result) errors.add(path, result.error().text);
}

/// Whether the scene has the places of the parameters.
void check_paths(const LoadedStudy& study, Diagnostics& errors) {
  for (std::size_t i = 0; i < study.text.parameters.size(); ++i) {
    const std::vector<std::string>& paths = study.text.parameters[i]->paths;
    const std::string list = member(element("parameters", i), "paths");
    for (std::size_t j = 0; j < paths.size(); ++j)
      add_error_of(study.scene.check_path(paths[j]), element(list, j), errors);
  }
}

}  // namespace

const scenes::Schema& study_schema() {
  static const scenes::Schema schema = scenes::read_schema(study::StudyBinarySchema::data());
  return schema;
}

bool is_study_file(const std::filesystem::path& file) {
  const auto bytes = scenes::read_file(file, kMostStudyFileBytes);
  if (!bytes) return false;
  Diagnostics errors("");
  const Node root =
      scenes::json::parse({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, errors);
  return errors.empty() && root.kind == Kind::object && root.find("scene") != nullptr &&
         (root.find("parameters") != nullptr || root.find("sampling") != nullptr) &&
         root.find("bodies") == nullptr;
}

Result<StudyText> parse_study(std::string_view text, const std::string& name) {
  Diagnostics errors(name);
  Node root = scenes::json::parse(text, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  errors.set_tree(&root);
  std::erase_if(root.children,
                [](const Node& child) { return child.name == "$schema" && child.kind == Kind::string; });
  StudyText study;
  study.tree = root;
  study.exercise = exercise_of(root);
  scenes::check_against_schema(root, study_schema(), errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  const auto buffer =
      scenes::buffer_of(root, {study::StudyBinarySchema::data(), study::StudyBinarySchema::size()}, errors);
  if (!errors.empty() || !buffer) return tl::unexpected(errors.error());
  study::GetStudy(buffer->data())->UnPackTo(&study.study);
  check_study(study.study, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  return study;
}

Result<LoadedStudy> load_study_file(const std::filesystem::path& file) {
  const auto bytes = scenes::read_file(file, kMostStudyFileBytes);
  if (!bytes) return fail(bytes.error().kind, file.string() + ": " + bytes.error().text);
  auto text = parse_study({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string());
  if (!text) return tl::unexpected(text.error());
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  Diagnostics errors(file.string());
  errors.set_tree(&text->tree);
  auto scene = SceneValues::read(folder / text->study.scene);
  if (!scene) {
    errors.add("scene", scene.error().text);
    return tl::unexpected(errors.error());
  }
  LoadedStudy loaded{std::move(text->study), std::move(*scene), {}, {}, {}, {}};
  loaded.variants = variants_of(loaded.text);
  check_paths(loaded, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  auto first = loaded.scene.scene_with(loaded.text.parameters, loaded.variants.front());
  add_error_of(first, "parameters", errors);
  if (!first) return tl::unexpected(errors.error());
  const scenes::SceneSource scene_of_first = [&](const std::string&) {
    return loaded.scene.scene_with(loaded.text.parameters, loaded.variants.front());
  };
  const auto exercise =
      scenes::load_exercise_tree(std::move(text->exercise), file.string(), scene_of_first, folder);
  if (!exercise) return tl::unexpected(exercise.error());
  loaded.exercise = exercise->exercise.buffer;
  loaded.warnings = std::move(first->warnings);
  if (!loaded.text.controls.empty()) {
    loaded.controls = folder / loaded.text.controls;
    const auto controls =
        scenes::load_controls(loaded.controls, first->scene.frame->period_ms, first->world.controls);
    add_error_of(controls, "controls", errors);
  }
  if (!errors.empty()) return tl::unexpected(errors.error());
  return loaded;
}

}  // namespace drawbar::tools
