// drawbar.World: one simulation in this process.
#include "python/native/lane.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <utility>

#include "python/native/bindings.h"
#include "python/native/columns.h"
#include "python/native/errors.h"
#include "python/native/use_guard.h"
#include "scenes/record/build_identity.h"

namespace drawbar::python {
namespace {

/// Frames that are computed between two looks at whether somebody pressed Ctrl-C.
constexpr std::uint64_t kFramesBetweenLooks = 64;

class PythonWorld {
 public:
  explicit PythonWorld(std::shared_ptr<const Task> task)
      : layout_(task->config()),
        row_(layout_.size),
        lane_(std::move(task), layout_, row_.data(), columns_, 0) {}

  Lane& lane() { return lane_; }
  const Lane& lane() const { return lane_; }
  const physics::WorldConfig& config() const { return lane_.task().config(); }
  const RowLayout& layout() const { return layout_; }
  const double* row() const { return row_.data(); }

  /// Held by everything that looks at what a step of another thread changes.
  UseGuard use() const { return UseGuard(used_, "this World"); }

  void step(std::uint64_t frames) {
    const UseGuard guard = use();
    between_frames("step");
    columns_.drop_unused();
    while (frames > 0) {
      const std::uint64_t now = std::min(frames, kFramesBetweenLooks);
      {
        const py::gil_scoped_release released;
        lane_.advance(now);
        frames -= now;
        if (frames == 0) lane_.show();
      }
      if (frames > 0 && PyErr_CheckSignals() != 0) {
        lane_.show();
        throw py::error_already_set();
      }
    }
  }

  void substep() {
    const UseGuard guard = use();
    columns_.drop_unused();
    const py::gil_scoped_release released;
    lane_.advance_substep();
    lane_.show();
  }

  void set_substeps(int substeps) {
    const UseGuard guard = use();
    if (substeps < 1 || substeps > static_cast<int>(scenes::kMostSubsteps))
      throw Failure("substeps: " + std::to_string(substeps) + "; allowed: 1 to " +
                    std::to_string(scenes::kMostSubsteps));
    between_frames("substeps");
    lane_.set_substeps(substeps);
  }

  double control(const std::string& name) const {
    const UseGuard guard = use();
    return lane_.simulation().world().control(physics::ControlId{lane_.task().control(name)});
  }

  void set_control(const std::string& name, double value) {
    const UseGuard guard = use();
    const physics::ControlId id{lane_.task().control(name)};
    if (!std::isfinite(value)) throw Failure("control " + name + ": the value must be finite");
    between_frames("a control");
    lane_.simulation().world().set_control(id, value);
    row_[layout_.controls_at + physics::index_of(id)] = lane_.simulation().world().control(id);
  }

  std::uint32_t begin_effect(const std::string& text) {
    const UseGuard guard = use();
    between_frames("an effect");
    auto effect = lane_.task().effects.find_text(text);
    if (!effect) throw Failure(effect.error().field + ": " + effect.error().text);
    // restore() and copy() bring effects that another World has numbered.
    while (is_at_work(physics::EffectId{next_effect_})) ++next_effect_;
    effect->id = physics::EffectId{next_effect_};
    if (!lane_.simulation().world().begin_effect(*effect))
      throw Failure("effects: " + std::to_string(physics::kMostEffects) +
                    " are at work, which is all there may be");
    lane_.show();
    return next_effect_++;
  }

  bool clear_effect(std::optional<std::uint32_t> effect) {
    const UseGuard guard = use();
    between_frames("an effect");
    physics::World& world = lane_.simulation().world();
    const bool any = !world.effects().empty();
    const bool cleared =
        effect ? world.clear_effect(physics::EffectId{*effect}) : (world.clear_effects(), any);
    lane_.show();
    return cleared;
  }

  py::bytes save() {
    const UseGuard guard = use();
    between_frames("save");
    return bytes_of(lane_.state_file());
  }

  std::uint64_t hash() {
    const UseGuard guard = use();
    between_frames("hash");
    return lane_.hash();
  }

  void restore(const py::bytes& state) {
    const UseGuard guard = use();
    if (!lane_.restore(lane_.task().state_in(span_of(state)))) throw of_another_exercise(lane_.task());
  }

  PythonColumns columns(const std::string& list) {
    const UseGuard guard = use();
    PythonColumns columns{std::make_shared<ColumnSet>(columns_named(lane_.task(), list), 1), true};
    columns.set->fill(lane_.shown(), 0);
    columns_.add(columns.set);
    return columns;
  }

  double quantity(const std::string& name) const {
    const UseGuard guard = use();
    const auto found = scenes::find_quantity(config(), name);
    if (!found)
      throw Failure("quantity " + name +
                    ": the scene has none of this name; like it: " + scenes::quantities_like(config(), name));
    return found->value(lane_.shown());
  }

