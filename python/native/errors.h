// Expected errors of the libraries as exceptions of Python.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "protocol/result.h"

namespace drawbar::python {

/// Becomes drawbar.Error, with the text that the command line prints and `kind`.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const Error& error) : std::runtime_error(error.text), kind_(error.kind) {}
  explicit Failure(const std::string& text, ErrorKind kind = ErrorKind::usage)
      : std::runtime_error(text), kind_(kind) {}

  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

/// What a result holds; throws Failure for an error.
template <class T>
T value_of(Result<T> result) {
  if (!result) throw Failure(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace drawbar::python
