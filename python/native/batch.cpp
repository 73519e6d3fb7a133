// drawbar.Batch: many worlds of one scene, stepped by all processors.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "python/native/bindings.h"
#include "python/native/columns.h"
#include "python/native/errors.h"
#include "python/native/lane.h"
#include "python/native/use_guard.h"
#include "python/native/worker_pool.h"

namespace drawbar::python {
namespace {

class PythonBatch {
 public:
  PythonBatch(std::shared_ptr<const Task> task, std::size_t count, std::size_t threads)
      : task_(std::move(task)), layout_(task_->config()), rows_(layout_.size * count), pool_(threads) {
    lanes_.resize(count);
    auto one = [this](std::size_t i) { make(i); };
    pool_.run(count, one);
    lanes_.front()->save(initial_);
    controls_.resize(count * layout_.controls);
    show_controls();
  }

  const Task& task() const { return *task_; }
  const std::shared_ptr<const Task>& shared_task() const { return task_; }
  const RowLayout& layout() const { return layout_; }
  std::size_t size() const { return lanes_.size(); }
  std::size_t threads() const { return pool_.threads(); }
  const double* rows() const { return rows_.data(); }
  double* controls() { return controls_.data(); }

  /// Every world by `frames`, with the values of controls().
  void step(std::uint64_t frames) {
    const UseGuard guard(used_, "this Batch");
    check_controls();
    columns_.drop_unused();
    const py::gil_scoped_release released;
    auto one = [this, frames](std::size_t i) {
      set_controls(i);
      lanes_[i]->advance(frames);
      lanes_[i]->show();
    };
    pool_.run(size(), one);
  }

  py::array_t<std::uint64_t> hashes() {
    const UseGuard guard(used_, "this Batch");
    py::array_t<std::uint64_t> hashes(static_cast<py::ssize_t>(size()));
    std::uint64_t* hash = hashes.mutable_data();
    const py::gil_scoped_release released;
    auto one = [this, hash](std::size_t i) { hash[i] = lanes_[i]->hash(); };
    pool_.run(size(), one);
    return hashes;
  }

  py::array_t<std::uint64_t> frames() const {
    const UseGuard guard(used_, "this Batch");
    py::array_t<std::uint64_t> frames(static_cast<py::ssize_t>(size()));
    for (std::size_t i = 0; i < size(); ++i) frames.mutable_data()[i] = lanes_[i]->simulation().frame();
    return frames;
  }

  py::bytes save(std::size_t world) {
    const UseGuard guard(used_, "this Batch");
    check_world(world);
    return bytes_of(lanes_[world]->state_file());
  }

  /// The worlds named, or all, take over `state`, or the initial one.
  void restore(const std::optional<py::bytes>& state, const std::optional<std::vector<std::size_t>>& worlds) {
    const UseGuard guard(used_, "this Batch");
    std::vector<std::size_t> chosen = worlds.value_or(std::vector<std::size_t>{});
    if (!worlds) {
      for (std::size_t i = 0; i < size(); ++i) chosen.push_back(i);
    }
    for (const std::size_t world : chosen) check_world(world);
    std::ranges::sort(chosen);
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    columns_.drop_unused();
    const std::vector<std::byte> bytes = state ? task_->state_in(span_of(*state)) : initial_;
    std::atomic<bool> fits{true};
    {
      const py::gil_scoped_release released;
      auto one = [this, &bytes, &chosen, &fits](std::size_t i) {
        if (!lanes_[chosen[i]]->restore(bytes)) fits.store(false);
      };
      pool_.run(chosen.size(), one);
    }
    if (!fits) throw of_another_exercise(*task_);
    for (const std::size_t world : chosen) show_controls_of(world);
  }

  PythonColumns columns(const std::string& list) {
    const UseGuard guard(used_, "this Batch");
    PythonColumns columns{std::make_shared<ColumnSet>(columns_named(*task_, list), size()), false};
    for (std::size_t i = 0; i < size(); ++i) columns.set->fill(lanes_[i]->shown(), i);
    columns_.add(columns.set);
    return columns;
  }

 private:
  void make(std::size_t i) {
    lanes_[i] = std::make_unique<Lane>(task_, layout_, rows_.data() + i * layout_.size, columns_, i);
  }

  void check_world(std::size_t world) const {
    if (world >= size())
      throw Failure("world " + std::to_string(world) + ": the batch has " + std::to_string(size()) +
                    "; allowed: 0 to " + std::to_string(size() - 1));
  }

  void check_controls() const {
    for (std::size_t i = 0; i < controls_.size(); ++i) {
      if (!std::isfinite(controls_[i]))
        throw Failure("controls[" + std::to_string(i / layout_.controls) + "]: the value of " +
                      task_->config().controls[i % layout_.controls].name + " must be finite");
    }
  }

  void set_controls(std::size_t i) {
    physics::World& world = lanes_[i]->simulation().world();
    const double* value = controls_.data() + i * layout_.controls;
    for (std::uint32_t k = 0; k < layout_.controls; ++k) world.set_control(physics::ControlId{k}, value[k]);
  }

