// The arguments that every command which talks to a daemon has.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "protocol/result.h"
#include "tools/client/connection.h"

namespace drawbar::tools {

struct ConnectionArguments {
  std::string connect = "127.0.0.1:4040";
  std::string token_file;
  bool tls = false;
  std::string tls_ca;
  std::string name;  ///< empty: USER@HOST

  /// Adds --connect, --token-file, --tls, --tls-ca and --name; `this` must outlive the parsing.
  void add_to(CLI::App& command);
  Result<ConnectionOptions> options(control::Role role) const;
};

}  // namespace drawbar::tools
