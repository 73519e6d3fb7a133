// drawbar.Recording: a recorded session as tables.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/session_record.h"
#include "python/native/bindings.h"
#include "python/native/errors.h"
#include "python/native/readings.h"
#include "python/native/task.h"
#include "scenes/quantities/selection.h"
#include "scenes/record/recorded_input.h"
#include "tools/verify/verify.h"
#include "tools/verify/way.h"

namespace drawbar::python {
namespace {

struct FrameRow {
  std::uint32_t branch;
  std::uint64_t frame, tick, hash, utc_ns;
};

struct InputRow {
  std::uint32_t branch;
  std::uint64_t frame;
  std::uint32_t order, session;
  std::int64_t index;
  double value;
};

struct EventRow {
  std::uint32_t branch;
  std::uint64_t frame, tick;
  double time;
  std::uint32_t session;
  double value;
};

template <class Row>
py::array_t<Row> array_of(const std::vector<Row>& rows) {
  return py::array_t<Row>(static_cast<py::ssize_t>(rows.size()), rows.data());
}

/// `rows` of `size` numbers each, of which the array has those from `part` on, as count x width; width 0: as
/// count.
py::array part_of_rows(const std::vector<double>& rows, std::size_t size, std::size_t part, std::size_t count,
                       std::size_t width) {
  const std::size_t height = size == 0 ? 0 : rows.size() / size;
  const std::size_t numbers = count * std::max<std::size_t>(width, 1);
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(height), static_cast<py::ssize_t>(count)};
  if (width > 0) shape.push_back(static_cast<py::ssize_t>(width));
  py::array_t<double> array(shape);
  double* to = array.mutable_data();
  for (std::size_t i = 0; i < height; ++i) to = std::copy_n(rows.data() + i * size + part, numbers, to);
  return array;
}

const char* kind_of_input(scenes::WorldInput::Kind kind) {
  using Kind = scenes::WorldInput::Kind;
  switch (kind) {
    case Kind::control:
      return "control";
    case Kind::drive_fault:
      return "drive_fault";
    case Kind::substeps:
      return "substeps";
    case Kind::effect:
      return "effect";
    case Kind::clear_effect:
      return "clear_effect";
    case Kind::trigger:
      return "trigger";
    case Kind::end_exercise:
      return "end_exercise";
  }
  return "";
}

class PythonRecording {
 public:
  explicit PythonRecording(const std::string& path)
      : record_(value_of(protocol::SessionRecord::open(path))) {}

  bool complete() const { return record_.complete(); }
  std::string note() const { return complete() ? "" : record_.container().note(); }

  std::shared_ptr<Task> scene(std::optional<std::uint32_t> branch) const {
    tools::Way way = value_of(tools::find_way(record_, branch));
    return std::make_shared<Task>(std::move(way.scene), std::nullopt);
  }

  py::array_t<FrameRow> frames() const {
    std::vector<FrameRow> rows;
    for (const protocol::SessionRecord::FrameEntry& entry : value_of(record_.frames()))
      rows.push_back({entry.branch, entry.frame, entry.tick, entry.hash, entry.time});
    return array_of(rows);
  }

  py::list branches() const {
    py::list list;
    each({.simulation = true, .snapshots = false, .poses = false, .telemetry = false, .events = false},
         [&list](const protocol::SessionItem& item) {
           const auto* branch = std::get_if<record::BranchT>(&item);
           if (branch == nullptr) return;
           py::dict entry;
           entry["branch"] = branch->branch;
           entry["cause"] = record::EnumNameBranchCause(branch->cause);
           entry["parent_branch"] = branch->parent_branch;
           entry["parent_frame"] = branch->parent_frame;
           entry["frame"] = branch->frame;
           entry["hash"] = branch->state_hash;
           list.append(entry);
         });
    return list;
  }

  py::dict build() const {
    py::dict build;
    each({.simulation = true, .snapshots = false, .poses = false, .telemetry = false, .events = false},
         [&build](const protocol::SessionItem& item) {
           const auto* identity = std::get_if<record::BuildIdentityT>(&item);
           if (identity == nullptr || !build.empty()) return;
           build["program"] = identity->program;
           build["revision"] = identity->revision;
           build["compiler"] = identity->compiler;
           build["flags"] = identity->flags;
           build["platform"] = identity->platform;
           build["utc_start_ns"] = identity->utc_start_ns;
         });
    return build;
  }

