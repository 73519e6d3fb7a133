// drawbar info FILE: what a scene, an exercise or a recording holds.
#include <fmt/core.h>

#include <iostream>
#include <memory>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/loader.h"
#include "tools/command/command.h"
#include "tools/command/recording_info.h"

namespace drawbar::tools {
namespace {

std::string shapes_of(const scene::BodyT& body) {
  std::string text;
  for (const auto& shape : body.shapes) {
    text += text.empty() ? "" : ", ";
    text += scene::EnumNameShapeType(shape->type);
    if (shape->type == scene::ShapeType::heightfield)
      text += fmt::format(" {} x {}", *shape->columns, *shape->rows);
  }
  return text.empty() ? "no shapes" : text;
}

std::string inputs_of(const scene::DriveT& drive) {
  std::string text;
  for (const auto& input : drive.inputs) {
    text += text.empty() ? "" : " + ";
    text += input->gain == 1 ? input->control : fmt::format("{} x {}", input->gain, input->control);
  }
  return text;
}

void print_heading(const char* what, std::size_t count) {
  if (count > 0) fmt::print("{}: {}\n", what, count);
}

void print_exercise(const exercise::ExerciseT& e) {
  fmt::print("exercise {}: {}\n  {}\n", e.name, e.title->en, e.briefing->en);
  fmt::print("  time limit: {}, pass mark {:.6g} of 100\n",
             e.time_limit ? fmt::format("{:.6g} s", *e.time_limit) : "none", e.pass_mark);
  print_heading("variants", e.variants.size());
  for (const auto& variant : e.variants) {
    fmt::print("  {}{}{}\n", variant->name, variant->title ? ": " + variant->title->en : "",
               variant->name == e.variant ? " (unless another is chosen)" : "");
  }
  print_heading("quantities", e.quantities.size());
  for (const auto& quantity : e.quantities)
    fmt::print("  {}: {}\n", quantity->name, exercise::EnumNameDerivedType(quantity->type));
  print_heading("triggers", e.triggers.size());
  for (const auto& trigger : e.triggers) {
    std::string actions;
    for (const auto& action : trigger->actions)
      actions += (actions.empty() ? "" : ", ") + std::string(exercise::EnumNameActionType(action->type));
    fmt::print("  {}: on {}: {}\n", trigger->name, exercise::EnumNameConditionType(trigger->when->type),
               actions);
  }
  print_heading("criteria", e.criteria.size());
  for (const auto& criterion : e.criteria) {
    fmt::print("  {}: {}{}, {:.6g} points for each {} above {:.6g}, at most {:.6g}\n", criterion->name,
               exercise::EnumNameCriterionType(criterion->type),
               criterion->title ? " (" + criterion->title->en + ")" : "", criterion->penalty,
               criterion->unit.empty() ? "1" : criterion->unit, criterion->tolerance, criterion->weight);
  }
}

void print_scene(const scenes::LoadedScene& loaded) {
  const scene::SceneT& s = loaded.scene;
  fmt::print("scene {}\n", s.name);
  if (!s.description.empty()) fmt::print("  {}\n", s.description);
  fmt::print("  gravity [{}, {}, {}] m/s^2, frame {} ms of {} substeps (at least {}), {}\n", s.gravity->x(),
             s.gravity->y(), s.gravity->z(), s.frame->period_ms, s.frame->substeps, *s.frame->min_substeps,
             scene::EnumNameFormulation(s.formulation));
  fmt::print("  normalised: {} bytes\n", loaded.buffer.size());
  double mass = 0;
  for (const auto& body : s.bodies) mass += body->mass.value_or(0);
  fmt::print("bodies: {}, {:.6g} kg\n", s.bodies.size(), mass);
  for (const auto& body : s.bodies) {
    if (body->static_ || body->motion) {
      fmt::print("  {}: {}, {}\n", body->name, body->motion ? "moved" : "static", shapes_of(*body));
    } else {
      fmt::print("  {}: {:.6g} kg, inertia [{:.6g}, {:.6g}, {:.6g}] kg m^2, {}\n", body->name, *body->mass,
                 body->inertia->ixx(), body->inertia->iyy(), body->inertia->izz(), shapes_of(*body));
    }
  }
  print_heading("joints", s.joints.size());
  for (const auto& joint : s.joints) {
    fmt::print("  {}: {}, {} to {}\n", joint->name, scene::EnumNameJointType(joint->type), joint->parent,
               joint->child);
  }
  print_heading("couplings", s.couplings.size());
  for (const auto& coupling : s.couplings)
    fmt::print("  {}: {}\n", coupling->name, scene::EnumNameCouplingType(coupling->type));
  print_heading("springs", s.springs.size());
  for (const auto& spring : s.springs) {
    fmt::print("  {}: {} to {}, {:.6g} N/m, at rest at {:.6g} m\n", spring->name, spring->from->body,
               spring->to->body, spring->stiffness, *spring->rest_length);
  }
  print_heading("drives", s.drives.size());
  for (const auto& drive : s.drives) {
    fmt::print("  {}: {} on {}, {} mode, {:.6g} V, gear {:.6g}, from {}\n", drive->name,
               scene::EnumNameDriveType(drive->type), drive->joint, scene::EnumNameDriveMode(drive->mode),
               *drive->supply_voltage, drive->gear->ratio, inputs_of(*drive));
  }
  print_heading("controls", s.controls.size());
  for (const auto& control : s.controls) {
    fmt::print("  {}: [{:.6g}, {:.6g}], neutral {:.6g}, on silence for {:.6g} ms: {}\n", control->name,
               control->range->lower(), control->range->upper(), control->neutral, control->timeout_ms,
               scene::EnumNameOnSilence(control->on_silence));
  }
}

struct InfoArguments {
  std::string file;
  std::string hashes;
  std::uint32_t branch = 0;
};

Result<void> info(const InfoArguments& arguments) {
  if (!arguments.hashes.empty())
    return write_recorded_hashes(arguments.file, arguments.branch, arguments.hashes);
  if (looks_like_recording(arguments.file)) return print_recording(arguments.file);
  if (scenes::is_exercise_file(arguments.file)) {
    const auto loaded = scenes::load_exercise_file(arguments.file);
    if (!loaded) return tl::unexpected(loaded.error());
    print_exercise(loaded->exercise.text);
    print_scene(loaded->scene);
    return {};
  }
  const auto loaded = scenes::load_file(arguments.file);
  if (!loaded) return tl::unexpected(loaded.error());
  print_scene(*loaded);
  return {};
}

}  // namespace

void add_info(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand("info", "What a scene, an exercise or a recording holds");
  const auto arguments = std::make_shared<InfoArguments>();
  command.add_option("FILE", arguments->file, "Scene or exercise file (.json) or recording (.mcap)")
      ->required();
  auto* hashes = command.add_option(
      "--hashes", arguments->hashes,
      "Of a recording: write the state hash of every frame to this file, as simulate does");
  command.add_option("--branch", arguments->branch, "With --hashes: of this branch")
      ->capture_default_str()
      ->needs(hashes);
  command.callback([arguments, &status] {
    const auto done = info(*arguments);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
