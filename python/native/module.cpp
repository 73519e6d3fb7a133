// The module drawbar._native: what the package drawbar takes from C++.
#include "python/native/bindings.h"
#include "python/native/columns.h"
#include "python/native/errors.h"
#include "scenes/record/build_identity.h"

namespace drawbar::python {
namespace {

const char* kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::wrong:
      return "wrong";
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::environment:
      return "environment";
  }
  return "environment";
}

/// drawbar.Error, of the Python part of the package: it lives as long as the interpreter.
void raise_failure(const Failure& failure) {
  const py::object type = py::module_::import("drawbar.errors").attr("Error");
  const py::object error = type(failure.what(), kind_name(failure.kind()));
  PyErr_SetObject(type.ptr(), error.ptr());
}

}  // namespace
}  // namespace drawbar::python

PYBIND11_MODULE(_native, module) {
  using namespace drawbar::python;
  module.doc() = "What the package drawbar takes from C++; use the package.";
  module.attr("build") = drawbar::scenes::version_text("drawbar");
  py::register_local_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Failure& failure) {
      raise_failure(failure);
    }
  });
  bind_scene(module);
  bind_columns(module);
  bind_world(module);
  bind_batch(module);
  bind_recording(module);
  bind_client(module);
}