  py::dict poses(std::optional<std::uint32_t> branch, bool resimulate) const {
    const tools::Way way = value_of(tools::find_way(record_, branch));
    const RowLayout layout(way.scene.world);
    std::vector<double> times, rows;
    std::vector<std::uint64_t> frames;
    std::vector<std::string> notes;
    rows_of(way, resimulate, notes, [&](const physics::FrameState& state, double time) {
      frames.push_back(state.frame);
      times.push_back(time);
      rows.resize(rows.size() + layout.size);
      layout.fill(state, rows.data() + rows.size() - layout.size);
    });
    const auto part = [&](std::size_t at, std::size_t count, std::size_t width) {
      return part_of_rows(rows, layout.size, at, count, width);
    };
    py::dict table;
    table["frame"] = array_of(frames);
    table["time"] = array_of(times);
    table["positions"] = part(layout.positions, layout.bodies, 3);
    table["orientations"] = part(layout.orientations, layout.bodies, 4);
    table["linear_velocities"] = part(layout.linear, layout.bodies, 3);
    table["angular_velocities"] = part(layout.angular, layout.bodies, 3);
    table["joint_positions"] = part(layout.joint_positions, layout.axes, 0);
    table["joint_velocities"] = part(layout.joint_velocities, layout.axes, 0);
    table["controls"] = part(layout.controls_at, layout.controls, 0);
    warn(notes);
    return table;
  }

  py::dict columns(const std::string& names, std::optional<std::uint32_t> branch, bool resimulate) const {
    const tools::Way way = value_of(tools::find_way(record_, branch));
    const auto source = resimulate ? scenes::ValueSource::world : scenes::ValueSource::recording;
    const auto chosen = value_of(scenes::select_quantities(names, way.scene.world, source, "columns"));
    std::vector<double> times, rows;
    std::vector<std::string> notes;
    rows_of(way, resimulate, notes, [&](const physics::FrameState& state, double time) {
      times.push_back(time);
      for (const scenes::Quantity& quantity : chosen) rows.push_back(quantity.value(state));
    });
    py::dict table;
    table["time"] = array_of(times);
    std::vector<double> column(times.size());
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      for (std::size_t i = 0; i < times.size(); ++i) column[i] = rows[i * chosen.size() + k];
      table[py::str(chosen[k].name)] = array_of(column);
    }
    warn(notes);
    return table;
  }

  py::dict inputs() const {
    std::vector<InputRow> rows;
    py::list kinds, names;
    std::optional<scenes::LoadedScene> scene;
    each({.simulation = true, .snapshots = false, .poses = false, .telemetry = false, .events = false},
         [&](const protocol::SessionItem& item) {
           if (const auto* begun = std::get_if<record::SceneRecordT>(&item))
             scene = value_of(scenes::load_buffer(std::as_bytes(std::span(begun->scene)), begun->name));
           const auto* recorded = std::get_if<record::InputT>(&item);
           if (recorded == nullptr || !scene) return;
           const scenes::WorldInput input = value_of(scenes::from_record(*recorded, scene->world));
           rows.push_back({recorded->branch, recorded->frame, recorded->order, recorded->session, input.index,
                           input.value});
           kinds.append(kind_of_input(input.kind));
           names.append(name_of(input, scene->world));
         });
    py::dict table = columns_of(array_of(rows), {"branch", "frame", "order", "session", "index", "value"});
    table["kind"] = texts(kinds);
    table["name"] = texts(names);
    return table;
  }

  py::dict events() const {
    std::vector<EventRow> rows;
    py::list kinds, names, lines;
    each({.simulation = false, .snapshots = false, .poses = false, .telemetry = false, .events = true},
         [&](const protocol::SessionItem& item) {
           const auto* event = std::get_if<stream::EventT>(&item);
           if (event == nullptr) return;
           const stream::FrameStamp& stamp = *event->stamp;
           rows.push_back(
               {stamp.branch(), stamp.frame(), stamp.tick(), stamp.time(), event->session, event->value});
           kinds.append(stream::EnumNameEventKind(event->kind));
           names.append(event->name);
           lines.append(event->text);
         });
    py::dict table = columns_of(array_of(rows), {"branch", "frame", "tick", "time", "session", "value"});
    table["kind"] = texts(kinds);
    table["name"] = texts(names);
    table["text"] = texts(lines);
    return table;
  }

  py::dict verify() const {
    std::optional<Result<tools::VerifyReport>> done;
    {
      const py::gil_scoped_release released;
      done = tools::verify(record_);
    }
    const tools::VerifyReport report = value_of(std::move(*done));
    py::dict table;
    table["scene"] = report.scene_names();
    table["frames"] = report.frames;
    table["branches"] = report.branches;
    table["inputs"] = report.inputs;
    table["snapshots"] = report.snapshots;
    table["simulated"] = report.simulated;
    py::list unchecked;
    for (const tools::Unchecked& passed : report.unchecked)
      unchecked.append(passed.damage + "; " + passed.frames);
    table["unchecked"] = unchecked;
    table["warnings"] = report.warnings;
    table["same"] = !report.divergence && report.unchecked.empty();
    table["divergence"] = py::none();
    if (report.divergence)
      table["divergence"] =
          py::make_tuple(report.divergence->branch, report.divergence->frame, report.divergence->what);
    return table;
  }

