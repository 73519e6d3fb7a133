#include "python/native/columns.h"

#include <utility>

#include "python/native/errors.h"
#include "scenes/quantities/selection.h"

namespace drawbar::python {

std::vector<scenes::Quantity> columns_named(const Task& task, const std::string& list) {
  return value_of(scenes::select_quantities(list, task.config(), scenes::ValueSource::world, "columns"));
}

namespace {

template <class Text>
std::vector<std::string> texts_of(const PythonColumns& columns, Text scenes::Quantity::*text) {
  std::vector<std::string> texts;
  for (const scenes::Quantity& quantity : columns.set->quantities) texts.push_back(quantity.*text);
  return texts;
}

py::array values_of(py::object self) {
  const auto& columns = self.cast<const PythonColumns&>();
  const auto width = static_cast<py::ssize_t>(columns.set->quantities.size());
  const double* data = columns.set->values.data();
  if (columns.one_world) return view_of(data, {width}, {1}, self);
  return view_of(data, {static_cast<py::ssize_t>(columns.set->worlds), width}, {width, 1}, self);
}

std::pair<std::vector<double>, std::vector<double>> bounds_of(const PythonColumns& columns) {
  std::pair<std::vector<double>, std::vector<double>> bounds;
  for (const scenes::Quantity& quantity : columns.set->quantities) {
    bounds.first.push_back(quantity.bounds.least);
    bounds.second.push_back(quantity.bounds.most);
  }
  return bounds;
}

}  // namespace

void bind_columns(py::module_& module) {
  py::class_<PythonColumns>(module, "Columns", "Quantities by name, kept up to date while the object lives.")
      .def_property_readonly(
          "names", [](const PythonColumns& columns) { return texts_of(columns, &scenes::Quantity::name); },
          "Names, as in the header line of `drawbar simulate`.")
      .def_property_readonly(
          "units", [](const PythonColumns& columns) { return texts_of(columns, &scenes::Quantity::unit); },
          "SI units by column; empty for a mere number.")
      .def_property_readonly("bounds", &bounds_of, "(least, most): what each can be, whatever happens.")
      .def_property_readonly("values", &values_of,
                             "float64 view (columns) of a World, (worlds, columns) of a Batch.")
      .def("__len__", [](const PythonColumns& columns) { return columns.set->quantities.size(); });
}

}  // namespace drawbar::python
