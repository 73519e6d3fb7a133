// The one result type: expected errors are values that say where, what is wrong and what is allowed.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace drawbar {

/// What kind of thing went wrong; programs turn it into their exit code (README.md, "What runs").
enum class ErrorKind {
  wrong,        ///< the thing asked about is wrong (invalid scene, diverged replay): exit 1
  usage,        ///< wrong usage: exit 2
  environment,  ///< port in use, no connection, cannot write: exit 3
};

/// An expected failure, told to people.
struct Error {
  ErrorKind kind = ErrorKind::wrong;
  std::string text;  ///< one line: where, what is wrong, what is allowed
};

template <class T>
using Result = tl::expected<T, Error>;  ///< A value, or why there is none.

/// The failure of a function that gives a Result.
inline tl::unexpected<Error> fail(ErrorKind kind, std::string text) {
  return tl::unexpected<Error>(Error{kind, std::move(text)});
}

/// Exit code of both programs for an error.
constexpr int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::wrong:
      return 1;
    case ErrorKind::usage:
      return 2;
    case ErrorKind::environment:
      return 3;
  }
  return 3;
}

}  // namespace drawbar
