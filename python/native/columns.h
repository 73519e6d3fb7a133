// Columns of worlds as Python sees them.
#pragma once

#include "python/native/bindings.h"
#include "python/native/readings.h"
#include "python/native/task.h"

namespace drawbar::python {

struct PythonColumns {
  std::shared_ptr<ColumnSet> set;
  bool one_world = true;  ///< values: one row without an axis of worlds
};

void bind_columns(py::module_& module);

/// The columns of a list as `drawbar simulate --columns` has it; throws Failure.
std::vector<scenes::Quantity> columns_named(const Task& task, const std::string& list);

}  // namespace drawbar::python
