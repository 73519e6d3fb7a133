// What each file of this folder adds to the module, and what they share.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/bytes.h"

namespace drawbar::python {

namespace py = pybind11;

void bind_scene(py::module_& module);
void bind_world(py::module_& module);
void bind_batch(py::module_& module);
void bind_recording(py::module_& module);
void bind_client(py::module_& module);

/// An array that looks at `data`, which `owner` holds, and cannot be written. Strides in numbers.
inline py::array view_of(const double* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
                         py::handle owner) {
  for (py::ssize_t& stride : strides) stride *= static_cast<py::ssize_t>(sizeof(double));
  py::array_t<double> array(std::move(shape), std::move(strides), data, owner);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

inline py::bytes bytes_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline std::span<const std::byte> span_of(const py::bytes& bytes) {
  const auto text = static_cast<std::string_view>(bytes);
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace drawbar::python
