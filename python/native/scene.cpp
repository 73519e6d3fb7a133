// drawbar.Scene: a checked scene that worlds are made of.
#include <filesystem>
#include <tuple>

#include "python/native/bindings.h"
#include "python/native/errors.h"
#include "python/native/task.h"
#include "scenes/loader/controls_file.h"
#include "scenes/quantities/catalogue.h"

namespace drawbar::python {
namespace {

template <class Config>
std::vector<std::string> names_of(const std::vector<Config>& configs) {
  std::vector<std::string> names;
  for (const Config& config : configs) names.push_back(config.name);
  return names;
}

std::vector<std::string> axis_names(const Task& task) {
  std::vector<std::string> names;
  for (const physics::JointConfig& joint : task.config().joints) {
    for (int axis = 0; axis < physics::free_axis_count(joint.type); ++axis)
      names.push_back(joint.name + "[" + std::to_string(axis) + "]");
  }
  return names;
}

std::vector<std::tuple<double, double, double>> control_ranges(const Task& task) {
  std::vector<std::tuple<double, double, double>> ranges;
  for (const physics::ControlConfig& control : task.config().controls)
    ranges.emplace_back(control.lower, control.upper, control.neutral);
  return ranges;
}

std::vector<std::pair<std::string, std::string>> quantities(const Task& task) {
  scenes::QuantityList list;
  for (const scenes::QuantityGroup& group : scenes::quantity_groups()) group.add(task.config(), list);
  std::vector<std::pair<std::string, std::string>> named;
  for (const scenes::Quantity& quantity : list.take()) named.emplace_back(quantity.name, quantity.unit);
  return named;
}

py::dict effects_allowed(const Task& task) {
  py::dict types;
  for (const scenes::EffectCatalogue::Entry& entry : task.effects.entries())
    types[py::str(std::string(entry.type->name))] = entry.targets;
  return types;
}

/// (frame, control, value) of each row.
std::vector<std::tuple<std::uint64_t, std::string, double>> controls_file(const Task& task,
                                                                          const std::filesystem::path& file) {
  const auto& controls = task.config().controls;
  std::vector<std::tuple<std::uint64_t, std::string, double>> rows;
  for (const scenes::ControlRow& row :
       value_of(scenes::load_controls(file, task.scene.scene.frame->period_ms, controls)).rows)
    rows.emplace_back(row.frame, controls[physics::index_of(row.control)].name, row.value);
  return rows;
}

}  // namespace

void bind_scene(py::module_& module) {
  using Shared = std::shared_ptr<const Task>;
  py::class_<Task, std::shared_ptr<Task>> scene(module, "Scene",
                                                "A scene or exercise, checked whole; never changes.");
  // pybind11 holds no pointers to const; nothing that it is given here changes a task.
  const auto held = [](const Shared& task) { return std::const_pointer_cast<Task>(task); };
  scene.def_static(
      "load", [held](const std::filesystem::path& file) { return held(load_task(file)); }, py::arg("file"),
      "Reads a scene or exercise file. Raises Error with every error of the file, as `drawbar check` prints "
      "them.");
  scene.def_static(
      "from_text",
      [held](const std::string& text, const std::string& name, const std::filesystem::path& folder) {
        return held(load_task_text(text, name, folder));
      },
      py::arg("text"), py::arg("name") = "text", py::arg("folder") = ".",
      "From JSON in memory; `name` starts its messages, files are looked for in `folder`.");
  scene.def_static(
      "from_buffer",
      [held](const py::bytes& buffer, const std::string& name) {
        return held(load_task_buffer(span_of(buffer), name));
      },
      py::arg("buffer"), py::arg("name") = "buffer",
      "From a normalised scene, as recordings and the protocol carry it.");
  scene.def_property_readonly(
      "buffer", [](const Task& task) { return bytes_of(task.scene.buffer); },
      "The normalised scene (scene.fbs in binary, files inline), without the exercise.");
  scene.def_property_readonly(
      "name", [](const Task& task) { return task.scene.scene.name; }, "The scene's name.");
  scene.def_property_readonly(
      "warnings", [](const Task& task) { return task.scene.warnings; },
      "What is allowed but surely not meant, one line each.");
  scene.def_property_readonly(
      "is_exercise", [](const Task& task) { return task.exercise.has_value(); },
      "Whether an exercise judges its worlds.");
  scene.def_property_readonly(
      "period", [](const Task& task) { return task.config().period; }, "Length of a frame, s.");
  scene.def_property_readonly(
      "substeps", [](const Task& task) { return task.config().substeps; },
      "Substeps of a frame, unless a World is told otherwise.");
  scene.def_property_readonly(
      "body_names", [](const Task& task) { return names_of(task.config().bodies); },
      "By row of `positions`.");
  scene.def_property_readonly(
      "joint_names", [](const Task& task) { return names_of(task.config().joints); },
      "In the scene's order.");
  scene.def_property_readonly("axis_names", &axis_names,
                              "The free axes of all joints, `JOINT[i]`, by element of `joint_positions`.");
  scene.def_property_readonly(
      "drive_names", [](const Task& task) { return names_of(task.config().drives); },
      "In the scene's order.");
  scene.def_property_readonly(
      "control_names", [](const Task& task) { return names_of(task.config().controls); },
      "In the scene's order.");
  scene.def_property_readonly("control_ranges", &control_ranges,
                              "(lowest, highest, neutral) of each control.");
  scene.def_property_readonly("quantities", &quantities, "(name, SI unit) of all that `columns` can name.");
  scene.def(
      "load_controls", &controls_file, py::arg("file"),
      "Rows (frame, control, value) of a controls file (CSV): they act before the frame after `frame`.");
  scene.def_property_readonly("effects", &effects_allowed, "{type: [targets]}: what may act on what.");
}

}  // namespace drawbar::python