  void show_controls_of(std::size_t i) {
    const physics::World& world = lanes_[i]->simulation().world();
    for (std::uint32_t k = 0; k < layout_.controls; ++k)
      controls_[i * layout_.controls + k] = world.control(physics::ControlId{k});
  }

  void show_controls() {
    for (std::size_t i = 0; i < size(); ++i) show_controls_of(i);
  }

  std::shared_ptr<const Task> task_;
  RowLayout layout_;
  std::vector<double> rows_;      // [world][layout]
  std::vector<double> controls_;  // [world][control], which Python writes
  ColumnSets columns_;
  WorkerPool pool_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::byte> initial_;
  mutable std::atomic_flag used_;
};

std::unique_ptr<PythonBatch> make_batch(const std::shared_ptr<Task>& task, std::size_t count,
                                        std::size_t threads) {
  if (count == 0 || count > WorkerPool::kMostTasks)
    throw Failure("count: " + std::to_string(count) + "; allowed: 1 to " +
                  std::to_string(WorkerPool::kMostTasks));
  constexpr std::size_t kMostThreads = 1024;
  if (threads > kMostThreads)
    throw Failure("threads: " + std::to_string(threads) + "; allowed: 0 to " + std::to_string(kMostThreads));
  const py::gil_scoped_release released;
  return std::make_unique<PythonBatch>(task, count, threads);
}

/// One part of every world's row: (worlds, count, width), or (worlds, count) where the width is 0.
py::array parts_of(const py::object& self, std::size_t RowLayout::*part, std::size_t RowLayout::*count,
                   py::ssize_t width) {
  const auto& batch = self.cast<const PythonBatch&>();
  const RowLayout& layout = batch.layout();
  const double* data = batch.rows() + layout.*part;
  const auto worlds = static_cast<py::ssize_t>(batch.size());
  const auto row = static_cast<py::ssize_t>(layout.size);
  const auto rows = static_cast<py::ssize_t>(layout.*count);
  if (width == 0) return view_of(data, {worlds, rows}, {row, 1}, self);
  return view_of(data, {worlds, rows, width}, {row, width, 1}, self);
}

py::array_t<double> controls_of(const py::object& self) {
  auto& batch = self.cast<PythonBatch&>();
  const auto rows = static_cast<py::ssize_t>(batch.size());
  const auto width = static_cast<py::ssize_t>(batch.layout().controls);
  return py::array_t<double>({rows, width}, batch.controls(), self);
}

}  // namespace

void bind_batch(py::module_& module) {
  using Row = RowLayout;
  py::class_<PythonBatch> batch(module, "Batch", "Many worlds of one scene; drawbar.Batch says the rest.");
  batch.def(py::init(&make_batch), py::arg("scene"), py::arg("count"), py::arg("threads") = 0);
  batch.def_property_readonly(
      "scene", [](const PythonBatch& b) { return std::const_pointer_cast<Task>(b.shared_task()); },
      "The scene of its worlds.");
  batch.def_property_readonly("threads", &PythonBatch::threads,
                              "Threads that step, the calling one among them.");
  batch.def("__len__", &PythonBatch::size);
  batch.def("step", &PythonBatch::step, py::arg("frames") = 1,
            "Every world by `frames`, with `controls`, on all threads.");
  batch.def_property_readonly("frames", &PythonBatch::frames, "uint64 (worlds): number of whole frames.");
  batch.def_property_readonly("hashes", &PythonBatch::hashes, "uint64 (worlds): XXH3-64 of each state.");
  batch.def_property_readonly(
      "controls", &controls_of,
      "float64 (worlds, controls), to be written: what the next step asks of each; clamped when it acts.");

  const auto view = [&batch](const char* name, std::size_t Row::*part, std::size_t Row::*count,
                             py::ssize_t width, const char* says) {
    batch.def_property_readonly(
        name, [part, count, width](const py::object& self) { return parts_of(self, part, count, width); },
        says);
  };
  view("positions", &Row::positions, &Row::bodies, 3,
       "float64 view (worlds, bodies, 3): of each body frame's origin, m, world.");
  view("orientations", &Row::orientations, &Row::bodies, 4,
       "float64 view (worlds, bodies, 4): w x y z, body axes to world axes.");
  view("linear_velocities", &Row::linear, &Row::bodies, 3,
       "float64 view (worlds, bodies, 3): of the body frame's origin, m/s, world axes.");
  view("angular_velocities", &Row::angular, &Row::bodies, 3,
       "float64 view (worlds, bodies, 3): rad/s, world axes.");
  view("joint_positions", &Row::joint_positions, &Row::axes, 0,
       "float64 view (worlds, axes): rad or m, of Scene.axis_names.");
  view("joint_velocities", &Row::joint_velocities, &Row::axes, 0,
       "float64 view (worlds, axes): rad/s or m/s.");

  batch.def("columns", &PythonBatch::columns, py::arg("names") = "default",
            "Columns as of World, values (worlds, columns).");
  batch.def("save", &PythonBatch::save, py::arg("world"), "The state of one world, as World.save().");
  batch.def("restore", &PythonBatch::restore, py::arg("state") = py::none(), py::arg("worlds") = py::none(),
            "The worlds of these numbers, or all, take over `state`, by default the scene's first.");
}

}  // namespace drawbar::python