 private:
  template <class Take>
  void each(const protocol::ItemFilter& filter, const Take& take) const {
    auto cursor = record_.items(filter);
    while (const auto item = value_of(cursor.next())) take(*item);
  }

  void rows_of(const tools::Way& way, bool resimulate, std::vector<std::string>& notes,
               const tools::TakeRow& take) const {
    const tools::TakeNote note = [&notes](const std::string& text) { notes.push_back(text); };
    const py::gil_scoped_release released;
    value_of(resimulate ? tools::simulated_rows(record_, way, take, note)
                        : tools::recorded_rows(record_, way, take, note));
  }

  static void warn(const std::vector<std::string>& notes) {
    for (const std::string& note : notes) {
      if (PyErr_WarnEx(PyExc_UserWarning, note.c_str(), 2) != 0) throw py::error_already_set();
    }
  }

  static std::string name_of(const scenes::WorldInput& input, const physics::WorldConfig& config) {
    if (input.kind == scenes::WorldInput::Kind::control) return config.controls[input.index].name;
    if (input.kind == scenes::WorldInput::Kind::drive_fault) return config.drives[input.index].name;
    if (input.kind != scenes::WorldInput::Kind::effect) return "";
    const scenes::EffectRequest request = scenes::EffectCatalogue(config).describe(input.effect);
    return request.target + " " + request.type;
  }

  /// A structured array's fields as plain arrays.
  static py::dict columns_of(const py::array& rows, std::initializer_list<const char*> names) {
    py::dict table;
    for (const char* name : names) table[name] = rows[py::str(name)].attr("copy")();
    return table;
  }

  static py::object texts(const py::list& list) {
    return py::module_::import("numpy").attr("array")(list, py::arg("dtype") = "O");
  }

  protocol::SessionRecord record_;
};

}  // namespace

void bind_recording(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(FrameRow, branch, frame, tick, hash, utc_ns);
  PYBIND11_NUMPY_DTYPE(InputRow, branch, frame, order, session, index, value);
  PYBIND11_NUMPY_DTYPE(EventRow, branch, frame, tick, time, session, value);
  py::class_<PythonRecording> recording(module, "Recording", R"(A recorded session (.mcap) as tables.

A recording may have branches: every restore, rewind and reload began one. Where a table is of one way through them, it is
the way to the last frame of `branch`, by default of the branch that began last.)");
  recording.def(py::init([](const std::filesystem::path& path) {
                  return std::make_unique<PythonRecording>(path.string());
                }),
                py::arg("path"));
  recording.def_property_readonly(
      "complete", &PythonRecording::complete,
      "Whether the file was closed; False after a crash: what is there can be read.");
  recording.def_property_readonly("note", &PythonRecording::note,
                                  "What is missing of an incomplete file; else empty.");
  recording.def_property_readonly("build", &PythonRecording::build,
                                  "What the program that recorded was built from.");
  recording.def_property_readonly(
      "branches", &PythonRecording::branches,
      "A dict for each branch: number, cause, parent, first frame, hash of its first state.");
  recording.def("scene", &PythonRecording::scene, py::arg("branch") = py::none(), "The Scene of the way.");
  recording.def("frames", &PythonRecording::frames,
                "Structured array of every frame computed: branch, frame, tick, hash, utc_ns.");
  recording.def(
      "poses", &PythonRecording::poses, py::arg("branch") = py::none(), py::arg("resimulate") = false,
      R"(The way's frames as a dict of arrays, first axis the frames: frame, time (s), positions (bodies, 3) m,
orientations (bodies, 4) w x y z, linear_velocities (bodies, 3) m/s, angular_velocities (bodies, 3) rad/s, joint_positions
(axes) rad or m, joint_velocities (axes), controls (controls).

resimulate: computed again from the inputs and checked against the recorded hashes, not rounded as it was sent.)");
  recording.def("columns", &PythonRecording::columns, py::arg("names") = "default",
                py::arg("branch") = py::none(), py::arg("resimulate") = false,
                "The table of `drawbar export`: {column: float64 array}, with `time` (s).");
  recording.def("inputs", &PythonRecording::inputs,
                "What acted, as a dict of arrays: branch, frame, order, session, kind, name, index, value.");
  recording.def(
      "events", &PythonRecording::events,
      "What happened, as a dict of arrays: branch, frame, tick, time, session, kind, name, text, value.");
  recording.def("verify", &PythonRecording::verify,
                "Computes the session again; a dict whose `same` says whether every frame is the same to the "
                "last bit, and whose `warnings` tell of motion that diverged.");
}

}  // namespace drawbar::python