  bool exercise_ended() const {
    const UseGuard guard = use();
    const scenes::ExerciseObserver* exercise = lane_.simulation().exercise();
    return exercise != nullptr &&
           exercise->outcome(lane_.simulation().memory()) != exercise::Outcome::running;
  }

  std::optional<std::string> score() const {
    const UseGuard guard = use();
    const Task& task = lane_.task();
    if (!task.exercise) return std::nullopt;
    scenes::AttemptIdentity attempt;
    attempt.exercise = task.exercise->text.name;
    attempt.scene = task.scene.scene.name;
    attempt.build = scenes::build_identity("drawbar", 0).revision;
    return scenes::score_json(scenes::score_of(*task.exercise->observer, lane_.simulation().memory(),
                                               task.exercise->pass, std::move(attempt)));
  }

 private:
  void between_frames(const char* what) const {
    if (lane_.substeps_left() > 0)
      throw Failure(std::string(what) + ": a frame is open, " + std::to_string(lane_.substeps_left()) +
                    " substeps of it are left; allowed: between frames");
  }

  bool is_at_work(physics::EffectId id) const {
    return std::ranges::any_of(lane_.simulation().world().effects(),
                               [id](const physics::ActiveEffect& active) { return active.effect.id == id; });
  }

  RowLayout layout_;
  std::vector<double> row_;
  ColumnSets columns_;
  Lane lane_;
  std::uint32_t next_effect_ = 1;
  mutable std::atomic_flag used_;
};

/// The part of the row that begins at `part`, as `count` rows of `width` numbers; width 0: plain numbers.
py::array part_of(const py::object& self, std::size_t RowLayout::*part, std::size_t RowLayout::*count,
                  py::ssize_t width) {
  const auto& world = self.cast<const PythonWorld&>();
  const double* data = world.row() + world.layout().*part;
  const auto rows = static_cast<py::ssize_t>(world.layout().*count);
  if (width == 0) return view_of(data, {rows}, {1}, self);
  return view_of(data, {rows, width}, {width, 1}, self);
}

struct ContactRow {
  std::int64_t body_a, body_b;
  double position[3], force[3];
};

std::int64_t body_index(std::uint32_t body) {
  return body == 0xFFFFFFFF ? -1 : static_cast<std::int64_t>(body);
}

py::array_t<ContactRow> contacts_of(const PythonWorld& world) {
  const UseGuard guard = world.use();
  const auto& contacts = world.lane().shown().contacts;
  py::array_t<ContactRow> rows(static_cast<py::ssize_t>(contacts.size()));
  ContactRow* row = rows.mutable_data();
  for (const physics::ContactReading& contact : contacts) {
    row->body_a = body_index(contact.body_a);
    row->body_b = body_index(contact.body_b);
    std::copy_n(contact.position.data(), 3, row->position);
    std::copy_n(contact.force.data(), 3, row->force);
    ++row;
  }
  return rows;
}

using Triple = std::array<double, 3>;

std::optional<py::tuple> cast_ray(const PythonWorld& world, const Triple& from, const Triple& to,
                                  double radius) {
  const UseGuard guard = world.use();
  const physics::Vec3 begin(from[0], from[1], from[2]);
  const physics::Vec3 way = physics::Vec3(to[0], to[1], to[2]) - begin;
  const double length = way.norm();
  if (!std::isfinite(length) || length == 0 || !std::isfinite(radius) || radius < 0)
    throw Failure("cast: allowed: two different finite points, and a radius of 0 or more");
  const auto hit = world.lane().simulation().world().cast(begin, way / length, length, radius);
  if (!hit) return std::nullopt;
  const auto triple = [](const physics::Vec3& v) { return py::make_tuple(v.x(), v.y(), v.z()); };
  return py::make_tuple(body_index(hit->body), hit->distance, triple(hit->position), triple(hit->normal));
}

py::list active_effects(const PythonWorld& world) {
  const UseGuard guard = world.use();
  py::list list;
  for (const physics::EffectReading& reading : world.lane().shown().effects) {
    const scenes::EffectRequest request = world.lane().task().effects.describe(reading.effect);
    py::dict entry;
    entry["effect"] = static_cast<std::uint32_t>(reading.effect.id);
    entry["target"] = request.target;
    entry["type"] = request.type;
    py::dict parameters;
    for (const auto& [name, value] : request.parameters) parameters[py::str(name)] = value;
    entry["parameters"] = parameters;
    entry["strength"] = request.strength;
    entry["ramp"] = request.ramp;
    entry["duration"] = request.duration;
    entry["age"] = reading.age;
    list.append(entry);
  }
  return list;
}

}  // namespace

void bind_world(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(ContactRow, body_a, body_b, position, force);
  using Row = RowLayout;
  py::class_<PythonWorld> world(module, "World", "One simulation; drawbar.World says the rest.");
  world.def(py::init([](const std::shared_ptr<Task>& scene) { return std::make_unique<PythonWorld>(scene); }),
            py::arg("scene"));
  world.def_property_readonly(
      "scene", [](const PythonWorld& w) { return std::const_pointer_cast<Task>(w.lane().shared_task()); },
      "The scene that it is a world of.");
  world.def("step", &PythonWorld::step, py::arg("frames") = 1,
            "Whole frames. Leaves Python's lock; Ctrl-C ends it between frames.");
  world.def("substep", &PythonWorld::substep, "One substep; opens a frame where none is open.");
  world.def_property(
      "substeps", [](const PythonWorld& w) { return w.lane().substeps(); }, &PythonWorld::set_substeps,
      "Substeps of the frames from now on, 1 to 10000.");
  world.def_property_readonly(
      "substeps_left", [](const PythonWorld& w) { return w.lane().substeps_left(); },
      "Of the open frame; 0: none is open.");
  world.def_property_readonly(
      "frame", [](const PythonWorld& w) { return w.lane().simulation().frame(); }, "Number of whole frames.");
  world.def_property_readonly(
      "time", [](const PythonWorld& w) { return w.lane().shown().time; }, "s of simulation.");
  world.def_property_readonly(
      "recoveries", [](const PythonWorld& w) { return w.lane().shown().statistics.recoveries; },
      "How often the motion came apart and was stopped.");
  world.def_property_readonly(
      "initial_velocity_correction",
      [](const PythonWorld& w) { return w.lane().simulation().world().initial_velocity_correction(); },
      "m/s: what the joints changed the scene's first velocities by.");

  const auto view = [&world](const char* name, std::size_t Row::*part, std::size_t Row::*count,
                             py::ssize_t width, const char* says) {
    world.def_property_readonly(
        name, [part, count, width](const py::object& self) { return part_of(self, part, count, width); },
        says);
  };
  view("positions", &Row::positions, &Row::bodies, 3,
       "float64 view (bodies, 3): of each body frame's origin, m, world.");
  view("orientations", &Row::orientations, &Row::bodies, 4,
       "float64 view (bodies, 4): w x y z, body axes to world axes.");
  view("linear_velocities", &Row::linear, &Row::bodies, 3,
       "float64 view (bodies, 3): of the body frame's origin, m/s, world axes.");
  view("angular_velocities", &Row::angular, &Row::bodies, 3, "float64 view (bodies, 3): rad/s, world axes.");
  view("joint_positions", &Row::joint_positions, &Row::axes, 0,
       "float64 view (axes): rad or m, of Scene.axis_names.");
  view("joint_velocities", &Row::joint_velocities, &Row::axes, 0, "float64 view (axes): rad/s or m/s.");
  view("control_values", &Row::controls_at, &Row::controls, 0,
       "float64 view (controls): what the machine feels, in Scene.control_names' order.");

  world.def("columns", &PythonWorld::columns, py::arg("names") = "default",
            "Columns of a list as `drawbar simulate --columns` has it.");
  world.def("__getitem__", &PythonWorld::quantity, py::arg("name"), "The quantity of this name now, SI.");
  world.def("contacts", &contacts_of,
            "Structured array: body_a, body_b (-1: the world), position (3) m, force (3) N on body_b, mean "
            "over the last substep.");
  world.def("cast", &cast_ray, py::arg("origin"), py::arg("end"), py::arg("radius") = 0.0,
            "What a ball of `radius` m (0: a ray) meets first on its way: (body, distance m, position, "
            "normal), or None.");
  world.def("_control", &PythonWorld::control, py::arg("name"));
  world.def("_set_control", &PythonWorld::set_control, py::arg("name"), py::arg("value"));
  world.def("begin_effect", &PythonWorld::begin_effect, py::arg("request"),
            "`TARGET TYPE [KEY=VALUE...]`, as `drawbar instructor malfunction` has it; the effect's number.");
  world.def("clear_effect", &PythonWorld::clear_effect, py::arg("effect") = py::none(),
            "Ends the effect of this number, or all; whether there was one.");
  world.def_property_readonly("effects", &active_effects, "A dict for each effect at work.");
  world.def(
      "save", &PythonWorld::save,
      "The state, between frames, as the bytes of a state file: all that influences the next step, and the "
      "forces that are read.");
  world.def(
      "restore", &PythonWorld::restore, py::arg("state"),
      "Takes over what save() of a World of the same scene gave, or a state file of it. Raises Error for a "
      "state of another scene or exercise, and for those of drawbar 0.1, which do not say what they are of.");
  world.def_property_readonly(
      "hash", &PythonWorld::hash,
      "XXH3-64 of the state, between frames: as recordings and `drawbar simulate --hashes` have it.");
  world.def("_score", &PythonWorld::score);
  world.def_property_readonly("exercise_ended", &PythonWorld::exercise_ended,
                              "Whether the exercise, where there is one, is over.");
}

}  // namespace drawbar::python
